"""Computer players: their names, chips and choices.

They have a wallet in the group, and see nothing but their own view. Each is filled up to the usual buy-in once a day,
so nobody can win more from them than six buy-ins a day, and their own winnings. At a practice table their chips belong
to nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

from bot.commands import Refusal
from bot.environment import entropy as entropies
from bot.environment.entropy import Entropy
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.messages import Person
from engine.game import Game
from engine.play import Action, View
from engine.table import seating
from engine.table.changes import Change, Notice, noted
from engine.table.players import COMPUTER, PlayerId
from engine.table.rules import TableRules
from engine.table.state import TableState

NAMES = ("Anoman", "Bima", "Cakil", "Dewi", "Gareng", "Petruk")
"""After figures of the shadow theatre."""


class Computers:
    def __init__(self, members: Members, wallets: Wallets, entropy: Entropy) -> None:
        self._members = members
        self._wallets = wallets
        self._rng: Random = entropies.bot_rng(entropy)

    async def newcomer(self, state: TableState, tables: TableRules) -> tuple[Person, int]:
        """Return the next computer player for this table and its chips; nothing is given yet.

        Refused if the rules keep them out, all sit here already, or the others have too few chips today.
        """
        for person in candidates(state, tables):
            if state.practice:
                return person, tables.max_buy_in
            if (chips := await self._wallets.purse(state.place.group, person.id)) >= tables.min_buy_in:
                return person, chips
        raise Refusal("computers-out-of-chips", floor=tables.buy_in)

    async def bring(self, state: TableState, computer: PlayerId) -> None:
        """Introduce a computer player who is about to sit down, and fill its purse."""
        await self._members.introduce(Person(computer, NAMES[_number(computer) - 1]), state.place.group)
        if not state.practice:
            await self._wallets.fill_purse(state.place.group, computer)

    async def choose(self, game: Game[Any, Any], view: View) -> Action:
        """Let a computer player choose, in a thread beside the event loop."""
        return await asyncio.to_thread(game.choose, view, self._rng)


def candidates(state: TableState, tables: TableRules) -> list[Person]:
    """The computer players away from a table; refused without any, or if the rules keep them out."""
    if not state.lets_computers_play(tables):
        raise Refusal("computers-never" if tables.computer_chips == "never" else "computers-not-with-several")
    seated = {_number(chair.player) for chair in state.seated if chair.computer}
    away = [(number, name) for number, name in enumerate(NAMES, start=1) if number not in seated]
    if not away:
        raise Refusal("no-more-computers")
    return [Person(f"{COMPUTER}{state.place.group}:{number}", name) for number, name in away]


def _number(computer: PlayerId) -> int:
    # The rest of an id may name the group's former id.
    return int(computer.rpartition(":")[2])


def must_make_room(state: TableState, tables: TableRules) -> bool:
    """Tell if computer players have to get up before the next hand, and still may."""
    stands = state.sealed is not None and state.sealed.stands
    if state.closed or state.playing is not None or stands or state.lets_computers_play(tables):
        return False
    return any(chair.computer for chair in state.seated)


def with_room_made(change: Change, tables: TableRules) -> Change:
    """Let computer players get up after a change, if the rules keep them out of the next hand."""
    if not must_make_room(change.state, tables):
        return change
    notice = Notice("computers-make-room", {"count": len(change.state.people)})
    if tables.computer_chips == "never":
        notice = Notice("computers-play-for-practice")
    after = replace(change, notices=(*change.notices, notice))
    for chair in change.state.seated:
        if chair.computer and not after.state.closed:
            gone = seating.get_up(after.state, chair.player)
            after = after.then(noted(after.state, chair.player, "get-up")).then(gone)
    return after


async def bought_in(
    state: TableState, tables: TableRules, least_stack: int, available_chips: Callable[[PlayerId], Awaitable[int]]
) -> Change:
    """Let computer players without chips buy in again before the next hand, or get up."""
    before = Change(state)
    for chair in state.seated:
        if not chair.computer or chair.stack >= least_stack or before.state.closed:
            continue
        in_wallet = await available_chips(chair.player)
        if in_wallet >= tables.min_buy_in and chair.stack < tables.max_buy_in:
            change = seating.rebuy(before.state, chair.player, None, tables, in_wallet)
        else:
            change = seating.leave(before.state, chair.player)
        before = before.then(change)
    return before
