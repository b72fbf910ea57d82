"""Static files served from where they are stored, under URLs that change with their content."""

import gzip
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from http import HTTPStatus
from pathlib import Path

import brotli
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


def version_of(name: str) -> str:
    """A short hash of the file's content, or nothing for a file that does not exist."""
    path = finders.find(name)
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12] if isinstance(path, str) else ""


cached_version_of = cache(version_of)


class VersionedStorage(StaticFilesStorage):
    """Adds `?v=...` to each file's URL, so that a browser asks again after the file has changed."""

    def url(self, name: str | None) -> str:
        url = super().url(name)
        version = (version_of if settings.DEBUG else cached_version_of)(name or "")
        return f"{url}?v={version}" if version else url


IMMUTABLE = "max-age=31536000, public, immutable"
COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {"br": brotli.compress, "gzip": gzip.compress}
"""By encoding, the best first. Browsers accept brotli, a seventh smaller, only over HTTPS."""


@lru_cache(maxsize=128)
def compressed(body: bytes, encoding: str) -> bytes:
    """Compress a file once and keep the result: the site's files are few and small."""
    return COMPRESSORS[encoding](body)


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Responds with the whole file at once: ours are small, and an ASGI server cannot stream from a plain file."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:  # type: ignore[override]  # as the base does
        file_response = static_file.get_response(request.method, request.META)
        body = b""
        if file_response.file is not None:
            with file_response.file:
                body = file_response.file.read()
        response = HttpResponse(body, status=int(file_response.status))
        del response["Content-Type"]
        for name, value in file_response.headers:
            response[name] = value
        return cache_versioned(request, compress(request, response))


def compress(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Compress for a browser that accepts it; there is nothing secret in these files."""
    if response.status_code != HTTPStatus.OK or not response["Content-Type"].startswith(COMPRESSIBLE):
        return response
    patch_vary_headers(response, ["Accept-Encoding"])
    accepted = request.headers.get("Accept-Encoding", "").replace(" ", "").split(",")
    encoding = next((each for each in COMPRESSORS if each in accepted), None)
    if response.content and encoding:
        response.content = compressed(response.content, encoding)
        response["Content-Encoding"] = encoding
        response["Content-Length"] = str(len(response.content))
    return response


def cache_versioned(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let browsers keep a file that is requested by its version for good: its content never changes."""
    version = request.GET.get("v")
    if version and version == cached_version_of(request.path_info.removeprefix(settings.STATIC_URL)):
        response["Cache-Control"] = IMMUTABLE
    return response
