"""Computer players: who they are, where their chips come from, and how they choose.

They are players like any other: with a wallet in the group, the newcomer's grant, and nothing but their own view.
So nobody can win more chips from them than the group gives to one newcomer.
At a practice table they play with chips that belong to nobody, as everybody does there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from bot.commands import Refusal
from bot.environment import entropy as entropies
from bot.environment.entropy import Entropy
from bot.groups import TableRules
from bot.groups.members import Members
from bot.groups.wallets import Wallets
from bot.messages import Person, PlayerId
from bot.tables import seating
from bot.tables.changes import Change
from bot.tables.seating import COMPUTER
from bot.tables.state import TableState
from engine.game import Game
from engine.play import Action, View

NAMES = ("Anoman", "Bima", "Cakil", "Dewi", "Gareng", "Petruk")
"""The computer players of every group, after figures of the shadow theatre."""


class Computers:
    """The computer players of all groups."""

    def __init__(self, members: Members, wallets: Wallets, entropy: Entropy) -> None:
        self._members = members
        self._wallets = wallets
        self._rng: Random = entropies.bot_rng(entropy)

    async def newcomer(self, state: TableState) -> Person:
        """A computer player who is not yet at this table, with an account in its group.

        Raises:
            Refusal: all of them sit at this table already.
        """
        for number, name in enumerate(NAMES, start=1):
            player = f"{COMPUTER}{state.place.group}:{number}"
            # The id of one that sits at the table may name the group by the id it had before it moved.
            if not any(chair.computer and chair.player.endswith(f":{number}") for chair in state.seated):
                person = Person(player, name)
                await self._members.welcome(person, state.place.group)
                if not state.practice:
                    await self._wallets.top_up(state.place.group, player)
                return person
        raise Refusal("no-more-computers")

    async def choose(self, game: Game[Any, Any], view: View) -> Action:
        """Let a computer player choose, in another thread than the loop that serves everybody."""
        return await asyncio.to_thread(game.choose, view, self._rng)


async def bought_in(
    state: TableState, tables: TableRules, least_stack: int, available_chips: Callable[[PlayerId], Awaitable[int]]
) -> Change:
    """Let every computer player without chips buy in again before the next hand, or get up if it cannot.

    Args:
        state: the table, between hands.
        tables: the group's rules for tables.
        least_stack: the fewest chips with which a player is dealt in.
        available_chips: tells how many chips a player has for this table.
    """
    before = Change(state)
    for chair in state.seated:
        if not chair.computer or chair.stack >= least_stack or before.state.closed:
            continue
        in_wallet = await available_chips(chair.player)
        if in_wallet >= tables.min_buy_in and chair.stack < tables.max_buy_in:
            change = seating.rebuy(before.state, chair.player, None, tables, in_wallet)
        else:
            change = seating.leave(before.state, chair.player)
        before = Change(change.state, (*before.writes, *change.writes), (*before.notices, *change.notices))
    return before
