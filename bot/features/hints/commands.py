"""A hint for a learner."""

from __future__ import annotations

import asyncio
from random import Random

from bot.commands import Refusal, Request, Who, handles, own_page
from bot.dispatch.services import Handlers
from bot.messages import Message, PlayerId, Reply
from bot.presenting.presenters import PRESENTERS
from bot.wording import Translator
from engine.table.state import TableState


class Steady(Random):
    """Chance fixed at the middle, so that a computer player neither bluffs nor wavers."""

    def random(self) -> float:
        return 0.5


class HintHandlers(Handlers):
    @handles(own_page(name="hint", section="learn", who=Who.SEATED, anywhere=True))
    async def hint(self, request: Request) -> Reply:
        state = (await self._services.tables.look(request)).state
        if not state.practice:
            raise Refusal("practice-only", game=state.game_name)
        hint = await asyncio.to_thread(hint_for, state, request.who.id, request.translate)
        return Reply(hint, secret=True)


def hint_for(state: TableState, player: PlayerId, translate: Translator) -> Message:
    hand = state.playing
    seat = None if hand is None else hand.seat(player)
    if hand is None or seat is None:
        return Message(lines=(translate("private-no-hand"),))
    view = hand.round.view(seat)
    best = state.game.choose(view, Steady()) if view.options else None
    do, why = PRESENTERS[state.game_name].hint(hand, seat, best, translate)
    return Message(lines=(translate("practice-hint", do=do, why=why),))
