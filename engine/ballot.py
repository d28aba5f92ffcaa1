"""One secret answer from each of several seats, all opened together: bids for a bank, claims to a discard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.play import NOTHING, Action, Options, Seat
from engine.refusal import Refused

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Ballot:
    """The question put to each seat, and the answers given so far."""

    questions: Mapping[Seat, Options]
    answers: Mapping[Seat, Action] = field(default_factory=dict, repr=False)
    sealed: bool = False
    """True if it is secret who has answered: every seat stays awaited, and its last answer counts."""

    def options(self, seat: Seat) -> Options:
        """Return the answers open to ``seat``: none if it is not asked or has answered for good."""
        return NOTHING if self._is_done(seat) else self.questions.get(seat, NOTHING)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may still answer."""
        return tuple([seat for seat in self.questions if not self._is_done(seat)])

    def _is_done(self, seat: Seat) -> bool:
        return seat in self.answers and not self.sealed

    @property
    def complete(self) -> bool:
        return len(self.answers) == len(self.questions)

    def answer(self, seat: Seat, action: Action) -> Ballot:
        """Record the answer of one seat, or raise ``Refused``."""
        if not self.options(seat).allow(action):
            raise Refused("not-an-option", verb=action.verb)
        return Ballot(self.questions, {**self.answers, seat: action}, self.sealed)

    def without(self, seat: Seat) -> Ballot:
        return Ballot(_leaving_out(self.questions, seat), _leaving_out(self.answers, seat), self.sealed)

    def closed(self, lapses: Callable[[Seat], Action]) -> Ballot:
        """Answer for every silent seat by its lapse."""
        in_time = self.answers
        answers = {seat: in_time[seat] if seat in in_time else lapses(seat) for seat in self.questions}
        return Ballot(self.questions, answers, self.sealed)

    def opened(self) -> Mapping[Seat, Action]:
        """Return all answers in the order of the seats asked; raise ``Refused`` while one is missing."""
        if not self.complete:
            raise Refused("ballot-still-open")
        return {seat: self.answers[seat] for seat in self.questions}


def _leaving_out(values: Mapping[Seat, _Value], seat: Seat) -> dict[Seat, _Value]:
    return {other: value for other, value in values.items() if other != seat}
