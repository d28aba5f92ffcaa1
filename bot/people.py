"""The people of every house: their names, their languages, and the newcomer's welcome."""

from __future__ import annotations

from bot.houses import Houses
from bot.ledger import Ledger, PersonSaved, RepeatedUpdate, Row, Transfer, UpdateDone, mint, wallet
from bot.messages import Person, PlayerId
from bot.refusal import Refusal
from bot.wording import Say, in_language


class People:
    """Everybody who has ever used a command, by house."""

    def __init__(self, ledger: Ledger, houses: Houses) -> None:
        self._ledger = ledger
        self._houses = houses
        self._known: dict[tuple[str, PlayerId], PersonSaved] = {}

    async def load(self) -> None:
        """Read who is known."""
        self._known = {(person.house, person.player): person for person in await self._ledger.all_people()}

    def move(self, old: str, new: str) -> None:
        """Follow a house to another name, just as the ledger has: the newer name counts, and any language chosen."""
        for person in self.of_house(old):
            del self._known[(old, person.player)]
            here = self._known.get((new, person.player))
            name, language = (person.name, "") if here is None else (here.name, here.language)
            self._known[(new, person.player)] = PersonSaved(person.player, new, name, language or person.language)

    async def welcome(self, who: Person, house: str) -> None:
        """Know a person by the present name; a newcomer is given the grant of the house, once."""
        known = self._known.get((house, who.id))
        if known is not None:
            if known.name != who.name:
                await self._save(PersonSaved(who.id, house, who.name, known.language))
            return
        grant = self._houses.of(house).tables.grant
        person = PersonSaved(who.id, house, who.name)
        gift = (Transfer(mint(house), wallet(house, who.id), grant, "newcomer"),) if grant else ()
        try:
            await self._ledger.commit((person, UpdateDone(f"newcomer:{house}:{who.id}", "", ""), *gift))
        except RepeatedUpdate:
            await self._save(person)
        self._known[(house, who.id)] = person

    async def _save(self, person: PersonSaved, done: tuple[Row, ...] = ()) -> None:
        await self._ledger.commit((person, *done))
        self._known[(person.house, person.player)] = person

    def of_house(self, house: str) -> list[PersonSaved]:
        """Everybody known in a house, in the order of their names."""
        here = [person for (other, _), person in self._known.items() if other == house]
        return sorted(here, key=lambda person: (person.name.casefold(), person.player))

    def knows(self, house: str, player: PlayerId) -> bool:
        """Whether a person has ever used a command in a house."""
        return (house, player) in self._known

    def name(self, house: str, player: PlayerId) -> str:
        """The name of a person, as it was last seen."""
        known = self._known.get((house, player))
        return known.name if known is not None else "?"

    def language(self, house: str, player: PlayerId) -> str:
        """The language a person has chosen; empty for that of the house."""
        known = self._known.get((house, player))
        return known.language if known is not None else ""

    def voice(self, house: str, player: PlayerId) -> Say:
        """The voice in which a house speaks to one person: in the language chosen, or that of the house."""
        return in_language(self.language(house, player) or self._houses.of(house).language)

    async def speak(self, house: str, player: PlayerId, language: str, done: tuple[Row, ...] = ()) -> None:
        """Remember the language a person has chosen."""
        await self._save(PersonSaved(player, house, self.name(house, player), language), done)

    def named(self, house: str, name: str) -> PersonSaved:
        """Find a person of the house by name or id.

        Raises:
            Refusal: nobody, or more than one, is called that.
        """
        wanted = name.strip().removeprefix("@").removeprefix("<").removesuffix(">").casefold()
        here = [person for (other, _), person in self._known.items() if other == house]
        found = [person for person in here if person.player.casefold() == wanted] or [
            person for person in here if person.name.casefold() == wanted
        ]
        if len(found) != 1:
            raise Refusal("several-of-that-name" if found else "nobody-of-that-name", name=name[:40])
        return found[0]
