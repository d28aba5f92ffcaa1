"""Nobody's removal changes a running hand, by whatever door somebody is sent away; and what each door is worth."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.ledger import CARRIED, STACK, queries, statement_queries
from engine.games import GAMES
from engine.play import Action
from tests.bot.fake_chat import words
from tests.bot.scenario import GROUP, Scenario, player_id

PEOPLE = ("sari", "budi", "wati", "joko")


async def begin(scenario: Scenario, *names: str, game: str = "qiuqiu") -> None:
    """Let these people play; an admin who does not play stands by."""
    scenario.admins.add("boss")
    await scenario.deal(*names, game=game)


async def gone(scenario: Scenario, name: str) -> None:
    """The platform says that somebody is not in the group any more."""
    await scenario.app.membership.member_gone(GROUP, player_id(name))
    await scenario.app.wait_until_idle()


async def send_away(scenario: Scenario, name: str, how: str) -> None:
    if how == "gone":
        await gone(scenario, name)
    else:
        await scenario.do("boss", f"kick {player_id(name)}")


# --- the player on turn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["kick", "gone"])
async def test_removing_the_player_on_turn_wins_nothing(scenario: Scenario, how: str) -> None:
    """They are asked as before, may call, and win with the better hand."""
    await scenario.sit("sari", "budi")
    scenario.admins.add("boss")
    scenario.stack("sari: 1-0, 2-0, 1-1; budi: 5-4, 6-3, 6-2; then: 4-2, 5-5", dealer="sari")
    await scenario.do("sari", "start")
    await scenario.do("sari", "bet 100")
    await send_away(scenario, "budi", how)

    assert scenario.asked() == "budi"
    assert not scenario.hand().over
    await scenario.do("budi", "call")
    await scenario.finish_hand()
    assert not scenario.sits("budi")
    assert await scenario.in_wallet("budi") == 2000 + 110
    assert await scenario.fortune("sari") == 2000 - 110
    await scenario.sound()


async def test_who_is_removed_is_told_and_so_is_everybody_once(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati")
    seen = len(scenario.chat.private_messages(player_id("budi")))
    assert await scenario.do("boss", "kick budi") == "Budi was removed and leaves after this hand."
    told = scenario.chat.private_messages(player_id("budi"))[seen:]
    assert ["You were removed from this table until 20:10." in words(message) for message in told] == [True]
    assert told[0].picture is not None, "below their cards, which they still play"

    assert await scenario.refused("boss", "kick budi") == "removed-already"
    await gone(scenario, "budi")
    await scenario.finish_hand()
    assert not scenario.sits("budi")
    messages = [words(seen.message) for seen in scenario.chat.public()]
    assert sum("Budi was removed for 10 minutes and leaves after this hand." in text for text in messages) >= 1
    assert max(text.count("Budi was removed") for text in messages) == 1
    assert not any("is not in this group any more" in text for text in messages)


async def test_who_is_removed_cannot_take_it_back_but_may_come_again(scenario: Scenario) -> None:
    await begin(scenario, "sari", "budi", "wati")
    await scenario.do("boss", "kick budi")
    for line in ("join", "sit back"):
        assert await scenario.refused("budi", line) == "you-were-removed"
    await scenario.die()
    assert scenario.chair("budi").removed
    await scenario.finish_hand()
    assert not scenario.sits("budi")
    assert await scenario.refused("budi", "join") == "kept-out"
    await scenario.do("sari", "leave")
    await scenario.do("wati", "sit out")
    await scenario.wait(600)
    await scenario.do("budi", "join")
    assert not scenario.chair("budi").removed


# --- everybody -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["kick", "gone"])
async def test_removing_everybody_else_wins_no_hand_of_quan_dui(scenario: Scenario, how: str) -> None:
    """The claim windows stay open for everybody, for their whole time, and the others may win in them."""
    await begin(scenario, *PEOPLE, game="quan-dui")
    for name in PEOPLE[1:]:
        await send_away(scenario, name, how)
    asked = scenario.asked()
    await scenario.do(asked, scenario.hand().round.lapse(scenario.hand().round.awaited[0]).text)
    awaited = {scenario.hand().players[seat] for seat in scenario.hand().round.awaited}
    assert awaited == {player_id(name) for name in PEOPLE if name != asked}
    question = scenario.hand().turn
    await scenario.wait(scenario.hand().round.window - 1)
    assert scenario.hand().turn == question
    rng = Random(1)
    while scenario.is_open() and scenario.state().playing is not None:
        await answer(scenario, rng)
    assert not any(scenario.sits(name) for name in PEOPLE[1:])
    await scenario.sound()


# --- computer players ------------------------------------------------------------------------------------------


async def test_a_computer_player_on_turn_is_removed_by_the_host_alone_and_plays_on(scenario: Scenario) -> None:
    await scenario.let_computers_play()
    await scenario.sit("sari", "budi")
    await scenario.do("budi", "add computer")
    computer = f"computer:{GROUP}:1"
    scenario.stack(
        "sari: 1-0, 2-0, 1-1; budi: 2-1, 3-0, 4-0; anoman: 5-4, 6-3, 6-2; then: 4-2, 5-3, 5-5", dealer="sari"
    )
    await scenario.do("sari", "start")
    while scenario.asked() != computer:
        await scenario.act("bet 20" if "check" in ready(scenario) else "call")
    assert await scenario.refused("budi", "remove computer") == "host-only"
    await scenario.do("sari", "remove computer")
    assert scenario.asked() == computer
    assert await scenario.refused("sari", "remove computer") == "no-computer-here"
    actions = scenario.hand().actions
    await scenario.wait(2)
    assert scenario.hand().actions == actions + 1
    await scenario.finish_hand(prefer=("check", "call", "declare"))
    assert scenario.state().chair_of(computer) is None
    await scenario.sound()


def ready(scenario: Scenario) -> list[str]:
    present = scenario.hand().round
    return [action.verb for action in present.options(present.awaited[0]).ready]


async def house_gave(scenario: Scenario) -> int:
    """The chips that the group has given to its computer players."""
    ledger = scenario.app.ledger
    given = 0
    for number in range(1, 7):
        entries = await ledger.read(statement_queries.statement, GROUP, f"computer:{GROUP}:{number}", limit=1000)
        given += sum(entry.amount for entry in entries if entry.reason in ("daily", "newcomer"))
    return given


async def empty_purses(scenario: Scenario) -> None:
    """Let an admin take what the computer players have, as a player would by winning it."""
    for number, name in enumerate(("Anoman", "Bima", "Cakil", "Dewi", "Gareng", "Petruk"), start=1):
        if held := await scenario.in_wallet(f"computer:{GROUP}:{number}"):
            await scenario.do("boss", f"bank take {name} {held} to test")


async def test_computer_players_bring_six_buy_ins_a_day_however_often_they_sit_down(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("boss", "chips")
    for channel in ("main", "side"):
        await scenario.do("sari", "open qiuqiu 100", channel=channel)
    refused = 0
    for number in range(16):
        channel = ("main", "side")[number % 2]
        reply = await scenario.say("sari", "add computer", channel=channel)
        refused += reply.refused
        if not reply.refused:
            await scenario.do("sari", "remove computer", channel=channel)
        await empty_purses(scenario)
        assert await house_gave(scenario) <= 6 * 500
    assert await house_gave(scenario) == 6 * 500
    assert refused == 16 - 6
    assert "no chips left today" in words((await scenario.say("sari", "add computer")).message)
    await scenario.wait(24 * 3600)
    await scenario.do("sari", "open qiuqiu 100")
    await scenario.do("sari", "add computer")
    assert await house_gave(scenario) == 7 * 500
    await scenario.sound()


# --- other doors -----------------------------------------------------------------------------------------------


async def test_leaving_with_a_second_account_does_what_folding_with_it_does(tmp_path: Path) -> None:
    """Nobody else is worse off than by a fold, which that account might have chosen as well."""
    settlements = []
    for line in ("leave", "fold"):
        async with Scenario(tmp_path / line, seed="second account") as scenario:
            await begin(scenario, "sari", "budi", "wati")
            await scenario.act("bet 50")
            await scenario.act(line)
            await scenario.finish_hand()
            settlements.append(scenario.hand().round.settlement)
    assert settlements[0] == settlements[1]


# --- evenings --------------------------------------------------------------------------------------------------


async def answer(scenario: Scenario, rng: Random) -> None:
    """Let the people who are asked do something they may, or let time pass."""
    hand = scenario.hand()
    people = [seat for seat in hand.round.awaited if not scenario.chair(hand.players[seat]).computer]
    rng.shuffle(people)
    for seat in people[: rng.choice((1, 1, 2, 4)) if hand.round.window else 1]:
        if not scenario.is_open() or scenario.hand().turn != hand.turn or scenario.hand().over:
            return
        if rng.random() < 0.85:
            action: Action = scenario.state().game.choose(hand.round.view(seat), rng)
            await scenario.do(hand.players[seat].removeprefix("test:"), action.text)
    if hand.round.window or not people or rng.random() < 0.1:
        await scenario.wait(rng.choice((2, 5, 9)))


HANDS = {"qiuqiu": 5, "koo-kiew": 5, "quan-dui": 2}
"""How many hands an evening has."""

REMOVALS = {"qiuqiu": 0.1, "koo-kiew": 0.15, "quan-dui": 0.04}
"""How likely it is that somebody is removed before the next thing happens: hands are short, or long."""


class Evening:
    """An evening of one game, in which people are removed at any moment: at that moment, or when the hand is over.

    Args:
        scenario: where it takes place.
        game: what is played.
        seed: of everything that is decided by chance.
        late: whether a removal waits until the hand is over, so that its hands are those of people who were only away.
    """

    def __init__(self, scenario: Scenario, game: str, seed: int, *, late: bool) -> None:
        self.scenario, self.game, self.late = scenario, game, late
        self.rng = Random(f"{game} {seed}")
        self.removed: dict[str, str] = {}
        """Who was removed in the present hand, and how."""

        self.removals = 0
        """How many were removed from a hand that they played."""

        self.story: list[Any] = []
        """Everything that was done in every hand, and what came of it."""

    async def play(self, hands: int) -> None:
        scenario, rng = self.scenario, self.rng
        await scenario.set_rules("turn_seconds 5", "time_bank 0", "pause_seconds 600", "computer_seconds 1")
        await scenario.let_computers_play()
        scenario.admins.add("boss")
        await scenario.do("boss", "chips")
        for _ in range(hands):
            await self._fill_table()
            while scenario.is_open() and scenario.state().playing is not None:
                if rng.random() < (REMOVALS[self.game] if self.removals else 0.5):
                    await self._remove()
                if rng.random() < 0.02:
                    await self._leave()
                if scenario.is_open() and scenario.state().playing is not None:
                    await answer(scenario, rng)
            await self._finish()
            if not scenario.is_open():
                # Nobody was left. The packs of another table come from other keys, as one that waited has sealed more.
                return

    async def _fill_table(self) -> None:
        """Let everybody sit down who does not sit, with a computer player, and begin."""
        scenario = self.scenario
        if not scenario.is_open():
            await scenario.do(PEOPLE[0], f"open {self.game} 300")
        for name in PEOPLE:
            if not scenario.sits(name):
                # Whoever is kicked is kept out for a time; not so whoever had left before that could happen.
                await scenario.say("boss", f"readmit {name}")
                await scenario.say(name, "join 300")
        seated = next(name for name in PEOPLE if scenario.sits(name))
        if not any(chair.computer for chair in scenario.state().seated):
            await scenario.say(seated, "add computer")
        await scenario.say(seated, "start")
        await scenario.wait(601 if scenario.state().playing is None else 0)

    async def _remove(self) -> None:
        """Send away somebody who plays."""
        hand = self.scenario.hand()
        chairs = [self.scenario.chair(player) for player in hand.players if self.scenario.state().chair_of(player)]
        player = self.rng.choice([chair.player for chair in chairs])
        how = self.rng.choice(("kick", "gone"))
        if player in self.removed:
            return
        self.removed[player] = "kick" if player.startswith("computer:") else how
        self.removals += 1
        if not self.late:
            await self._send_away(player)
            assert self.scenario.state().playing is not None

    async def _send_away(self, player: str) -> None:
        if self.removed[player] == "gone":
            await self.scenario.app.membership.member_gone(GROUP, player)
            await self.scenario.app.wait_until_idle()
        else:
            await self.scenario.do("boss", f"kick {player}")

    async def _leave(self) -> None:
        """Let somebody leave by themselves."""
        name = self.rng.choice(PEOPLE)
        if self.scenario.sits(name):
            await self.scenario.do(name, "leave")

    async def _finish(self) -> None:
        """Write down what came of the hand, and let those get up who would have been removed in it."""
        scenario, ledger = self.scenario, self.scenario.app.ledger
        number = max(await newest_hand(scenario), 1)
        row = await ledger.read(queries.hand, number)
        assert row is not None
        lines = [
            (line.actor, line.text)
            for line in await ledger.read(queries.journal, number)
            if line.text not in ("removed", "host")
        ]
        self.story.append((row.players, row.stacks, lines, row.settlement))
        for player in self.removed if self.late else ():
            if scenario.is_open() and scenario.state().chair_of(player) is not None:
                if scenario.sealed().cutter == player:
                    # Removing whoever cuts has other packs sealed.
                    await scenario.do(player.removeprefix("test:"), "sit out")
                await self._send_away(player)
        self.removed.clear()
        await scenario.sound()
        self.story.append(sorted((await ledger.read(queries.balances, GROUP)).items()))
        if not scenario.is_open():
            for kind in (STACK, CARRIED):
                assert not any((await ledger.read(queries.balances, GROUP, kind)).values())


async def newest_hand(scenario: Scenario) -> int:
    """The number of the hand that was dealt last."""
    number = 0
    while await scenario.app.ledger.read(queries.hand, number + 1) is not None:
        number += 1
    return number


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 40))])
async def test_every_hand_ends_as_if_whoever_was_removed_in_it_was_only_away(
    tmp_path: Path, game: str, seed: int
) -> None:
    stories = []
    for late in (False, True):
        async with Scenario(tmp_path / str(late), seed=f"evening {seed}") as scenario:
            evening = Evening(scenario, game, seed, late=late)
            await evening.play(HANDS[game])
            stories.append(evening.story)
            assert evening.removals
    assert stories[0] == stories[1]
