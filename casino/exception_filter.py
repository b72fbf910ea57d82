"""Content of error reports, in a developer's browser or in mail: the place in the code, and no values. Values on this
site are hands, packs, seeds, passwords, and links to other people's seats."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

HIDDEN = "hidden"


class RedactingExceptionFilter(SafeExceptionReporterFilter):
    """Show the names of variables and of submitted fields, never their values; the same with DEBUG."""

    def is_active(self, request: HttpRequest | None) -> bool:  # noqa: ARG002  the same for every request
        return True

    def get_traceback_frame_variables(
        self,
        request: HttpRequest | None,  # noqa: ARG002  Django's signature
        tb_frame: FrameType,
    ) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, HIDDEN).items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.POST, HIDDEN) if request else {}

    def get_safe_cookies(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.COOKIES, HIDDEN) if request else {}
