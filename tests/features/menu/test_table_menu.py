"""The menu of a table: whatever it offers somebody is carried out at that moment, and nothing else is offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.messages import AmountQuestion, Button, Reply
from engine.table.state import Chair
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id
from tests.engine.quandui.storytelling import arranged

WALK = 72
"""How many buttons are pressed on the way through every state of a table."""

STAGES = ("closing", "leaving", "over")
"""What chance alone would rarely lead to; the walk is led there in turn."""

A_STAGE = 12
"""After how many presses the walk is led to the next of them."""

STAYS = 5
"""How many buttons are pressed there before anything else happens."""

WINNING = [*(f"{number}-ben" for number in range(2, 9) for _ in range(2)), "9-ben", "9-wan"]
"""Cards with which a dealer of Quan Dui wins at once: seven dui and a ka."""

PEOPLE = ("sari", "budi", "wati", "ani", "dewi")
"""Ani is an admin; of the others whoever comes first opens the table."""


def labels(offered: Sequence[Button]) -> set[str]:
    return {each.label for each in offered}


# --- what is offered ---------------------------------------------------------------------------------------------


async def test_a_guest_is_offered_a_seat_with_amounts_and_nothing_for_players(scenario: Scenario) -> None:
    await scenario.do("sari", "open qiuqiu")

    offered = await scenario.menu("budi")

    assert labels(offered) == {
        "Join with 500",
        "Join with 100",
        "Join with 2,000",
        "Join with …",
        "Rules",
        "House rules",
        "Invite",
        "Chips",
        "Tell me when …",
    }
    (own,) = [each for each in offered if each.ask is not None]
    assert own.command == "join"
    reply = await scenario.press("budi", offered[1])
    assert scenario.chair("budi").stack in (100, 2000)
    assert reply.menu
    assert "Leave" in labels(buttons(reply.message)), "the page is that of a player now"


async def test_an_admin_stops_the_hand_and_every_stake_goes_back(scenario: Scenario) -> None:
    scenario.admins.add("ani")
    await scenario.sit("sari", "budi")
    await scenario.do("sari", "start")
    before = {name: await scenario.fortune(name) for name in ("sari", "budi")}

    page = await scenario.press_in_menu("ani", "Only this hand", page="stop")

    assert page.menu
    assert scenario.state().playing is not None, "what would move is shown first"
    assert "Sari gets back 10" in page.message.lines
    yes, _ = page.message.pressable
    assert (yes.label, yes.in_menu) == ("Yes, do it", True)
    reply = await scenario.press("ani", yes)

    assert reply.menu
    assert scenario.state().playing is None
    assert scenario.state().voids == 1
    assert {name: scenario.chair(name).stack for name in before} == {"sari": 500, "budi": 500}
    assert any("stopped by an admin" in words(seen.message) for seen in scenario.chat.public())
    await scenario.sound()


async def test_a_press_sent_twice_is_done_once_and_answered_alike(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    offered = await scenario.menu("budi")
    rebuy = next(each for each in offered if each.label == "+500 chips")

    first, second = [await scenario.press("budi", rebuy, key="test:same") for _ in range(2)]

    assert first == second
    assert scenario.chair("budi").stack == 1000


async def test_a_button_of_the_menu_gives_nobody_else_the_rights_of_its_reader(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi")
    (close,) = [each for each in await scenario.menu("sari", "end") if each.label == "Close the table"]

    refused = await scenario.press("budi", close)

    assert refused.refused
    assert not refused.menu, "a refusal takes the place of no page"
    assert scenario.is_open()


async def test_a_closed_table_is_opened_again_with_its_game_and_preset(scenario: Scenario) -> None:
    await scenario.do("sari", "open koo-kiew bridge")
    await scenario.do("sari", "close")
    (again,) = buttons(scenario.chat.newest())

    assert not (await scenario.press("budi", again)).refused

    assert (scenario.state().game_name, scenario.state().preset) == ("koo-kiew", "bridge")
    assert scenario.state().host == player_id("budi")


# --- whatever is offered is carried out ----------------------------------------------------------------------------


def name_of(chair: Chair) -> str:
    return chair.player.removeprefix("test:")


def standing(scenario: Scenario, name: str) -> str:
    """The state of the table and of one person at it, as far as offers depend on them."""
    state, chair = scenario.state(), scenario.state().chair_of(player_id(name))
    sealed = state.sealed
    if state.playing is not None:
        table = "closing" if state.closing else "playing"
    else:
        table = "cutting" if sealed is not None and sealed.stands else "over" if state.hand is not None else "lobby"
    if chair is None:
        return f"{table}: guest"
    kind = "removed" if chair.removed else "leaving" if chair.leaving else "out" if chair.out else "in"
    broke = " broke" if chair.stack < 10 and state.playing is None else ""
    return f"{table}: {kind}{broke}"


async def pressed(scenario: Scenario, name: str, button: Button) -> Reply:
    """Press a button; if it asks for an amount, give the least one."""
    command = button.command
    if button.ask is not None:
        asked = scenario.app.dispatcher.asked(scenario.command(name, command, turn=button.turn))
        assert not isinstance(asked, Reply), words(asked.message)
        assert isinstance(asked, AmountQuestion)
        command = f"{command} {asked.least}"
    reply = await scenario.say(name, command, turn=button.turn, in_menu=button.in_menu)
    sure = next((each for each in reply.message.pressable if each.command.startswith("bank confirm")), None)
    return reply if sure is None else await scenario.press(name, sure)


@pytest.mark.parametrize("game", ["qiuqiu", "koo-kiew", "quan-dui"])
async def test_whatever_is_offered_is_carried_out(tmp_path: Path, game: str) -> None:
    """In every state of a table and to everybody, walking through them by the buttons that were pressed least."""
    rng, often = Random(game), Counter[tuple[str, str, str]]()
    met: set[str] = set()
    async with Scenario(tmp_path, seed=game) as scenario:
        scenario.admins.add("ani")
        await scenario.set_rules("grant 700", "daily 150", "buy_in 200")
        if game != "quan-dui":
            await scenario.let_computers_play()
        for step in range(WALK):
            if step % A_STAGE == 0:
                await _lead(scenario, game, STAGES[step // A_STAGE % len(STAGES)])
            if not scenario.is_open():
                await scenario.do(rng.choice(PEOPLE), f"open {game}")
            name = rng.choice(PEOPLE)
            page = rng.choice(("", "", "remove", "pause", "host", "end", "stop"))
            where = standing(scenario, name)
            met.add(where)
            offered = await scenario.menu(name, page)
            shown = (await scenario.say(name, f"menu {page}".strip(), turn=f"{scenario.state().id}:")).message
            assert len(shown.buttons) + (shown.select is not None) <= 5, (where, labels(offered))
            assert all(len(row) <= 5 for row in shown.buttons), (where, labels(offered))
            assert len(offered) == len({each.data for each in offered}), (where, labels(offered))
            fewest = min(often[where, name, each.label] for each in offered)
            button = rng.choice([each for each in offered if often[where, name, each.label] == fewest])
            often[where, name, button.label] += 1
            reply = await pressed(scenario, name, button)
            assert not reply.refused, (step, where, name, button.label, button.command, words(reply.message))
            if step % A_STAGE >= STAYS:
                await _go_on(scenario, rng)
        await scenario.sound()
    assert {each.split(":")[0] for each in met} >= {"lobby", "playing", "closing", "over"}, met
    assert {each.split(": ")[1] for each in met} >= {"guest", "in", "out", "leaving"}, met


async def _lead(scenario: Scenario, game: str, stage: str) -> None:
    """Begin anew with three at a table, and lead them to a stage: about to close, about to leave, or a hand is over."""
    while scenario.is_open() and (sealed := scenario.state().sealed) is not None and sealed.stands:
        await scenario.wait(1)
    if scenario.is_open() and standing(scenario, "ani").startswith("cutting"):
        await scenario.wait(2)
        # Nobody sits down or leaves while the next hand is cut.
        await scenario.wait(1)
    if scenario.is_open():
        while (sealed := scenario.state().sealed) is not None and sealed.stands:
            await scenario.wait(5)
    if scenario.is_open():
        sealed = scenario.state().sealed
        if sealed is not None and sealed.settled is not None:
            # Nobody can close it while the next hand is being cut.
            await scenario.wait(2)
        await scenario.do("ani", "close")
        if scenario.is_open():
            hand = scenario.state().playing
            assert hand is not None
            await scenario.do("ani", f"bank void {hand.id} anew")
    assert not scenario.is_open()
    for name in ("sari", "budi", "wati"):
        await scenario.do(name, "chips")
        await scenario.do("ani", f"bank grant {name} 1000 anew")
    await scenario.sit("sari", "budi", "wati", game=game)
    if game == "quan-dui":
        scenario.entropy.stack(arranged([WINNING, [], []], [], 0), dealer=0)
    else:
        scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    match stage:
        case "closing":
            await scenario.do("sari", "close")
        case "leaving":
            hand = scenario.state().playing
            assert hand is not None
            asked = hand.round.awaited[:1] if not hand.round.window else ()
            goes = next(
                each for seat, each in enumerate(hand.players) if seat not in asked and each != player_id("sari")
            )
            await scenario.do(goes.removeprefix("test:"), "leave")
        case _ if game == "qiuqiu":
            await scenario.finish_hand()
        case _ if game == "koo-kiew":
            while scenario.state().playing is not None:
                await scenario.wait(5)
        case _:
            await scenario.do("sari", "win")
    if stage == "over":
        await scenario.do("wati", "sit out")
    assert standing(scenario, "sari").split(":")[0] == {"leaving": "playing"}.get(stage, stage)


async def _go_on(scenario: Scenario, rng: Random) -> None:
    """Let time pass, or somebody play."""
    hand = scenario.state().playing if scenario.is_open() else None
    if hand is None or not hand.round.awaited:
        await scenario.wait(rng.choice((0.5, 1, 3, 7)))
        return
    for seat in hand.round.awaited:
        if rng.random() < 0.7 and not hand.players[seat].startswith("computer:"):
            ready = hand.round.options(seat).ready
            if ready:
                action = rng.choice(ready)
                words_ = (action.verb, str(action.amount) if action.amount else "", action.choice or "")
                await scenario.say(hand.players[seat].removeprefix("test:"), " ".join(filter(None, words_)))
            return
    await scenario.wait(rng.choice((2, 10, 50)))
