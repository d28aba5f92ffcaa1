"""Whoever asks gets the record of a hand, and a player the proofs of their own cards alone, and all of them verify."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.features.proofs.hand_proofs import Proofs
from bot.ledger import queries
from bot.messages import Place, Reply
from bot.tables.sealing import KEPT
from engine.fairness.verifying import Facts, verify
from engine.qiuqiu.tiles import tile_name
from tests.bot.fake_chat import buttons, words
from tests.bot.proof_pages import record_in
from tests.bot.scenario import GROUP, Scenario, player_id
from tests.rows import rows

HAND_VALUE = re.compile(r"(?<=[:,]) [0-9]-[0-9]\b(?! [·+])")
"""What a shown hand is worth: ``8-1`` can be read as the name of a domino as well."""


def proved(reply: Reply) -> Facts:
    """What the record that came with an answer says; it must verify."""
    assert not reply.refused, words(reply.message)
    assert reply.message.file is not None
    verdict = verify(record_in(reply.message.file.content))
    assert [check.name for check in verdict.checks if not check.passed] == []
    assert verdict.facts is not None
    return verdict.facts


def fields(reply: Reply) -> dict[str, Any]:
    """The record that came with an answer."""
    assert reply.message.file is not None
    read: dict[str, Any] = json.loads(record_in(reply.message.file.content))
    return read


def tiles(scenario: Scenario, name: str) -> list[str]:
    """The dominoes that a player has looked at."""
    hand = scenario.hand()
    view: Any = hand.round.view(hand.seat(player_id(name)))
    return sorted(map(tile_name, view.hand))


async def deal(scenario: Scenario, *names: str, rules: tuple[str, ...] = ()) -> None:
    """Let people sit down and the first hand begin."""
    if rules:
        await scenario.set_rules(*rules)
    await scenario.sit(*names)
    await scenario.do(names[0], "start")


async def played(scenario: Scenario, *names: str, rules: tuple[str, ...] = ()) -> None:
    """The same, and the hand is over, somebody having folded."""
    await deal(scenario, *names, rules=rules)
    await scenario.do(scenario.asked(), "bet 10")
    await scenario.do(scenario.asked(), "fold")
    await scenario.finish_hand()


def folded(scenario: Scenario) -> str:
    """Who has folded in the hand that is over."""
    hand = scenario.hand()
    view: Any = hand.round.view(None)
    (seat,) = view.folded
    return hand.players[int(seat)].removeprefix("test:")


# --- the record ------------------------------------------------------------------------------------------------


async def test_the_record_of_a_running_hand_grows_into_the_one_that_is_stored(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati")
    posted = scenario.state().sealed
    assert posted is not None
    await scenario.do("sari", "start")
    running = proved(await scenario.say("joko", "verify 1"))
    await scenario.finish_hand()
    over = await scenario.say("joko", "verify 1")

    assert (running.running, running.opened) == (True, ())
    assert running.commitment == posted.commitment
    assert len(proved(over).opened) == 12
    assert fields(over)["seed"] == json.loads((await scenario.app.ledger.read(queries.hand, 1)).record)["seed"]  # type: ignore[union-attr]
    assert proved(over).net == dict(scenario.hand().round.settlement or {})
    assert posted.commitment in words(over.message)
    assert "✗" not in words(over.message)
    assert over.secret


async def test_a_folded_hand_is_in_no_record(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")

    opened = [card for _, card in proved(await scenario.say("sari", "verify 1")).opened]

    assert len(opened) == 8
    assert set(tiles(scenario, folded(scenario))).isdisjoint(opened)


async def test_words_are_in_the_record_to_the_byte(scenario: Scenario) -> None:
    word = "kopi  tubruk\t*é\N{ZERO WIDTH JOINER}🂡"
    await scenario.sit("sari", "budi")
    await scenario.do("budi", f"/shuffle   {word}  ")
    await scenario.do("sari", "start")

    assert proved(await scenario.say("sari", "verify 1")).words == {1: word.encode()}


async def test_the_menu_has_buttons_that_check_the_last_hand(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")

    assert proved(await scenario.press_in_menu("joko", "Verify")).hand == 1
    assert proved(await scenario.press_in_menu("budi", "Verify my last cards")).seat == 1
    shuffled = await scenario.press("wati", scenario.chat.button("Shuffle"), key="test:7306142")
    assert words(shuffled.message).strip() == "Your tap was mixed in (…6142)."
    assert "Wati pressed Shuffle (…6142)." in words(scenario.chat.newest())


async def test_details_stand_below_the_record_and_say_the_same(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    record = await scenario.say("joko", "verify 1")
    (details,) = buttons(record.message)

    page = await scenario.press("joko", details)

    assert not record.menu, "the file is not put away for it"
    assert page.menu
    assert page.message.file is None
    assert len([line for line in page.message.lines if line.startswith("✓")]) == 8
    assert page.message.fold == record.message.fold
    assert page.message.fold is not None
    assert page.message.fold.lines[-1] == fields(record)["commit"]


async def test_what_is_proved_is_told_in_short_and_at_length(scenario: Scenario) -> None:
    short = await scenario.say("joko", "fairness")
    (details,) = buttons(short.message)
    long = await scenario.press("joko", details)
    (back,) = buttons(long.message)

    assert len(words(short.message)) < 1_100 < len(words(long.message))
    assert words((await scenario.press("joko", back)).message) == words(short.message)
    assert short.menu
    assert long.menu
    assert await scenario.do("joko", "fairness details") == words(long.message).strip()


@pytest.mark.parametrize("command", ["verify", "verify details", "verify mine", "disclose"])
async def test_there_are_no_hands_but_those_of_the_group(scenario: Scenario, command: str) -> None:
    await played(scenario, "sari", "budi", "wati")
    elsewhere = replace(scenario.command("sari", f"{command} 1"), where=Place("test:elsewhere", "main"))

    reply = await scenario.app.dispatcher.handle(elsewhere)

    assert reply.refused
    assert scenario.app.metrics.refusals() == {"no-such-hand": 1}
    assert await scenario.refused("sari", f"{command} 99999") == "no-such-hand"
    assert await scenario.refused("sari", f"{command} 0") == "no-such-hand"


@pytest.mark.parametrize("command", ["verify", "verify details", "verify mine", "disclose"])
async def test_a_hand_from_before_deals_were_sealed_has_no_record(
    scenario: Scenario, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(scenario, "sari", "budi", "wati")
    row = await scenario.app.ledger.read(queries.hand, 1)
    assert row is not None

    before = replace(row, sealed="", record="", keys=b"")
    monkeypatch.setattr(queries, "hand", lambda connection, hand: before)

    assert await scenario.refused("sari", f"{command} 1") == "no-record"


# --- one's own cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["running", "over", "after a restart", "after the table is gone"])
async def test_everybody_can_prove_exactly_the_own_cards(scenario: Scenario, moment: str) -> None:
    await (deal if moment == "running" else played)(scenario, "sari", "budi", "wati")
    held = {name: tiles(scenario, name) for name in ("sari", "budi", "wati")}
    if moment == "after a restart":
        await scenario.restart()
    if moment == "after the table is gone":
        await scenario.do("sari", "close")
        assert not scenario.is_open()

    for name, cards in held.items():
        reply = await scenario.say(name, "verify mine 1")
        assert sorted(card for _, card in proved(reply).opened) == cards
        assert reply.secret
        shown = words(reply.message).replace("\N{NON-BREAKING HYPHEN}", "-")
        assert all(f"✓ {card} · dealt no. " in shown for card in cards)


async def test_without_a_number_it_is_the_hand_one_is_in_or_was_in_last(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "verify mine") == "which-hand"
    await played(scenario, "sari", "budi", "wati")
    assert proved(await scenario.say("sari", "verify mine")).hand == 1

    await scenario.wait(10)
    await scenario.sit("joko", "rudi", "sari", channel="other", buy_in=100)
    assert proved(await scenario.say("sari", "verify mine")).hand == 2
    assert await scenario.refused("joko", "verify mine") == "which-hand"


async def test_nobody_proves_what_is_not_his(scenario: Scenario) -> None:
    await deal(scenario, "sari", "budi")

    assert await scenario.refused("wati", "verify mine 1") == "not-in-that-hand"
    await scenario.finish_hand()
    assert await scenario.refused("wati", "verify mine 1") == "not-in-that-hand"


async def test_proofs_do_not_show_themselves(scenario: Scenario) -> None:
    await deal(scenario, "sari", "budi")

    proof = await Proofs(scenario.app.ledger, scenario.app.tables, scenario.entropy).own_cards(
        GROUP, None, player_id("sari")
    )

    assert repr(proof) == "Proof(hand=1)"
    assert verify(proof.text).valid


async def test_what_nobody_has_looked_at_proves_nothing(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", game="koo-kiew")
    await scenario.do("sari", "start")

    assert await scenario.refused("budi", "verify mine") == "nothing-to-prove"


async def test_after_a_week_shown_cards_are_still_proved_and_folded_ones_no_more(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    loser = folded(scenario)
    await scenario.do("sari", "close")
    await scenario.wait(KEPT.total_seconds() - 7200)
    assert len(proved(await scenario.say(loser, "verify mine 1")).opened) > 0

    await scenario.wait(3 * 7200)

    assert await scenario.refused(loser, "verify mine 1") == "pack-erased"
    assert len(proved(await scenario.say(loser, "verify 1")).opened) == 8


# --- opening all cards by agreement ----------------------------------------------------------------------------

UNANIMOUS = ("disclosure unanimous",)


async def test_with_the_last_to_agree_all_cards_lie_open(scenario: Scenario) -> None:
    await deal(scenario, "sari", "budi", rules=UNANIMOUS)
    assert await scenario.refused("sari", "disclose 1") == "hand-not-over"
    await scenario.finish_hand()
    before = await scenario.say("sari", "verify 1")

    assert await scenario.do("sari", "disclose 1") == "You agreed. Players who have yet to agree with /disclose 1: 1."
    assert (
        scenario.chat.text().strip()
        == "Sari agrees to open all cards of hand 1. Players who have yet to agree with /disclose 1: 1."
    )
    assert await scenario.refused("sari", "disclose 1") == "already-answered"
    assert await scenario.refused("wati", "disclose 1") == "not-in-that-hand"
    assert not proved(await scenario.say("wati", "verify 1")).all_open
    assert await scenario.do("budi", "disclose 1") == "You agreed. All cards are open now."

    after = await scenario.say("wati", "verify 1")
    assert "All cards of hand 1 are open now: /verify 1." in scenario.chat.text()
    assert proved(after).all_open
    assert fields(after)["hash"] == fields(before)["hash"]
    assert await scenario.refused("budi", "disclose 1") == "opened-already"
    assert len(proved(await scenario.say("sari", "verify mine 1")).opened) == 4


async def test_computer_players_agree_by_themselves(scenario: Scenario) -> None:
    await scenario.set_rules(*UNANIMOUS)
    await scenario.sit("sari")
    await scenario.do("sari", "add computer")
    await scenario.do("sari", "start")
    await scenario.finish_hand()

    await scenario.do("sari", "disclose 1")

    assert proved(await scenario.say("sari", "verify 1")).all_open


async def test_of_all_who_agree_at_one_moment_one_is_the_last(scenario: Scenario) -> None:
    names = ("sari", "budi", "wati")
    await played(scenario, *names, rules=UNANIMOUS)

    replies = await asyncio.gather(
        *(scenario.app.dispatcher.handle(scenario.command(name, "disclose 1")) for name in names)
    )
    await scenario.app.wait_until_idle()

    assert sorted("All cards are open now." in words(reply.message) for reply in replies) == [False, False, True]
    assert proved(await scenario.say("sari", "verify 1")).all_open


async def test_agreement_comes_too_late_when_the_key_is_gone(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", rules=UNANIMOUS)
    await scenario.do("sari", "disclose 1")
    await scenario.do("sari", "close")
    await scenario.wait(KEPT.total_seconds() + 7200)

    assert await scenario.refused("budi", "disclose 1") == "pack-erased"


async def test_elsewhere_nobody_is_asked_to_agree(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")

    assert await scenario.refused("sari", "disclose 1") == "not-unanimous"


async def test_where_all_is_opened_at_the_close_nothing_is_left_to_agree_on(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati", rules=("disclosure at-close",))

    assert proved(await scenario.say("joko", "verify 1")).all_open
    assert await scenario.refused("sari", "disclose 1") == "opened-already"
    assert len(proved(await scenario.say(folded(scenario), "verify mine 1")).opened) == 3


async def test_a_hand_that_is_called_off_stays_closed_and_is_counted(scenario: Scenario) -> None:
    await deal(scenario, "sari", "budi", "wati")
    scenario.admins.add("sari")
    await scenario.do("sari", "bank void 1 spilled coffee")

    facts = proved(await scenario.say("joko", "verify 1"))

    assert (facts.all_open, facts.voided) == (False, "spilled coffee")
    assert "Called off or reversed here so far: 1 of 1 hand. Reason: spilled coffee" in scenario.chat.text()
    assert "Hands called off or reversed here: 1 of 1." in await scenario.do("joko", "fairness")


async def test_whoever_reverses_a_hand_learns_no_card_that_was_folded(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    before = proved(await scenario.say("sari", "verify 1"))
    curious = next(name for name in ("sari", "budi", "wati") if name != folded(scenario))
    scenario.admins.add(curious)

    await scenario.do(curious, "bank void 1 curious")

    assert "No card was opened for it. Reason: curious" in scenario.chat.text()
    answer = await scenario.say(curious, "verify 1")
    after = proved(answer)
    assert (after.all_open, after.reversed, after.opened) == (False, "curious", before.opened)
    told = words(answer.message) + scenario.chat.text() + words((await scenario.say(curious, "verify mine 1")).message)
    told = HAND_VALUE.sub("", told)
    assert [tile for tile in tiles(scenario, folded(scenario)) if tile in told] == []
    assert len(proved(await scenario.say(folded(scenario), "verify mine 1")).opened) == 3


async def test_a_reversed_hand_is_opened_when_all_agree_and_neither_is_lost(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await played(scenario, "sari", "budi", "wati", rules=UNANIMOUS)
    await scenario.do("sari", "disclose 1")
    await scenario.do("budi", "disclose 1")

    lines = [("wati", "disclose 1"), ("boss", "bank void 1 misdeal !")]
    await asyncio.gather(*(scenario.app.dispatcher.handle(scenario.command(*each)) for each in lines))
    await scenario.app.wait_until_idle()

    facts = proved(await scenario.say("joko", "verify 1"))
    assert (facts.all_open, facts.reversed) == (True, "misdeal")


# --- in plain words --------------------------------------------------------------------------------------------


@rows(__file__)
async def test_fairness_tells_the_rule_in_force(scenario: Scenario, disclosure: str, told: str) -> None:
    if disclosure != "never":
        await scenario.set_rules(f"disclosure {disclosure}")

    answer = await scenario.do("joko", "fairness")

    assert told in answer
    assert "Hands called off or reversed here: 0 of 0." in answer


async def test_the_check_of_a_deal_is_answered_even_while_the_bot_is_away(scenario: Scenario) -> None:
    await played(scenario, "sari", "budi", "wati")
    await scenario.app.groups.change(GROUP, lambda now: replace(now, away=True), ())

    assert proved(await scenario.say("sari", "verify 1")).hand == 1
    assert proved(await scenario.say("sari", "verify mine 1")).hand == 1
    assert await scenario.refused("sari", "disclose 1") == "group-away"
