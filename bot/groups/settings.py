from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import Annotated, Any, NamedTuple

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.groups.time_zones import UTC_ZONE, zone_of
from bot.messages import Place, PlayerId
from bot.messages.lookalikes import looks
from engine.games import GAMES
from engine.house_rules import BadRule, GameRules
from engine.table.rules import TableRules


def _texts_of_game(rules: GameRules) -> dict[str, str]:
    game = next(name for name, game in GAMES.items() if isinstance(rules, game.rules))
    return {"game": game, **rules.texts()}


def _rules_of_game(texts: dict[str, str]) -> GameRules:
    rules: GameRules = GAMES[texts.pop("game")].rules.from_texts(texts)
    return rules


_StoredGame = Annotated[GameRules, PlainSerializer(_texts_of_game), PlainValidator(_rules_of_game)]
_StoredTables = Annotated[TableRules, PlainSerializer(TableRules.texts), PlainValidator(TableRules.from_texts)]


@dataclass(frozen=True, slots=True)
class GameSettings:
    """House rules of one game: a preset and deviations."""

    preset: str
    rules: _StoredGame


@dataclass(frozen=True, slots=True)
class InForce:
    """House rules of the tables, and of each game with any set."""

    tables: _StoredTables = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)


class Untold(NamedTuple):
    """A durable announcement not posted yet: a wording key with values."""

    channel: str
    key: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """The settings of one server or group; a change returns new settings."""

    language: str = "en"
    tables: _StoredTables = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, GameSettings]] = field(default_factory=dict)
    """Presets saved by the group, by game and name; each has the built-in preset that it derives from."""

    previous: InForce | None = None
    """House rules before the last change, if any."""

    away: bool = False
    """True if the bot was removed: no timer runs, nothing is posted."""

    away_since: int = 0
    """Known removal in seconds since 1970, or 0."""

    channels: Annotated[frozenset[str], PlainSerializer(sorted)] = frozenset()
    """Channels open to tables; empty for all."""

    of_features: Mapping[str, Any] = field(default_factory=dict)
    """Settings that only one feature reads, by its own key, as JSON; forgotten people are dropped as keys of it."""

    zone: str = UTC_ZONE
    """IANA time zone, such as ``Asia/Jakarta``."""

    moved_to: str = ""
    """The present id of a group that its platform has moved."""

    untold: tuple[Untold, ...] = ()
    """Wallet changes carried out and not announced, oldest first."""

    circle: str = ""
    """The circle that keeps the book of a joined group, in place of its own."""

    circles: Mapping[str, int] = field(default_factory=dict)
    """Circles that the group is or was in, oldest first, with the second since 1970 when it joined each."""

    places: tuple[Place, ...] = ()
    """The places of a circle, where each of its tables stands; the first is that of the group that offered.

    A deleted channel is empty.
    """

    accounts: Mapping[PlayerId, PlayerId] = field(default_factory=dict)
    """Linked accounts of a circle, by second account."""

    @property
    def time_zone(self) -> tzinfo:
        return zone_of(self.zone)

    def takes_tables(self, channel: str) -> bool:
        return not self.channels or channel in self.channels

    # --- what is in force --------------------------------------------------------------------------------------

    def game(self, name: str) -> GameSettings:
        """Return the rules of a game, by default its usual preset."""
        return self.games.get(name) or _usual(name)

    def at_table(self, game: str, preset: str) -> GameSettings:
        """Return the rules of the preset a table was opened with, or of the group."""
        rules = self.preset_rules(game, preset)
        return self.game(game) if rules is None else GameSettings(preset, rules)

    def rules_of(self, game: str, rule: str) -> GameRules | TableRules:
        """Return the rules with this name, those of tables first."""
        return self.tables if rule in TableRules.kinds() else self.game(game).rules

    def differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Return rules that differ from the preset or the usual table."""
        return {**self.game_differences(game), **self.tables.differences(TableRules())}

    def game_differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Return game rules that differ from the preset."""
        now = self.game(game)
        return now.rules.differences(self.existing_preset(game, now.preset))

    # --- changing it -------------------------------------------------------------------------------------------

    def with_rule(self, game: str, name: str, value: str) -> GroupSettings:
        """Set one rule of the game or of all tables; raise ``BadRule`` for an unknown rule or an impossible value."""
        if name in TableRules.kinds():
            return replace(self, tables=self.tables.replace(name, value))
        now = self.game(game)
        return self.with_game(game, replace(now, rules=now.rules.replace(name, value)))

    def with_preset(self, game: str, preset: str) -> GroupSettings:
        """Switch to a preset; raise ``BadRule`` for an unknown one."""
        name = self.preset_called(game, preset)
        return self.with_game(game, GameSettings(name, self.existing_preset(game, name)))

    def with_game(self, game: str, settings: GameSettings) -> GroupSettings:
        return replace(self, games={**self.games, game: settings})

    def check_table(self, game: str, preset: str = "") -> None:
        """Refuse a table whose usual buy-in is below the least stack; ``BadRule`` names both."""
        least = GAMES[game].least_stack(self.at_table(game, preset).rules)
        if least > self.tables.buy_in:
            raise BadRule("buy-in-too-small", game=game, least=least, usual=self.tables.buy_in)

    # --- presets -----------------------------------------------------------------------------------------------

    def preset_names(self, game: str) -> list[str]:
        return [*GAMES[game].presets, *self.presets.get(game, {})]

    def preset_rules(self, game: str, preset: str) -> GameRules | None:
        if preset in GAMES[game].presets:
            rules: GameRules = GAMES[game].presets[preset]
            return rules
        own = self.presets.get(game, {}).get(preset)
        return None if own is None else own.rules

    def preset_called(self, game: str, word: str) -> str:
        """Return the preset that looks like a word; raise ``BadRule`` for none."""
        names = self.preset_names(game)
        for preset in names:
            if looks(preset) & looks(word):
                return preset
        raise BadRule("no-such-preset", preset=word[:40], presets=", ".join(names))

    def existing_preset(self, game: str, preset: str) -> GameRules:
        rules = self.preset_rules(game, preset)
        return self.existing_preset(game, self.preset_called(game, preset)) if rules is None else rules

    # --- what features keep ------------------------------------------------------------------------------------

    def forgetting(self, player: PlayerId, name: str) -> GroupSettings:
        """Drop what is kept of a person, and untold words of them."""
        untold = tuple(each for each in self.untold if name not in each.fields.values())
        of_features = {key: _without(player, value) for key, value in self.of_features.items()}
        accounts = {each: other for each, other in self.accounts.items() if player not in (each, other)}
        return replace(self, untold=untold, of_features=of_features, accounts=accounts)

    def renaming(self, known: PlayerId, player: PlayerId, keys: Collection[str]) -> GroupSettings:
        """Let what features keep of a person under these keys hold for another id."""
        stored = {key: self.of_features.get(key, {}) for key in keys}
        renamed = {key: _renamed(known, player, each) for key, each in stored.items() if known in each}
        return replace(self, of_features={**self.of_features, **renamed})

    def with_feature(self, key: str, value: Any) -> GroupSettings:
        return replace(self, of_features={**self.of_features, key: value})

    # --- as they are stored ------------------------------------------------------------------------------------

    def to_json(self) -> str:
        return _JSON.dump_json(self).decode()

    @staticmethod
    def from_json(text: str) -> GroupSettings:
        return _JSON.validate_json(text)


_JSON = TypeAdapter(GroupSettings)


def _renamed(known: PlayerId, player: PlayerId, stored: Mapping[PlayerId, Any]) -> Mapping[PlayerId, Any]:
    return {player if each == known else each: value for each, value in stored.items()}


def _without(player: PlayerId, stored: Any) -> Any:
    return {key: each for key, each in stored.items() if key != player} if isinstance(stored, dict) else stored


def _usual(game: str) -> GameSettings:
    preset, rules = next(iter(GAMES[game].presets.items()))
    return GameSettings(preset, rules)
