from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bot.commands import Refusal, Request
from bot.dispatch.services import Services
from bot.features.circles.queries import apart, linked
from bot.groups import GroupSettings
from bot.ledger import ChipsOnTables, WriteSet
from bot.messages import PlayerId, platform_of


class Account(NamedTuple):
    circle: str
    player: PlayerId


async def check(services: Services, first: Account, request: Request) -> None:
    second, groups = request.who.id, services.groups
    if any(len(groups.accounts(first.circle, player)) > 1 for player in (first.player, second)):
        raise Refusal("accounts-linked-already")
    if groups.book(request.where.group) != first.circle or platform_of(second) == platform_of(first.player):
        raise Refusal("accounts-elsewhere")
    for player in (first.player, second):
        if any(table.state.chair_of(player) for table in services.tables.of_group(first.circle)):
            raise Refusal("accounts-at-table")
        await services.hindrances.check(player, first.circle)


async def link(services: Services, first: Account, request: Request) -> None:
    second = request.who.id

    async def store(writes: WriteSet) -> None:
        await services.ledger.write(writes, linked, first.circle, first.player, second)

    def changed(now: GroupSettings) -> GroupSettings:
        return replace(now, accounts={**now.accounts, second: first.player})

    await _changed(services, first.circle, changed, request, store)


async def undo(services: Services, request: Request) -> None:
    """Part the accounts; the first keeps the chips, and bans hold for both."""
    player, groups = request.who.id, services.groups
    if len(groups.accounts(request.group, player)) < 2:
        raise Refusal("accounts-not-linked")
    if any(table.state.chair_of(player) for table in services.tables.of_group(request.group)):
        raise Refusal("accounts-at-table")

    def changed(now: GroupSettings) -> GroupSettings:
        others = {second: first for second, first in now.accounts.items() if first != player}
        kept = {key: for_both(now.accounts, now.of_features[key]) for key in _kept(services, now)}
        return replace(now, accounts=others, of_features={**now.of_features, **kept})

    async def store(writes: WriteSet) -> None:
        await services.ledger.write(writes, apart, request.group, player)

    await _changed(services, request.group, changed, request, store)


async def _changed(
    services: Services,
    circle: str,
    changed: Callable[[GroupSettings], GroupSettings],
    request: Request,
    store: Callable[[WriteSet], Awaitable[None]],
) -> None:
    try:
        await services.groups.change(circle, changed, request.receipt, store=store)
    except ChipsOnTables:
        raise Refusal("accounts-at-table") from None


def _kept(services: Services, settings: GroupSettings) -> set[str]:
    return services.outlasting_settings & settings.of_features.keys()


def for_both(accounts: Mapping[PlayerId, PlayerId], kept: Mapping[PlayerId, Any]) -> dict[PlayerId, Any]:
    return {**kept, **{second: kept[first] for second, first in accounts.items() if first in kept}}
