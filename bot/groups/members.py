from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from bot.commands import Refusal, Request
from bot.environment.clock import Clock
from bot.groups import Groups
from bot.groups.given_once import daily_key, newcomer_key
from bot.ledger import (
    PSEUDONYM,
    Ledger,
    Once,
    PersonSaved,
    RepeatedUpdate,
    Transfer,
    WriteSet,
    mint,
    name_of,
    outlasting_hash,
    queries,
    wallet,
)
from bot.messages import Person, Place, PlayerId, platform_of
from bot.wording import Translator, in_language, language_of


class Reached(NamedTuple):
    """The place of a chat that serves a person of a table, and their account there."""

    place: Place
    account: PlayerId


class Members:
    """Everybody who has used a command, by group, read on first need."""

    def __init__(self, ledger: Ledger, groups: Groups, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._groups = groups
        self._by_group: dict[str, dict[PlayerId, PersonSaved]] = {}
        self._by_player: dict[PlayerId, dict[str, PersonSaved]] = {}
        """The same people, by player and group."""

        self._read: set[str] = set()
        """Groups and players read completely."""

        groups.on_joined = lambda circle: self._read.discard(circle)

        self._latest: dict[PlayerId, str] = {}
        """The group of each person's last command in this process."""

        self._came_from: dict[PlayerId, tuple[str, PlayerId]] = {}
        """The joined group and the account of each person's last command in this process, in circles."""

        self.erasing: set[PlayerId] = set()
        """People being forgotten; no command of theirs is carried out."""

        self.on_newcomer: Callable[[Person, str, str], Awaitable[None]] = _nothing_lasts
        """Called with a person new to a group who may have been forgotten, the group, and their lasting id."""

    async def recall(self, player: PlayerId, *groups: str) -> None:
        """Read a person in every group and everybody in ``groups``, once."""
        if player and player not in self._read:
            self._add(await self._ledger.read(queries.person_everywhere, player))
            self._read.add(player)
        for group in groups:
            if group not in self._read:
                self._add((await self._ledger.read(queries.people, group)).values())
                self._read.add(group)

    def _add(self, people: Iterable[PersonSaved]) -> None:
        for person in people:
            if person.player not in self._by_group.get(person.group, {}):
                self._keep(person)

    def _keep(self, person: PersonSaved) -> None:
        self._by_group.setdefault(person.group, {})[person.player] = person
        self._by_player.setdefault(person.player, {})[person.group] = person

    async def read_again(self, *groups: str) -> None:
        """Read known groups again after ids have changed, and ``groups``."""
        known = self._by_group.keys() & self._read
        self._by_group, self._by_player, self._read = {}, {}, set()
        await self.recall("", *known, *groups)

    def forget_known(self, served: Callable[[str], bool]) -> None:
        """Read the people of groups that other processes have ``served`` anew, on first need."""
        for group in filter(served, {*self._read, *self._by_group}):
            people = self._by_group.pop(group, {})
            self._read -= {group, *people}
            for player in people:
                del self._by_player[player][group]

    async def welcome(self, who: Person, group: str) -> None:
        """Store a person's present name, and give a newcomer the grant once."""
        await self.recall(who.id, group)
        self._latest[who.id] = group
        if not self.knows(group, who.id):
            # Another process may have met them, or a circle brought them.
            self._read.discard(who.id)
            await self.recall(who.id)
        known = self._of(group, who.id)
        if known is not None:
            if known.name != who.name and not who.account:
                await self._save(PersonSaved(who.id, group, who.name, known.language))
            return
        person = PersonSaved(who.id, group, who.name)
        grant = self._groups.of(group).tables.grant
        gift: WriteSet = (Transfer(mint(group), wallet(group, who.id), grant, "newcomer"),) if grant else ()
        lasting = await self._ledger.lasting_id(who.id)
        if lasting:
            await self.on_newcomer(who, group, lasting)
        erased = await self._ledger.read(queries.erased_newcomers) if lasting else {}
        joined = (group, *(each.group for each in self._groups.places(Place(group, ""))))
        if any(outlasting_hash(lasting, each) in erased for each in joined):
            # Forgetting would be a way to new chips otherwise, as often as somebody likes.
            gift = (Once(daily_key(group, who.id, self._clock.utc().date())),)
        try:
            await self._ledger.commit((person, Once(newcomer_key(group, who.id)), *gift))
        except RepeatedUpdate:
            await self._save(person)
        self._keep(person)

    async def came(self, who: Person, group: str) -> None:
        account = who.account or who.id
        self._came_from[who.id] = group, account
        self._latest[account] = group
        await self.introduce(replace(who, id=account), group)

    def reached(self, place: Place, player: PlayerId, by: PlayerId = "") -> Reached | None:
        """Return where somebody at a table is served, perhaps ``by`` one account: where they came from last or are
        known, or anywhere on their platform; ``None`` if no place is.
        """
        person = self._groups.person(place.group, player)
        ways = [
            Reached(each, account)
            for each in self._groups.places(place)
            for account in self._groups.accounts(place.group, person)
            if each.platform == platform_of(account) and account == (by or account)
        ]
        came = [each for each in ways if (each.place.group, each.account) == self._came_from.get(person)]
        known = [each for each in ways if self.knows(each.place.group, each.account)]
        return next(iter((*came, *known, *ways)), None)

    def meet(self, place: Place, account: PlayerId) -> PlayerId:
        """Serve a person by this account from now on; return the one that they play under."""
        person, reached = self._groups.person(place.group, account), self.reached(place, account, by=account)
        if reached is not None:
            self._came_from[person] = reached.place.group, account
        return person

    def forget(self, player: PlayerId) -> None:
        """Keep only the pseudonym."""
        self._latest.pop(player, None)
        self._came_from.pop(player, None)

    async def introduce(self, who: Person, group: str) -> None:
        """Store the name of a computer player, or of somebody with chips in a circle, without a grant."""
        if not self.knows(group, who.id):
            await self._save(PersonSaved(who.id, group, who.name))

    async def _save(self, person: PersonSaved, receipt: WriteSet = ()) -> None:
        await self._ledger.commit((person, *receipt))
        self._keep(person)

    def _of(self, group: str, player: PlayerId) -> PersonSaved | None:
        return self._by_player.get(player, {}).get(group)

    def of_group(self, group: str) -> list[PersonSaved]:
        """Return the members of a group that was read, by name."""
        people = [each for each in self._by_group.get(group, {}).values() if self._is_first(each)]
        return sorted(people, key=lambda person: (person.name.casefold(), person.player))

    def _is_first(self, person: PersonSaved) -> bool:
        return self._groups.person(person.group, person.player) == person.player

    def knows(self, group: str, player: PlayerId) -> bool:
        return self._of(group, player) is not None

    async def groups_of(self, player: PlayerId) -> list[str]:
        # Other processes may have met them elsewhere.
        self._read.discard(player)
        await self.recall(player)
        return list(self._by_player.get(player, {}))

    def latest_group(self, player: PlayerId) -> str:
        """Return the group of a person's last command, any other, or empty; needs :meth:`recall`."""
        groups = [each for each in self._by_player.get(player, {}) if not self._groups.of(each).places]
        return self._latest.get(player) or min(groups, key=lambda each: self._groups.of(each).away, default="")

    def name(self, group: str, player: PlayerId) -> str:
        known = self._of(group, player)
        return known.name if known is not None else name_of(player) if player.startswith(PSEUDONYM) else "?"

    def language(self, group: str, player: PlayerId) -> str:
        """Return the chosen language; empty for the group's."""
        known = self._of(group, player)
        return known.language if known is not None else ""

    def translator(self, group: str, player: PlayerId) -> Translator:
        """Translate into a person's language or the group's."""
        return in_language(self.language(group, player) or self._groups.of(group).language)

    def own_translator(self, group: str, who: Person) -> Translator:
        """Translate into a person's chosen language, that of their client, or the group's."""
        told = language_of(who.language)
        return self.translator(group, who.id) if self.language(group, who.id) or not told else in_language(told)

    async def choose_language(self, request: Request, language: str) -> None:
        group, player = request.where.group, request.who.id
        await self._save(PersonSaved(player, group, self.name(group, player), language), request.receipt)

    def named(self, group: str, name: str) -> PersonSaved:
        """Return a person by name or id; raise ``Refusal`` if none or several fit."""
        wanted = name.strip().removeprefix("@").removeprefix("<").removesuffix(">").casefold()
        wanted = self._groups.person(group, wanted)
        members = [each for each in self.of_group(group) if not each.player.startswith(PSEUDONYM)]
        found = [person for person in members if person.player.casefold() == wanted] or [
            person for person in members if person.name.casefold() == wanted
        ]
        if len(found) != 1:
            raise Refusal("several-of-that-name" if found else "nobody-of-that-name", name=name[:40])
        return found[0]


async def _nothing_lasts(who: Person, group: str, lasting: str) -> None:
    pass
