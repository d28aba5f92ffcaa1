"""Admin commands for other people's chips, with a preview and a public notice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.commands import Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.services import Handlers, Services, answer, author, told
from bot.features.bank import pages
from bot.features.bank.corrections import Correction, Corrections
from bot.features.bank.corrections import Kind as Correcting
from bot.features.bank.pages import Moved
from bot.features.bank.reversal import nets_of, reversal, reversible_hand
from bot.groups.settings import Untold
from bot.ledger import MOST_CHIPS, Overdrawn, Transfer, WriteSet, hand_number, mint, queries, wallet
from bot.messages import SURE, Message, PlayerId, Reply
from bot.messages.names import safe_text
from engine.table.changes import Notice
from engine.table.hand import AnyHand

_REASON = Parameter("reason", Kind.WORDS)
_CHIPS_OF = (Parameter("player", Kind.PERSON), Parameter("amount", Kind.AMOUNT), _REASON)


class BankHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._corrections = Corrections()
        services.on_forget.append(self._corrections.forget)

    @handles(admin_command(name="bank grant", section="money", user_menu=True, parameters=_CHIPS_OF))
    async def grant(self, request: Request) -> Reply:
        return await self._move(request, "grant")

    @handles(admin_command(name="bank take", section="money", parameters=_CHIPS_OF))
    async def take(self, request: Request) -> Reply:
        return await self._move(request, "take")

    async def _move(self, request: Request, kind: Correcting) -> Reply:
        member = self._services.members.named(request.group, request.word("player"))
        amount = request.amount("amount") or 0
        if not 1 <= amount <= MOST_CHIPS:
            raise Refusal("chips-out-of-range", most=MOST_CHIPS)
        reason, sure = _reason(request)
        return await self._shown_or_done(request, Correction(kind, reason, member.player, amount), sure=sure)

    @handles(admin_command(name="bank void", section="money", parameters=(Parameter("hand", Kind.NUMBER), _REASON)))
    async def void(self, request: Request) -> Reply:
        """Call a running hand off, or reverse a finished one."""
        if request.group != self._services.groups.book(request.where.group):
            raise Refusal("hand-of-other-book")
        reason, sure = _reason(request)
        correction = Correction("void", reason, hand=request.amount("hand") or 0)
        return await self._shown_or_done(request, correction, sure=sure)

    @handles(
        admin_command(name="bank confirm", part=True, parameters=(Parameter("correction", Kind.NUMBER, optional=True),))
    )
    async def confirm(self, request: Request) -> Reply:
        kept = self._corrections
        correction = kept.of(request.group, request.who.id, request.amount("correction"))
        if correction is None:
            raise Refusal("no-correction")
        reply = await self._done(request, correction)
        kept.drop(request.group, request.who.id)
        return reply

    @handles(admin_command(name="bank discard", part=True))
    async def discard(self, request: Request) -> Reply:
        if not self._corrections.drop(request.group, request.who.id):
            raise Refusal("no-correction")
        return answer(request, "correction-discarded")

    # --- before it is done -------------------------------------------------------------------------------------

    async def _shown_or_done(self, request: Request, correction: Correction, *, sure: bool) -> Reply:
        if sure:
            return await self._done(request, correction)
        page = await self._preview(request, correction)
        self._corrections.keep(request.group, request.who.id, correction)
        return Reply(page, menu=True)

    async def _preview(self, request: Request, correction: Correction) -> Message:
        """Return the preview; raise ``Refusal`` if it is impossible."""
        translate, zone = request.translate, self._services.groups.of(request.group).time_zone
        lines: list[str] = []
        if correction.kind == "void":
            playing = self._playing(request.group, correction.hand)
            title = translate("correction-reverse" if playing is None else "correction-void")
            if playing is not None:
                game, hand = playing
                lines.append(pages.about_hand(hand.id, game, hand.began.astimezone(zone), translate))
                lines.append(translate("correction-running"))
                stakes = dict(zip(hand.names, hand.round.staked, strict=True))
                lines.extend(pages.stake_lines(stakes, translate))
            else:
                row = await reversible_hand(self._services.ledger, request.group, correction.hand)
                lines.append(pages.about_hand(row.hand, row.game, row.opened.astimezone(zone), translate))
                back = {player: -net for player, net in nets_of(row).items() if net}
                lines.extend(pages.wallet_lines(await self._moved(request.group, back, tables=True), translate))
        else:
            granted = correction.kind == "grant"
            title = translate("correction-grant" if granted else "correction-take")
            moved = {correction.player: correction.amount if granted else -correction.amount}
            lines.extend(pages.wallet_lines(await self._moved(request.group, moved), translate))
        return pages.preview(
            title,
            lines,
            correction.reason,
            correction.number,
            request.table,
            translate,
            pressed=not request.who.anonymous,
        )

    async def _moved(self, group: str, chips: dict[PlayerId, int], *, tables: bool = False) -> list[Moved]:
        """Return gains and losses of wallets, losses first; raise ``Refusal`` for too few chips."""
        moved = []
        for player, net in sorted(chips.items(), key=lambda each: each[1]):
            name = self._services.members.name(group, player)
            before = await self._services.ledger.read(queries.balance, wallet(group, player))
            if tables and before + net < 0:
                before = (await self._services.ledger.read(queries.wealth, group, player)).total
            if before + net < 0:
                raise Refusal("bank-takes-too-many", name=name, wallet=before)
            moved.append(Moved(name, net, before))
        return moved

    def _playing(self, group: str, number: int) -> tuple[str, AnyHand] | None:
        for table in self._services.tables.of_group(group):
            hand = table.state.playing
            if hand is not None and hand.id == number:
                return table.state.game_name, hand
        return None

    # --- doing it ----------------------------------------------------------------------------------------------

    async def _done(self, request: Request, correction: Correction) -> Reply:
        if correction.kind == "void":
            return await self._void(request, correction)
        group, player, giving = request.group, correction.player, correction.kind == "grant"
        name = self._services.members.name(group, player)
        fields: dict[str, str | int] = {
            **author(request),
            "name": name,
            "amount": correction.amount,
            "reason": correction.reason,
        }
        if player == request.who.id:
            notice = Notice("bank-grant-own" if giving else "bank-take-own", fields)
        else:
            notice = Notice("bank-grant" if giving else "bank-take", fields)
        source, target = mint(group), wallet(group, player)
        if not giving:
            source, target = target, source
        move = Transfer(
            source, target, correction.amount, correction.kind, actor=request.who.id, note=correction.reason
        )
        try:
            await self._stored(request, notice, lambda writes: self._services.ledger.commit((move, *writes)))
        except Overdrawn as overdrawn:
            raise Refusal("bank-takes-too-many", name=name, wallet=overdrawn.balance) from overdrawn
        return told(answer(request, "announced"))

    async def _stored(self, request: Request, notice: Notice, store: Callable[[WriteSet], Awaitable[None]]) -> None:
        untold = Untold(request.where.channel, notice.key, notice.fields)
        await self._services.groups.change(
            request.group, lambda now: replace(now, untold=(*now.untold, untold)), request.receipt, store=store
        )
        self._services.announcer.post_untold(request.group, untold)

    async def _void(self, request: Request, correction: Correction) -> Reply:
        services, hand, reason = self._services, correction.hand, correction.reason
        if await services.tables.void(request, hand, reason):
            return told(answer(request, "you-voided", hand=hand_number(hand)))
        await self._let_get_up(request.group, hand)
        async with services.ledger.record_lock:
            row = await reversible_hand(services.ledger, request.group, hand)
            fields = {**author(request), "hand": hand_number(hand), "reason": reason}
            own = not request.who.anonymous and request.who.id in row.players
            notice = Notice("bank-void-own" if own else "bank-void", fields)

            async def store(writes: WriteSet) -> None:
                undone = reversal(row, request.who.id, reason)
                await services.tables.store_reversal(row, nets_of(row), (*undone, *writes))

            try:
                await self._stored(request, notice, store)
            except Overdrawn as overdrawn:
                player = overdrawn.account.player
                name, kept = services.members.name(request.group, player), services.tables.all_of_player(player)
                still_plays = any(table.state.place.group == request.group for table in kept)
                raise Refusal("cannot-reverse-yet" if still_plays else "cannot-reverse", name=name) from overdrawn
        return told(answer(request, "announced"))

    async def _let_get_up(self, group: str, hand: int) -> None:
        ledger = self._services.ledger
        for player, net in nets_of(await reversible_hand(ledger, group, hand)).items():
            wealth = await ledger.read(queries.wealth, group, player)
            if wealth.in_wallet < net <= wealth.total:
                await self._services.tables.banned(group, player)


def _reason(request: Request) -> tuple[str, bool]:
    typed = request.word("reason").rstrip()
    if request.turn:
        return safe_text(typed), request.sure
    return safe_text(typed.removesuffix(SURE)), typed.endswith(SURE)
