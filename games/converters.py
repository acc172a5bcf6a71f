"""Ids in addresses: only what could be one reaches a view."""

from django.urls import register_converter


class IdConverter:
    """An opaque id, as accounts.ids makes them."""

    regex = "[A-Za-z0-9]{1,32}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(IdConverter, "id")
