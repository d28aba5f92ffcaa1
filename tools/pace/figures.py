"""The figures of an evening, and what they should be at most or at least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import mean
from typing import Final, NamedTuple, TypeAlias

from tests.rows import cells
from tools.pace.calls import between
from tools.pace.observing import Observed
from tools.pace.table_watch import Hand, TableWatch

USUAL_ACTIONS: Final = range(15, 25)
"""How many actions a hand of QiuQiu has that counts are compared by, if there are such hands."""

DEAL_SECONDS: Final = 3.0
"""Seconds after its begin in which the message and the cards of a hand are sent, which no discard causes."""

TOLERANCE: Final = 0.5
"""Seconds by which a ping may be early, and a clock short, by rounding."""

LEAST_QUESTION: Final = 5.0
"""Seconds under which a question was not closed by its clock: it was put to somebody who is away."""


def reached(values: Sequence[float], share: float) -> float:
    """The value that ``share`` (0 to 1) of all values stay within; 0 if there are none."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What one evening came to; times are in seconds."""

    hands: int
    actions: float
    """How many questions a hand had on average."""

    public_a_hand: float
    private_a_hand: float
    """Calls to private chats, for each player who has one and each hand."""

    public_a_discard: float
    """For games with windows: public calls while a hand is played, for each discard with its window."""

    private_a_discard: float
    presses_a_discard: float
    """For games with windows: how often anybody presses or types, for each discard with its window."""

    shown_p99: float
    """From a press until whoever has to go on could see what came of it, at the table or in private."""

    table_p50: float
    """From a press until everybody could see what came of it."""

    table_p99: float
    worst_minute: int
    """The most public calls in any minute of any group."""

    worst_second: int
    limited: int
    """How many calls were answered with 429."""

    least_window: float
    """The share of its time in which the window was shown that was shown least; 1 if there was none."""

    latest: float
    """The longest that a new question or a result was waiting to be shown."""

    early_pings: int
    """How many people were called in public before half of their time was over."""

    pings_a_turn: float
    shortest_clock: float
    """The share of the usual time for which the question was shown that a clock closed soonest; 1 if none did."""


class Aim(NamedTuple):
    """What a figure should be."""

    figure: str
    """A field of :class:`Figures`."""

    what: str
    most: float | None = None
    held: float | None = None
    """Where ``most`` is not reached, or one hand differs from another: what a test of few hands holds the figure to,
    so that it does not get worse."""

    least: float | None = None

    def met(self, figures: Figures) -> bool:
        value = self.value(figures)
        return (self.most is None or value <= self.most) and (self.least is None or value >= self.least)

    def value(self, figures: Figures) -> float:
        return float(attrgetter(self.figure)(figures))

    @property
    def wanted(self) -> str:
        return f"≤ {self.most:g}" if self.most is not None else f"≥ {self.least:g}"


Row: TypeAlias = "tuple[str, str]"
"""A platform and a game."""


def _aims(platform: str, game: str = "") -> tuple[Aim, ...]:
    """The aims of ``figures.txt``."""
    told = [row for row in cells(__file__, "aims") if row[:2] == [platform, game]]
    return tuple(
        Aim(figure, what, *(float(each) if each else None for each in numbers)) for _, _, figure, what, *numbers in told
    )


ALWAYS: Final = _aims("always")
"""What holds for every evening."""

AIMS: Final[Mapping[Row, tuple[Aim, ...]]] = {
    (platform, game): _aims(platform, game)
    for platform in ("discord", "telegram")
    for game in ("qiuqiu", "koo-kiew", "quan-dui")
}
"""The aims of each platform and game."""

OVERALL: Final = {"discord": 50, "telegram": 30}
"""How many calls a second each platform takes from one token."""


def aims_of(platform: str, game: str) -> tuple[Aim, ...]:
    """Everything that an evening of a game on a platform should reach."""
    overall = Aim("worst_second", "calls in the worst second", most=OVERALL[platform])
    return (*AIMS[(platform, game)], overall, *ALWAYS)


def missed(figures: Figures, aims: Iterable[Aim]) -> list[str]:
    """The figures that are not as good as they were, each in a sentence."""
    holding = (each if each.held is None else each._replace(most=each.held) for each in aims)
    return [
        f"{each.what}: {each.value(figures):.3g}, wanted {each.wanted}" for each in holding if not each.met(figures)
    ]


# --- from what was observed -----------------------------------------------------------------------------------------


def figures_of(observed: Observed, end: float) -> Figures:
    """The figures of an evening that ended at a moment of the loop."""
    watches = observed.watches
    spans = [(chat, hand, until) for chat, watch in watches.items() for hand, until in _spans(watch, end)]
    usual = [each for each in spans if each[1].questions in USUAL_ACTIONS and not each[1].windows] or spans
    public = [between(observed.calls.public.get(chat, []), hand.began, until) for chat, hand, until in usual]
    begin = min((hand.began for _, hand, _ in spans), default=0.0)
    last = max((until for _, _, until in spans), default=end)
    private = [between(times, begin, last) for times in observed.calls.private.values()]
    discards = sum(hand.windows for _, hand, _ in spans)
    players = max((hand.players for _, hand, _ in spans), default=0)
    playing = [(hand.began + DEAL_SECONDS, hand.over) for _, hand, _ in spans]
    shown = [press.shown_after for press in observed.presses.all if press.shown_after is not None]
    table = [press.table_after for press in observed.presses.all if press.table_after is not None]
    closed = [each for watch in watches.values() for each in watch.closed]
    by_clock = [
        each.shown_seconds / seconds
        for each in closed
        if not each.by.by_press
        and each.open_seconds > LEAST_QUESTION
        and (seconds := _clock_seconds(each.first.window)) > 0
    ]
    turns = [each for each in closed if not each.first.window]
    early = [
        each
        for each in observed.pings
        if each.at - each.question.at < _clock_seconds(each.question.window) / 2 - TOLERANCE
    ]
    return Figures(
        hands=len(spans),
        actions=mean(hand.questions for _, hand, _ in spans) if spans else 0.0,
        public_a_hand=mean(public) if public else 0.0,
        private_a_hand=sum(private) / players / len(spans) if players else 0.0,
        public_a_discard=_within(observed.calls.public.values(), playing) / discards if discards else 0.0,
        private_a_discard=_within(observed.calls.private.values(), playing) / discards / players if discards else 0.0,
        presses_a_discard=len(observed.presses.all) / discards if discards else 0.0,
        shown_p99=reached(shown, 0.99),
        table_p50=reached(table, 0.5),
        table_p99=reached(table, 0.99),
        worst_minute=observed.calls.worst_minute,
        worst_second=observed.calls.worst_second,
        limited=len(observed.calls.limited),
        least_window=min((each.share_shown for each in closed if each.first.window), default=1.0),
        latest=max((max((*watch.lateness, watch.hidden_seconds(end))) for watch in watches.values()), default=0.0),
        early_pings=len(early),
        pings_a_turn=len(observed.pings) / len(turns) if turns else 0.0,
        shortest_clock=min(by_clock, default=1.0),
    )


def _spans(watch: TableWatch, end: float) -> list[tuple[Hand, float]]:
    """The hands that are over, each with the moment until which calls are counted as its own."""
    begins = [hand.began for hand in watch.hands[1:]] + [end]
    return [(hand, until) for hand, until in zip(watch.hands, begins, strict=True) if hand.over >= 0]


def _within(chats: Iterable[list[float]], spans: Sequence[tuple[float, float]]) -> int:
    """How many calls were made while a hand was played."""
    return sum(between(times, begin, until) for times in chats for begin, until in spans)


def _clock_seconds(window: int) -> float:
    """How long a question is asked under the usual rules."""
    return float(window or TURN_SECONDS)


TURN_SECONDS: Final = 45
"""How long a turn is under the usual rules."""
