"""The parser of lines, typed or carried by a button."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.commands.amounts import amount_of, is_amount
from bot.commands.catalogue import BY_LINE, OTHER_NAMES
from bot.commands.durations import words_of_duration
from bot.commands.spec import CommandSpec, Kind, Parameter
from bot.wording.isolation import without_isolates
from engine.house_rules import whole_number
from engine.refusal import Refused as Refusal

LONGEST_LINE = 2_000
"""The most characters of a command, enough for house rules as text."""

_NUMBER = re.compile(r"#?[0-9]{1,13}", re.ASCII)
_PLATFORM_ID = re.compile(r"[a-z]+:[0-9]+", re.ASCII)

_WRONG: Mapping[Kind, str] = {
    Kind.AMOUNT: "not-an-amount",
    Kind.CHIPS: "not-an-amount",
    Kind.NUMBER: "not-a-number",
    Kind.DURATION: "not-a-time",
}
"""Reasons to refuse words that are nothing of a kind."""


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    spec: CommandSpec
    words: Mapping[str, str]
    amounts: Mapping[str, int]

    @property
    def name(self) -> str:
        return self.spec.name

    def word(self, name: str) -> str:
        return self.words.get(name, "")

    def amount(self, name: str) -> int | None:
        return self.amounts.get(name)


def parse(line: str) -> ParsedCommand:
    """Parse a line; raise ``Refusal`` for an unknown command and for missing, wrong or extra words."""
    if len(line) > LONGEST_LINE:
        raise Refusal("line-too-long", most=LONGEST_LINE)
    typed = line.strip().removeprefix("/")
    spec, named_by = _longest_name(typed)
    if spec is None:
        raise Refusal("no-such-command", word=next(iter(typed.lower().split()), "")[:40])
    words, amounts = _parameters(spec, _beyond(typed, named_by))
    return ParsedCommand(spec, words, amounts)


def spec_of(line: str) -> CommandSpec | None:
    spec, _ = _longest_name(line[:LONGEST_LINE].strip().removeprefix("/"))
    return spec


def _longest_name(typed: str) -> tuple[CommandSpec | None, int]:
    words = typed.lower().split(None, 3)
    for length in (3, 2, 1):
        name = " ".join(words[:length])
        if (spec := BY_LINE.get(OTHER_NAMES.get(name, name))) is not None:
            return spec, length
    return None, 0


def _beyond(typed: str, words: int) -> str:
    return "".join(typed.split(None, words)[words:])


def _parameters(spec: CommandSpec, rest: str) -> tuple[dict[str, str], dict[str, int]]:
    """Give every parameter its words.

    Final free words keep every space, since a shuffle hashes them to the byte.
    """
    words: dict[str, str] = {}
    amounts: dict[str, int] = {}
    given = rest.split()
    left: Sequence[str] = given
    for place, parameter in enumerate(spec.parameters):
        following, kind, name = spec.parameters[place + 1 :], parameter.kind, parameter.name
        taken = _taken(parameter, left, following) if left else 0
        if not taken:
            if parameter.optional and (following or not left):
                continue
            raise Refusal(_WRONG.get(kind, "too-much") if left else "something-missing", command=spec.name)
        text, beyond = " ".join(left[:taken]), len(given) - len(left)
        if kind.is_amount:
            amounts[name] = amount_of(text)
        elif kind is Kind.NUMBER:
            amounts[name] = whole_number(text.removeprefix("#"))
        elif kind in (Kind.WORDS, Kind.CHOICE) and not following:
            words[name] = _beyond(rest, beyond)
        else:
            words[name] = without_isolates(text) if kind in (Kind.PERSON, Kind.PHRASE) else text.lower()
        left = left[taken:]
    if left:
        raise Refusal("too-much", command=spec.name)
    return words, amounts


def _taken(parameter: Parameter, left: Sequence[str], following: Sequence[Parameter]) -> int:
    """Return how many words a parameter takes; 0 if the next is none of its kind."""
    match parameter.kind:
        case Kind.AMOUNT | Kind.CHIPS:
            if not following and is_amount(" ".join(left)):
                return len(left)
            return int(is_amount(left[0]))
        case Kind.NUMBER:
            return int(_NUMBER.fullmatch(left[0]) is not None)
        case Kind.DURATION:
            return words_of_duration(left)
        case Kind.PERSON:
            return _words_of_a_name(parameter, left, following)
        case Kind.PRESET if parameter.optional and left[0][:1].isdigit():
            return 0
        case Kind.WORDS | Kind.CHOICE | Kind.PHRASE if not following:
            return len(left)
    return 1


def _words_of_a_name(parameter: Parameter, left: Sequence[str], following: Sequence[Parameter]) -> int:
    """Return the words before the next parameter, if that is a number or a time."""
    if _PLATFORM_ID.fullmatch(left[0]):
        return 1
    if following and following[0].kind in _WRONG:
        for place in range(0 if parameter.optional and len(left) == 1 else 1, len(left)):
            if _taken(following[0], left[place:], following[1:]):
                return place
    return len(left)
