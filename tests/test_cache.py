"""All threads of a process ask the cache over the same connections: a request's thread is a new one each time."""

from concurrent.futures import ThreadPoolExecutor

from django.core.cache import cache


def test_every_thread_has_the_same_client():
    cache.set("said", "here")
    with ThreadPoolExecutor(1) as another:
        client, heard = another.submit(lambda: (cache._cache, cache.get("said"))).result()
    assert heard == "here"
    assert client is cache._cache


def test_what_is_counted_is_forgotten_with_its_first():
    assert [cache.count("presses", 60)[0] for _ in range(3)] == [1, 2, 3]
    count, left = cache.counted("presses")
    assert count == 3
    assert 0 < left <= 60
    cache.touch("presses", 0)
    assert cache.counted("presses") == (0, 0)
    assert cache.count("presses", 60) == (1, 60)


def test_threads_that_count_at_once_count_each_press():
    with ThreadPoolExecutor(4) as many:
        counts = [count for count, _left in many.map(lambda _press: cache.count("together", 60), range(40))]
    assert sorted(counts) == list(range(1, 41))
