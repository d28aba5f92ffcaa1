"""A table as a value: who sits where, with how many chips, and the hand being played.

What changes a table makes a new state; the old one stands until the change is durable.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Generic, TypeAlias

from bot.groups.table_rules import TableRules
from bot.ledger import SealRow, TableSaved
from bot.messages import Person, Place, PlayerId, is_computer
from bot.tables.sealing import Sealed, restored
from engine.facts import Move, SeatFacts
from engine.fairness import NO_RECORD, SealedDeal
from engine.fairness.records import Dealt
from engine.game import Game
from engine.games import GAMES
from engine.house_rules import GameRules
from engine.play import AdvanceAction, Round, Seat, View, ViewT_co


@dataclass(frozen=True, slots=True)
class Chair:
    """A player at a table, hand after hand; a hand numbers its seats anew among those dealt in."""

    player: PlayerId
    name: str
    stack: int
    """The player's chips at the table, without what is at stake in the running hand."""

    computer: bool = False
    out: bool = False
    """Sits out: keeps the chair, is not dealt in."""

    leaving: bool = False
    """Leaves by themselves, as soon as the running hand allows."""

    removed: bool = False
    """Was removed, and gets up when the running hand is over; until then everything goes on as if they were not."""

    lapses: int = 0
    """How many turns in a row have lapsed."""

    goes_on: bool = False
    """Whether they want the paused table to go on."""

    bank: float = 0.0
    """Seconds left in the time bank, for as long as they sit."""

    decided: AdvanceAction | None = field(default=None, repr=False)
    """What they have decided to do when it is their turn in the running hand; shown to nobody."""

    standing: str = field(default="", repr=False)
    """Which questions of windows they want to be asked, hand after hand, by the name of a standing verb of the game;
    empty if they have decided nothing. Shown to nobody else."""

    @property
    def gets_up(self) -> bool:
        """Whether the chair is free once the running hand is over."""
        return self.leaving or self.removed


@dataclass(frozen=True, slots=True)
class Pause:
    """That a table is paused: no hand begins until somebody resumes it."""

    by: str
    """The name of who paused it."""

    ends: datetime
    """When it is over by itself, in UTC."""

    player: PlayerId = ""
    """Their id."""

    stands_still: bool = False
    """Whether the hand that is played meanwhile stands still as well, with its clocks."""

    turn: str = ""
    """The question that stood then; empty if no hand stands still."""

    seconds: float = 0.0
    """How many seconds were left for it."""


@dataclass(frozen=True, slots=True)
class KeptOut:
    """Somebody who was removed and may not sit down again yet."""

    player: PlayerId
    name: str
    until: datetime
    """In UTC; it needs no timer to be over."""


IDLE_LAPSES = 2
"""After how many lapsed turns in a row somebody who sits out gives way to somebody who waits."""

TALLIES_KEPT = 200
"""Of how many players a table remembers how they fared; it forgets first who left first."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How one player has fared at a table, in all the times they sat there."""

    player: PlayerId
    name: str
    brought: int = 0
    took: int = 0
    hands: int = 0
    """How many hands they were dealt into that were played to their end, those reversed since left out."""

    won: int = 0
    """In how many of them they won chips."""

    biggest: int = 0
    """The most chips that they took in a hand they won: out of the pot, or in a game without one their net."""

    best: str = ""
    """The best hand that everybody has seen of them, by its name in the facts of a hand; empty if none was seen."""

    worth: int = 0
    """How good that was, by the usual house rules."""

    among_people: int = 0
    """Their net of the hands in which no computer player was: what can be settled between people."""

    reversed: int = 0
    """Their net of the hands that were reversed later on: their wallets were given it back, or paid it back."""

    @property
    def net(self) -> int:
        """What they have won or lost at the table, once they have got up."""
        return self.took - self.brought - self.reversed

    @property
    def computer(self) -> bool:
        return is_computer(self.player)


_stored_tally = attrgetter(*(each.name for each in fields(Tally)))


@dataclass(frozen=True, slots=True)
class TableHand(Generic[ViewT_co]):
    """The hand being played, or just finished, of a game that lets its players see such views."""

    id: int
    """Its number among all hands."""

    number: int
    """Its number at this table."""

    players: tuple[PlayerId, ...]
    """Who plays which seat."""

    names: tuple[str, ...]
    chairs: tuple[int, ...]
    """The number of each seat's chair, from 0."""

    dealer: int
    """The number of the chair that dealt it, whoever buys the bank afterwards."""

    stacks: tuple[int, ...]
    """Chips of each seat before the hand."""

    round: Round[ViewT_co]
    rules: GameRules
    deal: SealedDeal
    """How it was dealt, which proves its cards."""

    began: datetime
    """When it was dealt, in UTC."""

    events: tuple[tuple[Any, ...], ...] = ()
    """Every event so far, for the history of the hand."""

    actions: int = 0

    moves: tuple[Move, ...] = field(default=(), repr=False)
    """Every move so far; sealed answers are among them."""

    @property
    def over(self) -> bool:
        return self.round.settlement is not None

    def seat(self, player: PlayerId) -> Seat | None:
        """The seat of a player, if dealt in."""
        return self.players.index(player) if player in self.players else None

    @property
    def dealt(self) -> Dealt:
        """What everybody at the table knows of its deal."""
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
        """What buttons made for the question that now stands carry: the hand and the number of the question."""
        return f"{self.number}.{self.round.question}"


AnyHand: TypeAlias = TableHand[View]
"""A hand of any game; it is made as a :class:`TableHand`."""


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about one table."""

    id: str
    place: Place
    game_name: str
    chairs: tuple[Chair | None, ...]
    preset: str = ""
    """The preset it was opened with; empty means the rules of the group."""

    practice: bool = False
    """Whether it is for practice: its chips belong to nobody, and hints are given."""

    host: PlayerId = ""
    dealer_chair: int | None = None
    """The chair that dealt last."""

    next_dealer_chair: int | None = None
    """The chair that a game wants to deal next; ``None`` lets the deal pass on."""

    last_dealer: PlayerId = ""
    """Who dealt last."""

    streak: int = 0
    """How many hands in a row that player has dealt."""

    tallies: tuple[Tally, ...] = ()
    """What everybody who has sat here brought and took away, in the order in which they last sat down or got up."""

    hands_played: int = 0
    voids: int = 0
    """How many of them were called off."""

    given_up: int = 0
    """How many deals were given up, and never dealt, though players had added words, the hand was cut or closed, or its
    cutter was removed."""

    without_beacon: int = 0
    """How many hands were dealt without the beacon that their platform has."""

    not_revealed: int = 0
    """How often a hand was dealt without the chance that a player had pledged for it."""

    identity: str = ""
    """Sixteen bytes in hex that no other table has: what is sealed for this one can be dealt at no other."""

    chain: str = NO_RECORD.hex()
    """The hash of the record of its last hand, which its next hand is sealed with."""

    sealed: Sealed | None = None
    """What is sealed for the next hand; nothing while one is played."""

    last_cutter: int | None = None
    """The chair that cut last."""

    carried: int = 0
    """Odd chips that wait in the pot for the next hand."""

    seq: int = 0
    """The number of the last line in the table's journal."""

    hand: AnyHand | None = None
    clock: TableRules = field(default_factory=TableRules)
    """The group's rules for tables as they were when the hand began, or when the table was resumed in it.

    Like every house rule, those of the clock change with the next hand: an admin who plays could otherwise shorten the
    time of whoever is on turn.
    """

    running: bool = False
    """Whether hands follow one another; if not, the table waits in its lobby."""

    closing: bool = False
    """Whether it closes after the running hand."""

    paused: Pause | None = None
    """Since somebody paused it; ``None`` while hands may follow one another."""

    resumed: tuple[str, float] | None = None
    """The question that stood while the table was paused, and the seconds left for it; not stored, since a restart
    gives every question its whole time."""

    stood_still: int = 0
    """The number, among all hands, of the last one here that stood still; none does so twice."""

    kept_out: tuple[KeptOut, ...] = ()
    """Who was removed by the host and may not sit down again yet, and some for whom that is over."""

    closed: bool = False

    @property
    def game(self) -> Game[Any, Any]:
        return GAMES[self.game_name]

    @property
    def playing(self) -> AnyHand | None:
        """The hand in play, if there is one."""
        return self.hand if self.hand is not None and not self.hand.over else None

    @property
    def hands_over(self) -> int:
        """How many hands were played to their end: without those that were called off, and without the running one."""
        return self.hands_played - self.voids - (self.playing is not None)

    @property
    def stands_still(self) -> bool:
        """Whether the running hand stands still: no clock runs, and nobody may act."""
        return self.paused is not None and self.paused.stands_still and self.playing is not None

    @property
    def going_on(self) -> TableState:
        """The table resumed: for a question that stood still there is the time that was left then."""
        paused = self.paused if self.stands_still else None
        return replace(self, paused=None, resumed=None if paused is None else (paused.turn, paused.seconds))

    def question_seconds(self, hand: AnyHand) -> float:
        """How many seconds there are for the question that a hand asks now."""
        if self.resumed is not None and self.resumed[0] == hand.turn:
            return self.resumed[1]
        return float(hand.round.window or self.clock.turn_seconds)

    def kept_out_until(self, player: PlayerId, now: datetime) -> datetime | None:
        """Until when a player may not sit down here, in UTC; ``None`` if they may now."""
        ends = [each.until for each in self.kept_out if each.player == player and each.until > now]
        return max(ends, default=None)

    @property
    def seated(self) -> tuple[Chair, ...]:
        """Everybody who has a chair, clockwise."""
        return tuple(chair for chair in self.chairs if chair is not None)

    @property
    def people(self) -> tuple[Chair, ...]:
        """The people among them who do not get up after the running hand."""
        return tuple(chair for chair in self.seated if not chair.computer and not chair.gets_up)

    def hosted_by(self, who: Person) -> bool:
        """Whether somebody may do what hosts do."""
        return who.admin or (not who.anonymous and who.id == self.host)

    @property
    def idle_chair(self) -> Chair | None:
        """A chair that goes to somebody else if none is free: its player sits out since turns in a row lapsed."""
        fewest = min(IDLE_LAPSES, self.clock.lapses)
        idle = [chair for chair in self.people if chair.out and chair.lapses >= fewest]
        hand = self.playing
        free = [chair for chair in idle if hand is None or hand.seat(chair.player) is None]
        return free[0] if free and len(self.people) > 1 else None

    @property
    def has_room(self) -> bool:
        """Whether somebody can sit down."""
        return None in self.chairs or self.idle_chair is not None

    def lets_computers_play(self, tables: TableRules) -> bool:
        """Whether computer players may play here: for practice always, for real chips as the group's rules say."""
        return self.practice or tables.lets_computers_play(len(self.people))

    def chair_of(self, player: PlayerId) -> Chair | None:
        """The chair of a player, if seated."""
        for chair in self.chairs:
            if chair is not None and chair.player == player:
                return chair
        return None

    def staked(self, player: PlayerId) -> int:
        """The chips that a player has staked in the running hand; those of practice are nobody's."""
        hand = self.playing
        seat = None if hand is None or self.practice else hand.seat(player)
        return 0 if hand is None or seat is None else hand.round.staked[seat]

    def number_of(self, player: PlayerId) -> int:
        """The number of a seated player's chair."""
        return next(n for n, chair in enumerate(self.chairs) if chair is not None and chair.player == player)

    def players_on(self, chairs: Iterable[int]) -> dict[int, PlayerId]:
        """Who sits on some chairs, by the number of the chair."""
        return {number: chair.player for number in chairs if (chair := self.chairs[number]) is not None}

    def with_chair(self, number: int, chair: Chair | None) -> TableState:
        """The same table with another player, or nobody, on one chair."""
        return replace(self, chairs=(*self.chairs[:number], chair, *self.chairs[number + 1 :]))

    def change(self, player: PlayerId, **changes: Any) -> TableState:
        """The same table with something about one player changed."""
        number = self.number_of(player)
        chair = self.chairs[number]
        assert chair is not None
        return self.with_chair(number, replace(chair, **changes))

    def ready(self, least_stack: int) -> tuple[Chair, ...]:
        """Who would be dealt into a hand that begins now."""
        return tuple(
            chair for chair in self.seated if not chair.out and not chair.leaving and chair.stack >= least_stack
        )

    def deals_in(self, player: PlayerId) -> bool:
        """Whether a player plays the running hand, or is settled to play the one that is being cut or dealt."""
        if self.playing is not None:
            return self.playing.seat(player) is not None
        sealed, chair = self.sealed, self.chair_of(player)
        if sealed is None or not sealed.stands or chair is None:
            return False
        return not chair.out if sealed.settled is None else player in sealed.settled.values()

    def is_broke(self, chair: Chair, least_stack: int) -> bool:
        """Whether a player has too few chips to be dealt in, and none at stake in the running hand."""
        in_play = self.playing is not None and self.playing.seat(chair.player) is not None
        return chair.stack < least_stack and not in_play

    def expects_hand(self, least_stack: int) -> bool:
        """Whether a hand begins by itself, as far as anybody can tell now: enough want to play, a person among them.

        A computer player without chips counts: it buys in before the deal if it can.
        """
        if self.closed or self.closing or self.paused is not None:
            return False
        ready = self.ready(least_stack)
        short = [chair for chair in self.seated if chair.computer and not chair.leaving and chair not in ready]
        enough = len(ready) + len(short) >= self.game.fewest and any(not chair.computer for chair in ready)
        return enough and (self.running or len(ready) == len(self.chairs))

    def tally(self, player: PlayerId) -> Tally | None:
        """What a player has brought and taken away, if they ever sat here."""
        return next((each for each in self.tallies if each.player == player), None)

    def tallied(self, chair: Chair, *, brought: int = 0, took: int = 0) -> TableState:
        """The same table after a player has brought chips or taken some away."""
        before = self.tally(chair.player) or Tally(chair.player, chair.name)
        now = replace(before, name=chair.name, brought=before.brought + brought, took=before.took + took)
        others = [each for each in self.tallies if each.player != chair.player]
        gone = [each for each in others if self.chair_of(each.player) is None]
        if len(others) >= TALLIES_KEPT and gone:
            others.remove(gone[0])
        return replace(self, tallies=(*others, now))

    def keeping_out(self, player: PlayerId, known: PlayerId, name: str) -> TableState:
        """The same table with another id and name of somebody who was removed."""
        kept_out = [replace(each, player=known, name=name) if each.player == player else each for each in self.kept_out]
        return replace(self, kept_out=tuple(kept_out))

    def with_pseudonym(self, player: PlayerId, pseudonym: str, name: str) -> TableState:
        """The same table with a pseudonym in the place of somebody who does not sit there any more."""

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
        """The same table after a hand has been played to its end, with what is remembered of each of its seats."""
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
        """The same table after a hand has been reversed in which players had these nets.

        The biggest pot and the best hand stay: they were seen, whatever became of the chips.
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
        """What is stored of the table itself; chips and hands have their own places."""
        return json.dumps(
            {
                "chairs": [
                    None
                    if chair is None
                    else {
                        "player": chair.player,
                        "name": chair.name,
                        "computer": chair.computer,
                        "out": chair.out,
                        "leaving": chair.leaving,
                        "removed": chair.removed,
                        "bank": chair.bank,
                        "decided": chair.decided,
                        "standing": chair.standing,
                    }
                    for chair in self.chairs
                ],
                "preset": self.preset,
                "practice": self.practice,
                "host": self.host,
                "dealer_chair": self.dealer_chair,
                "next_dealer_chair": self.next_dealer_chair,
                "last_dealer": self.last_dealer,
                "streak": self.streak,
                "tallies": self.stored_tallies,
                "hands_played": self.hands_played,
                "voids": self.voids,
                "given_up": self.given_up,
                "without_beacon": self.without_beacon,
                "not_revealed": self.not_revealed,
                "identity": self.identity,
                "chain": self.chain,
                "sealed": None if self.sealed is None else self.sealed.to_json(),
                "last_cutter": self.last_cutter,
                "carried": self.carried,
                "running": self.running,
                "closing": self.closing,
                "paused": None
                if self.paused is None
                else {
                    "player": self.paused.player,
                    "name": self.paused.by,
                    "ends": self.paused.ends.isoformat(),
                    "stands_still": self.paused.stands_still,
                    "turn": self.paused.turn,
                    "seconds": self.paused.seconds,
                },
                "stood_still": self.stood_still,
                "kept_out": [[each.player, each.name, each.until.isoformat()] for each in self.kept_out],
            },
            separators=(",", ":"),
        )

    @classmethod
    def from_json(
        cls,
        table: str,
        place: Place,
        game: str,
        text: str,
        stacks: Mapping[PlayerId, int],
        seq: int,
        seal: SealRow | None = None,
    ) -> TableState:
        """The inverse of :meth:`to_json`.

        Args:
            table: its id.
            place: where it stands.
            game: what is played.
            text: what was stored.
            stacks: the chips that the ledger says each player has at it.
            seq: the number of the last line of its journal.
            seal: the keys of what is sealed for its next hand.
        """
        stored: dict[str, Any] = json.loads(text)
        chairs = tuple(
            None if each is None else _restored_chair(each, stacks.get(each["player"], 0))
            for each in stored.pop("chairs")
        )
        tallies = tuple(Tally(*each) for each in stored.pop("tallies"))
        sealed = stored.pop("sealed")
        if sealed is not None:
            sealed = restored(sealed, seal, stored["identity"], game, stored["chain"])
        paused = stored.pop("paused")
        if paused is not None:
            paused = Pause(paused.pop("name"), datetime.fromisoformat(paused.pop("ends")), **paused)
        kept_out = tuple(
            KeptOut(player, name, datetime.fromisoformat(until)) for player, name, until in stored.pop("kept_out")
        )
        return cls(
            id=table,
            place=place,
            game_name=game,
            chairs=chairs,
            seq=seq,
            sealed=sealed,
            tallies=tallies,
            paused=paused,
            kept_out=kept_out,
            **stored,
        )


def _restored_chair(stored: Mapping[str, Any], stack: int) -> Chair:
    chair = Chair(stack=stack, **stored)
    if chair.decided is None:
        return chair
    name, amount, stage = chair.decided
    return replace(chair, decided=AdvanceAction(name, amount, tuple(stage)))


def closed_table(stored: TableSaved) -> TableState:
    """A closed table as it was stored: nobody sits there, and nothing is sealed for it."""
    text = json.dumps({**json.loads(stored.state), "sealed": None})
    place = Place(stored.group, stored.channel)
    return replace(TableState.from_json(stored.table, place, stored.game, text, {}, 0), closed=True)


def with_reversal(stored: TableSaved, nets: Mapping[PlayerId, int]) -> TableSaved:
    """A table that is not open, after a hand was reversed in which players had these nets."""
    tallies = closed_table(stored).with_reversal(nets).stored_tallies
    return replace(stored, state=json.dumps({**json.loads(stored.state), "tallies": tallies}, separators=(",", ":")))


def new_table(
    table: str, place: Place, game: str, preset: str, host: PlayerId, identity: bytes, *, practice: bool = False
) -> TableState:
    """A table with every chair free; ``identity`` is sixteen bytes that no other table ever has."""
    chairs = (None,) * GAMES[game].most
    return TableState(table, place, game, chairs, preset=preset, practice=practice, host=host, identity=identity.hex())


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell about a table besides the game: a key of the wording, and its values."""

    key: str
    fields: Mapping[str, str | int] = field(default_factory=dict)
