"""What players decide before their turn: carried out when it comes, void when somebody raises, and shown to nobody."""

from __future__ import annotations

import pytest

from bot.ledger import queries
from bot.messages import Message
from engine.qiuqiu import events as happened
from tests.bot.fake_chat import buttons, words
from tests.bot.scenario import Scenario, player_id, sentence

NAMES = ("sari", "budi", "wati", "joko")


@pytest.fixture
async def table(scenario: Scenario) -> Scenario:
    """Four people in a hand in which nobody has acted."""
    await scenario.deal(*NAMES)
    return scenario


def order(table: Scenario) -> list[str]:
    """The players in the order in which they are asked, whoever is asked now first."""
    players = [player.partition(":")[2] for player in table.hand().players]
    first = players.index(table.asked())
    return players[first:] + players[:first]


def seat(table: Scenario, name: str) -> int:
    """The seat of a player in this hand."""
    return table.hand().players.index(player_id(name))


def done(table: Scenario, name: str) -> list[object]:
    """What a player has done in this hand, the ante apart."""
    events = [event for event in table.hand().events if getattr(event, "seat", None) == seat(table, name)]
    return [event for event in events if not isinstance(event, happened.Anted)]


def calls(table: Scenario) -> int:
    """How many calls were made to the chat so far."""
    return len(table.chat.seen)


async def test_a_decision_is_carried_out_when_the_turn_comes(table: Scenario) -> None:
    _, second, third, _ = order(table)
    assert "check" in await table.do(second, "advance check-fold")
    assert done(table, second) == []
    await table.act("check")
    assert [type(each) for each in done(table, second)] == [happened.Checked]
    assert table.asked() == third


async def test_a_whole_chain_costs_one_edit_and_asks_nobody_on_the_way(table: Scenario) -> None:
    table.chat.called_in_private = {player_id(name) for name in NAMES}
    _, second, third, last = order(table)
    await table.do(second, "advance call")
    await table.do(third, "advance check-fold")
    before = calls(table)
    await table.act("check")
    await table.app.announcer.wait_until_idle()
    public = [seen for seen in table.chat.seen[before:] if seen.how != "private"]
    assert [seen.how for seen in public] == ["edit"]
    for name in (second, third):
        assert f"{name.capitalize()} checked." in words(public[0].message)
    private = [seen for seen in table.chat.seen[before:] if seen.how == "private"]
    told = {seen.where for seen in private if "It's your turn" in words(seen.message)}
    assert told == {player_id(last)}, "nobody was asked whose answer was there"


async def test_each_action_of_a_chain_is_journaled_as_an_ordinary_one(table: Scenario) -> None:
    first, second, third, last = order(table)
    await table.act("bet 20")
    await table.do(third, "advance call")
    await table.do(last, "advance fold")
    await table.act("call")
    lines = await table.app.ledger.read(queries.journal, table.hand().id)
    assert [(line.actor, line.text) for line in lines] == [
        (player_id(first), "bet 20"),
        (player_id(second), "call"),
        (player_id(third), "call"),
        (player_id(last), "fold"),
    ]
    await table.sound()


@pytest.mark.parametrize(("decided", "acts"), [("check", False), ("call", False), ("check-fold", True)])
async def test_a_bet_makes_a_check_void_and_is_what_check_fold_is_for(
    table: Scenario, decided: str, acts: bool
) -> None:
    _, second, third, _ = order(table)
    await table.do(second, f"advance {decided}")
    await table.act("bet 20")
    assert bool(done(table, second)) is acts
    assert table.asked() == (third if acts else second)


@pytest.mark.parametrize(("decided", "stays"), [("check-fold", False), ("call", False), ("fold", True)])
async def test_a_raise_makes_all_void_but_a_fold(table: Scenario, decided: str, stays: bool) -> None:
    _, _, third, last = order(table)
    await table.act("bet 20")
    await table.do(third, f"advance {decided}")
    await table.act("raise 60")
    assert table.asked() == (last if stays else third)
    assert bool(done(table, third)) is stays


async def test_a_decision_holds_for_one_betting_round_and_one_action(table: Scenario) -> None:
    first, second, third, _ = order(table)
    await table.act("check")
    await table.do(first, "advance check-fold")
    await table.act("check", "check", "check")
    assert table.hand().round.dealt == 4 * len(NAMES)
    assert table.asked() == first, "the next street is another question"
    await table.do(second, "advance check-fold")
    await table.act("check")
    assert table.asked() == third
    await table.act("check", "bet 10", "call")
    assert table.asked() == second, "whoever has acted has decided nothing any more"


async def test_a_restart_keeps_what_was_decided(table: Scenario) -> None:
    _, second, third, _ = order(table)
    await table.act("bet 20")
    await table.do(third, "advance call")
    await table.restart()
    assert table.asked() == second
    await table.act("call")
    assert done(table, third) == [happened.Called(seat(table, third), 20, all_in=False)]
    await table.restart()
    assert table.asked() == order(table)[0]
    await table.sound()


async def test_nothing_of_a_decision_is_shown_or_told(table: Scenario) -> None:
    _, _, third, _ = order(table)
    shown, logged = table.chat.text(), calls(table)
    journal = await table.app.ledger.read(queries.journal, table.hand().id)
    reply = await table.say(third, "advance check-fold")
    await table.app.announcer.wait_until_idle()
    assert reply.told is False
    assert "check, or fold" in sentence(reply)
    assert (table.chat.text(), calls(table)) == (shown, logged)
    assert await table.app.ledger.read(queries.journal, table.hand().id) == journal
    assert "check-fold" not in repr(table.state())
    assert "check-fold" not in f"{table.chair(third)} {table.hand()}"


async def test_the_private_hand_has_a_button_for_each_only_while_others_are_asked(table: Scenario) -> None:
    _, second, _, _ = order(table)

    def ahead(message: Message) -> list[str]:
        return [each.label for each in buttons(message) if each.command.startswith("advance ")]

    dealt = table.chat.private_messages(player_id(second))[-1]
    assert ahead(dealt) == ["Ahead: check/fold", "Ahead: check/call"]
    (button,) = (each for each in buttons(dealt) if each.label == "Ahead: check/call")
    assert "check" in sentence(await table.press(second, button))
    assert "Taken back" in sentence(await table.press(second, button))
    await table.act("bet 20")
    assert "already" in sentence(await table.press(second, button))
    await table.act("call", "call")
    assert "call 20" not in sentence(await table.press(second, button))
