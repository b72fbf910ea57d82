"""The site's database, sessions and channel layer, with as little around them as Django needs."""

from pathlib import Path

from casino.settings import *  # noqa: F403
from casino.settings import SILENCED_SYSTEM_CHECKS

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
]  # nobody opens the staff pages
