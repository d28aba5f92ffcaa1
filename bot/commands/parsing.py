"""The parser of lines, typed or carried by a button."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.commands.amounts import amount_of, is_amount
from bot.commands.catalogue import BY_LINE, OTHER_NAMES
from bot.commands.durations import words_of_duration
from bot.commands.refusal import Refusal
from bot.commands.spec import CommandSpec, Kind, Parameter
from bot.wording.isolation import without_isolates
from engine.house_rules import whole_number

LONGEST_LINE = 2_000
"""The most characters of a command, enough for house rules as text."""

_NUMBER = re.compile(r"#?[0-9]+", re.ASCII)
_PLATFORM_ID = re.compile(r"[a-z]+:[0-9]+", re.ASCII)
_USUAL_NAMES = tuple(OTHER_NAMES.values())
_OTHER_NAME = re.compile(
    "(?:" + "|".join(f"({re.escape(name)})".replace(r"\ ", r"\s+") for name in OTHER_NAMES) + r")(?=\s|$)",
    re.IGNORECASE,
)


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
    typed = _with_usual_name(line)
    spec = _longest_name(typed)
    if spec is None:
        raise Refusal("no-such-command", word=next(iter(typed.lower().split()), "")[:40])
    words, amounts = _parameters(spec, _beyond(typed, len(spec.name.split(" "))))
    return ParsedCommand(spec, words, amounts)


def spec_of(line: str) -> CommandSpec | None:
    return _longest_name(_with_usual_name(line[:LONGEST_LINE]))


def _with_usual_name(line: str) -> str:
    typed = line.strip().removeprefix("/")
    if other := _OTHER_NAME.match(typed):
        return _USUAL_NAMES[(other.lastindex or 0) - 1] + typed[other.end() :]
    return typed


def _longest_name(typed: str) -> CommandSpec | None:
    parts = typed.lower().split(None, 2)
    for length in (2, 1):
        spec = BY_LINE.get(" ".join(parts[:length]))
        if spec is not None:
            return spec
    return None


def _beyond(typed: str, words: int) -> str:
    return "".join(typed.split(None, words)[words:])


def _parameters(spec: CommandSpec, rest: str) -> tuple[dict[str, str], dict[str, int]]:
    """Give every parameter its words; a player's name takes all before the next number or time.

    Final free words keep every space, since a shuffle hashes them to the byte.
    """
    words: dict[str, str] = {}
    amounts: dict[str, int] = {}
    given = rest.split()
    left = given
    for place, parameter in enumerate(spec.parameters):
        following = spec.parameters[place + 1 :]
        if not left:
            if parameter.optional:
                continue
            raise Refusal("something-missing", command=spec.name)
        if parameter.kind.is_number:
            amounts[parameter.name], left = _number(spec, parameter, left, last=not following)
        elif parameter.kind is Kind.DURATION:
            taken = words_of_duration(left)
            if not taken and not (parameter.optional and following):
                raise Refusal("not-a-time", command=spec.name)
            if taken:
                words[parameter.name] = " ".join(left[:taken])
            left = left[taken:]
        elif parameter.kind.is_player and parameter.optional and _only_a_number(left, following):
            continue
        elif parameter.kind.is_player:
            taken = _words_of_a_name(left, following)
            words[parameter.name] = without_isolates(" ".join(left[:taken]))
            left = left[taken:]
        elif not following and parameter.kind in (Kind.WORDS, Kind.CHOICE):
            words[parameter.name] = _beyond(rest, len(given) - len(left))
            left = []
        elif not following and parameter.kind in (Kind.VALUE, Kind.COMMAND, Kind.PHRASE):
            words[parameter.name] = " ".join(left)
            left = []
        elif parameter.optional and parameter.kind is Kind.PRESET and left[0][:1].isdigit():
            continue
        else:
            words[parameter.name] = left[0].lower()
            left = left[1:]
    if left:
        raise Refusal("too-much", command=spec.name)
    return words, amounts


def _number(spec: CommandSpec, parameter: Parameter, left: list[str], *, last: bool) -> tuple[int, list[str]]:
    if not parameter.kind.is_amount:
        try:
            return whole_number(left[0].removeprefix("#")), left[1:]
        except ValueError:
            raise Refusal("not-a-number", command=spec.name) from None
    for taken in (len(left), 1) if last else (1,):
        words = " ".join(left[:taken])
        if is_amount(words):
            return amount_of(words), left[taken:]
    raise Refusal("not-an-amount", command=spec.name)


def _only_a_number(left: list[str], following: tuple[Parameter, ...]) -> bool:
    return len(left) == 1 and bool(following) and _is_number(left[0])


def _is_number(word: str) -> bool:
    return _NUMBER.fullmatch(word) is not None or is_amount(word)


def _words_of_a_name(left: list[str], following: tuple[Parameter, ...]) -> int:
    if _PLATFORM_ID.fullmatch(left[0]):
        return 1
    if following and following[0].kind.is_number:
        for place in range(1, len(left)):
            if _is_number(left[place]):
                return place
    if following and following[0].kind is Kind.DURATION:
        for place in range(1, len(left)):
            if words_of_duration(left[place:]):
                return place
    return len(left)
