"""What a draw of thousands has to tell goes out in a few round trips, and to whom it is for."""

import asyncio

from channels.layers import get_channel_layer

from yuhuan_site.channel_layer import AT_ONCE


def test_many_are_told_at_once_each_of_its_own_and_in_order():
    async def told() -> list[tuple[str, int]]:
        layer = get_channel_layer()
        channel, stranger = await layer.new_channel(), await layer.new_channel()
        for group in ("entrant.cup.a", "entrant.cup.b"):
            await layer.group_add(group, channel)
        await layer.group_add("entrant.cup.c", stranger)
        names = ["a", "b", "nobody"]
        messages = [
            (f"entrant.cup.{names[number % 3]}", {"type": "look", "of": names[number % 3], "n": number})
            for number in range(2 * AT_ONCE + 5)
        ]
        strangers = ("entrant.cup.c", {"type": "look", "of": "c", "n": -1})
        await asyncio.to_thread(layer.publish, [*messages, strangers])
        assert (await layer.receive(stranger))["n"] == -1
        heard = [await layer.receive(channel) for message in messages if message[1]["of"] != "nobody"]
        await layer.flush()
        return [(message["of"], message["n"]) for message in heard]

    heard = asyncio.run(asyncio.wait_for(told(), 60))
    assert len(heard) == len({number for _, number in heard})
    assert [number for _, number in heard] == sorted(number for _, number in heard)
    assert {name for name, _ in heard} == {"a", "b"}
