"""Settings, chosen by environment variables only. Without any, the site runs from one folder, for a home or a club.

CASINO_DATA     folder of the database and the signing key (default: data)
DATABASE_URL    default: SQLite in the data folder; for PostgreSQL postgres://user:password@host:5432/name
DATABASE_CONNECTIONS   the most connections of one process to PostgreSQL, which itself takes 100 of all (default: 8)
PGBOUNCER       1: DATABASE_URL names a PgBouncer that pools transactions
REDIS_URL       channel layer and counters shared by several processes (default: in this process's memory); several
                servers with commas: announcements are spread over all of them, counters are in the first
CASINO_WORKER   none: `manage.py worker` runs the tasks (default: inside, the server does)
LIMITS          rates, with commas: `open_game=30/hour,guest=none`; names and defaults in casino/default_limits.py
COMPUTER_PAUSE  seconds before a computer's turn, so that people can follow (default: 0.6)
ROUND_PAUSE     seconds for which the end of a round is shown in a live game (default: 10)
TIME_ZONE       of the site, like Europe/Madrid: nights and weekends off are by its hours (default: UTC)
CASINO_TEST_CLOCK   for tests only: a file that contains by how many seconds the clock is put forward
CASINO_HEARTBEAT   seconds between two heartbeats of the server and two checks of clocks (default: 10)
SITE_URL        where people reach the site, for links in mail: https://casino.example (default: where `play` listens)
NOTIFICATION_DELAY   seconds before a player is notified, who may be looking at the table already (default: 5)
WEBHOOK_ALLOWED_NETWORKS   private networks for webhooks, with commas: 10.0.0.5, 192.168.1.0/24 (default: none)
VAPID_PRIVATE_KEY   key for push messages, the same for all processes (default: made once and kept in the data folder)
VAPID_CONTACT   contact for push services: mailto:me@casino.example (default: the site, or its sender of mail)
CASINO_SECRETS_KEYS   keys that encrypt secrets, packs and hands in the database, with commas, the newest first; made by
                `manage.py secrets new`, changed by putting a new one first and `manage.py secrets rotate`
CASINO_SECRETS_KEYS_FILE   a file with these keys instead, one a line (default: no encryption)
SECRET_KEY      default: made once and kept in the data folder
ALLOWED_HOSTS   names the site answers to, with commas (default: this machine's own names and addresses)
EMAIL_URL       smtp://user:password@host:587 (in the clear with ?starttls=0), smtps://..., console: for the terminal
                (default: the terminal; with HTTPS none: pages say that the site sends no mail)
EMAIL_FROM      sender of mail, also `My club <casino@club.example>` (default: casino@ and the machine's name)
CSRF_TRUSTED_ORIGINS   origins behind a proxy, with commas
MAX_BODY_BYTES  the longest request body that is read (default: 1000000); what a proxy in front allows should match
BODY_TIMEOUT    seconds for which a request body may take to come (default: 30)
SHUTDOWN_DRAIN_SECONDS   seconds for which a server that shuts down still serves, for a proxy to switch (default: 0)
METRICS         metrics for Prometheus, on a separate address: 127.0.0.1:9101, or 127.0.0.1:9101-9120, of which each
                process takes the first port that is free (default: none)
LOG_FORMAT      json: one object a line (default: plain)
ERROR_REPORTS   where unexpected errors are reported, the DSN of a service like Sentry's (default: nowhere)
HTTPS           1: behind a proxy that speaks HTTPS: secure cookies, redirect, strict transport security
TRUSTED_PROXIES addresses and networks of proxies, with commas: they are believed when they tell a visitor's address and
                protocol (default: this machine)
STAFF_SECOND_FACTOR   1: staff come to their pages only with a passkey, or with a code in addition to the password; 0:
                the password is enough (default: 1 with HTTPS, else 0)
HSTS_SUBDOMAINS 1: strict transport security for all subdomains, too
DEBUG           1: error pages for developers
CASINO_COMMIT   the commit that this is, for /version and reports (default: as git says)
"""

import os
import socket
from pathlib import Path
from typing import Any

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from casino.backends import cache, channel_layer, database, page_cache
from casino.default_limits import DEFAULT_LIMITS
from casino.languages import offered_languages
from casino.local_hosts import own_hosts
from casino.logs import logging_config
from casino.mail import CONSOLE, mailer, named_sender
from casino.secret_files import encryption_keys, load_or_create_secret, private_folder
from casino.sentry import init_sentry
from casino.vapid import new_vapid_key

django_stubs_ext.monkeypatch()


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "").lower()
    return value in {"1", "true", "yes", "on"} if value else default


def comma_separated(name: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = private_folder(Path(os.environ.get("CASINO_DATA") or BASE_DIR / "data").expanduser().resolve())

DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URLS = comma_separated("REDIS_URL")
DEBUG = flag("DEBUG")
HTTPS = flag("HTTPS")
TRUSTED_PROXIES = comma_separated("TRUSTED_PROXIES") or ["127.0.0.1", "::1"]
SECRET_KEY = os.environ.get("SECRET_KEY") or load_or_create_secret(DATA_DIR / "secret_key")
ALLOWED_HOSTS = comma_separated("ALLOWED_HOSTS") or own_hosts()
CSRF_TRUSTED_ORIGINS = comma_separated("CSRF_TRUSTED_ORIGINS")
TEST_CLOCK = os.environ.get("CASINO_TEST_CLOCK", "")
if TEST_CLOCK and (HTTPS or comma_separated("ALLOWED_HOSTS")):
    raise ImproperlyConfigured("CASINO_TEST_CLOCK is for tests: a site that others reach keeps to the real time.")

INSTALLED_APPS = [
    "accounts",
    "games",
    *("games.notifications", "games.invitations", "games.rulings", "games.moderation", "games.deals", "games.analysis"),
    *("games.pairing", "games.community", "games.puzzles"),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "django_tasks_db",
    "channels",
    "casino",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "casino.static.StaticFilesMiddleware",
    "casino.middleware.defer_broadcasts",
    "casino.middleware.default_no_store",
    "django.middleware.gzip.GZipMiddleware",  # see docs/topics/live-pages.md for why this gives nothing away
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "casino.middleware.log_refusals",
    "casino.live_server.bodies.explain_refused_bodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.preferences.language_cookie.language_middleware",
    "casino.input_cleaning.InputCleaningMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "casino.rate_limits.RateLimitMiddleware",
]

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.selectors.preferences",
                "games.contexts.lists.turns",
                "games.views.announcements.announcements",
                "casino.site_context.site",
            ],
        },
    },
]

SECRETS_KEYS = encryption_keys()

# --- database -----------------------------------------------------------------------------------------------------

DATABASE_CONNECTIONS = int(os.environ.get("DATABASE_CONNECTIONS", "8"))
DATABASES = {"default": database(DATABASE_URL, DATA_DIR, DATABASE_CONNECTIONS, flag("PGBOUNCER"))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- announcements and tasks ---------------------------------------------------------------------------------------


CHANNEL_LAYERS = {"default": channel_layer(REDIS_URLS)}
WORKER_HELPER_QUEUES = ["notifications", "notifications", *["web_receivers"] * 4, "thinking", "thinking", "analysis"]
"""Queues of slow tasks (the mail server, addresses that people entered, long computations); each mention adds a helper
thread, so that other tasks need not wait."""
QUEUES = ["default", *dict.fromkeys(WORKER_HELPER_QUEUES)]
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": QUEUES}}
HEARTBEAT = float(os.environ.get("CASINO_HEARTBEAT", "10"))
WORKER_INSIDE = os.environ.get("CASINO_WORKER", "inside") != "none"
ABANDON_AFTER = {"live": 60.0, "none": 600.0}  # seconds, by the table's clock, before the others may stop waiting
SHUTDOWN_DRAIN_SECONDS = float(os.environ.get("SHUTDOWN_DRAIN_SECONDS", "0"))
COMPUTER_PAUSE = float(os.environ.get("COMPUTER_PAUSE", "0.6"))
ROUND_PAUSE = int(os.environ.get("ROUND_PAUSE", "10"))

# --- notifications --------------------------------------------------------------------------------------------------

SITE_URL = os.environ.get("SITE_URL") or (f"https://{ALLOWED_HOSTS[0]}" if HTTPS else "http://localhost:8000")
NOTIFICATION_DELAY = float(os.environ.get("NOTIFICATION_DELAY", "5"))
WEBHOOK_ALLOWED_NETWORKS = comma_separated("WEBHOOK_ALLOWED_NETWORKS")
VAPID_PRIVATE_KEY = os.environ.get("VAPID_PRIVATE_KEY") or load_or_create_secret(DATA_DIR / "vapid_key", new_vapid_key)
VAPID_CONTACT = os.environ.get("VAPID_CONTACT", "")

# --- limits --------------------------------------------------------------------------------------------------------

LIMITS = DEFAULT_LIMITS | dict(limit.split("=", 1) for limit in comma_separated("LIMITS"))
LIMITS_STORAGE = REDIS_URLS[0] if REDIS_URLS else "process://"

# Uploads stay in memory, as the whole body does: nothing is ever written to a temporary file.
MAX_BODY_BYTES = int(os.environ.get("MAX_BODY_BYTES", "1000000"))
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES
BODY_TIMEOUT = float(os.environ.get("BODY_TIMEOUT", "30"))

# --- mail and counters ----------------------------------------------------------------------------------------------

EMAIL_URL = os.environ.get("EMAIL_URL") or ("" if HTTPS else CONSOLE)
MAIL_OFF = not EMAIL_URL  # a public site's log is no place for links that open accounts
MAILERS = {"default": mailer(EMAIL_URL)}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = named_sender(os.environ.get("EMAIL_FROM") or f"casino@{socket.gethostname()}")

CACHES = {"default": cache(REDIS_URLS), "pages": page_cache()}

# --- people --------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = [
    "accounts.auth_backends.MemberBackend",  # small letters or capitals: the same name
    "accounts.auth_backends.GuestBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.person_names.NAME_VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the owner hears of a changed password or address
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Casino: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # no one gets mail because another person typed their address
ACCOUNT_PREVENT_ENUMERATION = "strict"  # no page tells whether an address is known
ACCOUNT_CHANGE_EMAIL = True  # one address each; the old one holds until the new one is confirmed
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is logged in, too: accounts.views.entrance sees to it
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
ALLAUTH_TRUSTED_PROXY_COUNT = 0  # the server has put the visitor's address in its place
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp"]
MFA_TOTP_ISSUER = "Casino"
MFA_TOTP_TOLERANCE = 1  # a clock may be half a minute wrong
STAFF_SECOND_FACTOR = flag("STAFF_SECOND_FACTOR", default=HTTPS)
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address that is not confirmed opens nothing here
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # which browsers grant to localhost alone
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.CommonPasswordValidator",
        "OPTIONS": {"password_list_path": BASE_DIR / "accounts" / "passwords" / "common.txt.gz"},
    },
    {"NAME": "accounts.passwords.SiteWordsValidator"},
]
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest is known by this cookie alone
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"  # no neighbouring site can set one of these names
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"

# --- browsers ------------------------------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.NONE],
    "object-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = flag("HSTS_SUBDOMAINS")
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",  # subdomains and preload lists are for the host to decide
    "mail.E001",  # so is whether there is mail: nothing here needs it
]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None

# --- static files and texts ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [folder for folder in [BASE_DIR / "static"] if folder.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.static.VersionedStorage"},
}
WHITENOISE_USE_FINDERS = True  # served from where they stand: nothing to collect
WHITENOISE_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "casino" / "locale"]
LANGUAGES = offered_languages(LOCALE_PATHS[0])
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
FORMAT_MODULE_PATH = "casino.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"

# --- metrics and logs ---------------------------------------------------------------------------------------------

METRICS = os.environ.get("METRICS", "")
ERROR_REPORTS = os.environ.get("ERROR_REPORTS", "")
LOG_FORMAT = "json" if os.environ.get("LOG_FORMAT") == "json" else "plain"

DEFAULT_EXCEPTION_REPORTER_FILTER = "casino.exception_filter.RedactingExceptionFilter"
LOGGING = logging_config(LOG_FORMAT, "INFO" if DEBUG else "WARNING")
init_sentry(ERROR_REPORTS)
