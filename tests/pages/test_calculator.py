"""算分器: a hand in the address, its points in the page; the same answer as the scoring interface gives."""

from urllib.parse import urlencode

import pytest
from django.test import Client

HAND = {
    "wild": "3p", "seat": "E", "concealed": "123456m99m377p234s", "meld": "pong:777z",
    "bonus": "1", "tile": "3m", "by": "self_draw",
}  # fmt: skip


def page_of(visitor: Client, **changes: str) -> str:
    return visitor.get("/calculator/", HAND | changes).text


def test_an_untouched_page_asks_and_complains_of_nothing(visitor: Client) -> None:
    page = visitor.get("/calculator/").text
    assert 'name="concealed"' in page
    assert 'role="alert"' not in page


def test_the_address_says_the_hand_and_the_page_its_points(visitor: Client) -> None:
    asked = {
        "rules": "platform", "wild": "3p", "seat": "E", "concealed": "123456m99m377p234s",
        "melds": [{"type": "pong", "tiles": "777z"}], "bonus": 1, "win": {"tile": "3m", "by": "self_draw"},
    }  # fmt: skip
    score = visitor.post("/api/score", asked, content_type="application/json").json()
    page = page_of(visitor)
    assert f'<span class="total">{score["total"]} 胡</span>' in page
    assert all(f'<span class="label">{item["label"]}</span>' in page for item in score["items"] + score["tai_items"])
    assert page.count('<li><span class="label">') == len(score["items"]) + len(score["tai_items"])


def test_the_link_shows_the_same_hand(visitor: Client) -> None:
    page = page_of(visitor, by="discard", seat="S", first="earth", meld="")
    assert 'role="alert"' in page  # fourteen tiles without a meld
    page = page_of(visitor, seat="W", replacement="1")
    link = page.split('id="calc-link" href="')[1].split('"')[0].replace("&amp;", "&")
    assert "replacement=1" in link
    assert visitor.get(link).text.split('<section class="sheet"')[1] == page.split('<section class="sheet"')[1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"wild": ""}, "财神"),
        ({"wild": "9x"}, "财神"),
        ({"concealed": "123456m"}, "14"),
        ({"concealed": "hello"}, "123m456p11z"),
        ({"concealed": "999993456m37p234s"}, "九万"),
        ({"concealed": "123456m99m5z77p234s"}, "白板"),
        ({"meld": "pong:333p"}, "财神"),
        ({"meld": "pong:135m"}, "chow:123m"),
        ({"tile": "1z"}, "胡的那张"),
        ({"tile": ""}, "哪一张"),
        ({"first": "heaven"}, "天胡"),
        ({"rules": "chess"}, "选"),
        ({"bonus": "9"}, "选"),
        ({"concealed": "1357m13579p2468s1z", "tile": "1m", "wild": "9s"}, "一对"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_in_the_readers_words(visitor: Client, changes: dict[str, str], said: str) -> None:
    page = page_of(visitor, **changes)
    assert said in page.split('role="alert"')[1].split("</div>")[0]


def test_melds_may_be_written_without_their_type(visitor: Client) -> None:
    assert page_of(visitor, meld="777z").count("160 胡") == page_of(visitor).count("160 胡") > 0


def test_a_hand_that_did_not_win_is_counted_as_a_loser(visitor: Client) -> None:
    page = page_of(visitor, by="", concealed="123456m99m377p23s")
    assert '<section class="sheet"' in page
    assert "底胡" not in page.split('<section class="sheet"')[1]


def test_htmx_gets_the_points_alone_and_the_address_to_pass_on(visitor: Client) -> None:
    response = visitor.get("/calculator/", HAND, headers={"HX-Request": "true"})
    assert "<main" not in response.text
    assert response["HX-Replace-Url"].startswith("/calculator/?")
    assert "meld=pong:777z" in response["HX-Replace-Url"]


@pytest.mark.parametrize("field", [*HAND, "rules", "first", "cap", "wild_tai", "t1", "from", "event"])
def test_nonsense_in_any_field_is_an_answer_and_no_failure(visitor: Client, field: str) -> None:
    for nonsense in ("\x00", "<b>", "9" * 5000, "💥", "1m:1m:1m", "::"):
        response = visitor.get("/calculator/?" + urlencode(HAND | {field: nonsense}))
        assert response.status_code == 200
        assert "<b>" not in response.text.split('id="calculated"')[1].replace("<b>+", "").replace("<b>1", "")


def sheet_in(page: str) -> str:
    return page.split('<section class="sheet"')[1].split("</section>")[0]


def test_the_six_payments_stand_below_a_win_as_on_a_score_sheet(visitor: Client) -> None:
    settled = sheet_in(page_of(visitor, t1="20", t2="100"))
    rows = settled.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    assert [row.split('class="num')[2].split(">")[1].split("<")[0] for row in rows] == ["+480", "−220", "+20", "−280"]
    payments = settled.split('class="payments"')[1].split("</ul>")[0]
    assert [line.split("</b>")[0].split(">")[-1] for line in payments.split("</li>")[:-1]] == [
        "160 胡", "160 胡", "160 胡", "80 胡", "20 胡", "100 胡",
    ]  # fmt: skip


def test_one_who_is_liable_pays_the_winner_for_all_three(visitor: Client) -> None:
    liable = {"by": "discard", "from": "2", "liable": "1"}
    three_shares = page_of(visitor, rules="classic", **liable)
    assert '<b class="num">480 胡</b>' in three_shares
    assert three_shares.count('<b class="num">0 胡</b>') == 5
    assert '<b class="num">480 胡</b>' not in page_of(visitor, **liable)  # the platform knows no liability


def test_house_rules_count_and_travel_in_the_address(visitor: Client) -> None:
    page = page_of(visitor, cap="100", wild_tai="1,2,1,4", loser_base="20")
    asked = {
        "rules": "platform", "overrides": {"cap": 100, "wild_tai": [1, 2, 1, 4]}, "wild": "3p", "seat": "E",
        "concealed": "123456m99m377p234s", "melds": [{"type": "pong", "tiles": "777z"}], "bonus": 1,
        "win": {"tile": "3m", "by": "self_draw"},
    }  # fmt: skip
    score = visitor.post("/api/score", asked, content_type="application/json").json()
    assert score["total"] == 100
    assert '<span class="total">100 胡</span>' in page
    assert "一财神" in sheet_in(page)
    assert '<td class="num">20</td>' in sheet_in(page)  # an empty hand counts its base
    link = page.split('id="calc-link" href="')[1].split('"')[0].replace("&amp;", "&")
    assert all(part in link for part in ("cap=100", "wild_tai=1,2,1,4", "loser_base=20"))
    assert sheet_in(visitor.get(link).text) == sheet_in(page)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"cap": "abc"}, "封顶胡数：写 10 到 1000000"),
        ({"cap": "5"}, "封顶胡数：写 10 到 1000000"),
        ({"max_tai": "-1"}, "最高台数：写 0 到 20"),
        ({"wild_tai": "1,2,3"}, "四个 0 到 20"),
        ({"last_tiles_liability": "maybe"}, "列出"),
        ({"t2": "35"}, "0 到 400 的整十数"),
        ({"t3": "410"}, "0 到 400 的整十数"),
    ],
    ids=str,
)
def test_a_bad_value_is_named_and_nothing_typed_is_lost(visitor: Client, changes: dict[str, str], said: str) -> None:
    page = page_of(visitor, **{"t1": "20", "max_tai": "3"} | changes)
    assert said in page.split('role="alert"')[1].split("</div>")[0]
    assert 'aria-invalid="true"' in page
    kept = {"t1": "20", "max_tai": "3", "concealed": HAND["concealed"]} | changes
    for name, value in kept.items():
        if name != "last_tiles_liability":  # a list offers what there is
            assert f'name="{name}" value="{value}"' in page


def test_a_played_hand_is_the_same_in_the_calculator(visitor: Client) -> None:
    from games.models import Hand
    from tests.pages.scenes import finished_event

    event = finished_event()
    for hand in Hand.objects.filter(table__event=event.slug, result__kind="win"):
        assert hand.result is not None
        sheet = visitor.get(f"/hands/{hand.pk}/sheet/").text
        link = sheet.split('href="/calculator/')[1].split('"')[0].replace("&amp;", "&")
        shown = sheet_in(visitor.get(f"/calculator/{link}").text)
        score = hand.result["seats"][hand.result["winner"]]
        assert f'<span class="total">{score["total"]} 胡</span>' in shown
        owed = [payment["hu"] for payment in hand.result["payments"]]
        assert [
            int(part.split(" 胡</b>")[0].replace(",", ""))
            for part in shown.split('class="payments"')[1].split('<b class="num">')[1:]
        ] == owed
