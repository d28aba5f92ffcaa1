"""House rules: shown to everybody, and changed by admins through a draft that shows every difference."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers, Services, answer, told
from bot.groups import GroupSettings
from bot.groups.drafts import Draft, Drafts
from bot.messages import Reply
from bot.presenting import house_rules as shown
from bot.tables.state import Notice


class HouseRuleHandlers(Handlers):
    """Shows the house rules, and gathers changes in a draft until it is applied or discarded."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._drafts = Drafts()

    async def show_house_rules(self, request: Request) -> Reply:
        """Every rule in force for a game."""
        return Reply(shown.house_rules(self._game(request), self._now(request), request.translate))

    async def explain_house_rule(self, request: Request) -> Reply:
        """What one rule means, and what it can be."""
        rule = request.word("rule")
        game = self._services.place_context.game_of_rule(request.where, rule)
        return Reply(shown.house_rule(game, rule, self._now(request), request.translate))

    async def draft_preset(self, request: Request) -> Reply:
        """Put a whole preset into the draft."""
        game = self._game(request)
        return self._drafted(request, self._wanted(request).with_preset(game, request.word("preset")))

    async def draft_rule(self, request: Request) -> Reply:
        """Put a change of one rule into the draft."""
        rule = request.word("rule")
        game = self._services.place_context.game_of_rule(request.where, rule)
        return self._drafted(request, self._wanted(request).with_rule(game, rule, request.word("value")))

    async def draft_reset(self, request: Request) -> Reply:
        """Put the usual rules of a game into the draft."""
        return self._drafted(request, self._wanted(request).reset(self._game(request)))

    async def apply_draft(self, request: Request) -> Reply:
        """Put in force all that the same admin has drafted."""
        group, admin = request.group, request.who.id
        draft = self._drafts.of(group, admin)
        if draft is None:
            raise Refusal("nothing-to-apply")
        try:
            await self._services.groups.change(group, draft.applied, request.receipt)
        except Refusal:
            self._drafts.drop(group, admin)
            raise
        self._drafts.drop(group, admin)
        await self._services.tables.rules_changed(group)
        changes = shown.changes_in_line(draft.base, draft.wanted)
        self._services.announcer.post(
            request.where, Notice("house-changed", {"name": request.who.name, "changes": changes})
        )
        return told(answer(request, "house-applied"))

    async def discard_draft(self, request: Request) -> Reply:
        """Forget all that the same admin has drafted."""
        if not self._drafts.drop(request.group, request.who.id):
            raise Refusal("nothing-to-apply")
        return answer(request, "draft-discarded")

    def _game(self, request: Request) -> str:
        """The game whose rules are meant."""
        return self._services.place_context.game(request.where, request.word("game"))

    def _now(self, request: Request) -> GroupSettings:
        return self._services.groups.of(request.group)

    def _wanted(self, request: Request) -> GroupSettings:
        """The settings with what the sender has drafted already."""
        return self._drafts.wanted(request.group, request.who.id, self._now(request))

    def _drafted(self, request: Request, wanted: GroupSettings) -> Reply:
        """Keep a draft, and show all that it would change."""
        now = self._now(request)
        if not shown.changes(now, wanted):
            self._drafts.drop(request.group, request.who.id)
            return answer(request, "house-nothing")
        self._drafts.keep(request.group, request.who.id, Draft(now, wanted))
        return Reply(shown.draft(now, wanted, request.translate))
