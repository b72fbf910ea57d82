"""Settings, chosen by environment variables only: docs/settings.md lists them. Without any, the site runs from one
folder, for a home or a club."""

import os
import socket
from pathlib import Path
from typing import Any

import django_stubs_ext
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from casino.backends import CONSOLE, REDIS_TIMEOUTS, cache, channel_layer, database, mailer, named_sender, page_cache
from casino.languages import offered_languages
from casino.local_hosts import own_hosts
from casino.logs import logging_config
from casino.secret_files import encryption_keys, load_or_create_secret, private_folder
from casino.sentry import init_sentry
from casino.setting_checks import read_limits, refuse_impossible
from casino.vapid import new_vapid_key

django_stubs_ext.monkeypatch()
refuse_impossible(os.environ)


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
ANY_OWN_ADDRESS = not comma_separated("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = comma_separated("CSRF_TRUSTED_ORIGINS")
TEST_CLOCK = os.environ.get("CASINO_TEST_CLOCK", "")  # a file with the seconds by which the clock is put forward
if TEST_CLOCK and (HTTPS or comma_separated("ALLOWED_HOSTS")):
    raise ImproperlyConfigured("CASINO_TEST_CLOCK is for tests: a site that others reach keeps to the real time.")

INSTALLED_APPS = [
    "accounts",
    "games",
    "games.notifications",
    "games.invitations",
    "games.rulings",
    "games.moderation",
    "games.deals",
    "games.analysis",
    "games.pairing",
    "games.community",
    "games.clubs",
    "games.tournaments",
    "games.puzzles",
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
    "casino.middleware.ask_to_log_in_again",
    "casino.middleware.log_refusals",
    "casino.live_server.bodies.explain_refused_bodies",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.person_preferences.language_middleware",
    "accounts.time_zones.time_zone_middleware",
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
                "accounts.person_preferences.preferences",
                "games.contexts.waiting.turns",
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

# --- announcements and tasks ---------------------------------------------------------------------------------------


CHANNEL_LAYERS = {"default": channel_layer(REDIS_URLS)}
WORKER_HELPER_QUEUES = ["notifications", "notifications", *["web_receivers"] * 4, "thinking", "thinking", "analysis"]
"""Queues of slow tasks (the mail server, addresses that people entered, long computations); each mention adds a helper
thread, so that other tasks need not wait."""
QUEUES = ["default", *dict.fromkeys(WORKER_HELPER_QUEUES)]
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": QUEUES}}
HEARTBEAT = float(os.environ.get("CASINO_HEARTBEAT", "10"))
WORKER_INSIDE = os.environ.get("CASINO_WORKER", "inside") != "none"
ABANDON_AFTER = {"live": 60.0, "none": 14 * 24 * 3600.0}  # seconds before others may stop waiting, by the clock
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

DEFAULT_LIMITS = {
    "move": "300/minute",  # and everything else that a seat does in its turn
    "open_game": "120/hour",  # by a person, or by an address where no one is logged in
    "open_game@address": "1200/hour",
    "join": "240/hour",
    "pair": "600/hour",  # a page that waits asks again three times a minute
    "arrange": "240/hour",  # seats before a game begins
    "invite": "30/hour",  # by name, and blocking
    "offer": "60/hour",
    "vacation": "60/hour",
    "chat": "30/minute",
    "dispute": "20/hour",
    "hint": "20/minute",  # and a try at a puzzle
    "hint@address": "120/minute",
    "answer": "60/minute",  # to a move at a puzzle, worked out
    "answer@address": "240/minute",
    "analysis": "60/hour",
    "analysis@address": "240/hour",
    "report": "30/hour",
    "picture": "120/hour",  # of a result, looked at
    "picture@address": "600/hour",
    "search": "60/minute",
    "search@address": "300/minute",
    "replay": "1200/minute",  # moments worked out: the arrow key held down through 1,000 moves
    "replay@address": "2400/minute",
    "variation": "300/minute",  # a tap on a card is one
    "variation@address": "1200/minute",
    "import_record": "60/hour",  # tried
    "import_record@address": "240/hour",
    "record_size": "2000/day",  # kilobytes that were imported
    "record_size@address": "20000/day",
    "save_rules": "120/hour",
    "recovery_link": "30/hour",
    "export": "20/hour",
    "export@address": "60/hour",
    "delete_account": "10/hour",
    "test_notification": "10/hour",
    "webhook": "20/hour",
    "guest": "200/hour",  # guests made from one address, behind which a whole club may sit
    "sockets": "500",  # open at a time from one address, and as many again of players at their tables
    "own_sockets": "60",  # of one person; a page has two
    "spectators": "200",  # of one table
    "waiting": "200",  # connections of one address without a complete request; a browser has up to six
}
"""Rates such as `30/hour` or `5/10 minutes`, by person, and `@address` for all people at an address together; for
sockets and connections the number open at a time in each process; or none."""
LIMITS = DEFAULT_LIMITS | read_limits(comma_separated("LIMITS"), DEFAULT_LIMITS)
LIMITS_STORAGE = REDIS_URLS[0] if REDIS_URLS else "process://"
LIMITS_STORAGE_OPTIONS = REDIS_TIMEOUTS

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
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is logged in, too: see accounts.views.anonymous_required
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
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
SESSION_ENGINE = "casino.sessions"
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
    "security.W005",  # subdomains and preload lists are for the host to decide
    "security.W021",
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
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"

# --- metrics and logs ---------------------------------------------------------------------------------------------

METRICS = os.environ.get("METRICS", "")
ERROR_REPORTS = os.environ.get("ERROR_REPORTS", "")
ACCESS_LOG = os.environ.get("ACCESS_LOG", "").replace("0", "")
LOG_FORMAT = "json" if os.environ.get("LOG_FORMAT") == "json" else "plain"

DEFAULT_EXCEPTION_REPORTER_FILTER = "casino.error_views.RedactingExceptionFilter"
LOGGING = logging_config(LOG_FORMAT, "INFO" if DEBUG else "WARNING")
init_sentry(ERROR_REPORTS)
