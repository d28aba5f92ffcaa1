"""Past hands: replays, records and proofs, and cards shown afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, cast

import structlog

from bot.commands import Refusal, Request
from bot.environment.entropy import Entropy
from bot.ledger import (
    CardShown,
    DisclosureAgreed,
    HandRow,
    JournalLine,
    Ledger,
    PackDisclosed,
    StoredHand,
    WriteRefused,
    fingerprint_log,
    hand_number,
    queries,
)
from bot.messages import PlayerId, is_computer
from bot.tables import hands
from bot.tables.manager import TableManager
from bot.tables.resume import dealt_again, dealt_hand, played_again
from bot.tables.sealing import NotSealed, deal_of
from bot.tables.state import AnyHand
from engine import notation
from engine.fairness import SealedDeal, records
from engine.game import Deal, Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import Seat, View

log = structlog.get_logger()


class Shown(NamedTuple):
    """Cards that a player has shown after a hand."""

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
        """A finished hand of a group; refused without one of that number, or without a record."""
        found = await self._ledger.read(queries.stored_hand, hand)
        if found is None or found.row.group != group:
            raise Refusal("no-such-hand", hand=hand_number(hand))
        if found.row.settlement is None:
            raise Refusal("hand-still-played", hand=hand_number(hand))
        if not found.row.record:
            raise Refusal("no-replay", hand=hand_number(hand))
        return found

    async def of(self, group: str, hand: int, player: PlayerId = "") -> Replay:
        """A hand, step by step, with the player's own cards; refused if it cannot be played again."""
        found = await self.stored(group, hand)
        try:
            # A long hand would delay the tables.
            return await asyncio.to_thread(self._made, found, player)
        except Exception:
            # Its rules are read in another way by now; its result stays.
            log.exception("hand cannot be replayed", action="whoever asked is told", hand=hand)
            raise Refusal("no-replay", hand=hand_number(hand)) from None

    def _made(self, found: StoredHand, player: PlayerId) -> Replay:
        made = self._replay(found)
        return self._with_own(made, found, player) if player else made

    def _replay(self, found: StoredHand) -> Replay:
        row, game = found.row, GAMES[found.row.game]
        fields = records.read(row.record)
        steps = tuple(_steps(self._dealt(found, fields), found.journal, game))
        told = [line.text.removeprefix(hands.TOLD) for line in found.journal if line.text.startswith(hands.TOLD)]
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
        return dealt_hand(row, found.names, chairs, step, rules, deal)

    def _places(self, row: HandRow, fields: Mapping[str, Any]) -> Mapping[int, int]:
        """Return the place in the deal, from 0, of the card at each position of the picked pack.

        Only the deal itself knows the order of a stacked pack.
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
        before, hand = hand, hands.repeated(hand, line, game)
        if (len(hand.events), hand.round.question) != (len(before.events), before.round.question):
            yield hand


def _shown(over: AnyHand, cards: Sequence[CardShown], names: Sequence[str]) -> Iterator[Shown]:
    for seat, player in enumerate(over.players):
        own = tuple(names[json.loads(each.opening)["card"]] for each in cards if each.player == player)
        if own:
            yield Shown(seat, own)


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
    """The cards that a player has just shown."""

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
        """The cards that a player can still show.

        Refused if the hand is not over, the player was not dealt in, or no card is left to show.
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
    said = notation.choice_read(wanted)
    spelled = {said, "-".join(reversed(said.split("-")))}
    return [place for place, name in closed.items() if notation.choice_read(name) in spelled][:1]


def _has_folded(own: OwnCards) -> bool:
    return own.seat in getattr(own.played.round.view(None), "folded", ())


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that needs no trust in Kiu."""

    hand: int

    text: str = field(repr=False)
    """It may be for one player alone."""

    players: Mapping[int, PlayerId] = field(repr=False)
    """The players by chair; the record itself has no ids of players."""


class Proofs:
    """Proofs of the hands of every group."""

    def __init__(self, ledger: Ledger, tables: TableManager, entropy: Entropy) -> None:
        self._ledger = ledger
        self._tables = tables
        self._entropy = entropy

    async def record(self, group: str, hand: int, log_size: int | None = None) -> Proof:
        """The record of a hand, as it is stored or stands, with its proofs from the log.

        Refused without such a hand or record, or if the log never had that size.
        """
        now = self._ledger.log_head.size
        if log_size is not None and not 0 < log_size <= now:
            raise Refusal("no-such-log-size", size=str(log_size), most=str(now))
        playing = self._playing(group, hand)
        if playing is None:
            row = await self._stored(group, hand)
            text, players = row.record, row.players
        else:
            text, players = records.record(playing.dealt), playing.players
        chairs = sorted(map(int, records.read(text)["seats"]))
        return Proof(hand, await self._logged(group, text, log_size or 0), dict(zip(chairs, players, strict=True)))

    async def own_cards(self, group: str, hand: int | None, player: PlayerId) -> Proof:
        """The proofs of a player's own cards, for nobody else.

        Without a number it is the player's present or last hand at an open table. Refused if the player has seen no
        card of it, or the proofs are gone.
        """
        number = self._latest(group, player) if hand is None else hand
        played = self._playing(group, number) or await self._played_again(group, number)
        seat = played.seat(player)
        if seat is None:
            raise Refusal("not-in-that-hand")
        places = played.round.held(seat)
        if not places:
            raise Refusal("nothing-to-prove")
        text = records.own_cards(replace(played.dealt, opened=places), played.chairs[seat])
        return Proof(number, await self._logged(group, text), dict(zip(played.chairs, played.players, strict=True)))

    async def agree(self, request: Request, hand: int) -> int:
        """Count the sender's agreement to open all cards of a hand; the last one opens them.

        Returns the number of people still to agree. Refused if the cards are not opened by agreement, are open, or
        cannot be any more.
        """
        group, player = request.group, request.who.id
        # In turn, so that the second of two knows to be the last.
        async with self._ledger.record_lock:
            if self._playing(group, hand) is not None:
                raise Refusal("hand-not-over")
            row = await self._stored(group, hand)
            if player not in row.players:
                raise Refusal("not-in-that-hand")
            _check_open_to_agreement(row)
            agreed = await self._ledger.read(queries.agreed, hand)
            if player in agreed:
                raise Refusal("agreed-already")
            people = {each for each in row.players if not is_computer(each)}
            missing = len(people - agreed - {player})
            opened = () if missing else (PackDisclosed(hand, records.with_picked_pack(row.record, row.keys)),)
            try:
                await self._ledger.commit((DisclosureAgreed(hand, player), *opened, *request.receipt))
            except WriteRefused as refused:
                # Its time ran out at this very moment.
                raise Refusal("pack-erased", hand=hand_number(hand)) from refused
            return missing

    async def _logged(self, group: str, text: str, log_size: int = 0) -> str:
        posted = await self._ledger.read(fingerprint_log.last_posted, group)
        earlier = sorted({posted, log_size} - {0})
        fields = records.read(text)
        proof = await self._ledger.read(
            fingerprint_log.log_proof, bytes.fromhex(fields["table"]), fields["hand"], earlier
        )
        return records.with_log(text, proof)

    def _playing(self, group: str, hand: int) -> AnyHand | None:
        running = (table.state.playing for table in self._tables.of_group(group))
        return next((each for each in running if each is not None and each.id == hand), None)

    def _latest(self, group: str, player: PlayerId) -> int:
        hands = (table.state.hand for table in self._tables.of_group(group))
        played = [(hand.began, hand.id) for hand in hands if hand is not None and hand.seat(player) is not None]
        if not played:
            raise Refusal("which-hand")
        return max(played)[1]

    async def _stored(self, group: str, hand: int) -> HandRow:
        row = await self._ledger.read(queries.hand, hand)
        if row is None or row.group != group:
            raise Refusal("no-such-hand", hand=hand_number(hand))
        if not row.record:
            raise Refusal("no-record", hand=hand_number(hand))
        return row

    async def _played_again(self, group: str, hand: int) -> AnyHand:
        try:
            return await played_again(self._ledger, self._entropy, await self._stored(group, hand))
        except NotSealed:
            raise Refusal("pack-erased", hand=hand_number(hand)) from None


def _check_open_to_agreement(row: HandRow) -> None:
    """Refuse unless the pack of a hand is closed, and may be opened by agreement."""
    fields = records.read(row.record)
    if fields["disclosed"]:
        raise Refusal("opened-already", hand=hand_number(row.hand))
    if records.read(fields["rules"])["disclosure"] != "unanimous":
        raise Refusal("not-unanimous")
    if not row.keys:
        raise Refusal("pack-erased", hand=hand_number(row.hand))
