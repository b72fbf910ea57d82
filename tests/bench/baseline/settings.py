"""The site's database and sessions and a bare channel layer, with as little else as Django needs."""

from pathlib import Path

from casino.settings import *  # noqa: F403
from casino.settings import CHANNEL_LAYERS, REDIS_URLS, SILENCED_SYSTEM_CHECKS

if not REDIS_URLS:
    CHANNEL_LAYERS["default"] = {"BACKEND": "channels.layers.InMemoryChannelLayer"}

MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # its app does not start without
    "tests.bench.baseline.middleware.one_thread",
]
ROOT_URLCONF = "tests.bench.baseline.views"
ASGI_APPLICATION = "tests.bench.baseline.asgi.application"
TEMPLATES = [
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [Path(__file__).parent / "templates"]}
]
SILENCED_SYSTEM_CHECKS = [
    *SILENCED_SYSTEM_CHECKS,
    "admin.E402",
    "admin.E404",
    "admin.E409",
    "admin.W411",
]  # no one opens the staff pages
