"""Every command, declared once: what it is called, what follows it, who may use it, and where it is carried out.

Chats draw their menus from this list, the help is written from it, and every typed line is read with it.
The words for it are in the wording, under ``command-`` and its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bot.commands.refusal import Refusal
from engine.games import GAMES
from engine.house_rules import whole_number

LONGEST_LINE = 400
"""The most characters a command may have; nothing that makes sense is longer."""


class Kind(Enum):
    """What a parameter is, so that chats can offer choices and bounds."""

    AMOUNT = "amount"
    NUMBER = "number"
    PLAYER = "player"
    GAME = "game"
    PRESET = "preset"
    RULE = "rule"
    VALUE = "value"
    LANGUAGE = "language"
    COMMAND = "command"
    WORDS = "words"


class Who(Enum):
    """Who may use a command."""

    ANYONE = "anyone"
    SEATED = "seated"
    HOST = "host"
    ADMIN = "admin"


class Where(Enum):
    """Which part of the group carries a command out."""

    TABLE = "table"
    """The mailbox of the table at this place."""

    DESK = "desk"
    """The dispatcher itself: it concerns no table."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that follows a command's name."""

    name: str
    kind: Kind
    optional: bool = False


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command."""

    name: str
    section: str
    parameters: tuple[Parameter, ...] = ()
    who: Who = Who.ANYONE
    where: Where = Where.TABLE

    @property
    def key(self) -> str:
        """Its key in the wording."""
        return "command-" + self.name.replace(" ", "-")

    @property
    def usage(self) -> str:
        """How it is typed: ``/open GAME [PRESET] [BUY-IN]``."""
        parts = [f"[{each.name.upper()}]" if each.optional else each.name.upper() for each in self.parameters]
        return " ".join([f"/{self.name}", *parts])


@dataclass(frozen=True, slots=True)
class Order:
    """A command that was read: which one, and what followed it."""

    spec: CommandSpec
    text: str
    """The whole line, tidied."""

    words: Mapping[str, str]
    amounts: Mapping[str, int]

    @property
    def name(self) -> str:
        return self.spec.name

    def word(self, name: str) -> str:
        """What was given for a parameter, or nothing."""
        return self.words.get(name, "")

    def amount(self, name: str) -> int | None:
        """The number given for a parameter."""
        return self.amounts.get(name)


def _play_commands() -> tuple[CommandSpec, ...]:
    """The action words of every game, each once."""
    takes = {verb.name: verb.takes for game in GAMES.values() for verb in game.verbs}
    after = {
        "amount": (Parameter("amount", Kind.AMOUNT),),
        "choice": (Parameter("choice", Kind.WORDS),),
        "": (),
    }
    return tuple(CommandSpec(name, "play", after[what], Who.SEATED) for name, what in takes.items())


_PLAYER = Parameter("player", Kind.PLAYER)
_GAME = Parameter("game", Kind.GAME, optional=True)
_REASON = Parameter("reason", Kind.WORDS)
_HAND = Parameter("hand", Kind.NUMBER)

COMMANDS: tuple[CommandSpec, ...] = (
    CommandSpec(
        "open",
        "table",
        (
            Parameter("game", Kind.GAME),
            Parameter("preset", Kind.PRESET, optional=True),
            Parameter("buy-in", Kind.AMOUNT, optional=True),
        ),
    ),
    CommandSpec("join", "table", (Parameter("buy-in", Kind.AMOUNT, optional=True),)),
    CommandSpec("leave", "table", who=Who.SEATED),
    CommandSpec("sit out", "table", who=Who.SEATED),
    CommandSpec("sit back", "table", who=Who.SEATED),
    CommandSpec("rebuy", "table", (Parameter("amount", Kind.AMOUNT, optional=True),), Who.SEATED),
    CommandSpec("start", "table", who=Who.SEATED),
    CommandSpec("status", "table"),
    CommandSpec("add computer", "table", who=Who.SEATED),
    CommandSpec("remove computer", "table", who=Who.SEATED),
    CommandSpec("kick", "table", (_PLAYER,), Who.HOST),
    CommandSpec("close", "table", who=Who.HOST),
    CommandSpec("hand", "play", who=Who.SEATED),
    *_play_commands(),
    CommandSpec("house", "house", (_GAME,), where=Where.DESK),
    CommandSpec("house rule", "house", (Parameter("rule", Kind.RULE),), where=Where.DESK),
    CommandSpec(
        "house preset",
        "house",
        (Parameter("preset", Kind.PRESET), _GAME),
        Who.ADMIN,
        Where.DESK,
    ),
    CommandSpec(
        "house set",
        "house",
        (Parameter("rule", Kind.RULE), Parameter("value", Kind.VALUE)),
        Who.ADMIN,
        Where.DESK,
    ),
    CommandSpec("house reset", "house", (_GAME,), Who.ADMIN, Where.DESK),
    CommandSpec("house apply", "house", (), Who.ADMIN, Where.DESK),
    CommandSpec("house language", "house", (Parameter("language", Kind.LANGUAGE),), Who.ADMIN, Where.DESK),
    CommandSpec("chips", "money", where=Where.DESK),
    CommandSpec(
        "ledger",
        "money",
        (
            Parameter("player", Kind.PLAYER, optional=True),
            Parameter("before", Kind.NUMBER, optional=True),
        ),
        where=Where.DESK,
    ),
    CommandSpec("top", "money", where=Where.DESK),
    CommandSpec("daily", "money", where=Where.DESK),
    CommandSpec("bank grant", "money", (_PLAYER, Parameter("amount", Kind.AMOUNT), _REASON), Who.ADMIN, Where.DESK),
    CommandSpec("bank take", "money", (_PLAYER, Parameter("amount", Kind.AMOUNT), _REASON), Who.ADMIN, Where.DESK),
    CommandSpec("bank void", "money", (_HAND, _REASON), Who.ADMIN, Where.DESK),
    CommandSpec("shuffle", "proof", (Parameter("words", Kind.WORDS, optional=True),), Who.SEATED),
    CommandSpec("verify", "proof", (_HAND,), where=Where.DESK),
    CommandSpec("verify mine", "proof", (Parameter("hand", Kind.NUMBER, optional=True),), where=Where.DESK),
    CommandSpec("disclose", "proof", (_HAND,), where=Where.DESK),
    CommandSpec("fairness", "proof", where=Where.DESK),
    CommandSpec("practice", "learn", (Parameter("game", Kind.GAME), Parameter("preset", Kind.PRESET, optional=True))),
    CommandSpec("hint", "learn", who=Who.SEATED),
    CommandSpec("rules", "learn", (_GAME,), where=Where.DESK),
    CommandSpec("help", "learn", (Parameter("command", Kind.COMMAND, optional=True),), where=Where.DESK),
    CommandSpec("language", "learn", (Parameter("language", Kind.LANGUAGE),), where=Where.DESK),
)

BY_NAME: Mapping[str, CommandSpec] = {spec.name: spec for spec in COMMANDS}

_OTHER_NAMES = {
    "all in": "all-in",
    "allin": "all-in",
    "raise to": "raise",
    "pass the bank": "pass-bank",
    "back": "sit back",
    "add bot": "add computer",
    "remove bot": "remove computer",
    "re-buy": "rebuy",
    "house show": "house",
}

_OTHER_NAME = re.compile(
    "(?:" + "|".join(f"({re.escape(name)})".replace(r"\ ", r"\s+") for name in _OTHER_NAMES) + r")(?=\s|$)",
    re.IGNORECASE,
)
_USUAL = tuple(_OTHER_NAMES.values())


def read(line: str) -> Order:
    """Read a line that somebody typed or a button carried.

    Raises:
        Refusal: there is no such command, or what follows it is missing, wrong or too much.
    """
    if len(line) > LONGEST_LINE:
        raise Refusal("line-too-long", most=LONGEST_LINE)
    typed = line.strip().removeprefix("/")
    if other := _OTHER_NAME.match(typed):
        typed = _USUAL[(other.lastindex or 0) - 1] + typed[other.end() :]
    text = re.sub(r"\s+", " ", typed)
    spec = _longest_name(text)
    words, amounts = _parameters(spec, _beyond(typed, len(spec.name.split(" "))))
    return Order(spec, text, words, amounts)


def _beyond(typed: str, words: int) -> str:
    """What was typed after so many words, to the letter."""
    return "".join(typed.split(None, words)[words:])


def _longest_name(text: str) -> CommandSpec:
    """The command whose name the line begins with; two words before one."""
    parts = text.lower().split(" ")
    for length in (2, 1):
        spec = BY_NAME.get(" ".join(parts[:length]))
        if spec is not None:
            return spec
    raise Refusal("no-such-command", word=parts[0][:40])


def _parameters(spec: CommandSpec, rest: str) -> tuple[dict[str, str], dict[str, int]]:
    """Give every parameter its words.

    A player's name may have spaces, so it takes all words up to the number that follows it, or up to the end.
    Free words at the end stay as they were typed, every space between them: those of a shuffle are hashed to the byte.
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
            raise Refusal("something-missing", usage=spec.usage)
        if parameter.kind in (Kind.AMOUNT, Kind.NUMBER):
            try:
                amounts[parameter.name] = whole_number(left[0].removeprefix("#"))
            except ValueError:
                raise Refusal("not-an-amount", usage=spec.usage) from None
            left = left[1:]
        elif parameter.kind is Kind.PLAYER and parameter.optional and _only_a_number(left, following):
            continue
        elif parameter.kind is Kind.PLAYER:
            taken = _words_of_a_name(left, following)
            words[parameter.name] = " ".join(left[:taken])
            left = left[taken:]
        elif not following and parameter.kind is Kind.WORDS:
            words[parameter.name] = _beyond(rest, len(given) - len(left))
            left = []
        elif not following and parameter.kind in (Kind.VALUE, Kind.COMMAND):
            words[parameter.name] = " ".join(left)
            left = []
        elif parameter.optional and parameter.kind is Kind.PRESET and left[0][:1].isdigit():
            continue
        else:
            words[parameter.name] = left[0].lower()
            left = left[1:]
    if left:
        raise Refusal("too-much", usage=spec.usage)
    return words, amounts


def _only_a_number(left: list[str], following: tuple[Parameter, ...]) -> bool:
    """Whether a player is left out, and what is there is the number that follows the name."""
    return len(left) == 1 and bool(following) and re.fullmatch(r"#?[0-9]+", left[0], re.ASCII) is not None


def _words_of_a_name(left: list[str], following: tuple[Parameter, ...]) -> int:
    """How many of the words belong to a player's name."""
    if following and following[0].kind in (Kind.AMOUNT, Kind.NUMBER):
        for place in range(1, len(left)):
            if re.fullmatch(r"#?[0-9]+", left[place], re.ASCII):
                return place
    return len(left)
