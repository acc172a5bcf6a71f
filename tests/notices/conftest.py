"""A site with a key, a push service of its own, and a cache that remembers nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.notices.far_browser import PushService, push_service


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    """The push service; the site may call it and no other."""
    from notices import vapid

    with push_service() as running:
        settings.VAPID_PRIVATE_KEY, _public = vapid.new_key()
        settings.PUSH_SERVICES = [running.origin]
        yield running
