"""The house rules of a group as one short text for another group.

It is ``kiu1``, each game with its preset of Kiu and the rules that differ, then ``tables`` with the unusual ones:
``kiu1 qiuqiu sumatra ante=20 hui=on tables turn_seconds=60``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from bot.groups import GameSettings, GroupSettings, TableRules
from engine.games import GAMES
from engine.house_rules import BadRule, HouseRules

RulesT = TypeVar("RulesT", bound=HouseRules)

VERSION = "kiu1"
"""Changes with the format."""

TABLES = "tables"


def base(settings: GroupSettings, game: str) -> str:
    """Return the built-in preset that the rules in force derive from."""
    preset = settings.game(game).preset
    own = settings.presets.get(game, {}).get(preset)
    return preset if own is None else own.preset


def exported(settings: GroupSettings, games: Iterable[str] = ()) -> str:
    words = [VERSION]
    for game in list(games) or GAMES:
        preset = base(settings, game)
        words += [game, preset, *_changed(settings.game(game).rules, GAMES[game].presets[preset])]
    if not games:
        words += [TABLES, *_changed(settings.tables, TableRules())]
    return " ".join(words)


def _changed(rules: HouseRules, usual: HouseRules) -> Iterator[str]:
    return (f"{name}={value}" for name, (value, _) in rules.differences(usual).items())


def imported(settings: GroupSettings, text: str) -> GroupSettings:
    """Return the settings with the rules of a text; unnamed rules stay.

    Raise ``BadRule`` with the word at fault, or if rules contradict each other.
    """
    version, *words = text.lower().split() or [""]
    if version != VERSION or not words:
        raise BadRule("house-text-word", word=version[:40])
    parts: dict[str, list[str]] = {}
    for word in words:
        if "=" not in word and (word in GAMES or word == TABLES):
            if word in parts:
                raise BadRule("house-text-word", word=word)
            parts[word] = []
        elif not parts:
            raise BadRule("house-text-word", word=word[:40])
        else:
            list(parts.values())[-1].append(word)
    for name, given in parts.items():
        if name == TABLES:
            settings = replace(settings, tables=_read(TableRules(), given))
        else:
            preset, changes = _preset(name, given)
            settings = settings.with_game(name, GameSettings(preset, _read(GAMES[name].presets[preset], changes)))
    return settings


def _preset(game: str, words: list[str]) -> tuple[str, list[str]]:
    presets = GAMES[game].presets
    if not words or "=" in words[0]:
        return next(iter(presets)), words
    if words[0] not in presets:
        raise BadRule("house-text-word", word=words[0][:40])
    return words[0], words[1:]


def _read(usual: RulesT, words: Iterable[str]) -> RulesT:
    """Apply all changes at once, since some are only possible together."""
    texts: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        kind = usual.kinds().get(name)
        if not equals or kind is None or name in texts:
            raise BadRule("house-text-word", word=word[:40])
        try:
            texts[name] = kind.write(kind.read(value))
        except ValueError as error:
            raise BadRule("house-text-word", word=word[:40]) from error
    return usual.from_texts({**usual.texts(), **texts})
