"""Changes of house rules that an admin gathers before applying them together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.commands import Refusal
from bot.features.house_rules.exchange import imported
from bot.groups import GroupSettings, InForce, TableRules
from bot.messages import PlayerId
from engine.games import GAMES
from engine.house_rules import BadRule


@dataclass(frozen=True, slots=True)
class Draft:
    """The settings that one admin wants; a change returns another draft or raises ``BadRule``."""

    base: GroupSettings

    wanted: GroupSettings

    @property
    def changes(self) -> bool:
        return in_force(self.wanted) != in_force(self.base)

    def with_rule(self, game: str, rule: str, value: str) -> Draft:
        return self._with(self.wanted.with_rule(game, rule, value))

    def with_preset(self, game: str, preset: str) -> Draft:
        return self._with(self.wanted.with_preset(game, preset))

    def reset(self, game: str) -> Draft:
        """Restore the usual rules of a game and of tables."""
        others = {name: each for name, each in self.wanted.games.items() if name != game}
        return self._with(replace(self.wanted, tables=TableRules(), games=others))

    def imported(self, text: str) -> Draft:
        return self._with(imported(self.wanted, text))

    def undone(self) -> Draft:
        """Restore the rules before the last change, instead of everything drafted."""
        if self.base.previous is None:
            raise BadRule("nothing-to-undo")
        return self._with(_put_in_force(self.base, self.base.previous))

    def on(self, now: GroupSettings) -> Draft:
        """Return the draft on the present settings; raise ``Refusal`` if they changed meanwhile."""
        if in_force(now) != in_force(self.base):
            raise Refusal("rules-changed-meanwhile")
        return Draft(now, now)._with(_put_in_force(now, in_force(self.wanted)))

    def _with(self, wanted: GroupSettings) -> Draft:
        """Raise ``BadRule`` if a game becomes unplayable; one already unplayable may be mended in steps."""
        for game in GAMES:
            try:
                wanted.check_table(game)
            except BadRule:
                if may(self.base.check_table, game):
                    raise
        return replace(self, wanted=wanted)


def would_change(change: Callable[..., Draft], *arguments: str) -> bool:
    """Return true if a change is possible and differs from the rules in force."""
    try:
        return change(*arguments).changes
    except BadRule:
        return False


def may(change: Callable[..., object], *arguments: str) -> bool:
    try:
        change(*arguments)
    except BadRule:
        return False
    return True


def in_force(settings: GroupSettings) -> InForce:
    return InForce(settings.tables, {name: settings.game(name) for name in GAMES})


def _put_in_force(settings: GroupSettings, wanted: InForce) -> GroupSettings:
    """Put other house rules in force, undoably; rules of a deleted preset count as deviations from the usual one."""
    games = {}
    for game, each in wanted.games.items():
        usual = GroupSettings().game(game)
        known = settings.preset_rules(game, each.preset) is not None
        rules = each if known else replace(each, preset=usual.preset)
        if rules != usual:
            games[game] = rules
    return replace(settings, tables=wanted.tables, games=games, previous=in_force(settings))


class Drafts:
    """Drafts by group and admin; a restart forgets them."""

    def __init__(self) -> None:
        self._drafts: dict[tuple[str, PlayerId], Draft] = {}

    def of(self, group: str, admin: PlayerId, now: GroupSettings) -> Draft:
        """Return the draft, empty if there is none; raise ``Refusal`` and drop it if the settings changed meanwhile."""
        draft = self._drafts.get((group, admin))
        if draft is None:
            return Draft(now, now)
        try:
            return draft.on(now)
        except Refusal:
            self.drop(group, admin)
            raise

    def kept(self, group: str, admin: PlayerId) -> Draft:
        """Return the draft; raise ``Refusal`` if there is none."""
        draft = self._drafts.get((group, admin))
        if draft is None:
            raise Refusal("nothing-to-apply")
        return draft

    def keep(self, group: str, admin: PlayerId, draft: Draft) -> None:
        if draft.changes:
            self._drafts[group, admin] = draft
        else:
            self.drop(group, admin)

    def drop(self, group: str, admin: PlayerId) -> None:
        self._drafts.pop((group, admin), None)

    def forget(self, admin: PlayerId) -> None:
        for key in [key for key in self._drafts if key[1] == admin]:
            del self._drafts[key]
