"""Static files served from where they stand, under addresses that change with their content."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


def version_of(name: str) -> str:
    """A short mark of the file's content, or nothing for a file that is not there."""
    found = finders.find(name)
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:12] if isinstance(found, str) else ""


kept_version_of = cache(version_of)


class VersionedStorage(StaticFilesStorage):
    """Adds `?v=...` to each file's address, so that a browser asks again after the file has changed."""

    def url(self, name: str | None) -> str:
        address = super().url(name)
        version = (version_of if settings.DEBUG else kept_version_of)(name or "")
        return f"{address}?v={version}" if version else address


class StaticFiles(WhiteNoiseMiddleware):
    """Answers with the whole file at once: ours are small, and an ASGI server cannot stream from a plain file."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:  # type: ignore[override]  # as the base does
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with found.file:
                body = found.file.read()
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        return response
