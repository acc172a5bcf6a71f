"""The HTTP API: the apps' routers under /api/, one shape for every error, an OpenAPI document at /api/docs."""

import math
from http import HTTPStatus

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, AuthorizationError, HttpError, Throttled, ValidationError

import accounts.api
import games.api
import tournaments.api
import tournaments.people_api
from accounts.errors import ApiError

api = NinjaAPI(title="Yuhuan Mahjong", version="1", urls_namespace="api")

_CODES = {400: "malformed", 401: "no_identity", 403: "forbidden", 404: "not_found", 409: "not_now", 429: "too_fast"}


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
    return error(request, 400, first["msg"], field=field)


@api.exception_handler(HttpError)
def _refused(request: HttpRequest, problem: HttpError) -> HttpResponse:
    status = 400 if problem.status_code == HTTPStatus.UNPROCESSABLE_ENTITY else problem.status_code
    response = error(request, status, str(problem))
    if isinstance(problem, Throttled) and problem.wait is not None:
        response["Retry-After"] = str(math.ceil(problem.wait))
    return response


@api.exception_handler(AuthenticationError)
def _nobody(request: HttpRequest, problem: AuthenticationError) -> HttpResponse:
    return error(request, 401, "Send a session cookie or an Authorization: Bearer header.")


@api.exception_handler(AuthorizationError)
@api.exception_handler(PermissionDenied)
def _forbidden(request: HttpRequest, problem: Exception) -> HttpResponse:
    return error(request, 403, str(problem) or "Not allowed.")


@api.exception_handler(RequestDataTooBig)
def _too_big(request: HttpRequest, problem: RequestDataTooBig) -> HttpResponse:
    return error(request, 400, "The body is too big.")


@api.exception_handler(DataError)  # an id that PostgreSQL cannot even hold (NUL) belongs to nothing
@api.exception_handler(Http404)
def _unknown(request: HttpRequest, problem: Exception) -> HttpResponse:
    return error(request, 404, "No such thing.")


def unknown_call(request: HttpRequest, rest: str) -> HttpResponse:
    """Any address below /api/ that is no call."""
    return error(request, 404, "No such call; see /api/docs.")


for router in (accounts.api.router, tournaments.api.router, tournaments.people_api.router, games.api.router):
    api.add_router("", router)
