"""All settings, from environment variables (listed in .env.example). Defaults are those of production."""

import base64
import binascii
import sys
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import crontab

from yuhuan_site import admin_theme, environment
from yuhuan_site.environment import BASE_DIR, env, fail, flag, is_p256_key, number, secret

environment.load()

DEBUG = flag("DEBUG", default=False)

_required = environment.require(
    SECRET_KEY="signs cookies and tokens, 50 random characters",  # noqa: S106 (its meaning)
    SEED_KEY="seals the seeds of live hands, 32 bytes as base64",
    DATABASE_URL="postgres://user:password@host:5432/name",
    REDIS_URL="redis://host:6379/0",
    **({} if DEBUG else {"ALLOWED_HOSTS": "host names of the site, comma separated"}),
)
SECRET_KEY = _required["SECRET_KEY"] or "offline"
# The first seals, all of them open: those of before stay until `manage.py seed_key reseal` is done.
SEED_KEYS = tuple((_required["SEED_KEY"] or base64.urlsafe_b64encode(bytes(32)).decode()).replace(",", " ").split())
DATABASE_URL = _required["DATABASE_URL"] or "postgres:///offline"
REDIS_URL = _required["REDIS_URL"] or "redis://127.0.0.1:6379/0"


def _is_32_bytes(key: str) -> bool:
    try:
        return len(base64.b64decode(key, altchars=b"-_", validate=True)) == 32
    except (binascii.Error, ValueError):
        return False


def _check_values() -> None:
    if not all(map(_is_32_bytes, SEED_KEYS)):
        fail("SEED_KEY must be 32 bytes as base64, for example from: manage.py seed_key make")
    if urlsplit(DATABASE_URL).scheme not in {"postgres", "postgresql"}:
        fail("DATABASE_URL must begin with postgres:// (no other database can keep the promises of this site)")
    if urlsplit(REDIS_URL).scheme not in {"redis", "rediss"}:
        fail("REDIS_URL must begin with redis:// or rediss://")


_check_values()

# --- hosts, scheme, origins -------------------------------------------------------------------------------------
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# True where visitors come over https (the default outside DEBUG); `make run` is plain http and says so.
HTTPS = flag("HTTPS", default=not DEBUG)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Origins (scheme://host[:port]) that may open sockets with a session cookie, beside the site's own address.
SOCKET_ORIGINS = env.list("SOCKET_ORIGINS", default=CSRF_TRUSTED_ORIGINS)

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# A browser takes a __Host- cookie from this host alone and over https alone: no neighbouring name can plant one.
_cookie_prefix = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_cookie_prefix}sessionid", f"{_cookie_prefix}csrftoken"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SECURE_SSL_REDIRECT = HTTPS and flag("SSL_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if flag("BEHIND_PROXY", default=False) else None
SECURE_REDIRECT_EXEMPT = [r"^(?:healthz|readyz|metrics)$"]  # asked from this machine, without a proxy
SECURE_HSTS_SECONDS = number("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # browsers heed it over https only, and say so
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Points at which a process dies or halts (games/faults.py). For tests; a public site is no place for it.
FAULTPOINTS = env.str("FAULTPOINTS", default="")
if FAULTPOINTS and HTTPS:
    fail("FAULTPOINTS kills processes on purpose; it is refused where HTTPS is on.")

# --- application ------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    # First, and only there: gives `runserver` its sockets; every other program starts half a second sooner without.
    *(["daphne"] if "runserver" in sys.argv[1:2] else []),
    "unfold.apps.BasicAppConfig",  # before the admin, whose templates it replaces
    "yuhuan_site.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "ninja",
    "accounts",
    "games",
    "tournaments",
    "notices",
    "yuhuan_site",
]
MIDDLEWARE = [
    "yuhuan_site.turns.TurnsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "yuhuan_site.security.SecurityHeadersMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "yuhuan_site.urls"
ASGI_APPLICATION = "yuhuan_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "games.context.live_table",
                "notices.context.push_key",
                "tournaments.context.letters",
                "yuhuan_site.shell.theme",
            ],
        },
    },
]
AUTH_USER_MODEL = "accounts.Player"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# --- database ---------------------------------------------------------------------------------------------------
_database: dict[str, Any] = env.db_url_config(DATABASE_URL)
# Connections that a process keeps ready; 0 without a pool (behind pgbouncer, or for a command that soon ends).
_pool_size = number("DATABASE_POOL_SIZE", default=12) if environment.is_server() else 0
# Half of them is for pages and the interface, the rest for sockets (yuhuan_site.turns).
REQUESTS_AT_ONCE = max(2, (_pool_size or 12) // 2)
# Soon back after an outage: who waits for a connection gives up, and the next who asks makes the pool try anew.
_pool = {"pool": {"min_size": 1, "max_size": _pool_size, "timeout": 5, "reconnect_timeout": 2}} if _pool_size else {}
DATABASES = {
    "default": {
        **_database,
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # a pooled connection may have outlived its server
        "OPTIONS": {**_database.get("OPTIONS", {}), **_pool},
        "TEST": {"NAME": env.str("DATABASE_TEST_NAME", default=None)},
    },
}

# --- Redis: channel layer, cache, Celery's messages; one database, a prefix each ----------------------------------
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "yuhuan_site.channel_layer.PatientLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "yuhuan"},
    },
}
CACHES = {
    "default": {
        "BACKEND": "yuhuan_site.cache.SharedRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "yuhuan-cache",
    },
}
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": "yuhuan-celery:"}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BEAT_SCHEDULER = "celery.beat.Scheduler"  # every entry is seconds apart: nothing worth a file
CELERY_TIMEZONE = "Asia/Shanghai"


def _every(seconds: float, task: str) -> dict[str, Any]:
    """A sweep. Its message expires: a worker that was down finds one round waiting, not an hour's worth."""
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 5)}}


CELERY_BEAT_SCHEDULE = {
    "seating": _every(2, "tournaments.tasks.sweep_seating"),
    "events": _every(2, "tournaments.tasks.advance_events"),
    "recurring": _every(20, "tournaments.tasks.sweep_templates"),
    "leaderboards": _every(5, "tournaments.tasks.sweep_leaderboards"),
    "exports": _every(60, "tournaments.tasks.sweep_exports"),
    "fair-play": _every(30, "tournaments.tasks.sweep_fair_play"),
    "real-tables": _every(10, "tournaments.tasks.sweep_offline"),
    "heartbeat": _every(5, "tournaments.tasks.heartbeat"),
    # When nobody plays: everything the site keeps is gone through (manage.py check_invariants).
    "invariants": {"task": "tournaments.tasks.inspect_everything", "schedule": crontab(hour=4, minute=40)},
}

# Every action at a table is checked against the list of invariants before it is committed; one that breaks any is undone.
ASSERT_INVARIANTS = flag("ASSERT_INVARIANTS", default=False)

# --- notices by web push: none without a key ------------------------------------------------------------------------
VAPID_PRIVATE_KEY = secret("VAPID_PRIVATE_KEY")
_web_host = next((host for host in ALLOWED_HOSTS if host.strip("*.")), "localhost")
# Whom a push service may write to: mailto:… or https://….
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default="") or f"https://{_web_host.lstrip('.')}/"
# Push services that may be called: host names, `*.` for any below; scheme://host[:port] for one of your own.
PUSH_SERVICES = env.list(
    "PUSH_SERVICES",
    default=[
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "*.push.services.mozilla.com",
        "*.notify.windows.com", "*.push.apple.com",
    ],
)  # fmt: skip
if VAPID_PRIVATE_KEY and not is_p256_key(VAPID_PRIVATE_KEY):
    fail("VAPID_PRIVATE_KEY must be a P-256 key, 32 bytes as base64url, for example from: manage.py make_vapid_keys")

# --- what is taken away ---------------------------------------------------------------------------------------
# Written by the worker, read by the web: several machines share this folder.
EXPORTS_DIR = env.str("EXPORTS_DIR", default=str(environment.data_dir() / "exports"))

# --- static files -----------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
# True: served from STATIC_ROOT under hashed names, after `collectstatic`. False: straight from the source folders.
STATIC_HASHED = flag("STATIC_HASHED", default=not DEBUG)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "yuhuan_site.storage.HashedModulesStorage"
        if STATIC_HASHED
        else "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not STATIC_HASHED
WHITENOISE_MAX_AGE = 60 if STATIC_HASHED else 0

# --- the admin's theme ------------------------------------------------------------------------------------------
UNFOLD = admin_theme.SETTINGS

# --- language and time ------------------------------------------------------------------------------------------
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale" / "unfold"]  # the second: the admin theme's own words
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Asia/Shanghai"

# --- logging: to standard error, one line each; no request bodies, cookies or headers -------------------------------
LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    fail("LOG_FORMAT must be line or json.")
# Bearer of /metrics; without one only this machine itself may read it.
METRICS_TOKEN = secret("METRICS_TOKEN")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "yuhuan_site.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "yuhuan_site.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "accounts": {"level": "INFO"},
        "games": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "notices": {"level": "INFO"},
        "yuhuan_site": {"level": "INFO"},
        "celery": {"level": "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
