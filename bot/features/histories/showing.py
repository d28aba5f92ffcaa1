from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.commands import Refusal, Request
from bot.environment.entropy import Entropy
from bot.features.histories.replays import Replays
from bot.ledger import CardShown, HandRow, Ledger, WriteRefused, hand_number, queries
from bot.messages import PlayerId
from bot.tables.resume import played_again
from bot.tables.sealing import NotSealed
from engine.fairness import records
from engine.games import GAMES
from engine.play import Seat, choice_read
from engine.table.hand import AnyHand

ALL = "all"


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The cards of a player of a finished hand."""

    hand: int
    game: str
    played: AnyHand = field(repr=False)
    """The hand at its end, from the real pack."""

    seat: Seat
    closed: Mapping[int, str] = field(repr=False)
    """The cards unseen by others: names by place in the deal."""


@dataclass(frozen=True, slots=True)
class NewlyShown:
    hand: int
    game: str
    name: str

    seat: Seat
    folded: bool

    cards: tuple[str, ...]

    text: str = field(repr=False)
    """With the proofs of cards shown before."""


class Showing:
    """Lets players show their cards, once each, as long as the key of the deal is kept."""

    def __init__(self, ledger: Ledger, replays: Replays, entropy: Entropy) -> None:
        self._ledger = ledger
        self._replays = replays
        self._entropy = entropy

    async def own(self, group: str, hand: int, player: PlayerId) -> OwnCards:
        """Return the cards that can still be shown.

        Refused if the hand is not over, the player was not dealt in, or nothing is left.
        """
        return await self._own((await self._replays.stored(group, hand)).row, player)

    async def show(self, request: Request, hand: int, wanted: str) -> NewlyShown:
        """Show one closed card of the sender, or :data:`ALL`; durable on return, refused like :meth:`own`."""
        row, player = (await self._replays.stored(request.group, hand)).row, request.who.id
        own = await self._own(row, player)
        places = list(own.closed) if wanted == ALL else _of_name(own.closed, wanted)
        if not places:
            raise Refusal("no-such-card-to-show" if wanted != ALL else "all-shown", hand=hand_number(hand))
        chair = own.played.chairs[own.seat]
        openings = records.read(records.own_cards(replace(own.played.dealt, opened=sorted(places)), chair))["openings"]
        shown = [
            CardShown(hand, place, player, json.dumps(opening, separators=(",", ":")))
            for place, opening in zip(sorted(places), openings, strict=True)
        ]
        before = await self._shown_by(row, player)
        try:
            await self._ledger.commit((*shown, *request.receipt))
        except WriteRefused as refused:
            # They pressed twice at the same moment.
            raise Refusal("all-shown", hand=hand_number(hand)) from refused
        return NewlyShown(
            hand,
            row.game,
            own.played.names[own.seat],
            own.seat,
            _has_folded(own),
            tuple(own.closed[place] for place in sorted(places)),
            records.shown_cards(
                row.record, chair, [json.loads(each.opening) for each in sorted([*before, *shown], key=_place)]
            ),
        )

    async def _own(self, row: HandRow, player: PlayerId) -> OwnCards:
        if player not in row.players:
            raise Refusal("not-in-that-hand")
        if records.read(row.record)["disclosed"]:
            raise Refusal("opened-already", hand=hand_number(row.hand))
        try:
            played = await played_again(self._ledger, self._entropy, row)
        except NotSealed:
            raise Refusal("pack-erased", hand=hand_number(row.hand)) from None
        seat = row.players.index(player)
        shown = {each.place for each in await self._shown_by(row, player)}
        closed = sorted(set(played.round.held(seat)) - set(played.round.opened) - shown)
        names = GAMES[row.game].pack_names
        return OwnCards(row.hand, row.game, played, seat, {place: names[played.deal.pack[place]] for place in closed})

    async def _shown_by(self, row: HandRow, player: PlayerId) -> list[CardShown]:
        return [each for each in await self._ledger.read(queries.cards_shown, row.hand) if each.player == player]


def _place(shown: CardShown) -> int:
    return shown.place


def _of_name(closed: Mapping[int, str], wanted: str) -> list[int]:
    """The first closed card of a name, in usual spellings: ``6-3`` or ``3/6``, ``3 suo`` or ``3-suo``."""
    said = choice_read(wanted)
    spelled = {said, "-".join(reversed(said.split("-")))}
    return [place for place, name in closed.items() if choice_read(name) in spelled][:1]


def _has_folded(own: OwnCards) -> bool:
    return own.seat in getattr(own.played.round.view(None), "folded", ())
