"""A table as a value: its players, chips and running hand."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Generic, TypeAlias

from bot.groups.table_rules import TableRules
from bot.ledger import SealRow, TableSaved
from bot.messages import Person, Place, PlayerId, is_computer
from bot.messages.lookalikes import all_told_apart
from bot.tables import sealing
from engine.facts import Move, SeatFacts
from engine.fairness import NO_RECORD, Closing, SealedDeal
from engine.fairness.records import Dealt
from engine.fairness.sealed import Sealed
from engine.game import Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import AdvanceAction, Round, Seat, View, ViewT_co


@dataclass(frozen=True, slots=True)
class Chair:
    """A player at a table; each hand numbers its seats anew."""

    player: PlayerId
    name: str
    stack: int
    """Without the stake in the running hand."""

    computer: bool = False
    out: bool = False

    leaving: bool = False

    removed: bool = False

    lapses: int = 0

    goes_on: bool = False

    bank: float = 0.0
    """Seconds left, for as long as they sit."""

    decided: AdvanceAction | None = field(default=None, repr=False)
    """Shown to nobody."""

    standing: str = field(default="", repr=False)
    """The standing verb for windows, if any; shown to nobody else."""

    @property
    def gets_up(self) -> bool:
        """True if the chair is free once the running hand is over."""
        return self.leaving or self.removed


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause: no hand begins until somebody resumes the table."""

    by: str

    ends: datetime
    """In UTC."""

    player: PlayerId = ""

    stands_still: bool = False
    """True if the running hand and its clocks stand still as well."""

    turn: str = ""

    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A removed player who may not sit down again yet."""

    player: PlayerId
    name: str
    until: datetime
    """In UTC; it needs no timer."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one player at a table, over all sittings."""

    player: PlayerId
    name: str
    brought: int = 0
    took: int = 0
    hands: int = 0

    won: int = 0

    biggest: int = 0
    """The most chips from one hand: from the pot, or else the net."""

    best: str = ""

    worth: int = 0

    among_people: int = 0
    """Their net of hands among people, which can be settled."""

    reversed: int = 0
    """Their net of hands reversed later."""

    @property
    def net(self) -> int:
        return self.took - self.brought - self.reversed

    @property
    def computer(self) -> bool:
        return is_computer(self.player)


_stored_tally = attrgetter("player", *(each.name for each in fields(Tally)[2:]))


@dataclass(frozen=True, slots=True)
class TableHand(Generic[ViewT_co]):
    """The running or last hand of a game with such views."""

    id: int
    """Among all hands."""

    number: int
    """At this table."""

    players: tuple[PlayerId, ...]

    names: tuple[str, ...]
    chairs: tuple[int, ...]

    dealer: int
    """The chair that dealt, even if another buys the bank."""

    stacks: tuple[int, ...]
    """By seat, before the hand."""

    round: Round[ViewT_co]
    rules: GameRules
    deal: SealedDeal

    began: datetime
    """In UTC."""

    events: tuple[tuple[Any, ...], ...] = ()

    actions: int = 0

    moves: tuple[Move, ...] = field(default=(), repr=False)
    """All moves so far, sealed answers among them."""

    @property
    def over(self) -> bool:
        return self.round.settlement is not None

    def seat(self, player: PlayerId) -> Seat | None:
        return self.players.index(player) if player in self.players else None

    @property
    def dealt(self) -> Dealt:
        now, chairs = self.round, self.chairs
        return Dealt(
            self.deal,
            self.dealer,
            tuple([chairs[seat] for seat in now.dealt_to]),
            now.opened,
            None if now.banker is None else chairs[now.banker],
            tuple([(chairs[seat], word) for seat, word in now.order_of_play]),
        )

    @property
    def turn(self) -> str:
        """The mark of buttons for the present question: hand and number."""
        return f"{self.number}.{self.round.question}"


AnyHand: TypeAlias = TableHand[View]


_OF_CHAIRS = ("player", "computer", "out", "leaving", "removed", "bank", "decided", "standing")
"""The stored fields of a chair; the ledger knows its stack and name."""

_AS_THEY_ARE = (
    *("preset", "practice", "host", "dealer_chair", "next_dealer_chair", "last_dealer", "streak", "hands_played"),
    *("voids", "given_up", "without_beacon", "not_revealed", "identity", "chain", "last_cutter", "carried", "running"),
    *("closing", "stood_still"),
)
"""The fields of a table that are stored as they are."""


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about one table."""

    id: str
    place: Place
    game_name: str
    chairs: tuple[Chair | None, ...]
    preset: str = ""
    """The preset it was opened with; empty for the rules of the group."""

    practice: bool = False
    """With hints, and chips that belong to nobody."""

    host: PlayerId = ""
    dealer_chair: int | None = None

    next_dealer_chair: int | None = None
    """``None`` lets the deal pass on."""

    last_dealer: PlayerId = ""

    streak: int = 0

    tallies: tuple[Tally, ...] = ()
    """In the order of last sitting down or getting up."""

    hands_played: int = 0
    voids: int = 0

    given_up: int = 0
    """Deals given up that anybody could know, or for a removed cutter."""

    without_beacon: int = 0

    not_revealed: int = 0

    identity: str = ""
    """Sixteen bytes in hex of its own, so that its packs fit no other table."""

    chain: str = NO_RECORD.hex()
    """The hash of its last record, with which the next hand is sealed."""

    sealed: Sealed | None = None
    """The packs of the next hand; none while a hand is played."""

    last_cutter: int | None = None

    carried: int = 0

    seq: int = 0
    """The last line of the journal."""

    hand: AnyHand | None = None
    clock: TableRules = field(default_factory=TableRules)
    """The group's rules for tables from the beginning of the hand, or from a restart in it.

    An admin who plays could otherwise shorten another's turn.
    """

    running: bool = False

    closing: bool = False

    paused: Pause | None = None

    resumed: tuple[str, float] | None = None
    """The question of a pause and its seconds left.

    They are not stored: a restart gives every question its whole time.
    """

    stood_still: int = 0
    """The last hand that stood still, by its number; none does so twice."""

    kept_out: tuple[KeptOut, ...] = ()

    closed: bool = False

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.game_name]

    @property
    def playing(self) -> AnyHand | None:
        return self.hand if self.hand is not None and not self.hand.over else None

    @property
    def closed_deal(self) -> tuple[Sealed, Closing]:
        """The packs of the next hand once its deal is closed, with the closing."""
        assert self.sealed is not None
        assert self.sealed.closing is not None
        return self.sealed, self.sealed.closing

    @property
    def hands_over(self) -> int:
        return self.hands_played - self.voids - (self.playing is not None)

    @property
    def stands_still(self) -> bool:
        return self.paused is not None and self.paused.stands_still and self.playing is not None

    @property
    def going_on(self) -> TableState:
        """The table resumed; a question that stood still has the time left then."""
        paused = self.paused if self.stands_still else None
        return replace(self, paused=None, resumed=None if paused is None else (paused.turn, paused.seconds))

    def question_seconds(self, hand: AnyHand) -> float:
        if self.resumed is not None and self.resumed[0] == hand.turn:
            return self.resumed[1]
        return float(hand.round.window or self.clock.turn_seconds)

    def kept_out_until(self, player: PlayerId, now: datetime) -> datetime | None:
        """The time, in UTC, from which a player may sit down again; ``None`` if now."""
        ends = [each.until for each in self.kept_out if each.player == player and each.until > now]
        return max(ends, default=None)

    @property
    def seated(self) -> tuple[Chair, ...]:
        return tuple(chair for chair in self.chairs if chair is not None)

    @property
    def people(self) -> tuple[Chair, ...]:
        return tuple(chair for chair in self.seated if not chair.computer and not chair.gets_up)

    def hosted_by(self, who: Person) -> bool:
        return who.admin or (not who.anonymous and who.id == self.host)

    def lets_computers_play(self, tables: TableRules) -> bool:
        return self.practice or tables.lets_computers_play(len(self.people))

    def chair_of(self, player: PlayerId) -> Chair | None:
        for chair in self.chairs:
            if chair is not None and chair.player == player:
                return chair
        return None

    def staked(self, player: PlayerId) -> int:
        hand = self.playing
        seat = None if hand is None or self.practice else hand.seat(player)
        return 0 if hand is None or seat is None else hand.round.staked[seat]

    def number_of(self, player: PlayerId) -> int:
        return next(n for n, chair in enumerate(self.chairs) if chair is not None and chair.player == player)

    def players_on(self, chairs: Iterable[int]) -> dict[int, PlayerId]:
        return {number: chair.player for number in chairs if (chair := self.chairs[number]) is not None}

    def with_chair(self, number: int, chair: Chair | None) -> TableState:
        return replace(self, chairs=(*self.chairs[:number], chair, *self.chairs[number + 1 :]))

    def change(self, player: PlayerId, **changes: Any) -> TableState:
        number = self.number_of(player)
        chair = self.chairs[number]
        assert chair is not None
        return self.with_chair(number, replace(chair, **changes))

    def ready(self, least_stack: int) -> tuple[Chair, ...]:
        return tuple(
            chair for chair in self.seated if not chair.out and not chair.leaving and chair.stack >= least_stack
        )

    def deals_in(self, player: PlayerId) -> bool:
        """True if a player plays the running hand, or is settled for the next."""
        if self.playing is not None:
            return self.playing.seat(player) is not None
        sealed, chair = self.sealed, self.chair_of(player)
        if sealed is None or not sealed.stands or chair is None:
            return False
        return not chair.out if sealed.settled is None else player in sealed.settled.values()

    def is_broke(self, chair: Chair, least_stack: int) -> bool:
        """True if a player has too few chips for a deal, and none at stake."""
        in_play = self.playing is not None and self.playing.seat(chair.player) is not None
        return chair.stack < least_stack and not in_play

    def expects_hand(self, least_stack: int) -> bool:
        """True if a hand begins by itself, as enough want to play, a person among them.

        A computer player without chips counts: it buys in before the deal if it can.
        """
        if self.closed or self.closing or self.paused is not None:
            return False
        ready = self.ready(least_stack)
        short = [chair for chair in self.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= self.game.fewest and any(not chair.computer for chair in ready)
        return enough and (self.running or len(ready) == len(self.chairs))

    def tally(self, player: PlayerId) -> Tally | None:
        return next((each for each in self.tallies if each.player == player), None)

    def tallied(self, chair: Chair, *, brought: int = 0, took: int = 0) -> TableState:
        """Count chips that a player has brought or taken away."""
        before = self.tally(chair.player) or Tally(chair.player, chair.name)
        now = replace(before, name=chair.name, brought=before.brought + brought, took=before.took + took)
        return replace(self, tallies=(*[each for each in self.tallies if each.player != chair.player], now))

    def keeping_out(self, player: PlayerId, known: PlayerId, name: str) -> TableState:
        kept_out = [replace(each, player=known, name=name) if each.player == player else each for each in self.kept_out]
        return replace(self, kept_out=tuple(kept_out))

    def with_pseudonym(self, player: PlayerId, pseudonym: str, name: str) -> TableState:
        def other(each: PlayerId) -> PlayerId:
            return pseudonym if each == player else each

        tallies = tuple(
            replace(each, player=pseudonym, name=name) if each.player == player else each for each in self.tallies
        )
        hand, sealed = self.hand, self.sealed
        if hand is not None and (seat := hand.seat(player)) is not None:
            names = (*hand.names[:seat], name, *hand.names[seat + 1 :])
            hand = replace(hand, players=tuple(map(other, hand.players)), names=names)
        if sealed is not None and player in sealed.words:
            words = {each: word for each, word in sealed.words.items() if each != player}
            sealed = replace(sealed, words=words)
        paused = self.paused
        if paused is not None and paused.player == player:
            paused = replace(paused, by=name, player=pseudonym)
        return replace(
            self,
            tallies=tallies,
            hand=hand,
            sealed=sealed,
            host=other(self.host),
            last_dealer=other(self.last_dealer),
            paused=paused,
        )

    def with_result(self, hand: AnyHand, facts: Sequence[SeatFacts]) -> TableState:
        settlement = hand.round.settlement
        assert settlement is not None
        with_people = not any(map(is_computer, hand.players))
        seats = {player: seat for seat, player in enumerate(hand.players)}

        def counted(tally: Tally) -> Tally:
            seat = seats.get(tally.player)
            if seat is None:
                return tally
            net, made = settlement[seat], facts[seat].made
            if made is not None and made.shown and made.worth > tally.worth:
                tally = replace(tally, best=made.name, worth=made.worth)
            return replace(
                tally,
                hands=tally.hands + 1,
                won=tally.won + (net > 0),
                biggest=max(tally.biggest, facts[seat].taken) if net > 0 else tally.biggest,
                among_people=tally.among_people + (net if with_people else 0),
            )

        return replace(self, tallies=tuple(map(counted, self.tallies)))

    def with_reversal(self, nets: Mapping[PlayerId, int]) -> TableState:
        """Take a reversed hand with these nets out of the tallies.

        The biggest pot and the best hand stay, as they were seen.
        """
        with_people = not any(map(is_computer, nets))

        def counted(tally: Tally) -> Tally:
            net = nets.get(tally.player)
            if net is None:
                return tally
            return replace(
                tally,
                hands=max(tally.hands - 1, 0),
                won=max(tally.won - (net > 0), 0),
                among_people=tally.among_people - (net if with_people else 0),
                reversed=tally.reversed + net,
            )

        return replace(self, tallies=tuple(map(counted, self.tallies)))

    @property
    def stored_tallies(self) -> list[tuple[Any, ...]]:
        return [_stored_tally(each) for each in self.tallies]

    def to_json(self) -> str:
        paused = self.paused
        stored = {name: getattr(self, name) for name in _AS_THEY_ARE} | {
            "chairs": [chair and {name: getattr(chair, name) for name in _OF_CHAIRS} for chair in self.chairs],
            "tallies": self.stored_tallies,
            "sealed": self.sealed and self.sealed.to_json(),
            "paused": paused and {**asdict(paused), "by": "", "ends": paused.ends.isoformat()},
            "kept_out": [(each.player, each.until.isoformat()) for each in self.kept_out],
        }
        return json.dumps(stored, separators=(",", ":"))

    @classmethod
    def from_json(
        cls,
        table: str,
        place: Place,
        game: str,
        text: str,
        stacks: Mapping[PlayerId, int],
        names: Mapping[PlayerId, str],
        seq: int,
        seal: SealRow | None = None,
    ) -> TableState:
        """The inverse of :meth:`to_json`.

        ``stacks`` and present ``names`` are those of the ledger, ``seq`` the last journal line, ``seal`` the keys of
        the next packs.
        """
        stored: dict[str, Any] = json.loads(text)
        seated = [each["player"] for each in stored["chairs"] if each is not None]
        apart = all_told_apart({each: names.get(each, "?") for each in seated})
        shown = defaultdict(lambda: "?", {**names, **apart})
        chairs = tuple(
            None if each is None else _restored_chair(each, shown[each["player"]], stacks.get(each["player"], 0))
            for each in stored.pop("chairs")
        )
        tallies = tuple([Tally(player, shown[player], *rest) for player, *rest in stored.pop("tallies")])
        packs = stored.pop("sealed")
        paused, kept_out = stored.pop("paused"), stored.pop("kept_out")
        if paused is not None:
            paused |= {"by": shown[paused["player"]], "ends": datetime.fromisoformat(paused["ends"])}
        return cls(
            id=table,
            place=place,
            game_name=game,
            chairs=chairs,
            seq=seq,
            sealed=packs and sealing.restored(packs, seal, stored["identity"], game, stored["chain"]),
            tallies=tallies,
            paused=paused and Pause(**paused),
            kept_out=tuple([KeptOut(who, shown[who], datetime.fromisoformat(until)) for who, until in kept_out]),
            **stored,
        )


def _restored_chair(stored: Mapping[str, Any], name: str, stack: int) -> Chair:
    chair = Chair(name=name, stack=stack, **stored)
    if chair.decided is None:
        return chair
    name, amount, stage = chair.decided
    return replace(chair, decided=AdvanceAction(name, amount, tuple(stage)))


def closed_table(stored: TableSaved, names: Mapping[PlayerId, str]) -> TableState:
    place = Place(stored.group, stored.channel)
    return replace(TableState.from_json(stored.table, place, stored.game, stored.state, {}, names, 0), closed=True)


def with_reversal(stored: TableSaved, nets: Mapping[PlayerId, int]) -> TableSaved:
    """Take a reversed hand with these nets out of a table that is not open."""
    tallies = closed_table(stored, {}).with_reversal(nets).stored_tallies
    return replace(stored, state=json.dumps({**json.loads(stored.state), "tallies": tallies}, separators=(",", ":")))


def new_table(
    table: str, place: Place, game: str, preset: str, host: PlayerId, identity: bytes, *, practice: bool = False
) -> TableState:
    """A new table with every chair free; ``identity`` is sixteen bytes of its own."""
    chairs = (None,) * GAMES[game].most
    return TableState(table, place, game, chairs, preset=preset, practice=practice, host=host, identity=identity.hex())


@dataclass(frozen=True, slots=True)
class Notice:
    """A message about a table besides the game: a key of the wording, and its values."""

    key: str
    fields: Mapping[str, str | int] = field(default_factory=dict)
