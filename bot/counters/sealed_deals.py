"""What can be proved of the deals: records, one's own cards, opening a pack together, and what all of it means."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.announcer import Announcer
from bot.counters.counter import Counter, Request
from bot.counters.here import Here
from bot.erasing import KEPT
from bot.ledger import Ledger
from bot.messages import Reply
from bot.people import People
from bot.presenting import answers, verdicts
from bot.proofs import Proofs
from bot.tables.state import Note


class SealedDeals(Counter):
    """Lets everybody check what was dealt."""

    def __init__(self, ledger: Ledger, people: People, proofs: Proofs, announcer: Announcer, here: Here) -> None:
        self._ledger = ledger
        self._people = people
        self._proofs = proofs
        self._announcer = announcer
        self._here = here

    async def verify(self, request: Request) -> Reply:
        """The record of a hand and its check."""
        proof = await self._proofs.record(request.house, request.order.amount("hand") or 0)
        name_of = partial(self._people.name, request.house)
        return Reply(await asyncio.to_thread(verdicts.record, proof.hand, proof.text, name_of, request.say))

    async def verify_mine(self, request: Request) -> Reply:
        """The proofs of a player's own cards, for nobody else's eyes."""
        proof = await self._proofs.own_cards(request.house, request.order.amount("hand"), request.who.id)
        message = await asyncio.to_thread(verdicts.own_cards, proof.hand, proof.text, request.say)
        return Reply(message, secret=True)

    async def disclose(self, request: Request) -> Reply:
        """Let a player agree that all cards of a hand are opened."""
        who, hand, say = request.who, request.order.amount("hand") or 0, request.say
        missing = await self._proofs.agree(request.house, hand, who.id, request.done)
        if missing:
            note = Note("agreed", {"name": who.name, "hand": str(hand), "missing": missing})
        else:
            note = Note("pack-opened", {"hand": str(hand)})
        self._announcer.post(request.where, note)
        return Reply(answers.sentence(say("answer-you-agreed", missing=missing)))

    async def fairness(self, request: Request) -> Reply:
        """What is proved here and what is not, in plain words."""
        game = self._here.game(request.where)
        disclosure = self._here.in_force(request.where, game).texts(game)["disclosure"]
        called_off = await self._ledger.voids(request.house)
        return Reply(verdicts.explained(game, disclosure, KEPT.days, called_off, request.say))
