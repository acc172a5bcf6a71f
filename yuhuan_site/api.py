"""The HTTP API: the apps' routers under /api/, one shape for every error, an OpenAPI document at /api/docs."""

import logging
import math
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, AuthorizationError, HttpError, Throttled, ValidationError

import accounts.api
import games.api
import notices.api
import tournaments.api
import tournaments.people_api
from accounts.errors import ApiError
from accounts.language import in_words

AGAIN_IN_S: Final = 5
"""What whoever finds the database away is told to wait."""

logger = logging.getLogger(__name__)

api = NinjaAPI(title="Yuhuan Mahjong", version="1", urls_namespace="api")

_CODES = {
    400: "malformed", 401: "no_identity", 403: "forbidden", 404: "not_found", 405: "wrong_method", 409: "not_now",
    429: "too_fast", 503: "unavailable",
}  # fmt: skip
# What the schema finds wrong, by the ending of its name for it.
_FAULTS = {
    "missing": gettext_noop("This is missing."),
    "extra_forbidden": gettext_noop("There is no such field."),
    "_type": gettext_noop("This is of the wrong type."),
    "_parsing": gettext_noop("This is of the wrong type."),
    "_than": gettext_noop("This is out of range."),
    "_than_equal": gettext_noop("This is out of range."),
    "too_long": gettext_noop("This is too long."),
    "too_short": gettext_noop("This is too short."),
}


def error(request: HttpRequest, status: int, message: str, code: str = "", field: str = "") -> HttpResponse:
    """`{"error": {"code", "message", "field"?}}` with that status."""
    body: dict[str, str] = {"code": code or _CODES.get(status, "error"), "message": message}
    if field:
        body["field"] = field
    return api.create_response(request, {"error": body}, status=status)


@api.exception_handler(ApiError)
def _said_no(request: HttpRequest, problem: ApiError) -> HttpResponse:
    response = api.create_response(request, problem.to_json(), status=problem.status)
    if problem.retry_after is not None:
        response["Retry-After"] = str(problem.retry_after)
    return response


@api.exception_handler(ValidationError)
def _malformed(request: HttpRequest, problem: ValidationError) -> HttpResponse:
    first = problem.errors[0]
    # The place begins with where the value came from and the parameter's name: ("body", "data", "nickname").
    place = [str(part) for part in first["loc"]]
    field = ".".join(place[2:] if place[:1] == ["body"] and len(place) > 2 else place[1:])
    fault = next((said for end, said in _FAULTS.items() if first["type"].endswith(end)), "")
    general = _(fault) if fault else _("This is not as it should be.")
    return error(request, 400, in_words(general, first["msg"]), field=field)


@api.exception_handler(HttpError)
def _refused(request: HttpRequest, problem: HttpError) -> HttpResponse:
    status = 400 if problem.status_code == HTTPStatus.UNPROCESSABLE_ENTITY else problem.status_code
    response = error(request, status, in_words(_("The call cannot be read."), str(problem)))
    if isinstance(problem, Throttled) and problem.wait is not None:
        response["Retry-After"] = str(math.ceil(problem.wait))
    return response


@api.exception_handler(AuthenticationError)
def _nobody(request: HttpRequest, problem: AuthenticationError) -> HttpResponse:
    return error(request, 401, _("Send a session cookie or an Authorization: Bearer header."))


@api.exception_handler(AuthorizationError)
@api.exception_handler(PermissionDenied)
def _forbidden(request: HttpRequest, problem: Exception) -> HttpResponse:
    return error(request, 403, str(problem) or _("Not allowed."))


@api.exception_handler(RequestDataTooBig)
def _too_big(request: HttpRequest, problem: RequestDataTooBig) -> HttpResponse:
    return error(request, 400, _("The body is too big."))


@api.exception_handler(DataError)  # an id that PostgreSQL cannot even hold (NUL) belongs to nothing
@api.exception_handler(Http404)
def _unknown(request: HttpRequest, problem: Exception) -> HttpResponse:
    return error(request, 404, _("There is no such thing."))


@api.exception_handler(InterfaceError)
@api.exception_handler(OperationalError)
def _away(request: HttpRequest, problem: Exception) -> HttpResponse:
    logger.error("an API call is put off: %s %s: %s", request.method, request.path, problem)
    response = error(request, 503, _("The database does not answer. Try again in a moment."))
    response["Retry-After"] = str(AGAIN_IN_S)
    return response


@api.exception_handler(Exception)
def _broken(request: HttpRequest, problem: Exception) -> HttpResponse:
    logger.error("an API call failed: %s %s", request.method, request.path, exc_info=problem)
    return error(request, 500, _("Something went wrong on our side. Try again in a moment."))


@csrf_exempt
def unknown_call(request: HttpRequest, rest: str) -> HttpResponse:
    """Any address below /api/ that is no call."""
    return error(request, 404, _("There is no such call; see /api/docs."))


def _known_method(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A call by a method it does not know is answered in the shape of every other error."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        told = error(request, 405, _("This call takes %(methods)s.") % {"methods": response["Allow"]})
        told["Allow"] = response["Allow"]
        return told

    return answer


ROUTERS = (
    accounts.api.router, tournaments.api.router, tournaments.people_api.router, games.api.router, notices.api.router,
)  # fmt: skip
for router in ROUTERS:
    api.add_router("", router)

_patterns, _app_name, _namespace = api.urls
for _pattern in _patterns:
    if isinstance(_pattern, URLPattern):
        _pattern.callback = _known_method(_pattern.callback)
urls = (_patterns, _app_name, _namespace)
