"""After the end of a circle its groups read the hands that it played with them, and move no chips of those."""

from __future__ import annotations

import pytest

from bot.ledger import queries, wallet
from tests.bot.circle_scenario import FAR, CircleScenario
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, sentence
from tests.features.circles.test_joining import CLUB
from tests.features.circles.test_unfair_joining import join_club


async def played(both: CircleScenario, *names: str) -> int:
    """A hand that is over and won by the first of two, whose table has closed."""
    first, second = (each.rpartition(":")[2] for each in names)
    await both.deal(*names, cards=f"{first}: 6-6, 6-5, 3-2; {second}: 5-5, 4-1, 1-0; then: 6-1, 4-3")
    await both.finish_hand()
    hand = both.hand().id
    await both.do(names[0], "close")
    return hand


async def ended(both: CircleScenario) -> int:
    """A hand of a circle that has ended since, which has the number 1 like none of its groups'."""
    await both.link()
    hand = await played(both, "sari", "far:andi")
    await both.do("boss", "link end 1")
    return hand


@pytest.mark.parametrize(("name", "own"), [("sari", "6‑6"), ("far:andi", "5‑5")])
async def test_both_groups_read_a_hand_of_their_circle(both: CircleScenario, name: str, own: str) -> None:
    hand = await ended(both)
    await both.restart()
    page = await both.say(name, "history")
    (replay,) = [each for each in page.message.pressable if each.command == f"replay {hand}"]
    assert ("+10" in words(page.message)) == (name == "sari")
    assert own in words((await both.press(name, replay)).message)
    assert "hand 1" in await both.do(name, "replay 1")
    for line in ("verify", "verify details", "verify mine"):
        assert not (await both.say(name, f"{line} {hand}")).refused


async def test_a_statement_of_the_circle_stays_readable(both: CircleScenario) -> None:
    await ended(both)
    page = await both.say("far:andi", "ledger")
    assert "5 · " not in words(page.message)
    of_circle = await both.press("far:andi", next(each for each in page.message.pressable if each.label == "Circle 1"))
    assert "Circle 1" in words(of_circle.message)
    assert "−10" in words(of_circle.message)
    assert "hand 1" in words(of_circle.message)


async def test_a_group_in_a_circle_reads_what_it_played_before(both: CircleScenario) -> None:
    hand = await played(both, "sari", "budi")
    await both.link()
    assert f"replay {hand}" in [each.command for each in (await both.say("sari", "history")).message.pressable]
    assert "6‑6" in words((await both.say("sari", f"replay {hand}")).message)
    assert await both.refused("far:andi", f"replay {hand}") == "no-such-hand"
    page = await both.say("sari", "ledger")
    before = await both.press("sari", next(each for each in page.message.pressable if each.label.startswith("Before")))
    assert "hand 1" in words(before.message)


async def test_typed_numbers_mean_the_groups_own_hands_first(both: CircleScenario) -> None:
    hand = await ended(both)
    own = await played(both, "budi", "wati")
    assert "Budi" in sentence(await both.say("sari", "replay 1"))
    assert "Andi" in sentence(await both.say("sari", f"replay {hand}", in_menu=True))
    assert "Andi" in sentence(await both.say("far:andi", "replay 1"))
    assert await both.refused("far:andi", f"replay {own}") == "no-such-hand"


async def test_no_chips_of_a_circles_hand_move_after_its_end(both: CircleScenario) -> None:
    hand = await ended(both)
    for admin in ("boss", "far:chief"):
        assert await both.refused(admin, f"bank void {hand} a mistake") == "hand-of-other-book"
        assert await both.refused(admin, "bank void 1 a mistake") == "hand-of-other-book"
    held = [(GROUP, "test:sari", 2010), (FAR, "far:andi", 1990)]
    for group, player, chips in held:
        assert await both.app.ledger.read(queries.balance, wallet(group, player)) == chips


async def test_a_group_reads_what_was_played_while_it_was_there(both: CircleScenario) -> None:
    await both.link()
    early = await played(both, "sari", "far:andi")
    await both.wait(2)
    await join_club(both)
    late = await played(both, "sari", "far:andi")
    await both.do("boss", "link end 1")
    both.name = CLUB
    assert await both.refused("sari", f"replay {early}") == "no-such-hand"
    assert not (await both.say("sari", f"replay {late}")).refused
    both.name = "test:elsewhere"
    for line in ("replay", "verify", "verify mine"):
        assert await both.refused("sari", f"{line} {late}") == "no-such-hand"
    both.name = GROUP


async def test_whose_accounts_were_linked_reads_their_hands_by_either(both: CircleScenario) -> None:
    await both.link()
    code = await both.code("sari", "link me")
    await both.do("far:sari", f"link mine {code}")
    hand = await played(both, "sari", "far:andi")
    await both.do("boss", "link end 1")
    page = await both.say("far:sari", "history")
    assert "+10" in words(page.message)
    assert "6‑6" in words((await both.say("far:sari", f"replay {hand}")).message)
    assert "+10" in await both.do("far:sari", "ledger of 1")


async def test_no_newcomers_grant_comes_from_reading(both: CircleScenario) -> None:
    hand = await ended(both)
    await both.do("dewi", f"replay {hand}")
    await both.do("dewi", "ledger of 1")
    assert not await both.app.ledger.read(queries.balance, wallet("circle:1", "test:dewi"))
