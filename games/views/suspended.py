"""Suspended people at pages that open tables."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games import services
from games.presenters.refusals import sentence_words


def redirect_suspended[R: HttpRequest, **P](
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Decorate views that open tables: a suspended person is shown until when, and redirected."""

    @wraps(view)
    def guarded(request: R, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except services.SuspendedError as error:
            messages.warning(request, sentence_words(error.message))
            return redirect("games:home")

    return guarded
