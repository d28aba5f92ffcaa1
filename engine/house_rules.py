"""House rules as data: one frozen dataclass for each game, each field with its meaning, its values and its help.

The fields are the only list of a game's rules: commands, menus, help and documentation are drawn from it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from engine.fairness.reading import BEACONS, DISCLOSURES
from engine.refusal import Refused

REQUIRED, IF_THERE_IS_ONE = BEACONS


class BadRule(Refused):
    """A house rule that does not exist, or a value that makes no sense."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How the values of a rule are written and checked."""

    read: Callable[[str], Any]
    """Turn what an admin typed into a value; raises ValueError if it cannot be one."""

    write: Callable[[Any], str]
    """The text that ``read`` turns into the value."""

    choices: tuple[str, ...] = ()
    """The words that a value is made of, where they can be listed."""

    many: bool = False
    """Whether a value is several of these words, in an order."""

    least: int | None = None
    most: int | None = None
    """The bounds of a number."""

    def reads(self, text: str) -> bool:
        """Whether a rule of this kind can be set to a text."""
        try:
            self.read(text)
        except ValueError:
            return False
        return True


def one_of(*choices: str) -> Kind:
    """A rule that is one of a few words."""

    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(text)
        return text

    return Kind(read, str, choices)


def switch() -> Kind:
    """A rule that is on or off."""

    def read(text: str) -> bool:
        if text not in ("on", "off"):
            raise ValueError(text)
        return text == "on"

    return Kind(read, lambda value: "on" if value else "off", ("on", "off"))


def whole_number(text: str) -> int:
    """Read an amount: ASCII digits only, so that digits of other scripts and other notations are not taken for one."""
    if not re.fullmatch(r"[0-9]{1,13}", text, re.ASCII):
        raise ValueError(text)
    return int(text)


def number(least: int, most: int) -> Kind:
    """A rule that is a whole number within bounds."""

    def read(text: str) -> int:
        value = whole_number(text)
        if not least <= value <= most:
            raise ValueError(text)
        return value

    return Kind(read, str, least=least, most=most)


def number_or_none(least: int, most: int) -> Kind:
    """A rule that is a whole number within bounds, or ``none``."""
    plain = number(least, most)
    return Kind(
        lambda text: None if text == "none" else plain.read(text),
        lambda value: "none" if value is None else str(value),
        least=least,
        most=most,
    )


def words_in_order(text: str, choices: Sequence[str]) -> tuple[str, ...]:
    """Read words as in ``one>two``, ``one, two`` or ``one two``; each may be cut short as long as it stays clear.

    Raises:
        ValueError: one of them is none of the choices, or stands there twice.
    """
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
    """Words in an order, each as short as :func:`words_in_order` still reads it."""

    def shortest(word: str) -> str:
        others = [each for each in choices if each != word]
        lengths = range(1, len(word))
        return next((word[:n] for n in lengths if not any(other.startswith(word[:n]) for other in others)), word)

    return ">".join(map(shortest, words))


def ordered_subset(*choices: str) -> Kind:
    """A rule that is some of a few words in the order that the admin chooses, or ``none``."""
    return Kind(
        lambda text: () if text == "none" else words_in_order(text, choices),
        lambda value: ">".join(value) if value else "none",
        choices,
        many=True,
    )


def rule(default: Any, kind: Kind, *, section: str, told_with: str = "") -> Any:
    """Declare a house rule.

    Args:
        default: its usual value.
        kind: how its values are written and checked.
        section: the section of the menu that it stands in; rules with the same one are told of in one sentence.
        told_with: the rule whose part of that sentence tells of this one too, such as the least of the most.
    """
    return dataclasses.field(default=default, metadata={"kind": kind, "section": section, "told_with": told_with})


@dataclass(frozen=True)
class HouseRules:
    """The house rules of one game; each game derives its own and lists its fields."""

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
        """Refuse values that contradict each other.

        Raises:
            BadRule: with the reason, which says which values these are.
        """

    @classmethod
    @cache  # Every command asks for them, and they are sorted for people.
    def kinds(cls) -> Mapping[str, Kind]:
        """Every rule of the game, in the order of the menu."""
        return {field.name: field.metadata["kind"] for field in cls._menu()}

    @classmethod
    def sections(cls) -> Mapping[str, str]:
        """The section of the menu that each rule stands in."""
        return {field.name: field.metadata["section"] for field in cls._menu()}

    @classmethod
    def told_with(cls) -> Mapping[str, str]:
        """The rule that tells of each rule in the sentence of its section: mostly the rule itself."""
        return {field.name: field.metadata["told_with"] or field.name for field in cls._menu()}

    @classmethod
    def _menu(cls) -> list[dataclasses.Field[Any]]:
        """A game's own rules, then those that all games share."""
        shared = {field.name for field in dataclasses.fields(GameRules)}
        return sorted(dataclasses.fields(cls), key=lambda field: field.name in shared)

    def replace(self, name: str, text: str) -> Self:
        """Return these rules with one of them set to what ``text`` says.

        Raises:
            BadRule: there is no such rule, or the value cannot be one of it, or not together with the others.
        """
        kind = self.kinds().get(name)
        if kind is None:
            raise BadRule("no-such-rule", rule=name[:40])
        try:
            value = kind.read(text.strip().lower())
        except ValueError as error:
            raise BadRule("bad-rule-value", rule=name, value=text[:40]) from error
        return dataclasses.replace(self, **{name: value})

    def texts(self) -> dict[str, str]:
        """Every rule with its value as text, as an admin would type it."""
        return {name: kind.write(getattr(self, name)) for name, kind in self.kinds().items()}

    @classmethod
    def from_texts(cls, texts: Mapping[str, str]) -> Self:
        """The inverse of :meth:`texts`; a rule that is missing has its usual value."""
        kinds = cls.kinds()
        try:
            return cls(**{name: kinds[name].read(text) for name, text in texts.items()})
        except (KeyError, ValueError) as error:
            raise BadRule("bad-rules") from error

    def differences(self, other: HouseRules) -> dict[str, tuple[str, str]]:
        """The rules in which these differ from ``other``: name to (value here, value there)."""
        mine, theirs = self.texts(), other.texts()
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}


@dataclass(frozen=True)
class GameRules(HouseRules):
    """What the house rules of all games have in common, and what tables need to know of them."""

    disclosure: str = rule("never", one_of(*DISCLOSURES), section="fairness")
    """Whether cards that nobody showed are opened after the hand: never, always, or when all players agree (SD1)."""

    beacon: str = rule("required", one_of(*BEACONS), section="fairness")
    """Whether nothing is dealt without the beacon of the platform, where it has one: required, or not (SD1)."""

    def without_beacon(self) -> Self:
        """These rules where the platform has no beacon, and so none can be required."""
        return dataclasses.replace(self, beacon=IF_THERE_IS_ONE)

    @property
    def beacon_required(self) -> bool:
        """Whether the packs are given up, and others sealed, if the beacon does not come."""
        return self.beacon == REQUIRED

    @property
    def bank_is_sold(self) -> bool:
        """Whether the banker of a hand is found only after it has begun, so that nobody can be named beforehand."""
        return False

    @property
    def ends_on_leave(self) -> bool:
        """Whether the table closes when somebody leaves it, after the running hand if there is one."""
        return False
