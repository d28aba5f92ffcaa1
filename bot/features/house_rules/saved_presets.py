from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.features.house_rules.exchange import base
from bot.groups import GameSettings, GroupSettings
from bot.messages.lookalikes import looks
from bot.messages.names import safe_name
from engine.games import GAMES
from engine.house_rules import BadRule

NAME_BYTES: Final = 24
"""The longest name that fits the data of a button; other scripts than the Latin one have fewer letters."""

MOST_PRESETS: Final = 20


def saved(settings: GroupSettings, game: str, name: str) -> GroupSettings:
    """Save the rules in force as a preset; raise ``BadRule`` for an invalid or taken name, or too many presets."""
    own = settings.presets.get(game, {})
    letters = all(each in "-_" or unicodedata.category(each)[0] in "LMN" for each in name)
    if not letters or len(name.encode()) > NAME_BYTES or safe_name(name) != name or not name[:1].isalpha():
        raise BadRule("bad-preset-name", preset=name[:40], most=NAME_BYTES)
    taken = settings.preset_names(game)
    if (other := next((each for each in taken if looks(each) & looks(name)), None)) is not None:
        raise BadRule("preset-name-taken", preset=name, other=other)
    if len(own) >= MOST_PRESETS:
        raise BadRule("too-many-presets", most=MOST_PRESETS)
    preset = GameSettings(base(settings, game), settings.game(game).rules)
    return replace(settings, presets={**settings.presets, game: {**own, name: preset}})


def deleted(settings: GroupSettings, game: str, name: str) -> GroupSettings:
    """Delete a preset of the group; its rules stay in force as deviations. Raise ``BadRule`` for any other preset."""
    if name in GAMES[game].presets:
        raise BadRule("preset-is-not-yours", preset=name)
    own = dict(settings.presets.get(game, {}))
    built_in = own.pop(settings.preset_called(game, name)).preset

    def without(games: Mapping[str, GameSettings]) -> Mapping[str, GameSettings]:
        now = games.get(game)
        return games if now is None or now.preset != name else {**games, game: GameSettings(built_in, now.rules)}

    previous = settings.previous and replace(settings.previous, games=without(settings.previous.games))
    games = without(settings.games)
    return replace(settings, presets={**settings.presets, game: own}, games=games, previous=previous)
