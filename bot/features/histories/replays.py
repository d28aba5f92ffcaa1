"""Finished hands, step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, cast

import structlog

from bot.commands import Refusal
from bot.environment.entropy import Entropy
from bot.features.histories.queries import StoredHand, stored_hand
from bot.ledger import CardShown, HandRow, JournalLine, Ledger, hand_number
from bot.messages import PlayerId
from bot.tables.hands import repeated
from bot.tables.resume import dealt_again
from bot.tables.sealing import NotSealed, deal_of
from engine.fairness import SealedDeal, records
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Seat, View
from engine.table.hand import TOLD, AnyHand, TableHand

log = structlog.get_logger()


class Shown(NamedTuple):
    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished hand, step by step."""

    hand: int

    game: str
    rules: GameRules

    ended: datetime
    """In UTC."""

    steps: tuple[AnyHand, ...]
    """The public view, from the deal to the end, a step for each visible change.

    Names are those of now; no step has more cards than lie open.
    """

    practice: bool
    voided: str
    """The reason to call it off, if any."""

    shown: tuple[Shown, ...] = ()

    own: tuple[AnyHand, ...] = field(default=(), repr=False)
    """The same steps from the real pack, for the player who asked alone.

    Empty if they were not dealt in, or if the key of that pack is gone.
    """

    lost: bool = False

    @property
    def last(self) -> AnyHand:
        return self.steps[-1]


class Replays:
    """Plays the hands of every group again, with ``entropy`` while their keys are kept."""

    def __init__(self, ledger: Ledger, entropy: Entropy) -> None:
        self._ledger = ledger
        self._entropy = entropy

    async def stored(self, group: str, hand: int) -> StoredHand:
        """Return a finished hand; refused without one of that number, or without a record."""
        found = await self._ledger.read(stored_hand, hand)
        if found is None or found.row.group != group:
            raise Refusal("no-such-hand", hand=hand_number(hand))
        if found.row.settlement is None:
            raise Refusal("hand-not-over", hand=hand_number(hand))
        if not found.row.record:
            raise Refusal("no-replay", hand=hand_number(hand))
        return found

    async def of(self, group: str, hand: int, player: PlayerId = "") -> Replay:
        """Return a hand with the player's own cards; refused if it cannot be played again."""
        found = await self.stored(group, hand)
        try:
            # A long hand would delay the tables.
            return await asyncio.to_thread(self._made, found, player)
        except Exception:
            # Its rules are read in another way by now; its result stays.
            log.exception("hand cannot be replayed", action="the asker is told", hand=hand)
            raise Refusal("no-replay", hand=hand_number(hand)) from None

    def _made(self, found: StoredHand, player: PlayerId) -> Replay:
        made = self._replay(found)
        return self._with_own(made, found, player) if player else made

    def _replay(self, found: StoredHand) -> Replay:
        row, game = found.row, GAMES[found.row.game]
        fields = records.read(row.record)
        steps = tuple(_steps(self._dealt(found, fields), found.journal, game))
        told = [line.text.removeprefix(TOLD) for line in found.journal if line.text.startswith(TOLD)]
        over = steps[-1]
        retold = replace(over, events=game.retold(over.events, "".join(told)))
        assert row.closed is not None
        return Replay(
            hand=row.hand,
            game=row.game,
            rules=over.rules,
            ended=row.closed,
            steps=(*steps[:-1], retold),
            practice=found.practised,
            voided=row.voided,
            shown=tuple(_shown(over, found.shown, fields["cards"])),
        )

    def _dealt(self, found: StoredHand, fields: Mapping[str, Any]) -> AnyHand:
        row, game, place_of = found.row, GAMES[found.row.game], self._places(found.row, fields)
        rules = game.rules_from(row.rules)
        opened = {place_of[each["pos"]]: each["card"] for each in fields["openings"]}
        # A script may have stacked fewer cards, so that the stock was sooner empty.
        pack = game.public_pack(opened)[: len(place_of)]
        step = game.deal_in_public(Deal(rules, row.stacks, row.dealer, pack, row.carried, row.streak))
        chairs = tuple(sorted(map(int, fields["seats"])))
        # It proves nothing; the record does.
        deal = cast(SealedDeal, None)
        return TableHand(
            row.hand, row.number, row.players, found.names, chairs, chairs[row.dealer], row.stacks, step.round, rules,
            deal, row.opened, step.events
        )  # fmt: skip

    def _places(self, row: HandRow, fields: Mapping[str, Any]) -> Mapping[int, int]:
        """Return the places in the deal, from 0, by position in the picked pack.

        Only the deal knows the order of a stacked pack.
        """
        if not self._entropy.stacks:
            return records.places(fields)
        try:
            order = deal_of(row, self._entropy).positions
        except NotSealed:
            return records.places(fields)
        return {position: place for place, position in enumerate(order)}

    def _with_own(self, made: Replay, found: StoredHand, player: PlayerId) -> Replay:
        over, seat = made.last.round, made.last.seat(player)
        if seat is None:
            return made
        try:
            deal = deal_of(found.row, self._entropy)
        except NotSealed:
            return replace(made, lost=not set(over.held(seat)) <= set(over.opened))
        first = dealt_again(found.row, found.names, deal)
        return replace(made, own=tuple(_steps(first, found.journal, GAMES[found.row.game])))


def _steps(dealt: AnyHand, lines: Iterable[JournalLine], game: Game[Any, View]) -> Iterator[AnyHand]:
    """Yield a hand at each change that everybody could see.

    Secret answers in an open window change nothing until it closes.
    """
    yield dealt
    hand = dealt
    for line in lines:
        before, hand = hand, repeated(hand, line.actor, line.text, game)
        if (len(hand.events), hand.round.question) != (len(before.events), before.round.question):
            yield hand


def _shown(over: AnyHand, cards: Sequence[CardShown], names: Sequence[str]) -> Iterator[Shown]:
    for seat, player in enumerate(over.players):
        own = tuple(names[json.loads(each.opening)["card"]] for each in cards if each.player == player)
        if own:
            yield Shown(seat, own)
