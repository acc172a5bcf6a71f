"""Template context: whether this site offers notices."""

from django.http import HttpRequest

from notices import vapid


def push_key(request: HttpRequest) -> dict[str, str]:
    """`push_key`: the site's public key for browsers; empty where there are no notices."""
    return {"push_key": vapid.public_key()}
