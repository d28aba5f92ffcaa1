"""The members of every group: their names, their languages, and the chips that newcomers get."""

from __future__ import annotations

from bot.commands import Refusal, Request
from bot.groups import Groups
from bot.ledger import Ledger, PersonSaved, Receipt, RepeatedUpdate, Transfer, WriteSet, mint, wallet
from bot.messages import Person, PlayerId
from bot.wording import Translator, in_language, language_of


class Members:
    """Everybody who has ever used a command, by group."""

    def __init__(self, ledger: Ledger, groups: Groups) -> None:
        self._ledger = ledger
        self._groups = groups
        self._known: dict[tuple[str, PlayerId], PersonSaved] = {}
        self._latest: dict[PlayerId, str] = {}
        """The group in which each person used a command last, since the process began."""

    async def load(self) -> None:
        """Read who is known."""
        self._known = {(person.group, person.player): person for person in await self._ledger.all_people()}

    def move(self, old: str, new: str) -> None:
        """Follow a group to another id, just as the ledger has: the newer name counts, and any language chosen."""
        for person in self.of_group(old):
            del self._known[(old, person.player)]
            known = self._known.get((new, person.player))
            name, language = (person.name, "") if known is None else (known.name, known.language)
            self._known[(new, person.player)] = PersonSaved(person.player, new, name, language or person.language)

    async def welcome(self, who: Person, group: str) -> None:
        """Remember the present name of a person; a newcomer is given the grant of the group, once."""
        self._latest[who.id] = group
        known = self._known.get((group, who.id))
        if known is not None:
            if known.name != who.name:
                await self._save(PersonSaved(who.id, group, who.name, known.language))
            return
        grant = self._groups.of(group).tables.grant
        person = PersonSaved(who.id, group, who.name)
        gift = (Transfer(mint(group), wallet(group, who.id), grant, "newcomer"),) if grant else ()
        try:
            await self._ledger.commit((person, Receipt(f"newcomer:{group}:{who.id}", "", ""), *gift))
        except RepeatedUpdate:
            await self._save(person)
        self._known[(group, who.id)] = person

    async def introduce(self, computer: Person, group: str) -> None:
        """Remember the name of a computer player, which is given no grant."""
        if not self.knows(group, computer.id):
            await self._save(PersonSaved(computer.id, group, computer.name))

    async def _save(self, person: PersonSaved, receipt: WriteSet = ()) -> None:
        await self._ledger.commit((person, *receipt))
        self._known[(person.group, person.player)] = person

    def of_group(self, group: str) -> list[PersonSaved]:
        """Everybody known in a group, in the order of their names."""
        members = [person for (other, _), person in self._known.items() if other == group]
        return sorted(members, key=lambda person: (person.name.casefold(), person.player))

    def knows(self, group: str, player: PlayerId) -> bool:
        """Whether a person has ever used a command in a group."""
        return (group, player) in self._known

    def groups_of(self, player: PlayerId) -> list[str]:
        """The groups in which a person has ever used a command."""
        return [group for group, known in self._known if known == player]

    def latest_group(self, player: PlayerId) -> str:
        """The group in which a person used a command last, or some group that knows them; empty if none does."""
        return self._latest.get(player) or next((group for group, known in self._known if known == player), "")

    def name(self, group: str, player: PlayerId) -> str:
        """The name of a person, as it was last seen."""
        known = self._known.get((group, player))
        return known.name if known is not None else "?"

    def language(self, group: str, player: PlayerId) -> str:
        """The language a person has chosen; empty for that of the group."""
        known = self._known.get((group, player))
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

        Raises:
            Refusal: nobody, or more than one, is called that.
        """
        wanted = name.strip().removeprefix("@").removeprefix("<").removesuffix(">").casefold()
        members = self.of_group(group)
        found = [person for person in members if person.player.casefold() == wanted] or [
            person for person in members if person.name.casefold() == wanted
        ]
        if len(found) != 1:
            raise Refusal("several-of-that-name" if found else "nobody-of-that-name", name=name[:40])
        return found[0]
