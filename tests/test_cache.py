"""All threads of a process ask the cache over the same connections: a request's thread is a new one each time."""

from concurrent.futures import ThreadPoolExecutor

from django.core.cache import cache


def test_every_thread_has_the_same_client():
    cache.set("said", "here")
    with ThreadPoolExecutor(1) as another:
        client, heard = another.submit(lambda: (cache._cache, cache.get("said"))).result()
    assert heard == "here"
    assert client is cache._cache
