"""The house rules: read by everybody, and changed by an admin who has seen what will be different."""

from __future__ import annotations

from typing import NamedTuple

from bot.commands.refusal import Refusal
from bot.dispatch.handlers.handler import Handler, Request
from bot.dispatch.place_context import PlaceContext
from bot.groups import Groups, GroupSettings
from bot.live.announcer import Announcer
from bot.messages import PlayerId, Reply
from bot.presenting import answers
from bot.tables.manager import TableManager
from bot.tables.state import Note


class _Pending(NamedTuple):
    """A change of house rules that an admin was shown and has still to apply."""

    game: str
    before: GroupSettings
    wanted: GroupSettings


class RuleBook(Handler):
    """Shows the house rules, and prepares changes that hold once they were seen and applied."""

    def __init__(self, groups: Groups, tables: TableManager, announcer: Announcer, place_context: PlaceContext) -> None:
        self._groups = groups
        self._tables = tables
        self._announcer = announcer
        self._place_context = place_context
        self._pending: dict[tuple[str, PlayerId], _Pending] = {}

    async def house(self, request: Request) -> Reply:
        """Every rule in force for a game."""
        return Reply(answers.house_rules(self._game(request), self._groups.of(request.group), request.translate))

    async def house_rule(self, request: Request) -> Reply:
        """What one rule means, and what it can be."""
        rule, now = request.order.word("rule"), self._groups.of(request.group)
        return Reply(
            answers.house_rule(self._place_context.game_of_rule(request.where, rule), rule, now, request.translate)
        )

    async def house_preset(self, request: Request) -> Reply:
        """Take over a whole preset."""
        game, now = self._game(request), self._groups.of(request.group)
        return self._prepared(request, game, now.with_preset(game, request.order.word("preset")))

    async def house_set(self, request: Request) -> Reply:
        """Set one rule."""
        rule, now = request.order.word("rule"), self._groups.of(request.group)
        game = self._place_context.game_of_rule(request.where, rule)
        return self._prepared(request, game, now.with_rule(game, rule, request.order.word("value")))

    async def house_reset(self, request: Request) -> Reply:
        """Go back to the usual rules."""
        game, now = self._game(request), self._groups.of(request.group)
        return self._prepared(request, game, now.reset(game))

    async def house_apply(self, request: Request) -> Reply:
        """Put in force what the same admin was shown last."""
        group, who, translate = request.group, request.who, request.translate
        pending = self._pending.get((group, who.id))
        if pending is None:
            raise Refusal("nothing-to-apply")
        game, before, wanted = pending

        def as_shown(now: GroupSettings) -> GroupSettings:
            if now != before:
                # Another admin was quicker: what was shown is not what would change.
                self._pending.pop((group, who.id), None)
                raise Refusal("rules-changed-meanwhile")
            return wanted

        changes = answers.house_changes(before, wanted, game)
        await self._groups.change(group, as_shown, request.done)
        await self._tables.rules_changed(group)
        self._pending.pop((group, who.id), None)
        public = ", ".join(f"{name} {value}" for name, (_, value) in changes.items())
        self._announcer.post(request.where, Note("house-changed", {"name": who.name, "changes": public}))
        return Reply(answers.sentence(translate("answer-house-applied")))

    def _game(self, request: Request) -> str:
        """The game whose rules are meant."""
        return self._place_context.game(request.where, request.order.word("game"))

    def _prepared(self, request: Request, game: str, wanted: GroupSettings) -> Reply:
        """Show what would change, and keep it until it is applied."""
        now, translate = self._groups.of(request.group), request.translate
        changes = answers.house_changes(now, wanted, game)
        if not changes:
            return Reply(answers.sentence(translate("answer-house-nothing")))
        self._pending[(request.group, request.who.id)] = _Pending(game, now, wanted)
        return Reply(answers.house_summary(changes, translate))
