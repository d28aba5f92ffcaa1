"""House rules as data: one frozen dataclass for each game, the only list of its rules."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from engine.fairness.reading import BEACONS, DISCLOSURES
from engine.fairness.receivers import Dealing
from engine.refusal import Refused

REQUIRED, IF_THERE_IS_ONE = BEACONS


class BadRule(Refused):
    """A rule that does not exist, or a value that makes no sense."""


@dataclass(frozen=True, slots=True)
class Kind:
    """The notation and check of a rule's values."""

    read: Callable[[str], Any]
    """Read the text of an admin; raise ValueError."""

    write: Callable[[Any], str]

    choices: tuple[str, ...] = ()
    """The words of a value, where they can be listed."""

    many: bool = False
    """True if a value is several of these words, in order."""

    least: int | None = None
    most: int | None = None
    """The bounds of a number."""

    def reads(self, text: str) -> bool:
        try:
            self.read(text)
        except ValueError:
            return False
        return True


def one_of(*choices: str) -> Kind:
    """One of a few words."""

    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(text)
        return text

    return Kind(read, str, choices)


def switch() -> Kind:

    def read(text: str) -> bool:
        if text not in ("on", "off"):
            raise ValueError(text)
        return text == "on"

    return Kind(read, lambda value: "on" if value else "off", ("on", "off"))


def whole_number(text: str) -> int:
    """Read an amount in ASCII digits only: other scripts and notations are refused."""
    if not re.fullmatch(r"[0-9]{1,13}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def number(least: int, most: int) -> Kind:
    """A whole number within bounds."""

    def read(text: str) -> int:
        value = whole_number(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    return Kind(read, str, least=least, most=most)


def number_or_none(least: int, most: int) -> Kind:
    """A whole number within bounds, or ``none``."""
    plain = number(least, most)
    return Kind(
        lambda text: None if text == "none" else plain.read(text),
        lambda value: "none" if value is None else str(value),
        least=least,
        most=most,
    )


def words_in_order(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Read words as in ``one>two``, ``one, two`` or ``one two``, each cut short if still clear; raise ValueError."""
    words = tuple(_meant(word, choices) for word in re.split(r"[\s,>]+", text.strip()))
    if len(set(words)) != len(words):
        raise ValueError(text)
    return words


def _meant(word: str, choices: Sequence[str]) -> str:
    found = [each for each in choices if each.startswith(word)]
    if word in choices:
        return word
    if len(found) != 1:
        raise ValueError(word)
    return found[0]


def cut_short(words: Iterable[str], choices: Sequence[str]) -> str:
    """Write words in order, each as short as :func:`words_in_order` can read it."""

    def shortest(word: str) -> str:
        others = [each for each in choices if each != word]
        lengths = range(1, len(word))
        return next((word[:n] for n in lengths if not any(other.startswith(word[:n]) for other in others)), word)

    return ">".join(map(shortest, words))


def ordered_subset(*choices: str) -> Kind:
    """Some of a few words in the admin's order, or ``none``."""
    return Kind(
        lambda text: () if text == "none" else words_in_order(text, choices),
        lambda value: ">".join(value) if value else "none",
        choices,
        many=True,
    )


def rule(default: Any, kind: Kind, *, section: str, told_with: str = "") -> Any:
    """Declare a house rule in a ``section`` of the menu.

    ``told_with`` names the rule whose phrase tells of this one too, as the least tells of the most.
    """
    return dataclasses.field(default=default, metadata={"kind": kind, "section": section, "told_with": told_with})


@dataclass(frozen=True)
class HouseRules:
    """The house rules of one game; each field is a rule."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            kind: Kind = field.metadata["kind"]
            value = getattr(self, field.name)
            try:
                sound = kind.read(kind.write(value)) == value
            except (ValueError, TypeError):
                sound = False
            if not sound:
                raise BadRule("bad-rule-value", rule=field.name, value=str(value)[:40])
        self.check()

    def check(self) -> None:
        """Raise ``BadRule`` for values that contradict each other."""

    @classmethod
    @cache  # Every command asks for them, and they are sorted for people.
    def kinds(cls) -> Mapping[str, Kind]:
        """Every rule in the order of the menu."""
        return {field.name: field.metadata["kind"] for field in cls._menu()}

    @classmethod
    def sections(cls) -> Mapping[str, str]:
        return {field.name: field.metadata["section"] for field in cls._menu()}

    @classmethod
    def told_with(cls) -> Mapping[str, str]:
        """Map each rule to the one that tells of it, mostly itself."""
        return {field.name: field.metadata["told_with"] or field.name for field in cls._menu()}

    @classmethod
    def _menu(cls) -> list[dataclasses.Field[Any]]:
        shared = {field.name for field in dataclasses.fields(GameRules)}
        return sorted(dataclasses.fields(cls), key=lambda field: field.name in shared)

    def replace(self, name: str, text: str) -> Self:
        """Set one rule to the value in ``text``; raise ``BadRule`` if the rules then make no sense."""
        kind = self.kinds().get(name)
        if kind is None:
            raise BadRule("no-such-rule", rule=name[:40])
        try:
            value = kind.read(text.strip().lower())
        except ValueError as error:
            raise BadRule("bad-rule-value", rule=name, value=text[:40]) from error
        return dataclasses.replace(self, **{name: value})

    def texts(self) -> dict[str, str]:
        """Every rule with its value as an admin would type it."""
        return {name: kind.write(getattr(self, name)) for name, kind in self.kinds().items()}

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """Read :meth:`texts`, with the usual value for a missing rule."""
        kinds = cls.kinds()
        try:
            return cls(**{name: kinds[name].read(text) for name, text in texts.items()})
        except (KeyError, ValueError) as error:
            raise BadRule("bad-rules") from error

    def differences(self, other: HouseRules) -> dict[str, tuple[str, str]]:
        """Map each differing rule to (value here, value there)."""
        mine, theirs = self.texts(), other.texts()
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}


@dataclass(frozen=True)
class GameRules(HouseRules):
    disclosure: str = rule("never", one_of(*DISCLOSURES), section="fairness")
    """True if cards that nobody showed are opened after the hand: never, always, or when all players agree (SD1)."""

    beacon: str = rule("required", one_of(*BEACONS), section="fairness")
    """True if nothing is dealt without the beacon of the platform, where it has one: required, or not (SD1)."""

    def without_beacon(self) -> Self:
        """The same rules for a platform without a beacon."""
        return dataclasses.replace(self, beacon=IF_THERE_IS_ONE)

    @property
    def dealing(self) -> Dealing:
        """The way in which the cards are handed out."""
        raise NotImplementedError

    @property
    def beacon_required(self) -> bool:
        """True if a deal without a beacon is given up and sealed anew."""
        return self.beacon == REQUIRED

    @property
    def bank_is_sold(self) -> bool:
        """True if the banker is found after the deal, so that nobody can be named before."""
        return False

    @property
    def ends_on_leave(self) -> bool:
        """True if the table closes after the hand in which somebody leaves."""
        return False
