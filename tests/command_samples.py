"""Something that fits each kind of parameter, for the tests that try every command there is."""

from __future__ import annotations

from collections.abc import Mapping

from bot.commands import CommandSpec, Kind
from bot.dispatch.autocomplete import Completing
from bot.groups import GroupSettings
from bot.wording import in_language
from engine.games import GAMES

SAMPLES: Mapping[Kind, str] = {
    Kind.AMOUNT: "60",
    Kind.CHIPS: "60",
    Kind.NUMBER: "7",
    Kind.PERSON: "somebody:42",
    Kind.GAME: "qiuqiu",
    Kind.PRESET: "sumatra",
    Kind.LANGUAGE: "id",
    Kind.CHOICE: "8-4",
    Kind.ADVANCE: "check-fold",
    Kind.DURATION: "20m",
    Kind.WORD: "word",
    Kind.PHRASE: "word",
    Kind.WORDS: "word",
}


def line(spec: CommandSpec, *, optional: bool = True) -> str:
    """A line that gives a command all it needs.

    Args:
        spec: the command.
        optional: whether it is given what could be left out as well.
    """
    given: dict[str, str] = {}
    for each in spec.parameters:
        if optional or not each.optional:
            typing = Completing("", given, GroupSettings(), list(GAMES), in_language("en"))
            suggested = [] if each.suggest is None else list(each.suggest(typing))
            given[each.name] = suggested[0][1] if suggested else SAMPLES[each.kind]
    return " ".join([spec.name, *given.values()])
