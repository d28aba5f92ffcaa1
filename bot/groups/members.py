"""The members of every group: their names, their languages, and the chips that newcomers get."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from bot.commands import Refusal, Request
from bot.environment.clock import Clock
from bot.groups import Groups
from bot.groups.given_once import daily_key, newcomer_key
from bot.ledger import (
    PSEUDONYM,
    Ledger,
    PersonSaved,
    Receipt,
    RepeatedUpdate,
    Transfer,
    WriteSet,
    mint,
    outlasting_hash,
    queries,
    wallet,
)
from bot.messages import Person, PlayerId
from bot.wording import Translator, in_language, language_of


class Members:
    """Everybody who has ever used a command, by group; they are read when they are first needed, and then known."""

    def __init__(self, ledger: Ledger, groups: Groups, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock
        self._groups = groups
        self._by_group: dict[str, dict[PlayerId, PersonSaved]] = {}
        self._by_player: dict[PlayerId, dict[str, PersonSaved]] = {}
        """The same people, by player and group."""

        self._read: set[str] = set()
        """The groups and the players of whom everything is known that is stored."""

        self._latest: dict[PlayerId, str] = {}
        """The group in which each person used a command last, since the process began."""

        self.erasing: set[PlayerId] = set()
        """Who is being forgotten at this moment: nothing of theirs is carried out."""

        self.on_newcomer: Callable[[Person, str, str], Awaitable[None]] = _nothing_lasts
        """Called with a person who is new to a group and may have been forgotten, the group, and their lasting id."""

    async def recall(self, player: PlayerId, *groups: str) -> None:
        """Read a person in every group, and everybody in some groups, unless read before."""
        if player and player not in self._read:
            self._add(await self._ledger.read(queries.person_everywhere, player))
            self._read.add(player)
        for group in groups:
            if group not in self._read:
                self._add((await self._ledger.read(queries.people, group)).values())
                self._read.add(group)

    def _add(self, people: Iterable[PersonSaved]) -> None:
        """Know people as they are stored; what is known of them already is newer."""
        for person in people:
            if person.player not in self._by_group.get(person.group, {}):
                self._keep(person)

    def _keep(self, person: PersonSaved) -> None:
        self._by_group.setdefault(person.group, {})[person.player] = person
        self._by_player.setdefault(person.player, {})[person.group] = person

    async def read_again(self) -> None:
        """Forget everybody, and read the groups anew that were known, after the ledger has changed who is who."""
        groups = self._by_group.keys() & self._read
        self._by_group, self._by_player, self._read = {}, {}, set()
        await self.recall("", *groups)

    def move(self, old: str, new: str) -> None:
        """Follow a group to another id, just as the ledger has: the newer name counts, and any language chosen.

        What is known of both must have been read before the ledger did.
        """
        for person in self._by_group.pop(old, {}).values():
            del self._by_player[person.player][old]
            known = self._of(new, person.player)
            name, language = (person.name, "") if known is None else (known.name, known.language)
            self._keep(PersonSaved(person.player, new, name, language or person.language))

    async def welcome(self, who: Person, group: str) -> None:
        """Remember the present name of a person; a newcomer is given the grant of the group, once."""
        await self.recall(who.id, group)
        self._latest[who.id] = group
        known = self._of(group, who.id)
        if known is not None:
            if known.name != who.name:
                await self._save(PersonSaved(who.id, group, who.name, known.language))
            return
        person = PersonSaved(who.id, group, who.name)
        grant = self._groups.of(group).tables.grant
        lasting = await self._ledger.lasting_id(who.id)
        if lasting:
            await self.on_newcomer(who, group, lasting)
        if lasting and outlasting_hash(lasting, group) in await self._ledger.read(queries.erased_newcomers):
            # Forgetting would be a way to new chips otherwise, as often as somebody likes.
            keys = newcomer_key(group, who.id), daily_key(group, who.id, self._clock.utc().date())
            await self._save(person, tuple(Receipt(key, "", "") for key in keys))
            return
        gift = (Transfer(mint(group), wallet(group, who.id), grant, "newcomer"),) if grant else ()
        try:
            await self._ledger.commit((person, Receipt(newcomer_key(group, who.id), "", ""), *gift))
        except RepeatedUpdate:
            await self._save(person)
        self._keep(person)

    def forget(self, player: PlayerId) -> None:
        """Somebody is known by a pseudonym alone from now on."""
        self._latest.pop(player, None)

    async def introduce(self, computer: Person, group: str) -> None:
        """Remember the name of a computer player, which is given no grant."""
        if not self.knows(group, computer.id):
            await self._save(PersonSaved(computer.id, group, computer.name))

    async def _save(self, person: PersonSaved, receipt: WriteSet = ()) -> None:
        await self._ledger.commit((person, *receipt))
        self._keep(person)

    def _of(self, group: str, player: PlayerId) -> PersonSaved | None:
        return self._by_player.get(player, {}).get(group)

    def of_group(self, group: str) -> list[PersonSaved]:
        """Everybody known in a group that was read, in the order of their names."""
        return sorted(
            self._by_group.get(group, {}).values(), key=lambda person: (person.name.casefold(), person.player)
        )

    def knows(self, group: str, player: PlayerId) -> bool:
        """True if a person has ever used a command in a group."""
        return self._of(group, player) is not None

    async def groups_of(self, player: PlayerId) -> list[str]:
        """The groups in which a person has ever used a command."""
        await self.recall(player)
        return list(self._by_player.get(player, {}))

    def latest_group(self, player: PlayerId) -> str:
        """The group in which a person used a command last, or some group that knows them; empty if none does.

        What is stored of them must have been read.
        """
        return self._latest.get(player) or next(iter(self._by_player.get(player, {})), "")

    def name(self, group: str, player: PlayerId) -> str:
        """The name of a person, as it was last seen."""
        known = self._of(group, player)
        return known.name if known is not None else "?"

    def language(self, group: str, player: PlayerId) -> str:
        """The language a person has chosen; empty for that of the group."""
        known = self._of(group, player)
        return known.language if known is not None else ""

    def translator(self, group: str, player: PlayerId) -> Translator:
        """Translates for one person of a group: into the language they chose, or that of the group."""
        return in_language(self.language(group, player) or self._groups.of(group).language)

    def own_translator(self, group: str, who: Person) -> Translator:
        """Translates for one person: into the language they chose, or that of their client if there is a translation,
        or that of the group."""
        told = language_of(who.language)
        return self.translator(group, who.id) if self.language(group, who.id) or not told else in_language(told)

    async def choose_language(self, request: Request, language: str) -> None:
        """Store the language that the sender has chosen."""
        group, player = request.group, request.who.id
        await self._save(PersonSaved(player, group, self.name(group, player), language), request.receipt)

    def named(self, group: str, name: str) -> PersonSaved:
        """Find a person of the group by name or id.

        Raise ``Refusal`` if nobody, or more than one, is called that.
        """
        wanted = name.strip().removeprefix("@").removeprefix("<").removesuffix(">").casefold()
        members = [each for each in self.of_group(group) if not each.player.startswith(PSEUDONYM)]
        found = [person for person in members if person.player.casefold() == wanted] or [
            person for person in members if person.name.casefold() == wanted
        ]
        if len(found) != 1:
            raise Refusal("several-of-that-name" if found else "nobody-of-that-name", name=name[:40])
        return found[0]


async def _nothing_lasts(who: Person, group: str, lasting: str) -> None:
    """Nothing of anybody outlives that they are forgotten."""
