from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from engine.fairness import NO_RECORD, Closing
from engine.fairness.sealed import Sealed
from engine.game import Game
from engine.games import GAMES
from engine.play import AdvanceAction
from engine.table.hand import AnyHand
from engine.table.players import Place, PlayerId
from engine.table.rules import TableRules
from engine.table.tally import Tally


@dataclass(frozen=True, slots=True)
class Chair:
    """Each hand numbers its seats anew."""

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
class TableState:
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

    version: int = 0
    """The number of its stored row."""

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

    def plays(self, player: PlayerId) -> bool:
        return self.playing is not None and self.playing.seat(player) is not None

    def deals_in(self, player: PlayerId) -> bool:
        """True if a player plays the running hand, or is settled for the next."""
        if self.playing is not None:
            return self.plays(player)
        sealed, chair = self.sealed, self.chair_of(player)
        if sealed is None or not sealed.stands or chair is None:
            return False
        return not chair.out if sealed.settled is None else player in sealed.settled.values()

    def is_broke(self, chair: Chair, least_stack: int) -> bool:
        """True if a player has too few chips for a deal, and none at stake."""
        return chair.stack < least_stack and not self.plays(chair.player)

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


def new_table(
    table: str, place: Place, game: str, preset: str, host: PlayerId, identity: bytes, *, practice: bool = False
) -> TableState:
    """A new table with every chair free; ``identity`` is sixteen bytes of its own."""
    chairs = (None,) * GAMES[game].most
    return TableState(table, place, game, chairs, preset=preset, practice=practice, host=host, identity=identity.hex())
