"""The settings of one group: house rules, presets, language and more."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from bot.groups.bans import Ban
from bot.groups.presets import GroupPreset, carried
from bot.groups.time_zones import UTC_ZONE, zone_of
from bot.messages import PlayerId
from bot.messages.lookalikes import looks
from engine.games import GAMES
from engine.house_rules import BadRule, GameRules
from engine.table.rules import TableRules


@dataclass(frozen=True, slots=True)
class GameSettings:
    """House rules of one game: a preset and deviations."""

    preset: str
    rules: GameRules


@dataclass(frozen=True, slots=True)
class InForce:
    """House rules of the tables, and of each game with any set."""

    tables: TableRules = field(default_factory=TableRules)
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
    tables: TableRules = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, GroupPreset]] = field(default_factory=dict)
    """Presets saved by the group, by game and name."""

    previous: InForce | None = None
    """House rules before the last change, if any."""

    away: bool = False
    """True if the bot was removed: no timer runs, nothing is posted."""

    away_since: int = 0
    """Known removal in seconds since 1970, or 0."""

    closed: frozenset[str] = frozenset()
    """Closed topics; their tables stand still."""

    notified: Mapping[PlayerId, frozenset[str]] = field(default_factory=dict)
    """People who want news of waiting tables, with their games."""

    bans: Mapping[PlayerId, Ban] = field(default_factory=dict)
    """Bans, some of them over."""

    channels: frozenset[str] = frozenset()
    """Channels open to tables; empty for all."""

    of_features: Mapping[str, Any] = field(default_factory=dict)
    """Settings that only one feature reads, by its own key, as JSON."""

    zone: str = UTC_ZONE
    """IANA time zone, such as ``Asia/Jakarta``."""

    moved_to: str = ""
    """The present id of a group that its platform has moved."""

    untold: tuple[Untold, ...] = ()
    """Wallet changes carried out and not announced, oldest first."""

    def waits(self, channel: str) -> bool:
        """Return true if tables of a channel stand still and nothing is posted there."""
        return self.away or channel in self.closed

    @property
    def time_zone(self) -> tzinfo:
        return zone_of(self.zone)

    def takes_tables(self, channel: str) -> bool:
        return not self.channels or channel in self.channels

    # --- what is in force --------------------------------------------------------------------------------------

    @property
    def in_force(self) -> InForce:
        return InForce(self.tables, {name: self.game(name) for name in GAMES})

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

    def preset_of(self, game: str, rule: str) -> GameRules | TableRules:
        """Return the rules to compare with: preset or usual table."""
        if rule in TableRules.kinds():
            return TableRules()
        return self.existing_preset(game, self.game(game).preset)

    def differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Return rules that differ from the preset or the usual table."""
        return {**self.game_differences(game), **self.tables.differences(TableRules())}

    def game_differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Return game rules that differ from the preset."""
        now = self.game(game)
        return now.rules.differences(self.existing_preset(game, now.preset))

    def texts(self, game: str) -> dict[str, str]:
        return {**self.game(game).rules.texts(), **self.tables.texts()}

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
        """Return built-in presets, then those of the group."""
        return [*GAMES[game].presets, *self.presets.get(game, {})]

    def preset_rules(self, game: str, preset: str) -> GameRules | None:
        """Return a preset's rules, or ``None``."""
        if preset in GAMES[game].presets:
            rules: GameRules = GAMES[game].presets[preset]
            return rules
        own = self.presets.get(game, {}).get(preset)
        return None if own is None else own.rules

    def preset_called(self, game: str, word: str) -> str:
        """Return the preset that looks like a word or is so shortened on a button; raise ``BadRule`` for none."""
        names = self.preset_names(game)
        for preset in names:
            if word in (preset, carried(preset)):
                return preset
        for preset in names:
            if looks(preset) & looks(word):
                return preset
        raise BadRule("no-such-preset", preset=word[:40], presets=", ".join(names))

    def existing_preset(self, game: str, preset: str) -> GameRules:
        rules = self.preset_rules(game, preset)
        return self.existing_preset(game, self.preset_called(game, preset)) if rules is None else rules

    def base(self, game: str) -> str:
        """Return the built-in preset that the rules derive from."""
        preset = self.game(game).preset
        own = self.presets.get(game, {}).get(preset)
        return preset if own is None else own.base

    # --- who is told of tables that wait -----------------------------------------------------------------------

    def notifying(self, player: PlayerId, games: Iterable[str]) -> GroupSettings:
        """Add news of these games for a person."""
        asked = self.notified.get(player, frozenset()) | frozenset(games)
        return replace(self, notified={**self.notified, player: asked})

    def silent_for(self, player: PlayerId) -> GroupSettings:
        return replace(self, notified={each: games for each, games in self.notified.items() if each != player})

    # --- who may not play --------------------------------------------------------------------------------------

    def ban_of(self, player: PlayerId, now: datetime) -> Ban | None:
        """Return the ban in force, or ``None``."""
        ban = self.bans.get(player)
        return ban if ban is not None and ban.holds(now) else None

    def bans_in_force(self, now: datetime) -> dict[PlayerId, Ban]:
        """Return all bans in force."""
        return {player: ban for player, ban in self.bans.items() if ban.holds(now)}

    def banning(self, player: PlayerId, ban: Ban, now: datetime) -> GroupSettings:
        """Ban a person, and drop bans that are over."""
        return replace(self, bans={**self.bans_in_force(now), player: ban})

    def without_ban(self, player: PlayerId, now: datetime) -> GroupSettings:
        """Lift a ban."""
        return replace(self, bans={each: ban for each, ban in self.bans_in_force(now).items() if each != player})

    def with_ban_of(self, banned: PlayerId, player: PlayerId) -> GroupSettings:
        """Let a ban hold for another id, if there is one."""
        return replace(self, bans={player if each == banned else each: ban for each, ban in self.bans.items()})

    def forgetting(self, player: PlayerId, lasting: PlayerId, name: str) -> GroupSettings:
        """Keep only a ban of a player, under an id that outlives them."""
        untold = tuple(each for each in self.untold if name not in each.fields.values())
        return replace(self.with_ban_of(player, lasting).silent_for(player), untold=untold)

    # --- as they are stored ------------------------------------------------------------------------------------

    def to_json(self) -> str:
        return json.dumps(
            {
                "language": self.language,
                **_stored(InForce(self.tables, self.games)),
                "presets": {
                    game: {name: {"base": each.base, "rules": each.rules.texts()} for name, each in own.items()}
                    for game, own in self.presets.items()
                },
                "previous": self.previous and _stored(self.previous),
                "away": self.away,
                "away_since": self.away_since,
                "closed": sorted(self.closed),
                "notified": {player: sorted(games) for player, games in self.notified.items()},
                "bans": {player: ban.to_json() for player, ban in self.bans.items()},
                "channels": sorted(self.channels),
                "of_features": self.of_features,
                "zone": self.zone,
                "moved_to": self.moved_to,
                "untold": self.untold,
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> GroupSettings:
        stored: dict[str, Any] = json.loads(text)
        now, previous = _restored(stored), stored["previous"]
        return cls(
            language=stored["language"],
            tables=now.tables,
            games=now.games,
            presets={
                game: {
                    name: GroupPreset(each["base"], GAMES[game].rules.from_texts(each["rules"]))
                    for name, each in own.items()
                }
                for game, own in stored["presets"].items()
            },
            previous=previous and _restored(previous),
            away=stored["away"],
            away_since=stored["away_since"],
            closed=frozenset(stored["closed"]),
            notified={player: frozenset(games) for player, games in stored["notified"].items()},
            bans={player: Ban.from_json(each) for player, each in stored["bans"].items()},
            channels=frozenset(stored["channels"]),
            of_features=stored["of_features"],
            zone=stored["zone"],
            moved_to=stored["moved_to"],
            untold=tuple(Untold(*each) for each in stored["untold"]),
        )


def _usual(game: str) -> GameSettings:
    preset, rules = next(iter(GAMES[game].presets.items()))
    return GameSettings(preset, rules)


def _stored(rules: InForce) -> dict[str, Any]:
    return {
        "tables": rules.tables.texts(),
        "games": {name: {"preset": each.preset, "rules": each.rules.texts()} for name, each in rules.games.items()},
    }


def _restored(stored: Mapping[str, Any]) -> InForce:
    return InForce(
        TableRules.from_texts(stored["tables"]),
        {
            name: GameSettings(each["preset"], GAMES[name].rules.from_texts(each["rules"]))
            for name, each in stored["games"].items()
        },
    )
