"""The site's database and sessions and a bare channel layer, with as little else as Django needs."""

from pathlib import Path

from casino.settings import *  # noqa: F403
from casino.settings import CHANNEL_LAYERS, REDIS_URL, SILENCED_SYSTEM_CHECKS

if not REDIS_URL:
    CHANNEL_LAYERS["default"] = {"BACKEND": "channels.layers.InMemoryChannelLayer"}

MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",  # its app does not start without
    "tests.bench.twin.middleware.one_thread",
]
ROOT_URLCONF = "tests.bench.twin.views"
ASGI_APPLICATION = "tests.bench.twin.asgi.application"
TEMPLATES = [
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [Path(__file__).parent / "templates"]}
]
SILENCED_SYSTEM_CHECKS = [
    *SILENCED_SYSTEM_CHECKS,
    "admin.E402",
    "admin.E404",
    "admin.E409",
]  # no one opens the staff pages
