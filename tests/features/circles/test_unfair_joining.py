"""Nobody is joined to more than an admin saw, or gains chips by joining and ending."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from unittest.mock import AsyncMock, patch

from bot.app import App
from bot.messages import Person, Place
from tests.bot.circle_scenario import FAR, CircleScenario
from tests.bot.scenario import GROUP
from tests.features.circles.test_joining import CLUB, in_group

SARI = "test:sari"


async def at_club(both: CircleScenario, line: str, name: str = "boss") -> str:
    """Let somebody say a line in the club; return the answer."""
    both.name = CLUB
    said = await both.do(name, line)
    both.name = GROUP
    return said


async def join_club(both: CircleScenario) -> None:
    """Let the club join what the group at home offers."""
    code = await both.code("boss")
    await at_club(both, f"link agree {code}")
    await both.do("boss", f"link agree {code}")


async def test_a_taken_offer_is_closed_to_others(both: CircleScenario) -> None:
    code = await both.code("boss")
    await both.do("far:chief", f"link agree {code}")
    both.name = CLUB
    for line in ("link", "link agree", "link not"):
        assert await both.refused("boss", f"{line} {code}") == "circle-no-such-code"
    both.name = GROUP
    await both.do("boss", f"link agree {code}")
    assert [place.group for place in both.app.groups.of("circle:1").places] == [GROUP, FAR]


async def test_nobody_is_joined_to_other_rules_or_groups_than_they_saw(both: CircleScenario) -> None:
    code = await both.code("boss")
    await both.do("far:chief", f"link agree {code}")
    await both.do("boss", "house set ante 20")
    await both.do("boss", "house apply")
    assert await both.refused("boss", f"link agree {code}") == "circle-no-such-code"
    await both.do("far:chief", f"link agree {code}")
    await join_club(both)
    assert await both.refused("boss", f"link agree {code}") == "circle-no-such-code"


async def test_a_group_that_moved_after_agreeing_is_joined(both: CircleScenario) -> None:
    await both.do("far:andi", "chips")
    code = await both.code("boss")
    await both.do("far:chief", f"link agree {code}")
    await both.app.membership.moved(FAR, "far:super")
    await both.do("boss", f"link agree {code}")
    assert both.app.groups.book(FAR) == both.book == "circle:1"
    assert await both.in_wallet("far:andi") == 2000


async def test_a_circle_ends_once_with_all_who_joined_meanwhile(both: CircleScenario) -> None:
    await both.link()
    code = await both.code("boss")
    await at_club(both, "chips", "sari")
    await at_club(both, f"link agree {code}")
    lines = (("boss", f"link agree {code}"), ("far:chief", "link end 1"), ("boss", "link end 1"))
    replies = await asyncio.gather(*(both.say(*each) for each in lines))
    assert [reply.refused for reply in replies[1:]].count(True) == 1
    assert not any(settings.circle for settings in both.app.groups.all().values())
    assert await in_group(both, CLUB, SARI) == 2000


async def test_daily_chips_come_once_a_day_also_by_joining_and_ending(both: CircleScenario) -> None:
    for name in ("sari", "far:andi"):
        await both.do(name, "chips")
    for name in ("sari", "boss"):
        await at_club(both, "chips", name)
    for say in (both.do, lambda name, line: at_club(both, line, name)):
        await say("boss", "bank take sari 2000 too many")
        await say("sari", "daily")
    await both.do("boss", "bank take sari 500 too many")
    await at_club(both, "bank take sari 500 too many")
    await both.link()
    await join_club(both)
    await both.do("boss", "bank take andi 2000 too many")
    await both.do("far:andi", "daily")
    await both.do("boss", "bank take andi 500 too many")
    for number in (1, 2):
        for name in ("sari", "far:andi"):
            assert "already got" in await both.do(name, "daily")
        await both.do("boss", f"link end {number}")
        for name in ("sari", "far:andi"):
            assert "already got" in await both.do(name, "daily")
        await both.link()


async def test_somebody_forgotten_is_no_newcomer_to_a_circle(both: CircleScenario) -> None:
    await both.do("sari", "chips")
    page = await both.say("sari", "forget me")
    for _ in range(2):
        (button,) = [each for each in page.message.pressable if each.command.startswith("forget now")]
        page = await both.press("sari", button)
    await both.wait(60)
    await both.link()
    await both.do("sari", "chips")
    assert await both.in_wallet("sari") == 0


async def test_a_picked_person_is_no_newcomer_after_the_end(both: CircleScenario) -> None:
    await both.link()
    command = both.command("boss", f"bans {SARI}")
    await both.app.dispatcher.handle(replace(command, picked=(Person(SARI, "Sari"),)))
    await both.do("boss", "link end 1")
    await both.do("sari", "chips")
    assert await both.in_wallet("sari") == 2000


async def test_a_private_line_is_about_the_persons_own_group(both: CircleScenario) -> None:
    def meant(player: str) -> str:
        return both.app.dispatcher.place_in_private(player, "daily", Place("test:own", ""), "").group

    await both.link()
    for group, name in ((GROUP, "sari"), (FAR, "far:andi")):
        await both.do(name, "chips")
        assert meant(f"test:{name}" if group == GROUP else name) == group
    await both.die()
    await both.app.dispatcher.recall(SARI, GROUP)
    assert meant(SARI) == GROUP
    await both.do("boss", "link end 1")
    await both.restart()
    await both.app.dispatcher.recall("far:andi", FAR)
    assert meant("far:andi") == FAR


async def test_the_longer_of_two_bans_holds(both: CircleScenario) -> None:
    for say, time in ((both.do, "1h"), (lambda name, line: at_club(both, line, name), "")):
        await say("sari", "chips")
        await say("boss", f"ban sari {time}")
    await join_club(both)
    await both.wait(3601)
    assert await both.refused("sari", "open qiuqiu") == "banned"


async def test_who_leaves_another_group_of_the_circle_stays_at_the_table(both: CircleScenario) -> None:
    await join_club(both)
    await at_club(both, "chips", "sari")
    await both.sit("sari", "budi")
    for group, stays in ((CLUB, True), (GROUP, False)):
        await both.app.membership.member_gone(group, SARI)
        assert both.sits("sari") is stays


async def test_quiet_hours_of_a_circle_hold_in_all_its_groups(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    for line in ("set quiet_hours on", "set quiet_from 0", "set quiet_to 23", "apply"):
        await both.do("boss", f"house {line}")
    while both.hand().round.settlement is None:
        await both.wait(5)
    assert "ping" not in {seen.how for seen in (*both.chat.seen, *both.far.seen)}


async def test_no_circle_ends_before_its_tables_are_resumed(both: CircleScenario) -> None:
    await both.link()
    await both.deal("sari", "far:andi")
    await both.end()
    with patch.object(App, "resume", AsyncMock()):
        await both.begin()
    assert await both.refused("far:chief", "link end 1") == "tables-are-open"
    await both.restart()
    await both.finish_hand()


async def test_chips_given_at_the_same_moment_come_along(both: CircleScenario) -> None:
    await both.do("far:andi", "chips")
    await both.do("boss", "chips")
    code = await both.code("boss")
    await both.do("far:chief", f"link agree {code}")
    await both.do("far:chief", "bank take andi 2000 too many")
    lines = ("boss", f"link agree {code}"), ("sari", "chips"), ("far:andi", "daily")
    await asyncio.gather(*(both.say(*each) for each in lines))
    assert both.book == "circle:1"
    assert (await both.in_wallet("sari"), await both.in_wallet("far:andi")) == (2000, 500)
