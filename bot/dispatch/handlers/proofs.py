"""What can be proved of the deals: records, one's own cards, opening a pack together, and what all of it means."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.dispatch.handlers.handler import Handler, Request
from bot.dispatch.place_context import PlaceContext
from bot.groups.members import Members
from bot.ledger import Ledger
from bot.live.announcer import Announcer
from bot.messages import Reply
from bot.presenting import answers, verification
from bot.tables.key_expiry import KEPT
from bot.tables.proofs import Proofs
from bot.tables.state import Note


class SealedDeals(Handler):
    """Lets everybody check what was dealt."""

    def __init__(
        self, ledger: Ledger, members: Members, proofs: Proofs, announcer: Announcer, place_context: PlaceContext
    ) -> None:
        self._ledger = ledger
        self._members = members
        self._proofs = proofs
        self._announcer = announcer
        self._place_context = place_context

    async def verify(self, request: Request) -> Reply:
        """The record of a hand and its check."""
        proof = await self._proofs.record(request.group, request.order.amount("hand") or 0)
        name_of = partial(self._members.name, request.group)
        return Reply(await asyncio.to_thread(verification.record, proof.hand, proof.text, name_of, request.translate))

    async def verify_mine(self, request: Request) -> Reply:
        """The proofs of a player's own cards, for nobody else's eyes."""
        proof = await self._proofs.own_cards(request.group, request.order.amount("hand"), request.who.id)
        message = await asyncio.to_thread(verification.own_cards, proof.hand, proof.text, request.translate)
        return Reply(message, secret=True)

    async def disclose(self, request: Request) -> Reply:
        """Let a player agree that all cards of a hand are opened."""
        who, hand, translate = request.who, request.order.amount("hand") or 0, request.translate
        missing = await self._proofs.agree(request.group, hand, who.id, request.done)
        if missing:
            note = Note("agreed", {"name": who.name, "hand": str(hand), "missing": missing})
        else:
            note = Note("pack-opened", {"hand": str(hand)})
        self._announcer.post(request.where, note)
        return Reply(answers.sentence(translate("answer-you-agreed", missing=missing)))

    async def fairness(self, request: Request) -> Reply:
        """What is proved here and what is not, in plain words."""
        game = self._place_context.game(request.where)
        disclosure = self._place_context.in_force(request.where, game).texts(game)["disclosure"]
        called_off = await self._ledger.voids(request.group)
        return Reply(verification.explanation(game, disclosure, KEPT.days, called_off, request.translate))
