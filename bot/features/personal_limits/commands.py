from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, amount_of, handles, is_amount, own_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers, Outlasting, Services
from bot.features.personal_limits import pages
from bot.features.personal_limits.limits import PersonalLimits
from bot.features.personal_limits.play_limits import BREAKS, MEASURES, MOST, Measure, PlayLimits
from bot.messages import Command, Message, Question, Reply
from bot.wording import Translator


def _limited(typing: Completing) -> list[tuple[str, str]]:
    translate = typing.translate
    return [(translate(f"limit-{each}"), each) for each in (*MEASURES, pages.OFF)]


def _usual(typing: Completing) -> list[tuple[str, str]]:
    translate, measure = typing.translate, pages.measure(typing.given.get("limit", ""))
    if measure is None:
        return []
    usual = [(pages.counted(measure, each, translate), str(each)) for each in pages.USUAL[measure]]
    return [*usual, (translate("limit-off"), pages.OFF)]


def _periods(typing: Completing) -> list[tuple[str, str]]:
    return [(pages.period(each, typing.translate), each) for each in BREAKS]


def _asked(button: Command, translate: Translator) -> Question:
    measure = pages.measure(button.text.split()[-1])
    if measure is None:
        raise Refusal("stale-button")
    return pages.question(measure, translate)


class PersonalLimitHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        services.questions[pages.COMMAND] = _asked
        self._limits = PersonalLimits(
            services.ledger, services.groups, services.members, services.clock, services.tables.plays_elsewhere
        )
        services.hindrances.features.append(self._limits)
        services.on_forget.append(self._limits.forget)
        services.following.append(self._limits.follow)
        services.outlasting.append(Outlasting("break", self._limits.break_until, self._limits.restore_break))

    @handles(
        CommandSpec(
            name="limit",
            section="money",
            discord="limit set",
            parameters=(
                Parameter("limit", Kind.WORD, optional=True, suggest=_limited),
                Parameter("most", Kind.PHRASE, optional=True, suggest=_usual),
            ),
            while_away=True,
            in_private=True,
            about_group=False,
        )
    )
    async def own_limits(self, request: Request) -> Reply:
        """Return the limits; with a measure offer amounts; with an amount set it."""
        word, most = request.word("limit"), request.word("most")
        if not word:
            return _page(await self._overview(request))
        if word == pages.OFF and not most:
            return await self._without_any(request)
        measure = pages.measure(word)
        if measure is None:
            raise Refusal("no-such-limit", word=word[:40])
        limits, now = self._limits, self._limits.now()
        if not most:
            limit = (await limits.of(request.who.id)).limit(measure)
            return _page(pages.choice(measure, limit, now, request.translate))
        changed = await limits.set_limits(
            request.who.id, request.group, [measure], _amount(measure, most), request.receipt
        )
        self._services.tables.rest(request.who.id)
        said = pages.changed(measure, changed.limit(measure), now, self._told(request), request.translate)
        return _page(await self._overview(request, said))

    async def _without_any(self, request: Request) -> Reply:
        limits = self._limits
        own, now = await limits.of(request.who.id), limits.now()
        set_now = [each for each in MEASURES if own.limit(each).at(now) is not None]
        if set_now:
            await limits.set_limits(request.who.id, request.group, set_now, None, request.receipt)
        said = request.translate("limits-off-later" if set_now else "limits-off-already")
        return _page(await self._overview(request, said))

    @handles(
        own_page(
            name="break",
            section="money",
            discord="limit break",
            parameters=(Parameter("period", Kind.WORD, optional=True, suggest=_periods),),
            about_group=False,
        )
    )
    async def ask_about_break(self, request: Request) -> Reply:
        """Offer breaks; with a period ask for confirmation."""
        if not request.word("period"):
            return _page(pages.breaks(request.translate))
        period, limits = _period(request), self._limits
        until = self._told(request)(limits.now() + BREAKS[period])
        return _page(pages.confirmation(period, until, request.translate))

    @handles(
        CommandSpec(
            name="break begin",
            part=True,
            parameters=(Parameter("period", Kind.WORD, suggest=_periods),),
            while_away=True,
            in_private=True,
            about_group=False,
        )
    )
    async def begin_break(self, request: Request) -> Reply:
        """Begin a break, which nobody can end early."""
        limits, player = self._limits, request.who.id
        await limits.take_break(player, _period(request), request.receipt)
        self._services.tables.rest(player)
        return _page(await self._overview(request))

    async def _overview(self, request: Request, said: str = "") -> Message:
        limits, player = self._limits, request.who.id
        own: PlayLimits = await limits.of(player)
        played = await limits.played_today(player, request.group)
        return pages.overview(own, played, limits.now(), self._told(request), request.translate, said)

    def _told(self, request: Request) -> Callable[[datetime], str]:
        return partial(self._limits.told, group=request.group)


def _page(message: Message) -> Reply:
    return Reply(message, menu=True, secret=True)


def _period(request: Request) -> str:
    """Return the break's period; raise ``Refusal`` for an unknown one."""
    period = request.word("period")
    if period not in BREAKS:
        raise Refusal("no-such-period", word=period[:40])
    return period


def _amount(measure: Measure, text: str) -> int | None:
    """Return the limit, ``None`` for none; raise ``Refusal`` for a bad number."""
    if text.lower() == pages.OFF:
        return None
    if not is_amount(text) or not 1 <= amount_of(text) <= MOST[measure]:
        raise Refusal("limit-out-of-range", what=measure, most=MOST[measure])
    return amount_of(text)
