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


def test_the_rules_page_sets_an_events_own_beside_the_presets_and_marks_them_in_words(visitor: Client) -> None:
    from tournaments import service

    service.open_event(service.create_event("楚门家规赛", slug="jiagui", rules="folk@1", overrides={"cap": 600}).slug)
    page = visitor.get("/rules/?event=jiagui").text
    table = page.split('class="grid-table presets"')[1].split("</table>")[0]
    rows = table.split("<tbody>")[1].split("</tr>")[:-1]
    marked = [row for row in rows if "不同" in row]
    assert len(marked) == 1
    assert "封顶" in marked[0]
    assert "<strong>600</strong>" in marked[0]
    assert "楚门家规赛" in page
    assert "/calculator/?event=jiagui" in page
    assert "/events/jiagui/" in page


def test_without_an_event_the_page_has_the_three_presets_alone(visitor: Client) -> None:
    table = visitor.get("/rules/").text.split('class="grid-table presets"')[1].split("</table>")[0]
    assert table.split("</thead>")[0].count("<th ") == 3
    assert table.count("<tr") == 1 + 9
    assert "不同" not in table


def test_an_event_that_does_not_exist_is_said_and_a_draft_does_not_exist(visitor: Client) -> None:
    from tournaments import service

    service.create_event("还没开", slug="caogao")
    for address in ("/rules/?event=nirgends", "/rules/?event=caogao", "/calculator/?event=caogao"):
        page = visitor.get(address).text
        assert "没有这个比赛" in page
        assert "还没开" not in page


def test_the_calculator_takes_an_events_rules(visitor: Client) -> None:
    from tournaments import service

    made = service.create_event("楚门家规赛", slug="jiagui", rules="folk@1", overrides={"cap": 600, "loser_base": 20})
    service.open_event(made.slug)
    page = visitor.get("/calculator/?event=jiagui").text
    assert '<option value="folk" selected>' in page
    assert 'name="cap" value="600"' in page
    assert 'name="loser_base" value="20"' in page
    assert "楚门家规赛" in page
