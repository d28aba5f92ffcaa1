"""Two groups become a circle once an admin of each has agreed, and part again by the rule that was shown."""

from __future__ import annotations

from bot.ledger import mint, queries, wallet
from tests.bot.circle_scenario import FAR, CircleScenario
from tests.bot.scenario import GROUP, sentence

CLUB = "test:club"


async def in_group(both: CircleScenario, group: str, player: str) -> int:
    return await both.app.ledger.read(queries.balance, wallet(group, player))


async def total(both: CircleScenario) -> int:
    """All chips that any group has given out."""
    books = {*both.app.groups.all(), GROUP, FAR}
    return -sum([await both.app.ledger.read(queries.balance, mint(book)) for book in books])


async def test_two_groups_join_and_play_with_their_own_chips(both: CircleScenario) -> None:
    await both.do("sari", "chips")
    await both.do("far:andi", "chips")
    code = await both.code("boss")
    page = await both.say("far:chief", f"link {code.lower()}")
    before = await total(both)
    assert page.secret
    assert "2 people with 4,000 chips" in sentence(page)
    await both.do("far:chief", f"link agree {code}")
    asked = both.chat.button("Agree")
    assert not both.app.groups.of(GROUP).circle
    await both.press("boss", asked)
    assert "is in a circle now" in both.chat.text()
    assert "is in a circle now" in both.far.text()
    assert await total(both) == before
    assert await in_group(both, GROUP, "test:sari") == 0
    await both.deal("sari", "far:andi")
    assert both.state().place.group == both.book
    assert await both.fortune("sari") == await both.fortune("far:andi") == 2000


async def test_ending_brings_everybody_what_they_have_then(both: CircleScenario) -> None:
    await both.do("sari", "chips")
    await both.do("far:andi", "chips")
    await both.link()
    await both.deal("sari", "far:andi", cards="sari: 6-6, 6-5, 3-2; andi: 5-5, 4-1, 1-0; then: 6-1, 4-3")
    await both.finish_hand()
    assert await both.refused("boss", "link end 1") == "tables-are-open"
    await both.do("sari", "close")
    before = await total(both)
    page = await both.do("far:chief", "link end")
    assert "Test #main: 2 people with 4,010 chips" in page
    assert "Far #main: 2 people with 3,990 chips" in page
    await both.do("far:chief", "link end 1")
    assert "Chief ended the circle" in both.chat.text()
    assert await total(both) == before
    assert await in_group(both, GROUP, "test:sari") == 2010
    assert await in_group(both, FAR, "far:andi") == 1990
    assert "joining a circle" in await both.do("sari", "ledger")
    assert "2,010" in await both.do("sari", "chips")


async def test_who_is_in_several_groups_gets_equal_shares(both: CircleScenario) -> None:
    await both.do("sari", "chips")
    both.name = CLUB
    await both.do("boss", "chips")
    both.name = GROUP
    await both.link()
    code = await both.code("far:chief")
    both.name = CLUB
    await both.do("boss", f"link agree {code}")
    await both.do("far:chief", f"link agree {code}")
    assert await both.in_wallet("boss") == 4000
    await both.do("boss", "bank take boss 3993 too many")
    assert await both.in_wallet("boss") == 7
    await both.do("boss", "link end 1")
    assert await in_group(both, GROUP, "test:boss") == 4
    assert await in_group(both, CLUB, "test:boss") == 3
    assert await in_group(both, GROUP, "test:sari") == 2000


async def test_somebody_banned_in_one_group_is_banned_in_the_circle_and_after_it(both: CircleScenario) -> None:
    for name in ("sari", "far:andi", "far:wati"):
        await both.do(name, "chips")
    await both.do("far:chief", "ban far:andi")
    await both.do("far:chief", "ban far:wati")
    await both.link()
    await both.do("boss", "ban sari")
    await both.do("boss", "unban far:wati")
    await both.do("far:chief", "open qiuqiu")
    assert await both.refused("far:andi", "join") == "banned"
    await both.do("far:wati", "join")
    await both.do("far:chief", "close")
    await both.do("boss", "link end 1")
    await both.do("far:chief", "open qiuqiu")
    assert await both.refused("sari", "open qiuqiu") == "banned"
    assert await both.refused("far:andi", "join") == "banned"
    await both.do("far:wati", "join")


async def test_nobody_gets_a_newcomers_grant_again(both: CircleScenario) -> None:
    await both.do("sari", "chips")
    await both.link()
    await both.do("sari", "chips")
    assert await both.in_wallet("sari") == 2000
    await both.do("far:dewi", "chips")
    assert await both.in_wallet("far:dewi") == 2000
    await both.do("boss", "link end 1")
    await both.do("far:dewi", "chips")
    assert await in_group(both, FAR, "far:dewi") == 2000


async def test_the_rules_of_the_group_that_offers_hold(both: CircleScenario) -> None:
    await both.do("boss", "house set ante 20")
    await both.do("boss", "house apply")
    await both.do("far:chief", "chips")
    code = await both.code("boss")
    assert "ante: 20" in await both.do("far:chief", f"link {code}")
    await both.do("far:chief", f"link agree {code}")
    await both.do("boss", f"link agree {code}")
    await both.deal("far:andi", "far:wati")
    assert both.hand().round.staked == (20, 20)
    await both.finish_hand()
    await both.do("far:andi", "close")
    await both.do("boss", "link end 1")
    assert both.app.groups.of(FAR).game("qiuqiu") != both.app.groups.of(GROUP).game("qiuqiu")


async def test_a_circle_outlives_a_kill(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    await both.die()
    assert both.state().place.group == both.book == "circle:1"
    await both.finish_hand()
    assert "won" in both.chat.text()
    assert "won" in both.far.text()


async def test_a_table_opened_meanwhile_is_not_resumed_for_another_place(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    (table,) = both.app.tables.all_open()
    await both.app.resume("far")
    assert both.app.tables.by_id(table.state.id) is table


async def test_a_circle_is_refused_for_a_reason(both: CircleScenario) -> None:
    assert await both.refused("sari", "link group") == "admin-only"
    assert await both.refused("boss", "link end 1") == "circle-none"
    assert await both.refused("far:chief", "link AAAABBBB") == "circle-no-such-code"
    code = await both.code("boss")
    assert await both.refused("boss", f"link {code}") == "circle-same-group"
    assert await both.refused("boss", f"link agree {code}") == "circle-others-first"
    assert await both.refused("far:andi", f"link agree {code}") == "admin-only"
    await both.do("far:andi", "open qiuqiu")
    assert await both.refused("far:chief", f"link agree {code}") == "tables-are-open"
    await both.do("far:andi", "close")
    await both.do("far:chief", f"link agree {code}")
    await both.do("sari", "open qiuqiu")
    assert await both.refused("boss", f"link agree {code}") == "tables-are-open"
    assert await both.refused("boss", "link group") == "tables-are-open"
    await both.do("sari", "close")
    await both.do("boss", f"link agree {code}")
    assert await both.refused("boss", f"link agree {code}") == "circle-no-such-code"
    own = await both.code("far:chief")
    assert await both.refused("boss", f"link {own}") == "circle-same-group"


async def test_a_code_lasts_a_quarter_of_an_hour(both: CircleScenario) -> None:
    code = await both.code("boss")
    await both.wait(899)
    await both.do("far:chief", f"link {code}")
    await both.wait(2)
    assert await both.refused("far:chief", f"link {code}") == "circle-no-such-code"


async def test_who_turns_an_offer_down_ends_it(both: CircleScenario) -> None:
    code = await both.code("boss")
    await both.do("far:chief", f"link not {code}")
    assert await both.refused("far:chief", f"link agree {code}") == "circle-no-such-code"


async def test_a_circle_has_no_more_than_four_groups(both: CircleScenario) -> None:
    await both.link()
    for number in range(3):
        both.name = GROUP
        code = await both.code("boss")
        both.name = f"test:more{number}"
        if number < 2:
            await both.do("boss", f"link agree {code}")
            both.name = GROUP
            await both.do("boss", f"link agree {code}")
        else:
            assert await both.refused("boss", f"link {code}") == "circle-full"
    both.name = GROUP


async def test_groups_of_two_circles_stay_apart(both: CircleScenario) -> None:
    code = await both.code("boss")
    await both.do("far:chief", f"link agree {code}")
    both.name = CLUB
    other = await both.code("boss")
    both.name = GROUP
    await both.do("boss", f"link agree {code}")
    assert await both.refused("boss", f"link {other}") == "circle-already"


async def test_a_private_chat_joins_nothing(both: CircleScenario) -> None:
    both.chat.readers["main"] = "test:boss"
    code = await both.code("far:chief")
    for line in ("link group", f"link {code}", f"link agree {code}"):
        assert await both.refused("boss", line) == "circle-alone"


async def test_links_for_guests_stay_with_their_group(both: CircleScenario) -> None:
    links = {"mark": "here", "links": {}}
    await both.app.groups.change(GROUP, lambda now: now.with_feature("guest_links", links))
    await both.link()
    assert not both.app.groups.of(both.book).of_features["guest_links"]
    assert both.app.groups.of(GROUP).of_features["guest_links"] == links
