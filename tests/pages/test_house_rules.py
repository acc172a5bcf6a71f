"""The room says what its rules are, and marks what differs from the preset they start from."""

from django.test import Client


def room_of(visitor: Client, **rules: object) -> str:
    from tournaments import service

    made = service.create_event("楚门家规赛", slug="jiagui", **rules)
    service.open_event(made.slug)
    page = visitor.get("/events/jiagui/").text
    return page.split('<details class="house-rules"')[1].split("</details>")[0]


def test_what_an_event_changed_stands_first_and_is_marked(visitor: Client) -> None:
    shown = room_of(visitor, rules="folk@1", overrides={"cap": 600, "wild_tai": [0, 0, 1, 3]})
    rows = shown.split("<tbody>")[1].split("</tr>")[:-1]
    assert [('class="differs"' in row) for row in rows] == [True, True] + [False] * 7
    assert "<strong>600</strong>" in rows[0]
    assert '<td class="n">400</td>' in rows[0]
    assert "<strong>0, 0, 1, 3</strong>" in rows[1]
    assert "技巧口径" in shown
    assert shown.startswith(" open")


def test_an_event_that_changed_nothing_says_so(visitor: Client) -> None:
    shown = room_of(visitor)
    assert "每一项都照预设" in shown
    assert "differs" not in shown
