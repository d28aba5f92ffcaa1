from __future__ import annotations

import asyncio
from functools import partial

from bot.commands import CommandSpec, Kind, Parameter, Request, handles, own_page, public_page
from bot.dispatch.services import Handlers, Services, answer, told
from bot.features.proofs import pages
from bot.features.proofs.hand_proofs import Proof, Proofs
from bot.features.proofs.queries import deal_counts
from bot.ledger import hand_number
from bot.messages import Reply
from bot.tables.sealing import KEPT
from engine.table.changes import Notice


class ProofHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._proofs = Proofs(services.ledger, services.tables, services.entropy)

    @handles(
        public_page(
            name="verify",
            section="proof",
            parts=("details",),
            parameters=(Parameter("hand", Kind.NUMBER), Parameter("size", Kind.NUMBER, optional=True)),
        )
    )
    async def verify(self, request: Request) -> Reply:
        """Return a hand's record with its check, privately because of the names.

        An admin who speaks as the group has no private chat, so everybody gets it without names.
        """
        hand, size = request.amount("hand") or 0, request.amount("size")
        proof = await self._proofs.record(request.group, hand, size)
        names = {} if request.who.anonymous else self._names(request, proof)
        made = partial(pages.record, proof.hand, proof.text, names, request.translate, log_size=size)
        return Reply(await asyncio.to_thread(made), secret=not request.who.anonymous)

    @handles(public_page(name="verify details", part=True, parameters=(Parameter("hand", Kind.NUMBER),)))
    async def verify_details(self, request: Request) -> Reply:
        proof = await self._proofs.record(request.group, request.amount("hand") or 0)
        names = self._names(request, proof)
        made = partial(pages.record_details, proof.hand, proof.text, names, request.translate)
        return Reply(await asyncio.to_thread(made), menu=True)

    @handles(own_page(name="verify mine", section="proof", parameters=(Parameter("hand", Kind.NUMBER, optional=True),)))
    async def verify_mine(self, request: Request) -> Reply:
        proof = await self._proofs.own_cards(request.group, request.amount("hand"), request.who.id)
        names = self._names(request, proof)
        made = partial(pages.own_cards, proof.hand, proof.text, names, request.translate)
        return Reply(await asyncio.to_thread(made), secret=True)

    def _names(self, request: Request, proof: Proof) -> dict[int, str]:
        return {chair: self._services.members.name(request.group, player) for chair, player in proof.players.items()}

    @handles(
        CommandSpec(name="disclose", section="proof", parameters=(Parameter("hand", Kind.NUMBER),), in_private=True)
    )
    async def disclose(self, request: Request) -> Reply:
        hand = request.amount("hand") or 0
        missing = await self._proofs.agree(request, hand)
        if missing:
            notice = Notice("agreed", {"name": request.who.name, "hand": hand_number(hand), "missing": missing})
        else:
            notice = Notice("pack-opened", {"hand": hand_number(hand)})
        self._services.announcer.post(request.where, notice)
        return told(answer(request, "you-agreed", missing=missing, hand=hand_number(hand)))

    @handles(public_page(name="fairness", section="proof", discord="fairness", parts=("details",), anywhere=True))
    async def fairness(self, request: Request) -> Reply:
        place_context, ledger = self._services.place_context, self._services.ledger
        game = place_context.game(request.where)
        rules = place_context.in_force(request.where, game).game(game).rules
        counted = await ledger.read(deal_counts, request.group)
        has_beacon = place_context.has_beacon(request.where)
        return Reply(pages.explanation(game, rules, KEPT.days, counted, has_beacon, request.translate), menu=True)

    @handles(public_page(name="fairness details", part=True, anywhere=True))
    async def fairness_details(self, request: Request) -> Reply:
        head = await self._services.ledger.newest_head()
        return Reply(pages.explanation_details(head, request.translate), menu=True)
