"""The settings of one group: its rules for every game and for its tables, and its language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.groups.table_rules import TableRules
from engine.games import GAMES
from engine.house_rules import BadRule, GameRules


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The house rules of one game: a preset, and what differs from it."""

    preset: str
    rules: GameRules


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """The settings of one server or group; changing them gives new settings."""

    language: str = "en"
    tables: TableRules = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)
    away: bool = False
    """Whether the bot was removed: no timer runs and nothing is posted until it is added again."""

    closed: frozenset[str] = frozenset()
    """The topics that were closed, so that nobody can write there: their tables stand still until they are opened."""

    moved_to: str = ""
    """The id that the group has now, if its platform has given it another one."""

    def waits(self, channel: str) -> bool:
        """Whether a table in a channel stands still for now, and nothing is posted there."""
        return self.away or channel in self.closed

    def game(self, name: str) -> GameSettings:
        """The house rules of a game; until anything is set, its usual preset."""
        usual = next(iter(GAMES[name].presets))
        return self.games.get(name) or GameSettings(usual, GAMES[name].presets[usual])

    def at_table(self, game: str, preset: str) -> GameSettings:
        """The rules a table plays by: those of the preset it was opened with, or of the group if there is none."""
        return GameSettings(preset, GAMES[game].presets[preset]) if preset else self.game(game)

    def with_preset(self, game: str, preset: str) -> GroupSettings:
        """Take over a preset as it is.

        Raises:
            BadRule: the game has no such preset.
        """
        if preset not in GAMES[game].presets:
            raise BadRule("no-such-preset", preset=preset[:40], presets=", ".join(GAMES[game].presets))
        return self._with_game(game, GameSettings(preset, GAMES[game].presets[preset]))

    def with_rule(self, game: str, name: str, value: str) -> GroupSettings:
        """Set one rule, of the game or of all tables.

        Raises:
            BadRule: there is no such rule, or the value makes no sense.
        """
        if name in TableRules.kinds():
            return replace(self, tables=self.tables.replace(name, value))
        now = self.game(game)
        return self._with_game(game, replace(now, rules=now.rules.replace(name, value)))

    def reset(self, game: str) -> GroupSettings:
        """Go back to the usual rules of a game and of its tables."""
        return replace(self, tables=TableRules(), games={k: v for k, v in self.games.items() if k != game})

    def check_table(self, game: str, preset: str = "") -> None:
        """Refuse a table at which nobody could be dealt in with the usual buy-in.

        Args:
            game: what is played there.
            preset: the preset it is opened with; empty for the rules of the group.

        Raises:
            BadRule: with what the game takes, and what the usual buy-in is.
        """
        least = GAMES[game].least_stack(self.at_table(game, preset).rules)
        if least > self.tables.buy_in:
            raise BadRule("buy-in-too-small", game=game, least=least, usual=self.tables.buy_in)

    def check_change(self, before: GroupSettings) -> None:
        """Refuse a change after which a game could not be played any more.

        Raises:
            BadRule: as above; a game that could not be played before is let be, so that it can be mended step by step.
        """
        for game in GAMES:
            try:
                self.check_table(game)
            except BadRule:
                if before._can_be_played(game):
                    raise

    def _can_be_played(self, game: str) -> bool:
        try:
            self.check_table(game)
        except BadRule:
            return False
        return True

    def differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Every rule in force that is not as the preset, or the usual table, has it."""
        now = self.game(game)
        return {
            **now.rules.differences(GAMES[game].presets[now.preset]),
            **self.tables.differences(TableRules()),
        }

    def texts(self, game: str) -> dict[str, str]:
        """Every rule in force with its value as text."""
        return {**self.game(game).rules.texts(), **self.tables.texts()}

    def _with_game(self, game: str, settings: GameSettings) -> GroupSettings:
        return replace(self, games={**self.games, game: settings})

    def to_json(self) -> str:
        """The settings as they are stored."""
        return json.dumps(
            {
                "language": self.language,
                "tables": self.tables.texts(),
                "games": {
                    name: {"preset": each.preset, "rules": each.rules.texts()} for name, each in self.games.items()
                },
                "away": self.away,
                "closed": sorted(self.closed),
                "moved_to": self.moved_to,
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> GroupSettings:
        """The inverse of :meth:`to_json`."""
        stored: dict[str, Any] = json.loads(text)
        return cls(
            language=stored["language"],
            tables=TableRules.from_texts(stored["tables"]),
            games={
                name: GameSettings(each["preset"], GAMES[name].rules.from_texts(each["rules"]))
                for name, each in stored["games"].items()
                if name in GAMES
            },
            away=stored.get("away", False),
            closed=frozenset(stored.get("closed", ())),
            moved_to=stored.get("moved_to", ""),
        )
