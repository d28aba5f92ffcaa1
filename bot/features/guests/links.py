from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from bot.environment.clock import Clock
from bot.environment.entropy import Entropy
from bot.groups import Groups, GroupSettings
from bot.ledger import WriteSet
from bot.messages import Place, PlayerId

LINKS: Final = "guest_links"
"""The key of a mark by which browsers tell groups apart, and of links by the hash of their code."""

PEOPLE: Final = "guests"

WATCH, PLAY = "watch", "play"

VALID: Final = timedelta(hours=12)
MOST_LINKS: Final = 8
_CODE_DIGITS: Final = 32
_MARK_DIGITS: Final = 12


class Seat(NamedTuple):
    kind: str
    channel: str


class Link(NamedTuple):
    kind: str
    channel: str
    everyone: bool
    """True if nobody is asked."""

    ends: str
    """UTC as ISO 8601."""

    @property
    def until(self) -> datetime:
        return datetime.fromisoformat(self.ends)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Links:
    def __init__(self, groups: Groups, clock: Clock, entropy: Entropy) -> None:
        self._groups = groups
        self._clock = clock
        self._entropy = entropy

    def group_of(self, mark: str) -> str | None:
        marks = ((group, settings.of_features.get(LINKS, {})) for group, settings in self._groups.all().items())
        return next((group for group, kept in marks if mark and kept.get("mark") == mark), None)

    def link(self, group: str, code: str) -> Link | None:
        return self.in_force(group).get(hashed(code))

    def in_force(self, group: str) -> dict[str, Link]:
        return _in_force(self._groups.of(group), self._clock.utc())

    def people(self, group: str) -> dict[PlayerId, Seat]:
        return {player: Seat(*each) for player, each in self._groups.of(group).of_features.get(PEOPLE, {}).items()}

    async def make(self, place: Place, kind: str, everyone: bool, receipt: WriteSet) -> tuple[str, Link]:
        now, code = self._clock.utc(), self._entropy.key().hex()[:_CODE_DIGITS]
        link = Link(kind, place.channel, everyone, (now + VALID).isoformat())

        def changed(settings: GroupSettings) -> GroupSettings:
            links = [*_in_force(settings, now).items(), (hashed(code), link)][-MOST_LINKS:]
            return _with(settings, settings.of_features.get(LINKS, {}).get("mark") or mark, dict(links))

        mark = self._entropy.key().hex()[:_MARK_DIGITS]
        await self._groups.change(place.group, changed, receipt)
        return f"{self._groups.of(place.group).of_features[LINKS]['mark']}.{code}", link

    async def seat(self, group: str, player: PlayerId, seat: Seat | None, receipt: WriteSet = ()) -> None:
        def changed(settings: GroupSettings) -> GroupSettings:
            people: dict[str, Any] = {**settings.of_features.get(PEOPLE, {})}
            people.pop(player, None)
            return settings.with_feature(PEOPLE, people if seat is None else {**people, player: list(seat)})

        await self._groups.change(group, changed, receipt)

    async def close(self, group: str, receipt: WriteSet) -> None:
        def changed(settings: GroupSettings) -> GroupSettings:
            mark = settings.of_features.get(LINKS, {}).get("mark", "")
            return _with(settings, mark, {}).with_feature(PEOPLE, {})

        await self._groups.change(group, changed, receipt)


def _in_force(settings: GroupSettings, now: datetime) -> dict[str, Link]:
    kept = settings.of_features.get(LINKS, {}).get("links", {})
    links = {code: Link(*each) for code, each in kept.items()}
    return {code: link for code, link in links.items() if now < link.until}


def _with(settings: GroupSettings, mark: str, links: dict[str, Link]) -> GroupSettings:
    return settings.with_feature(LINKS, {"mark": mark, "links": {code: list(link) for code, link in links.items()}})
