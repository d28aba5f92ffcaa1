"""What one person can do at a table now: whatever is offered here is not refused as long as the table stays as it is.

Every offer is a command; the conditions are those under which its handler carries it out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from bot.groups import TableRules
from bot.ledger import table_number
from bot.messages import Person
from bot.tables import next_deal
from bot.tables.state import Chair, TableState
from engine.house_rules import GameRules

Page: TypeAlias = Literal["", "remove", "pause", "host", "end", "stop"]
"""A page of the table's menu: the first one, whom to remove, when to pause, whom to hand over to, and how to end it
all."""

Section: TypeAlias = Literal["seat", "chips", "play", "learn", "host"]

Decision: TypeAlias = Literal["check-fold", "call", "ask-always", "pass-unless-dui", "pass-unless-win"]
"""What is decided before one is asked."""

Name: TypeAlias = Literal[
    "join-with",
    "join-own",
    "stay",
    "sit-back",
    "sit-out",
    "leave",
    "rebuy-with",
    "rebuy-own",
    "daily",
    "chips",
    "start",
    "shuffle",
    "hand",
    "hint",
    "rules",
    "house-rules",
    "verify",
    "last-cards",
    "evening",
    "show-cards",
    "replay",
    "share",
    "notify",
    "notify-off",
    Decision,
    "add-computer",
    "remove-computer",
    "remove",
    "readmit",
    "bans",
    "pausing",
    "pause",
    "pause-after",
    "pause-now",
    "resume",
    "hand-over",
    "end",
    "stopping",
    "stop",
    "close",
    "close-after",
    "void",
]
"""What is offered; a button says it in words."""

PAGES: tuple[Page, ...] = ("", "remove", "pause", "host", "end", "stop")


class Offer(NamedTuple):
    """Something that somebody can do."""

    name: Name

    command: str
    section: Section = "seat"
    page: Page = ""
    amount: int = 0
    """The chips that its button names; 0 if it names none."""

    least: int = 0
    most: int = 0
    """The bounds of an amount to be asked for; 0 if none is."""

    who: str = ""
    """The name of the player whom it concerns; empty for what concerns nobody else."""

    turn: str = ""
    """The packs that it is about; empty if it is about the table alone."""

    usual: bool = False
    """Whether it is what most people would do now."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What offers depend on besides the table itself."""

    tables: TableRules
    """The group's rules for tables."""

    house_rules: GameRules
    """The rules that the next hand is played by."""

    available: int
    """How many chips the person has for this table."""

    computer_may_come: bool
    """Whether a computer player could sit down."""

    waits: bool
    """Whether the place is closed, so that the table stands still; its players may still leave."""

    others_come: bool
    """Whether others can come to the place, which is no private chat."""

    notified: bool
    """Whether the person is told when a table of this game waits for players."""

    hindered: bool
    """Whether the person takes a break, or has reached a limit of their own, so that they cannot play on."""

    quiet: bool
    """Whether quiet hours run, in which no hand begins."""

    banned: bool
    """Whether the person may not play in the group."""

    kept_out: str
    """Until when the person may not sit down, in words; empty if they may."""

    time: datetime
    """The date and time, in UTC."""

    away: bool
    """Whether the bot is not in the group, so that nothing can be done at all."""


@dataclass(frozen=True, slots=True)
class Offers:
    """All that one person can do at a table."""

    state: TableState
    who: Person
    now: Circumstances
    _all: tuple[Offer, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_all", tuple(self._found()))

    def of(self, page: Page) -> tuple[Offer, ...]:
        """What is offered on a page."""
        return tuple(each for each in self._all if each.page == page)

    # --- who, and when ---------------------------------------------------------------------------------------------

    @property
    def chair(self) -> Chair | None:
        """Where the person sits."""
        return None if self.who.anonymous else self.state.chair_of(self.who.id)

    @property
    def hosts(self) -> bool:
        """Whether they may do what hosts do."""
        return self.state.hosted_by(self.who)

    @property
    def is_dealt_in(self) -> bool:
        """Whether they play the running hand."""
        hand = self.state.playing
        return hand is not None and not self.who.anonymous and hand.seat(self.who.id) is not None

    @property
    def _least_stack(self) -> int:
        return self.state.game.least_stack(self.now.house_rules)

    @property
    def _may_play(self) -> bool:
        """Whether they are somebody who may begin to play, or go on."""
        return not self.who.anonymous and not self.now.hindered

    @property
    def _cutting(self) -> bool:
        """Whether the next hand is being cut, or dealt, so that who sits at it stands."""
        sealed = self.state.sealed
        return sealed is not None and sealed.stands

    @property
    def _seats_may_change(self) -> bool:
        return not self.now.waits and not self._cutting

    # --- what is offered -------------------------------------------------------------------------------------------

    def _found(self) -> Iterator[Offer]:
        if not self.now.away and not self.now.banned:
            if self.chair is None:
                yield from self._to_a_guest()
            else:
                yield from self._to_a_player(self.chair)
            yield from self._chips()
            yield from self._next_hand()
        yield from self._own_chips()
        yield from self._to_look_at()
        yield from self._about_others()
        if not self.now.away:
            yield from self._to_the_host()

    def _to_a_guest(self) -> Iterator[Offer]:
        state, tables = self.state, self.now.tables
        may_sit = self._may_play and self._seats_may_change and not state.closing and state.has_room
        if self.now.kept_out:
            return
        if not may_sit or self.now.available < tables.min_buy_in:
            return
        least, most = tables.min_buy_in, min(tables.max_buy_in, self.now.available)
        usual = min(tables.buy_in, self.now.available)
        yield Offer("join-with", "join", amount=usual, usual=True)
        for amount in sorted({least, most} - {usual}):
            yield Offer("join-with", f"join {amount}", amount=amount)
        if most - least > 1:
            yield Offer("join-own", "join", least=least, most=most)

    def _to_a_player(self, chair: Chair) -> Iterator[Offer]:
        state = self.state
        if chair.removed:
            return
        if self._seats_may_change:
            if chair.leaving and not state.closing:
                if self._may_play:
                    yield Offer("stay", "join", usual=True)
            elif chair.out and chair.stack >= self._least_stack:
                if self._may_play:
                    yield Offer("sit-back", "sit back", usual=True)
            elif not chair.out and not chair.leaving:
                yield Offer("sit-out", "sit out")
        if not chair.leaving and (self.now.waits or not self._cutting):
            yield Offer("leave", "leave")

    def _chips(self) -> Iterator[Offer]:
        state, chair, tables = self.state, self.chair, self.now.tables
        if self.who.anonymous:
            return
        if chair is None:
            short = self.now.available < tables.min_buy_in
        else:
            short = chair.stack < self._least_stack and self.now.available < 1
            if not chair.removed and not self.is_dealt_in and self._seats_may_change:
                yield from self._rebuys(chair)
        if short and not state.practice:
            yield Offer("daily", "daily", "chips", usual=True)

    def _own_chips(self) -> Iterator[Offer]:
        """Reading what one has, which is possible at any time."""
        if not self.who.anonymous:
            yield Offer("chips", "chips", "chips")

    def _rebuys(self, chair: Chair) -> Iterator[Offer]:
        tables = self.now.tables
        most = min(tables.max_buy_in - chair.stack, self.now.available)
        if most < 1 or not self._may_play:
            return
        usual = min(max(tables.buy_in - chair.stack, 0) or tables.buy_in, most)
        broke = chair.stack < self._least_stack
        for amount in sorted({usual, most}):
            yield Offer("rebuy-with", f"rebuy {amount}", "chips", amount=amount, usual=broke and amount == usual)
        if most > 1:
            yield Offer("rebuy-own", "rebuy", "chips", least=1, most=most)

    def _next_hand(self) -> Iterator[Offer]:
        """Beginning it, shuffling it, and letting a computer player join in."""
        state, chair = self.state, self.chair
        if chair is None or self.now.waits:
            return
        sealed, ready = state.sealed, state.ready(self._least_stack)
        is_ready = chair in ready
        may_begin = state.playing is None and state.paused is None and not self.now.quiet and self._may_play
        if may_begin and is_ready and not chair.removed:
            cutter = next_deal.cutter(state, self.now.house_rules)
            if len(ready) >= state.game.fewest and (cutter is None or cutter.player == chair.player):
                yield Offer("start", "start", "play", usual=not state.running)
        if state.playing is None and is_ready and sealed is not None and sealed.closing is None:
            mixed = chair.player in sealed.words or sealed.cut_by_another(chair.player)
            if not mixed:
                yield Offer("shuffle", "shuffle", "play", turn=sealed.turn)
        if self._seats_may_change and not state.closing and None in state.chairs and self.now.computer_may_come:
            yield Offer("add-computer", "add computer", "host")

    def _to_look_at(self) -> Iterator[Offer]:
        state, hand = self.state, self.state.hand
        if self.is_dealt_in:
            yield Offer("hand", "hand", "play")
            if state.practice:
                yield Offer("hint", "hint", "play")
        yield from self._decisions()
        yield from self._standing_decisions()
        yield Offer("rules", f"rules {state.game_name}", "learn")
        yield Offer("house-rules", f"house {state.game_name}", "learn")
        if hand is None:
            return
        if hand.over:
            yield Offer("verify", f"verify {hand.id}", "learn")
        yield Offer("evening", f"evening {table_number(state.id)}", "learn")
        if not hand.over:
            return
        seat = None if self.who.anonymous else hand.seat(self.who.id)
        if seat is not None and hand.round.held(seat):
            yield Offer("last-cards", f"verify mine {hand.id}", "learn")
            closed = set(hand.round.held(seat)) - set(hand.round.opened)
            opened_anyway = hand.rules.disclosure == "at-close"
            if closed and self.now.tables.show_cards and not opened_anyway:
                yield Offer("show-cards", f"show cards {hand.id}", "learn")
        yield Offer("replay", f"replay {hand.id}", "learn")

    def _about_others(self) -> Iterator[Offer]:
        """Bringing others to the table, and hearing of it when others wait here."""
        if not self.now.others_come:
            return
        yield Offer("share", "share", "learn")
        if self.chair is None and not self.who.anonymous:
            if self.now.notified:
                yield Offer("notify-off", "notify off", "learn")
            elif not self.now.away and not self.now.banned:
                yield Offer("notify", f"notify me {self.state.game_name}", "learn")

    def _decisions(self) -> Iterator[Offer]:
        """Deciding what to do before it is one's turn."""
        state, hand, chair = self.state, self.state.playing, self.chair
        seat = None if hand is None or chair is None or chair.leaving else hand.seat(chair.player)
        if hand is None or seat is None or seat in hand.round.awaited or state.stands_still or self.now.away:
            return
        for verb in state.game.advance_verbs:
            if verb.button and not verb.standing and hand.round.advance_action(seat, verb.name) is not None:
                yield Offer(verb.name, f"advance {verb.name}", "play")  # type: ignore[arg-type]

    def _standing_decisions(self) -> Iterator[Offer]:
        """Which discards a player is asked about, but for what stands."""
        verbs, chair = self.state.game.standing_verbs, self.chair
        if chair is None or chair.removed or self.now.away or not verbs:
            return
        stands = chair.standing or verbs[0].name
        for verb in verbs:
            if verb.name != stands:
                yield Offer(verb.name, f"advance {verb.name}", "play")  # type: ignore[arg-type]

    def _to_the_host(self) -> Iterator[Offer]:
        if self.hosts and not self.now.banned:
            yield from self._removals()
            if not self.now.waits:
                yield from self._pauses()
                yield from self._new_hosts()
        elif self.chair and self.state.paused and not self.chair.gets_up | self.chair.goes_on | self.now.waits:
            yield Offer("resume", "resume", "host", usual=True)
        ends = tuple(self._ends())
        if ends:
            yield Offer("end", "menu end", "host")
        yield from ends

    def _ends(self) -> Iterator[Offer]:
        state = self.state
        if self.hosts and not self.now.banned and not state.closing and (self.now.waits or not self._cutting):
            yield Offer("close-after" if state.playing else "close", "close", page="end")
        if self.who.admin and (self.now.waits or not self._cutting):
            yield Offer("stopping", "menu stop", page="end")
            yield Offer("stop", "stop now", page="stop")
            if state.playing is not None:
                yield Offer("void", f"bank void {state.playing.id}", page="stop")

    def _removals(self) -> Iterator[Offer]:
        """Sending people away, and letting them back."""
        state, now = self.state, self.now
        found: list[Offer] = []
        if now.waits or not self._cutting:
            others = [chair for chair in state.seated if not chair.removed and chair.player != self.who.id]
            people = [chair for chair in others if not chair.computer]
            found += [Offer("remove", f"kick {chair.player}", page="remove", who=chair.name) for chair in people]
        if self._seats_may_change and any(chair.computer and not chair.removed for chair in state.seated):
            found.append(Offer("remove-computer", "remove computer", page="remove"))
        if not now.waits:
            found += [
                Offer("readmit", f"readmit {each.player}", page="remove", who=each.name)
                for each in state.kept_out
                if each.until > now.time
            ]
        if self.who.admin:
            found.append(Offer("bans", "bans", page="remove"))
        if found:
            yield Offer("remove", "menu remove", "host")
        yield from found

    def _pauses(self) -> Iterator[Offer]:
        """Pausing the table, and resuming it."""
        state = self.state
        if state.paused is not None:
            yield Offer("resume", "resume", "host", usual=True)
        elif state.playing is None:
            if not self._cutting:
                yield Offer("pause", "pause", "host")
        else:
            yield Offer("pausing", "menu pause", "host")
            if not state.closing:
                yield Offer("pause-after", "pause", page="pause")
            yield Offer("pause-now", "pause now", page="pause")

    def _new_hosts(self) -> Iterator[Offer]:
        """Handing the host over to somebody else at the table."""
        state = self.state
        people = [
            chair for chair in state.seated if not chair.computer and not chair.gets_up and chair.player != state.host
        ]
        if people:
            yield Offer("hand-over", "menu host", "host")
        for chair in people:
            yield Offer("hand-over", f"host {chair.player}", page="host", who=chair.name)
