"""The figures of an evening."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import psycopg

from bot.cluster.session import plain
from bot.ledger.writes import digest
from tools.failing_processes.evening import Told
from tools.failing_processes.people import FOLLOWS

_STORED = "SELECT update_key, extract(epoch FROM pg_xact_commit_timestamp(xmin)) FROM journal WHERE update_key NOTNULL"

ANSWER_SECONDS = 5.0
"""Within so many seconds 99 of 100 moves are stored and shown, whatever fails meanwhile."""


@dataclass(slots=True)
class Figures:
    failures: dict[str, int]
    answers: list[float]
    """Seconds from each press to its answer, a sentence that more follows included."""

    moves: list[float]
    """Seconds from each press that moved a table to the moment at which the move was durable."""

    following: int
    """Presses whose senders were told that the answer follows."""

    not_heard: int
    """Presses that no process was connected to hear of."""

    unanswered: int
    """Other presses without an answer in time."""

    unanswered_moves: int
    """Moves among both kinds: the table showed them, the press did not."""

    repeated: int
    """Results that stand in a group twice, and messages that another one took the place of unedited."""

    def lines(self) -> Iterable[str]:
        happened = ", ".join(f"{kind} {times}" for kind, times in sorted(self.failures.items()))
        yield f"failures: {happened or 'none'}"
        yield f"presses answered: {len(self.answers)}, {_within(self.answers)}"
        yield f"moves: {len(self.moves)}, {_within(self.moves)}"
        yield f"told that the answer follows: {self.following}"
        yield f"not heard: {self.not_heard}, otherwise unanswered: {self.unanswered}, moved: {self.unanswered_moves}"
        yield f"messages repeated: {self.repeated}"


def figures(told: Told, database: str) -> Figures:
    with psycopg.connect(plain(database)) as connection:
        stored = {bytes(key): float(at) for key, at in connection.execute(_STORED)}
    presses, silent = told.presses.answered, [each for each in told.presses.answered if each.words is None]
    moved = {each.key: at - each.pressed for each in presses if (at := stored.get(digest(each.key))) is not None}
    return Figures(
        dict(told.failures.happened),
        [each.seconds for each in presses if each.words is not None],
        list(moved.values()),
        sum(FOLLOWS in (each.words or "") for each in presses),
        sum(not each.reached for each in silent),
        sum(each.reached for each in silent),
        sum(each.key in moved for each in silent),
        sum(times - 1 for _, _, times in repeated(told)) + sum(map(_left_behind, told.posts.values())),
    )


def _left_behind(posts: list[str]) -> int:
    """Return the number of messages that still ask, though a newer one shows the table."""
    hands = [text for text in posts if " · hand " in text.partition("\n")[0]]
    return sum("▸" in text for text in hands[:-1])


def repeated(told: Told) -> list[tuple[str, str, int]]:
    """Return the results that stand in a group more than once."""
    results = Counter(
        (group, text)
        for group, texts in told.posts.items()
        for text in texts
        if " · hand " in text.partition("\n")[0] and "▸" not in text
    )
    return [(group, text[:60], times) for (group, text), times in results.items() if times > 1]


def within(times: list[float], share: float) -> float:
    """Return the seconds within which a share of all came."""
    return sorted(times)[min(math.ceil(share * len(times)), len(times)) - 1] if times else math.inf


def _within(times: list[float]) -> str:
    return ", ".join(
        f"{name} {within(times, share):.2f} s" for name, share in (("p50", 0.5), ("p99", 0.99), ("longest", 1.0))
    )
