"""The one exception that becomes an error answer of the API (docs/protocol.md, Errors)."""


class ApiError(Exception):
    """`status` with `{"error": {"code", "message", "field"?}}`; `retry_after` in seconds, with 429."""

    def __init__(
        self, status: int, code: str, message: str, field: str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.field, self.retry_after = field, retry_after

    def to_json(self) -> dict[str, dict[str, str]]:
        """The body of the answer."""
        body = {"code": self.code, "message": str(self.message)}
        if self.field is not None:
            body["field"] = self.field
        return {"error": body}
