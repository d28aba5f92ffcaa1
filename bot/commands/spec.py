from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

from bot.wording import Translator


class Kind(Enum):
    AMOUNT = "amount"

    CHIPS = "chips"
    """Chips within present limits, such as those of a bet or a buy-in."""

    NUMBER = "number"
    """A number of a hand, a line of the ledger, a page, or days."""

    PERSON = "person"
    """A name, which may contain spaces, or an id."""

    GAME = "game"
    PRESET = "preset"
    LANGUAGE = "language"
    CHOICE = "choice"
    """One of the game's present choices."""

    ADVANCE = "advance"
    """A decision before one's turn."""

    DURATION = "duration"

    WORD = "word"

    PHRASE = "phrase"
    """Words to the end of the line, without regard to spaces."""

    WORDS = "words"
    """Words to the end of the line, as typed."""

    @property
    def is_amount(self) -> bool:
        return self in (Kind.AMOUNT, Kind.CHIPS)

    @property
    def is_number(self) -> bool:
        return self.is_amount or self is Kind.NUMBER


class Who(Enum):
    ANYONE = "anyone"
    SEATED = "seated"
    HOST = "host"
    ADMIN = "admin"


class Menu(Enum):
    """A platform's short list of suggested commands, one for each kind of chat."""

    PRIVATE = "private"
    GROUP = "group"
    ADMINS = "admins"
    """The menu for admins of a group, instead of the group's."""

    ELSEWHERE = "elsewhere"
    """The menu of all other chats."""


class Scope(Enum):
    """The subject of a command, which decides the place of its handler."""

    TABLE = "table"
    """The table at this place, in whose mailbox the handler runs."""

    GROUP = "group"
    """Everything else; the handler may ask a table for its state."""


Suggest: TypeAlias = Callable[[Any], Iterable[tuple[str, str]]]
"""Returns labels and values for a parameter, from a ``bot.dispatch.autocomplete.Completing``."""


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: Kind
    optional: bool = False
    suggest: Suggest | None = None


_DISCORD_GROUPS = {**{section: section for section in ("table", "play", "money", "proof")}, "order": "mod"}
"""Groups of commands on Discord by section; admins have one of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    name: str

    section: str = ""

    discord: str = ""
    """Its place in Discord's tree: ``GROUP NAME``, or ``NAME`` at the top; by default that of its section."""

    part: bool = False
    """True for a page or step of another command. Buttons carry its line and people may type it; it stands neither in
    the help nor in a platform's list of commands, and has permissions of its own.
    """

    parts: tuple[str, ...] = ()
    """Words of which one may follow the name: with it, it is the line of a part."""

    handler: str = ""
    """The name of its handler, by default its own or the decorated function's."""

    parameters: tuple[Parameter, ...] = ()
    who: Who = Who.ANYONE
    scope: Scope = Scope.GROUP
    reads_only: bool = False
    """True if a repetition does no harm: it changes only facts about its sender."""

    while_away: bool = False
    """True if it works while the bot is outside the group, as everything does that only reads."""

    for_former_members: bool = False
    """True if it returns the sender's own things, even to former members."""

    as_group: bool = False
    """True if an admin may send it in the group's name, as with every command of hosts and admins."""

    more_for_admins: bool = False
    """True if admins see more in private answers."""

    in_private: bool = False
    """True if it works in a private chat, about the sender's table."""

    anywhere: bool = False
    """True if a personal install may use it outside the bot's groups, with a private answer."""

    about_group: bool = True
    """False if its answer is the same in every group."""

    at_length: bool = False
    """True if a group gets a short answer with a link to the private chat."""

    own_language: bool = False
    """True if a newcomer without a chosen language is answered in that of their client."""

    user_menu: bool = False
    """True for an entry in the menu of a person, who is its first parameter."""

    changes_seats: bool = False
    """True if others may be dealt in afterwards, so that it must not follow the cut."""

    across_groups: bool = False
    """True if it is about several groups, so that of several processes a single one carries it out."""

    opens_table: bool = False
    """True if the bot must be able to show a table here."""

    plays_on: bool = False
    """True if the sender risks chips, which own limits and bans may forbid."""

    takes_seat: bool = False
    """True if the sender sits at a table afterwards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "handler", self.handler or self.name.replace(" ", "_"))
        object.__setattr__(self, "discord", self.discord or self._place_of_section)

    @property
    def _place_of_section(self) -> str:
        group = _DISCORD_GROUPS.get(self.section, "")
        if self.for_admins and group != "mod":
            group = "admin"
        return f"{group} {self.name.replace(' ', '-')}".strip()

    @property
    def key(self) -> str:
        return "command-" + self.name.replace(" ", "-")

    def usage(self, translate: Translator) -> str:
        """Its usage in a language: ``/open GAME [PRESET] [BUY-IN]``."""
        parts = [f"[{'/'.join(self.parts)}]"] if self.parts else []
        for each in self.parameters:
            word = translate(f"parameter-{each.name}").upper()
            parts.append(f"[{word}]" if each.optional else word)
        return " ".join([f"/{self.name}", *parts])

    @property
    def for_members(self) -> bool:
        return self.about_group and not self.for_former_members

    @property
    def for_group(self) -> bool:
        return self.as_group or self.who in (Who.HOST, Who.ADMIN)

    @property
    def for_admins(self) -> bool:
        return self.who is Who.ADMIN


own_page = partial(CommandSpec, reads_only=True, in_private=True)
"""Declares a page on the sender's own things."""

public_page = partial(CommandSpec, reads_only=True, in_private=True, as_group=True)
"""Declares a page that is the same for everybody."""

admin_command = partial(CommandSpec, who=Who.ADMIN)

table_command = partial(CommandSpec, section="table", scope=Scope.TABLE, in_private=True, changes_seats=True)
"""Declares a change of the table itself."""
