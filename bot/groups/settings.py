"""The settings of one group: its house rules, its own presets, and its language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from bot.groups.bans import Ban
from bot.groups.presets import GroupPreset, carried, check_new_preset
from bot.groups.seasons import Seasons
from bot.groups.table_rules import TableRules
from bot.groups.time_zones import UTC_ZONE, zone_of
from bot.messages import PlayerId
from bot.messages.lookalikes import looks
from engine.games import GAMES
from engine.house_rules import BadRule, GameRules


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The house rules of one game: a preset, and what differs from it."""

    preset: str
    rules: GameRules


@dataclass(frozen=True, slots=True)
class InForce:
    """All house rules of a group: those of its tables, and those of each game where any were set."""

    tables: TableRules = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)


class Untold(NamedTuple):
    """An announcement that is durable before anybody reads it: a key of the wording with its values."""

    channel: str
    key: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """The settings of one server or group; changing them gives new settings."""

    language: str = "en"
    tables: TableRules = field(default_factory=TableRules)
    games: Mapping[str, GameSettings] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, GroupPreset]] = field(default_factory=dict)
    """The presets that the group has saved, by game and name."""

    previous: InForce | None = None
    """The house rules before the last change; ``None`` if nothing was ever changed."""

    away: bool = False
    """True if the bot was removed: no timer runs and nothing is posted until it is added again."""

    away_since: int = 0
    """Since when it is known to be, in seconds since 1970; 0 if it is not, or was removed a moment ago."""

    closed: frozenset[str] = frozenset()
    """The topics that were closed, so that nobody can write there: their tables stand still until they are opened."""

    notified: Mapping[PlayerId, frozenset[str]] = field(default_factory=dict)
    """Who has asked to be told when a table waits for players, with the games that they asked for."""

    bans: Mapping[PlayerId, Ban] = field(default_factory=dict)
    """Who may not play here, and some for whom that is over."""

    channels: frozenset[str] = frozenset()
    """The channels in which tables may be opened; empty if they may be anywhere."""

    settled_at: int = 0
    """Up to when the group has marked its nets as settled, in milliseconds since 1970; 0 if it never has."""

    settled_before: int = 0
    """The mark before that one, which comes back if that is taken back."""

    seasons: Seasons = field(default_factory=Seasons)
    """The seasons for which the group keeps a ranking."""

    zone: str = UTC_ZONE
    """The time zone in which times and days are told, by its IANA name: ``Asia/Jakarta``."""

    moved_to: str = ""
    """The id that the group has now, if its platform has given it another one."""

    untold: tuple[Untold, ...] = ()
    """The changes of wallets that are carried out and not announced yet, the oldest first."""

    def waits(self, channel: str) -> bool:
        """True if a table in a channel stands still for now, and nothing is posted there."""
        return self.away or channel in self.closed

    @property
    def time_zone(self) -> tzinfo:
        """The time zone in which times and days are told."""
        return zone_of(self.zone)

    def takes_tables(self, channel: str) -> bool:
        """True if a table may be opened in a channel."""
        return not self.channels or channel in self.channels

    # --- what is in force --------------------------------------------------------------------------------------

    @property
    def in_force(self) -> InForce:
        """All house rules."""
        return InForce(self.tables, {name: self.game(name) for name in GAMES})

    def game(self, name: str) -> GameSettings:
        """The house rules of a game; until anything is set, its usual preset."""
        return self.games.get(name) or _usual(name)

    def at_table(self, game: str, preset: str) -> GameSettings:
        """The rules a table plays by: those of the preset it was opened with, or of the group if there is none."""
        rules = self.preset_rules(game, preset)
        return self.game(game) if rules is None else GameSettings(preset, rules)

    def rules_of(self, game: str, rule: str) -> GameRules | TableRules:
        """The rules among which one of this name is: those of the tables, or else those of the game."""
        return self.tables if rule in TableRules.kinds() else self.game(game).rules

    def preset_of(self, game: str, rule: str) -> GameRules | TableRules:
        """The rules with which one of this name is compared: those of the preset, or those of the usual table."""
        if rule in TableRules.kinds():
            return TableRules()
        return self.existing_preset(game, self.game(game).preset)

    def differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Every rule in force that is not as the preset, or the usual table, has it."""
        return {**self.game_differences(game), **self.tables.differences(TableRules())}

    def game_differences(self, game: str) -> dict[str, tuple[str, str]]:
        """Every rule in force of a game that is not as the preset has it."""
        now = self.game(game)
        return now.rules.differences(self.existing_preset(game, now.preset))

    def texts(self, game: str) -> dict[str, str]:
        """Every rule in force with its value as text."""
        return {**self.game(game).rules.texts(), **self.tables.texts()}

    # --- changing it -------------------------------------------------------------------------------------------

    def with_rule(self, game: str, name: str, value: str) -> GroupSettings:
        """Set one rule, of the game or of all tables.

        Raise ``BadRule`` if there is no such rule, or the value makes no sense.
        """
        if name in TableRules.kinds():
            return replace(self, tables=self.tables.replace(name, value))
        now = self.game(game)
        return self.with_game(game, replace(now, rules=now.rules.replace(name, value)))

    def with_preset(self, game: str, preset: str) -> GroupSettings:
        """Switch to a preset as it is.

        Raise ``BadRule`` if the game has no such preset.
        """
        name = self.preset_called(game, preset)
        return self.with_game(game, GameSettings(name, self.existing_preset(game, name)))

    def with_game(self, game: str, settings: GameSettings) -> GroupSettings:
        """Set all house rules of a game."""
        return replace(self, games={**self.games, game: settings})

    def reset(self, game: str) -> GroupSettings:
        """Go back to the usual rules of a game and of its tables."""
        return replace(self, tables=TableRules(), games={k: v for k, v in self.games.items() if k != game})

    def check_table(self, game: str, preset: str = "") -> None:
        """Refuse a table at which nobody could be dealt in with the usual buy-in.

        Raise ``BadRule`` if with what the game takes, and what the usual buy-in is.
        """
        least = GAMES[game].least_stack(self.at_table(game, preset).rules)
        if least > self.tables.buy_in:
            raise BadRule("buy-in-too-small", game=game, least=least, usual=self.tables.buy_in)

    def check_change(self, before: GroupSettings) -> None:
        """Refuse a change after which a game could not be played any more.

        Raise ``BadRule`` if as above; a game that could not be played before is let be, so that it can be mended step
        by step.
        """
        for game in GAMES:
            try:
                self.check_table(game)
            except BadRule:
                if before._can_be_played(game):
                    raise

    def may_become(self, wanted: GroupSettings) -> bool:
        """True if these settings can be changed to others, which differ from them."""
        try:
            wanted.check_change(self)
        except BadRule:
            return False
        return wanted.in_force != self.in_force

    def _can_be_played(self, game: str) -> bool:
        try:
            self.check_table(game)
        except BadRule:
            return False
        return True

    def with_in_force(self, wanted: InForce) -> GroupSettings:
        """Put other house rules in force, so that this change can be undone.

        Where a preset was deleted since they were made, they differ from the usual one instead.
        """
        games = {}
        for game, each in wanted.games.items():
            known = self.preset_rules(game, each.preset) is not None
            settings = each if known else replace(each, preset=_usual(game).preset)
            if settings != _usual(game):
                games[game] = settings
        return replace(self, tables=wanted.tables, games=games, previous=self.in_force)

    def undone(self) -> GroupSettings:
        """The settings with the house rules from before the last change.

        Raise ``BadRule`` if nothing was ever changed.
        """
        if self.previous is None:
            raise BadRule("nothing-to-undo")
        return self.with_in_force(self.previous)

    # --- presets -----------------------------------------------------------------------------------------------

    def preset_names(self, game: str) -> list[str]:
        """Every preset of a game that can be had here: those of Kiu, then those of the group."""
        return [*GAMES[game].presets, *self.presets.get(game, {})]

    def preset_rules(self, game: str, preset: str) -> GameRules | None:
        """The rules of a preset of Kiu or of the group; ``None`` if there is none of that name."""
        if preset in GAMES[game].presets:
            rules: GameRules = GAMES[game].presets[preset]
            return rules
        own = self.presets.get(game, {}).get(preset)
        return None if own is None else own.rules

    def preset_called(self, game: str, word: str) -> str:
        """The name of the preset that is meant by a word: one that looks the same, or that a button carries so.

        Raise ``BadRule`` if there is none.
        """
        names = self.preset_names(game)
        for preset in names:
            if word in (preset, carried(preset)):
                return preset
        for preset in names:
            if looks(preset) & looks(word):
                return preset
        raise BadRule("no-such-preset", preset=word[:40], presets=", ".join(names))

    def existing_preset(self, game: str, preset: str) -> GameRules:
        """The rules of a preset of Kiu or of the group.

        Raise ``BadRule`` if there is none of that name.
        """
        rules = self.preset_rules(game, preset)
        return self.existing_preset(game, self.preset_called(game, preset)) if rules is None else rules

    def base(self, game: str) -> str:
        """The preset of Kiu that the rules of a game go back to."""
        preset = self.game(game).preset
        own = self.presets.get(game, {}).get(preset)
        return preset if own is None else own.base

    def saved(self, game: str, name: str) -> GroupSettings:
        """Save the rules in force of a game as a preset of the group.

        Raise ``BadRule`` if the name cannot be one or is taken, or the group has as many presets as it may.
        """
        check_new_preset(name, self.preset_names(game), len(self.presets.get(game, {})))
        own = {**self.presets.get(game, {}), name: GroupPreset(self.base(game), self.game(game).rules)}
        return replace(self, presets={**self.presets, game: own})

    def without_preset(self, game: str, name: str) -> GroupSettings:
        """Delete a preset of the group; where its rules are in force they stay so, beside the preset they go back to.

        Raise ``BadRule`` if it is a preset of Kiu, or there is none of that name.
        """
        own = dict(self.presets.get(game, {}))
        if name in GAMES[game].presets:
            raise BadRule("preset-is-not-yours", preset=name)
        self.existing_preset(game, name)
        base = own.pop(name).base

        def without(games: Mapping[str, GameSettings]) -> Mapping[str, GameSettings]:
            now = games.get(game)
            return games if now is None or now.preset != name else {**games, game: GameSettings(base, now.rules)}

        previous = self.previous and replace(self.previous, games=without(self.previous.games))
        return replace(self, presets={**self.presets, game: own}, games=without(self.games), previous=previous)

    # --- who is told of tables that wait -----------------------------------------------------------------------

    def notifying(self, player: PlayerId, games: Iterable[str]) -> GroupSettings:
        """The settings with somebody who is told of these games from now on, besides those they asked for before."""
        asked = self.notified.get(player, frozenset()) | frozenset(games)
        return replace(self, notified={**self.notified, player: asked})

    def silent_for(self, player: PlayerId) -> GroupSettings:
        """The settings with somebody who is told of no table any more."""
        return replace(self, notified={each: games for each, games in self.notified.items() if each != player})

    # --- who may not play --------------------------------------------------------------------------------------

    def ban_of(self, player: PlayerId, now: datetime) -> Ban | None:
        """The ban that keeps somebody from playing; ``None`` if they may."""
        ban = self.bans.get(player)
        return ban if ban is not None and ban.holds(now) else None

    def bans_in_force(self, now: datetime) -> dict[PlayerId, Ban]:
        """Everybody who may not play."""
        return {player: ban for player, ban in self.bans.items() if ban.holds(now)}

    def banning(self, player: PlayerId, ban: Ban, now: datetime) -> GroupSettings:
        """The settings with somebody who may not play; bans that are over are forgotten."""
        return replace(self, bans={**self.bans_in_force(now), player: ban})

    def without_ban(self, player: PlayerId, now: datetime) -> GroupSettings:
        """The settings with somebody who may play again."""
        return replace(self, bans={each: ban for each, ban in self.bans_in_force(now).items() if each != player})

    def with_ban_of(self, lasting: PlayerId, player: PlayerId, name: str) -> GroupSettings:
        """The settings with a ban on somebody who was forgotten and has come back."""
        others = {each: ban for each, ban in self.bans.items() if each != lasting}
        return replace(self, bans={**others, player: replace(self.bans[lasting], name=name)})

    # --- as they are stored ------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The settings as they are stored."""
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
                "settled_at": self.settled_at,
                "settled_before": self.settled_before,
                "seasons": self.seasons.to_json(),
                "zone": self.zone,
                "moved_to": self.moved_to,
                "untold": self.untold,
            },
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> GroupSettings:
        """The inverse of :meth:`to_json`."""
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
            settled_at=stored["settled_at"],
            settled_before=stored["settled_before"],
            seasons=Seasons.from_json(stored["seasons"]),
            zone=stored["zone"],
            moved_to=stored["moved_to"],
            untold=tuple(Untold(*each) for each in stored["untold"]),
        )


def _usual(game: str) -> GameSettings:
    """The rules of a game where nothing was set: those of its first preset."""
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
