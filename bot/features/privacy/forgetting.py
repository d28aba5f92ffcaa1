"""Forgetting people on request, and those of groups that removed Kiu long ago.

It waits until none of their chips is in a running hand. The request is stored, and every step can be repeated:

1. they get up from every table;
2. their chips go back to the mints;
3. the one row with their platform id and names is emptied while no command runs, then memory is cleared;
4. the database is rewritten without gaps when no hand runs, at the latest after a day.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from operator import methodcaller
from typing import NamedTuple, TypeAlias

import structlog

from bot.commands import Refusal, Request
from bot.dispatch.services import Services
from bot.environment.clock import Timer
from bot.environment.task_set import TaskSet
from bot.features.privacy.queries import chips_left, drop_newcomers, erase_person, leave_group, sits
from bot.groups import GroupSettings
from bot.ledger import (
    PSEUDONYM,
    WALLET,
    ErasureAsked,
    ErasureRow,
    LedgerClosed,
    NotStored,
    Overdrawn,
    Transfer,
    mint,
    name_of,
    outlasting_hash,
    queries,
)
from bot.messages import Person, PlayerId, is_computer
from bot.tables.table import Table

log = structlog.get_logger()

EVERY = 2.0
"""Seconds between attempts."""

GROUPS_EVERY = timedelta(hours=1).total_seconds()
"""Seconds between searches for removed groups."""

CLEANED_AFTER = timedelta(days=1)
"""Longest wait before free pages are cleaned despite running hands."""

NO_GRANT = timedelta(days=30)
"""Time without a new starting grant."""

CODE_BYTES = 6

CODE_HOLDS = timedelta(hours=1)
"""Lifetime of a confirming button."""


_Work: TypeAlias = Callable[[], Awaitable[float | None]]
"""Repeated work: returns seconds until the next run, or ``None`` when done."""


class Code(NamedTuple):
    """The code on a confirming button."""

    text: str
    until: datetime
    sure: bool
    """True for the second, final button."""


class Forgetting:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._ledger, self._clock = services.ledger, services.clock
        self._groups, self._members = services.groups, services.members
        self._tables, self._entropy = services.tables, services.entropy
        self._codes: dict[PlayerId, Code] = {}
        """The latest button of each person in this process."""

        services.members.on_newcomer = self._known_again
        services.following.append(self._follow)
        self._timers: dict[str, Timer] = {}
        self._working = TaskSet()
        self._one_at_a_time = asyncio.Lock()
        self._stopped = False

    async def begin(self) -> None:
        """Resume earlier requests, and watch for removed groups."""
        self._stopped = False
        self._again_in(EVERY, self._people)
        self._again_in(GROUPS_EVERY, self._removed_groups)

    async def ask(self, request: Request) -> None:
        """Forget the sender once no chip is in a running hand; raise ``Refusal`` for a second request."""
        player = request.who.id
        if any(row.player == player for row in await self._ledger.read(queries.erasures)):
            raise Refusal("being-forgotten")
        await self._ledger.commit((ErasureAsked(player), *request.receipt))
        self._codes.pop(player, None)
        if not self._ledger.shared:
            self._again_in(EVERY, self._people)

    def now(self) -> datetime:
        return self._clock.utc()

    def code(self, player: PlayerId, *, sure: bool = False) -> str:
        """Return a random code for one player, ``sure`` after the first confirmation, so that nobody else can press or
        predict it.
        """
        text = self._entropy.key()[:CODE_BYTES].hex()
        self._codes[player] = Code(text, self.now() + CODE_HOLDS, sure)
        return text

    def confirms(self, player: PlayerId, text: str) -> bool:
        """Return true for the second code; raise ``Refusal`` if it is not the latest or older than an hour."""
        code = self._codes.get(player)
        if code is None or code.text != text or self.now() >= code.until:
            raise Refusal("not-your-code")
        return code.sure

    # --- time --------------------------------------------------------------------------------------------------

    def _again_in(self, seconds: float, work: _Work) -> None:
        name = work.__name__
        if (timer := self._timers.pop(name, None)) is not None:
            timer.cancel()
        if not self._stopped:
            self._timers[name] = self._clock.call_later(seconds, lambda: self._start(work))

    def _start(self, work: _Work) -> None:
        self._working.start(self._carried_out(work))

    async def _carried_out(self, work: _Work) -> None:
        again: float | None = EVERY
        try:
            async with self._one_at_a_time:
                again = await work()
        except LedgerClosed:
            again = None
        except (NotStored, Overdrawn, Refusal) as why:
            log.warning("not forgotten yet", action="tried again later", error=type(why).__name__)
        except Exception:
            log.exception("not forgotten yet", action="tried again later")
        if again is not None:
            self._again_in(again, work)

    async def wait_until_idle(self) -> None:
        """Wait until no forgetting is under way."""
        await self._working.wait_until_idle()

    async def stop(self) -> None:
        """Start nothing more, and finish the work under way."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        await self.wait_until_idle()

    # --- those who asked ---------------------------------------------------------------------------------------

    async def _people(self) -> float | None:
        waiting = await self._ledger.read(queries.erasures)
        for row in waiting:
            if row.player and await self._has_got_up(row.player):
                await self._forget(row.player)
        left = await self._ledger.read(queries.erasures)
        if left and not any(row.player for row in left) and self._may_clean(left):
            await self._ledger.clean_free_space()
            log.info("free pages cleaned")
            return None
        return EVERY if left or self._ledger.shared else None

    async def _follow(self) -> None:
        """Do this process's part of what another does."""
        for row in await self._ledger.read(queries.erasures):
            if row.player:
                await self._has_got_up(row.player)
        for player, number in list(self._ledger.forgotten.items()):
            await self._keep_out(player, await self._ledger.lasting_id(player))
            async with self._all_held([table.state.place.group for table in self._tables.all_open()]):
                await self._forgotten_in_memory(player, f"{PSEUDONYM}{number}")
            del self._ledger.forgotten[player]

    def _may_clean(self, rows: Sequence[ErasureRow]) -> bool:
        if self._clock.utc() - min(row.asked for row in rows) >= CLEANED_AFTER:
            return True
        return all(table.state.playing is None for table in self._tables.all_open())

    async def _has_got_up(self, player: PlayerId) -> bool:
        for table in self._tables.all_open():
            if _takes_part(table, player):
                await table.leave_for_good(player)
        return not any(_takes_part(table, player) for table in self._tables.all_open())

    async def _forget(self, player: PlayerId) -> None:
        members, groups = self._members, await self._members.groups_of(player)
        members.erasing.add(player)
        try:
            if await self._ledger.read(sits, player) or not await self._chips_returned(player):
                return
            lasting = await self._ledger.lasting_id(player, self._entropy.key())
            await self._ledger.note_forgotten(player)
            await self._keep_bans(player, lasting)
            async with self._all_held([table.state.place.group for table in self._tables.all_open()]):
                now = self._clock.utc()
                outlasting = {outlasting_hash(lasting, group): now + NO_GRANT for group in groups}
                for each in self._services.outlasting:
                    if (until := await each.until(player)) is not None and until > now:
                        outlasting[outlasting_hash(lasting, each.name)] = until
                names = {group: members.name(group, player) for group in groups}
                pseudonym = await self._ledger.change(erase_person, player, names, outlasting)
                await self._forgotten_in_memory(player, pseudonym)
            chat = self._services.chats.get(player.partition(":")[0])
            if chat is not None:
                await chat.forget(player)
        finally:
            members.erasing.discard(player)
        log.info("a person was forgotten", groups=len(groups))

    async def _keep_bans(self, player: PlayerId, lasting: PlayerId) -> None:
        """Keep bans and removals under an id that outlives the player, and drop what is told to or of them."""
        for group in list(self._groups.all()):
            name, keys = self._members.name(group, player), self._services.outlasting_settings
            await self._change(group, partial(_forgotten, player, lasting, name, keys))
        await self._keep_out(player, lasting)

    async def _keep_out(self, player: PlayerId, lasting: PlayerId) -> None:
        for table in self._tables.all_open():
            await table.keep_out_as(player, lasting, name_of(lasting))

    async def _change(self, group: str, changed: Callable[[GroupSettings], GroupSettings]) -> None:
        if changed(settings := self._groups.of(group)) != settings:
            await self._groups.change(group, changed)

    async def _known_again(self, who: Person, group: str, lasting: str) -> None:
        erased = await self._ledger.read(queries.erased_newcomers)
        for each in self._services.outlasting:
            if (until := erased.get(outlasting_hash(lasting, each.name))) is not None:
                await each.restore(who.id, until)
        await self._change(group, methodcaller("renaming", lasting, who.id, self._services.outlasting_settings))
        for table in self._tables.of_group(group):
            await table.keep_out_as(lasting, who.id, who.name)

    async def _chips_returned(self, player: PlayerId, group: str = "") -> bool:
        """Return chips to the mint; return true if none is left at closed tables."""
        left = await self._ledger.read(chips_left, player, group)
        wallets = [(account, chips) for account, chips in left if account.kind == WALLET]
        back = tuple(Transfer(account, mint(account.group), chips, "forgotten") for account, chips in wallets)
        if back:
            await self._ledger.commit(back)
        if len(back) < len(left):
            log.warning(
                "chips lie at a table that is not open", action="tried again later", tables=len(left) - len(back)
            )
        return len(back) == len(left)

    @asynccontextmanager
    async def _all_held(self, groups: Iterable[str]) -> AsyncIterator[None]:
        async with self._services.gate.closed(), AsyncExitStack() as holds:
            for group in dict.fromkeys(groups):
                await holds.enter_async_context(self._tables.held(group))
            yield

    async def _forgotten_in_memory(self, player: PlayerId, pseudonym: PlayerId) -> None:
        tables = self._tables.all_open()
        for table in tables:
            table.forget(player, pseudonym)
        # As long as their names are known.
        self._services.announcer.forget(player, [table.state for table in tables])
        await self._groups.load()
        await self._members.read_again()
        self._members.forget(player)
        for drop in self._services.on_forget:
            drop(player)

    # --- groups that Kiu was removed from ----------------------------------------------------------------------

    async def _removed_groups(self) -> float | None:
        now, after = self._clock.utc(), self._services.host.forget_groups_after
        await self._ledger.rewrite(drop_newcomers, now)
        away = {group: settings for group, settings in self._groups.all().items() if settings.away}
        for group, settings in away.items():
            if not settings.away_since:
                await self._groups.change(group, lambda was: replace(was, away_since=int(now.timestamp())))
            elif after is not None and now.timestamp() - settings.away_since >= after.total_seconds():
                await self._forget_group(group)
        return GROUPS_EVERY

    async def _forget_group(self, group: str) -> None:
        """Forget the people of a group; those in other groups are forgotten here alone."""
        await self._members.recall("", group)
        people = [each.player for each in self._members.of_group(group) if _is_person(each.player)]
        if not people:
            return
        await self._services.membership.place_gone(group)
        if any(table.state.place.group == group for table in self._tables.all_open()):
            return
        for player in people:
            if not await self._chips_returned(player, group):
                return
        asked = {row.player for row in await self._ledger.read(queries.erasures)}
        elsewhere = [player for player in people if await self._members.groups_of(player) != [group]]
        await self._ledger.commit(tuple(ErasureAsked(each) for each in people if each not in (*asked, *elsewhere)))
        for player in elsewhere:
            await self._ledger.rewrite(leave_group, player, group)
        await self._members.read_again()
        log.info("the people of a group that was left long ago are forgotten", people=len(people))
        self._again_in(EVERY, self._people)


def _is_person(player: PlayerId) -> bool:
    return not is_computer(player) and not player.startswith(PSEUDONYM)


def _takes_part(table: Table, player: PlayerId) -> bool:
    """Return true if a player has a chair or chips in the running hand."""
    hand = table.state.playing
    return table.state.chair_of(player) is not None or (hand is not None and hand.seat(player) is not None)


def _forgotten(
    player: PlayerId, lasting: PlayerId, name: str, outlasting: Collection[str], settings: GroupSettings
) -> GroupSettings:
    return settings.renaming(player, lasting, outlasting).forgetting(player, name)
