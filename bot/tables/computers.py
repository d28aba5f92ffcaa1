"""Computer players: who they are, where their chips come from, and how they think.

They are players like any other: with a wallet in the house, the newcomer's grant, and nothing but their own view.
At practice they play with chips that are nobody's, as everybody does there.
So nobody can draw more chips out of them than the house gives to one newcomer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from bot import chance as chances
from bot.accounts import Accounts
from bot.chance import Chance
from bot.houses import TableRules
from bot.messages import Person, PlayerId
from bot.people import People
from bot.refusal import Refusal
from bot.tables import seating
from bot.tables.changes import Change
from bot.tables.seating import COMPUTER
from bot.tables.state import TableState
from engine.play import Action, Game, View

NAMES = ("Anoman", "Bima", "Cakil", "Dewi", "Gareng", "Petruk")
"""The computer players of every house, after figures of the shadow theatre."""


class Computers:
    """The computer players of all houses."""

    def __init__(self, people: People, accounts: Accounts, chance: Chance) -> None:
        self._people = people
        self._accounts = accounts
        self._whims: Random = chances.whims(chance)

    async def newcomer(self, state: TableState) -> Person:
        """A computer player who is not yet at this table, with an account in its house.

        Raises:
            Refusal: all of them sit here already.
        """
        for number, name in enumerate(NAMES, start=1):
            player = f"{COMPUTER}{state.place.house}:{number}"
            # By name, because one that sits here may have come with the house from where that had another name.
            if not any(chair.computer and chair.name == name for chair in state.seated):
                person = Person(player, name)
                await self._people.welcome(person, state.place.house)
                if not state.practice:
                    await self._accounts.top_up(state.place.house, player)
                return person
        raise Refusal("no-more-computers")

    async def choose(self, game: Game[Any], view: View) -> Action:
        """Let a computer player think, away from the loop that serves everybody."""
        return await asyncio.to_thread(game.choose, view, self._whims)


async def bought_in(
    state: TableState, tables: TableRules, least_stack: int, in_purse: Callable[[PlayerId], Awaitable[int]]
) -> Change:
    """Let every computer player without chips buy in again before the next hand, or get up if it cannot.

    Args:
        state: the table, between hands.
        tables: the house's rules for tables.
        least_stack: the fewest chips with which a player is dealt in.
        in_purse: tells how many chips a player has for this table.
    """
    before = Change(state)
    for chair in state.seated:
        if not chair.computer or chair.stack >= least_stack or before.state.closed:
            continue
        in_wallet = await in_purse(chair.player)
        if in_wallet >= tables.min_buy_in and chair.stack < tables.max_buy_in:
            change = seating.rebuy(before.state, chair.player, None, tables, in_wallet)
        else:
            change = seating.leave(before.state, chair.player)
        before = Change(change.state, (*before.record, *change.record), (*before.notes, *change.notes))
    return before
