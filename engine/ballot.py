"""One secret answer from each of several seats, opened together: blind stakes, claims to a discard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.play import NOTHING, Action, Options, Refused, Seat


@dataclass(frozen=True, slots=True)
class Ballot:
    """The question put to each seat, and the answers given so far.

    What others answer never changes what a seat is asked, and nobody learns an answer before all are in.
    """

    questions: Mapping[Seat, Options]
    answers: Mapping[Seat, Action] = field(default_factory=dict, repr=False)

    def options(self, seat: Seat) -> Options:
        """What ``seat`` may answer; nothing if it is not asked or has answered."""
        return NOTHING if seat in self.answers else self.questions.get(seat, NOTHING)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return tuple(seat for seat in self.questions if seat not in self.answers)

    @property
    def complete(self) -> bool:
        """Whether every seat has answered."""
        return len(self.answers) == len(self.questions)

    def answer(self, seat: Seat, action: Action) -> Ballot:
        """Put in the answer of one seat; it stands.

        Raises:
            Refused: the seat is not asked, or the answer is not among its options.
        """
        if not self.options(seat).allow(action):
            raise Refused("not-an-option", verb=action.verb)
        return Ballot(self.questions, {**self.answers, seat: action})

    def opened(self) -> Mapping[Seat, Action]:
        """All answers, in the order in which the seats were asked.

        Raises:
            Refused: somebody has not answered yet.
        """
        if not self.complete:
            raise Refused("ballot-still-open")
        return {seat: self.answers[seat] for seat in self.questions}
