"""Hands of any game as stories: played by named people, and told line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar, cast

from engine.game import Deal, Game
from engine.play import Action, Event, Round, Step

Played = TypeVar("Played", bound=Round[Any])


class Told(Generic[Played]):
    """A hand at a table of named players, clockwise."""

    now: Played

    def __init__(
        self, game: Game[Any, Any], names: Sequence[str], deal: Deal[Any], told: Callable[[Event, Sequence[str]], str]
    ) -> None:
        self.game, self.names, self._told = game, list(names), told
        self.events: list[Event] = []
        self.lines: list[str] = []
        self._go(game.deal(deal))

    def _go(self, step: Step[Any]) -> None:
        self.now = cast(Played, step.round)
        self.events += step.events
        self.lines += [self._told(event, self.names) for event in step.events]

    def play(self, script: str) -> Self:
        """Play ``Ani bet 20 · Budi (sleeps) · (time)``: everybody named is awaited; ``(time)`` closes a window."""
        for each in script.split(" · "):
            name = each.partition(" ")[0]
            asked = name == "(time)" or self.names.index(name) in self.now.awaited
            assert asked, f"{each}: {self.asked or 'nobody'} is asked"
            self.do(each)
        return self

    def do(self, each: str) -> None:
        """Play one part of a script, whoever is asked."""
        name, _, text = each.partition(" ")
        if name == "(time)":
            self._go(self.now.close())
            return
        seat = self.names.index(name)
        action = self.now.lapse(seat) if text == "(sleeps)" else Action.read(text, self.game.verbs)
        self._go(self.now.play(seat, action))

    def view(self, name: str) -> Any:
        """What a player sees."""
        return self.now.view(self.names.index(name))

    @property
    def asked(self) -> str:
        """Who is asked now, in order of play where there are several."""
        return " ".join(self.names[seat] for seat in self.now.awaited)

    def offered(self, name: str = "") -> list[str]:
        """What a player may do; of the one who is asked, if nobody is named."""
        options = self.now.options(self.names.index(name or self.asked))
        ranges = (f"{verb} {least}-{most}" for verb, least, most in options.amounts)
        return [*(each.text for each in options.ready), *ranges]

    def asks(self, name: str) -> list[str]:
        """Whether a player wants to be asked: usually, and where they have decided one of these for all hands."""
        seat, decided = self.names.index(name), [each.name for each in self.game.advance_verbs]
        return [each or "usually" for each in ("", *decided) if self.now.asks(seat, each)]

    @property
    def opened(self) -> list[str]:
        """The cards that lie, or have lain, open, in the order in which they were dealt or drawn."""
        return [self.card_at(place) for place in self.now.opened]

    def can_prove(self, name: str) -> list[str]:
        """The cards that a player can prove to be theirs, in the order in which they were dealt or drawn."""
        return [self.card_at(place) for place in self.now.held(self.names.index(name))]

    def card_at(self, place: int) -> str:
        """The name of a card of the pack."""
        pack: Sequence[Any] = cast(Any, self.now).pack
        return self.game.card_names[pack[place]]

    @property
    def won(self) -> dict[str, int]:
        """What everybody won or lost."""
        assert self.now.settlement is not None
        return {self.names[seat]: chips for seat, chips in self.now.settlement.items()}

    @property
    def next_dealer(self) -> str:
        """Who deals, or holds the bank, next."""
        assert self.now.next_dealer is not None
        return self.names[self.now.next_dealer]

    def story(self, since: str) -> list[str]:
        """The lines from the first that begins with ``since``."""
        first = next(number for number, line in enumerate(self.lines) if line.startswith(since))
        return self.lines[first:]
