"""What a newcomer reads: the commands, and how a game is played here."""

from __future__ import annotations

import asyncio

from bot.commands import BY_NAME
from bot.counters.counter import Counter, Request
from bot.counters.here import Here
from bot.messages import Reply
from bot.presenting import answers
from bot.refusal import Refusal


class Handbook(Counter):
    """Explains."""

    def __init__(self, here: Here) -> None:
        self._here = here

    async def help(self, request: Request) -> Reply:
        """Every command, or one of them."""
        wanted = request.order.word("command").removeprefix("/").lower()
        if not wanted:
            return Reply(answers.help_message(request.say))
        if wanted not in BY_NAME:
            raise Refusal("no-such-command", word=wanted[:40])
        return Reply(answers.help_about(BY_NAME[wanted], request.say))

    async def rules(self, request: Request) -> Reply:
        """How a game is played here, and with which cards."""
        game = self._here.game(request.where, request.order.word("game"))
        draft = answers.rules_of_a_game(game, self._here.in_force(request.where, game), request.say)
        return Reply(await asyncio.to_thread(draft.finished))
