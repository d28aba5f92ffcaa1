"""Circles begin and end: settings and chips in one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.commands import Refusal, Request
from bot.dispatch.services import Services
from bot.features.circles.accounts import for_both
from bot.features.circles.queries import joined, parted
from bot.groups import Groups, GroupSettings
from bot.ledger import ChipsOnTables, WriteSet
from bot.messages import Place

CIRCLE: Final = "circle:"
MOST_GROUPS: Final = 4


def check(services: Services, offering: str, place: Place) -> None:
    groups = services.groups
    if not services.announcer.others_come(place):
        raise Refusal("circle-alone")
    if groups.book(offering) == groups.book(place.group):
        raise Refusal("circle-same-group")
    if groups.of(place.group).circle:
        raise Refusal("circle-already")
    if len(groups.of_book(offering).places) >= MOST_GROUPS:
        raise Refusal("circle-full", most=MOST_GROUPS)


async def join(services: Services, first: Place, second: Place, shown: str, request: Request) -> str:
    groups = services.groups
    # Nobody's chips may come to a book that closes.
    async with services.gate.alone(), services.tables.none_open(*map(groups.book, (first.group, second.group))):
        first, second = (place._replace(group=groups.present(place.group)) for place in (first, second))
        book = groups.book(first.group)
        check(services, first.group, second)
        if shown != terms(groups.of(book)):
            raise Refusal("circle-no-such-code")
        joining = [place.group for place in ((second,) if groups.of(book).places else (first, second))]
        circle = book if groups.of(book).places else _new_id(groups.all())

        def made() -> Mapping[str, GroupSettings]:
            own, offering = [groups.of(group) for group in joining], groups.of(book)
            since = int(services.clock.utc().timestamp())
            settings = {
                group: replace(each, circle=circle, circles={**each.circles, circle: since})
                for group, each in zip(joining, own, strict=True)
            }
            features = _of_people((*own, offering), services.outlasting_settings)
            settings[circle] = _of_circle(offering, (*(offering.places or (first,)), second), features)
            return settings

        async def store(writes: WriteSet) -> None:
            await services.ledger.write(writes, joined, circle, joining, request.who.id, services.clock.utc().date())

        await _stored(groups, made, request, store)
        await services.members.read_again(circle)
    return circle


async def end(services: Services, request: Request) -> tuple[Place, ...]:
    groups, circle = services.groups, request.group
    async with services.gate.alone(), services.tables.none_open(circle):
        if not groups.of(circle).places:
            raise Refusal("circle-none")
        places = groups.places(Place(circle, ""))
        joining = [groups.present(place.group) for place in groups.of(circle).places]

        def made() -> Mapping[str, GroupSettings]:
            ending = groups.of(circle)
            kept = {key: each for key, each in ending.of_features.items() if key in services.outlasting_settings}
            carried = {key: for_both(ending.accounts, each) for key, each in kept.items()}
            # Its hands can still be read.
            settings = {circle: replace(ending, places=(), of_features={}, away=True)}
            for group in joining:
                own = groups.of(group)
                settings[group] = replace(own, circle="", of_features={**own.of_features, **carried})
            return settings

        async def store(writes: WriteSet) -> None:
            accounts, day = groups.of(circle).accounts, services.clock.utc().date()
            await services.ledger.write(writes, parted, circle, joining, accounts, request.who.id, day)

        await _stored(groups, made, request, store)
    return places


async def _stored(
    groups: Groups,
    made: Callable[[], Mapping[str, GroupSettings]],
    request: Request,
    store: Callable[[WriteSet], Awaitable[None]],
) -> None:
    try:
        await groups.change_together(made, request.receipt, store)
    except ChipsOnTables:
        raise Refusal("tables-are-open") from None


def terms(joined: GroupSettings) -> str:
    return GroupSettings(places=joined.places, tables=joined.tables, games=joined.games).to_json()


def _new_id(known: Collection[str]) -> str:
    numbers = [int(each.removeprefix(CIRCLE)) for each in known if each.startswith(CIRCLE)]
    return f"{CIRCLE}{max(numbers, default=0) + 1}"


def _of_people(groups: Iterable[GroupSettings], merged: Mapping[str, Callable[[Any, Any], Any]]) -> dict[str, Any]:
    """Return what the features of groups keep by person."""
    kept: dict[str, Any] = {}
    for key, stored in (each for settings in groups for each in settings.of_features.items()):
        if isinstance(stored, dict):
            known = kept.setdefault(key, {})
            # Links for guests stay those of their group.
            for player in (each for each in stored if ":" in each):
                both = key in merged and player in known
                known[player] = merged[key](known[player], stored[player]) if both else stored[player]
    return kept


def _of_circle(first: GroupSettings, places: tuple[Place, ...], features: dict[str, Any]) -> GroupSettings:
    return replace(
        first,
        circle="",
        places=places,
        of_features=features,
        channels=frozenset(),
        previous=None,
        untold=(),
        away=False,
    )
