"""Help: the commands, how a game is played under the rules in force, what can be set, and what is stored."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.commands import BY_NAME, Refusal, Request
from bot.dispatch.handlers.handler import Handlers
from bot.messages import Reply
from bot.presenting import answers, newcomers
from bot.tables.key_expiry import KEPT


class HelpHandlers(Handlers):
    """Explains commands, games, settings and privacy."""

    async def help(self, request: Request) -> Reply:
        """Every command, or one of them."""
        wanted = request.word("command").removeprefix("/").lower()
        if not wanted:
            message = answers.help_message(request.translate)
            return Reply(replace(message, buttons=(newcomers.first_buttons(request.translate),)))
        if wanted not in BY_NAME:
            raise Refusal("no-such-command", word=wanted[:40])
        return Reply(answers.help_about(BY_NAME[wanted], request.translate))

    async def rules(self, request: Request) -> Reply:
        """How a game is played under the rules in force, and with which cards."""
        place_context = self._services.place_context
        game = place_context.game(request.where, request.word("game"))
        draft = answers.rules_of_a_game(game, place_context.in_force(request.where, game), request.translate)
        return Reply(await asyncio.to_thread(draft.finished))

    async def settings(self, request: Request) -> Reply:
        """What can be set: in a private chat one's own language, in a group what its admins have chosen."""
        group, members = request.group, self._services.members
        settings = self._services.groups.of(group)
        if request.in_private:
            own = members.language(group, request.who.id) or settings.language
            return Reply(answers.own_settings(own, request.translate))
        return Reply(answers.group_settings(settings, request.translate))

    async def privacy(self, request: Request) -> Reply:
        """What is stored of people, for how long, and who sees it."""
        return Reply(answers.privacy(request.where.platform, KEPT.days, request.translate))
