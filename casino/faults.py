"""What a report of a fault may show, in the browser of a developer or in mail: where in the code it happened, and no
values. Those of this site are hands, packs, seeds, passwords, and ways into other people's seats."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

HIDDEN = "hidden"


class WithoutValues(SafeExceptionReporterFilter):
    """Names of variables and of what was sent, and nothing of what is in them; with DEBUG as without."""

    def is_active(self, request: HttpRequest | None) -> bool:  # noqa: ARG002  whoever asked
        return True

    def get_traceback_frame_variables(
        self,
        request: HttpRequest | None,  # noqa: ARG002  Django's way of asking
        tb_frame: FrameType,
    ) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, HIDDEN).items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.POST, HIDDEN) if request else {}

    def get_safe_cookies(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.COOKIES, HIDDEN) if request else {}
