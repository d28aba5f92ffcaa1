"""Help: the commands, and how a game is played under the rules in force."""

from __future__ import annotations

import asyncio

from bot.commands import BY_NAME, Refusal, Request
from bot.dispatch.handlers.handler import Handlers
from bot.messages import Reply
from bot.presenting import answers


class HelpHandlers(Handlers):
    """Explains commands and games."""

    async def help(self, request: Request) -> Reply:
        """Every command, or one of them."""
        wanted = request.word("command").removeprefix("/").lower()
        if not wanted:
            return Reply(answers.help_message(request.translate))
        if wanted not in BY_NAME:
            raise Refusal("no-such-command", word=wanted[:40])
        return Reply(answers.help_about(BY_NAME[wanted], request.translate))

    async def rules(self, request: Request) -> Reply:
        """How a game is played here, and with which cards."""
        place_context = self._services.place_context
        game = place_context.game(request.where, request.word("game"))
        draft = answers.rules_of_a_game(game, place_context.in_force(request.where, game), request.translate)
        return Reply(await asyncio.to_thread(draft.finished))
