"""The journal of every table has no gap, and played again it gives the live hand, byte for byte, at every prefix."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cachetools import LRUCache

from bot.ledger import PSEUDONYM, JournalLine, queries
from bot.tables import resume
from bot.tables.hands import repeated
from bot.tables.sealing import NotSealed, deal_of
from engine.games import GAMES
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.checks.check import Check
from tools.simulation.checks.followed_journals import FollowedJournals
from tools.simulation.checks.stored import read

REPLAYED_EVERY = 7
"""At every so many quiet moments the running hands are played again; when they are over, all are."""

REREAD_EVERY = 30
"""At every so many quiet moments, at every start and at the end journals are read from their beginnings; in between
only what was added to them."""

HANDS_FOLLOWED = 200
"""How many running hands are remembered until they are over; those that are called off are forgotten in time."""

DIGESTS_KEPT = 256
"""Of how many hands it is remembered what they are in few bytes: they never change."""


_digests: LRUCache[int, tuple[AnyHand, str]] = LRUCache(DIGESTS_KEPT)


def digest_of(hand: AnyHand) -> str:
    """A hand in few bytes: everything that anybody at it can see or know, and its chips."""
    known = _digests.get(id(hand))
    if known is None or known[0] is not hand:
        known = _digests[id(hand)] = hand, _digest(hand)
    return known[1]


def _digest(hand: AnyHand) -> str:
    now = hand.round
    seats = range(now.seats)
    told = (
        hand.turn,
        hand.stacks,
        hand.dealer,
        hand.deal.pack,
        now.awaited,
        now.staked,
        now.opened,
        now.dealt_to,
        [now.view(seat) for seat in (None, *seats)],
        [now.options(seat) for seat in seats],
        [now.held(seat) for seat in seats],
        None if now.settlement is None else [now.settlement[seat] for seat in seats],
        [tuple(event) for event in hand.events],
    )
    return hashlib.sha256(_text(told).encode()).hexdigest()


def _text(value: object) -> str:
    """A value with all its fields, those included that ``repr`` hides."""
    if isinstance(value, dict):
        items = sorted((_text(key), _text(each)) for key, each in value.items())
        return "{" + ",".join(f"{key}:{each}" for key, each in items) + "}"
    if isinstance(value, frozenset | set):
        return "{" + ",".join(sorted(map(_text, value))) + "}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}(" + ",".join(map(_text, value)) + ")"
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is not None:
        return f"{type(value).__name__}(" + ",".join(f"{name}={_text(getattr(value, name))}" for name in fields) + ")"
    return repr(value)


class JournalsReplay(Check):
    """``rebuild(journal)`` is the live state; numbers of lines follow one another."""

    name = "journals without a gap that replay"

    def __init__(self) -> None:
        super().__init__()
        self._live: dict[int, dict[int, str]] = {}
        """What hands were like, by the number of actions."""

        self._journals = FollowedJournals()
        self._over: dict[int, str] = {}
        """The hands that are over and were not played again yet, with their tables."""

        self._moments = 0

    async def started(self) -> None:
        self._journals.forget()
        await self.quiet()

    async def ended(self) -> None:
        self._journals.forget()
        await self.quiet()

    async def quiet(self) -> None:
        assert self.life is not None
        self._moments += 1
        if self._moments % REREAD_EVERY == 0:
            self._journals.forget()
        await self._look_for_gaps([table.state for table in self.life.app.tables.all_open()])
        for table in self.life.app.tables.all_open():
            state, hand = table.state, table.state.hand
            if hand is None:
                continue
            if not hand.over:
                self._note(hand)
                if self._moments % REPLAYED_EVERY == 0:
                    await self._play_again(hand.id, hand)
            elif hand.id in self._live:
                self._over[hand.id] = state.id
        for number in list(self._over):
            await self._play_again(number, None)
            del self._over[number], self._live[number]

    def _note(self, hand: AnyHand) -> None:
        known = self._live.setdefault(hand.id, {})
        digest = digest_of(hand)
        if known.setdefault(hand.actions, digest) != digest:
            raise self.fail(f"hand {hand.id} has changed after its {hand.actions} actions, though nobody has acted")
        while len(self._live) > HANDS_FOLLOWED:
            del self._live[next(iter(self._live))]

    async def _look_for_gaps(self, states: Sequence[TableState]) -> None:
        assert self.life is not None
        read_up_to = {state.id: self._journals.read_up_to(state.id) for state in states}
        grown = [state for state in states if state.seq != read_up_to[state.id]]
        if not grown:
            return
        added = await read(
            self.life.app.ledger, lambda c: {state.id: self._journals.added(c, state.id) for state in grown}
        )
        for state in grown:
            before, numbers = read_up_to[state.id], [line.seq for line in added[state.id]]
            if numbers != list(range(before + 1, before + len(numbers) + 1)):
                gap = next(at for at, number in enumerate(numbers, before + 1) if at != number)
                raise self.fail(f"line {gap} is missing in the journal of table {state.id}, which has {state.seq}")
            if before + len(numbers) != state.seq:
                raise self.fail(
                    f"the journal of table {state.id} has {before + len(numbers)} lines, "
                    f"and the table counts {state.seq}"
                )

    async def _play_again(self, number: int, live: AnyHand | None) -> None:
        assert self.life is not None
        app = self.life.app
        row = await app.ledger.read(queries.hand, number)
        if row is None or row.voided or any(player.startswith(PSEUDONYM) for player in row.players):
            # Whoever was forgotten since stands under another name in it, as in all that was noted of the hand.
            return
        try:
            deal = deal_of(row, self.life.entropy)
        except NotSealed:
            return
        people = await app.ledger.read(queries.people, row.group)
        names = tuple(people[player].name if player in people else "?" for player in row.players)
        game = GAMES[row.game]
        hand = resume.dealt_again(row, names, deal)
        journal: list[JournalLine] = await app.ledger.read(queries.journal, number)
        known = self._live.get(number, {})
        self._compare(hand, known)
        for line in journal:
            hand = repeated(hand, line.actor, line.text, game)
            self._compare(hand, known)
        if live is not None and digest_of(hand) != digest_of(live):
            raise self.fail(f"hand {number} played again from its journal is not the hand that is being played")
        if row.settlement is not None:
            nets = hand.round.settlement
            if nets is None or tuple(nets[seat] for seat in range(len(row.players))) != row.settlement:
                raise self.fail(
                    f"hand {number} played again from its journal comes to another result than the one that is stored"
                )

    def _compare(self, hand: AnyHand, known: dict[int, str]) -> None:
        then = known.get(hand.actions)
        if then is not None and then != digest_of(hand):
            raise self.fail(
                f"hand {hand.id} played again from its journal is another after {hand.actions} actions than it was then"
            )
