"""The declaration of a command: everything about it but its handler's code and its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.messages import Question
from bot.wording import Translator


class Kind(Enum):
    """The kind of a parameter, for which chats offer choices and bounds."""

    AMOUNT = "amount"
    """Chips, as many as an admin likes."""

    BET = "bet"
    """Chips, within what the rules of the game allow now."""

    BUY_IN = "buy-in"
    """Chips to sit down with."""

    REBUY = "rebuy"
    """Chips to add to those on the table."""

    NUMBER = "number"
    """A line of the ledger, the size of the log of fingerprints, a page of the rules, or the table of an evening."""

    HAND = "hand"
    """The number of a hand."""

    MEMBER = "member"
    """Anybody of the group."""

    SEATED = "seated"
    """Somebody who sits at the table."""

    GAME = "game"
    PRESET = "preset"
    NEW_PRESET = "new-preset"
    """The name under which house rules are saved."""

    SECTION = "section"
    """A group of house rules."""

    TOPIC = "topic"
    """A section of the help."""

    RULE = "rule"
    VALUE = "value"
    LANGUAGE = "language"
    COMMAND = "command"
    CHOICE = "choice"
    """One of the choices that the rules of the game offer now."""

    ADVANCE = "advance"
    """Decisions before one's turn, in the game of the table."""

    DURATION = "duration"
    """A length of time, such as 10m, 2h or 1d."""

    PAGE = "page"
    """A page of the menu of a table."""

    DAYS = "days"
    """For how many days back."""

    WORD = "word"
    """One of a few words."""

    PHRASE = "phrase"
    """Words up to the end of the line, of which case and spaces mean nothing."""

    WORDS = "words"
    """Words up to the end of the line, as they were typed."""

    @property
    def is_number(self) -> bool:
        """True if it is written in digits."""
        return self in _NUMBERS

    @property
    def is_amount(self) -> bool:
        """True if it is a number of chips."""
        return self in (Kind.AMOUNT, Kind.BET, Kind.BUY_IN, Kind.REBUY)

    @property
    def is_player(self) -> bool:
        """True if it is the name of somebody, which may have spaces."""
        return self in (Kind.MEMBER, Kind.SEATED)


_NUMBERS = (Kind.AMOUNT, Kind.BET, Kind.BUY_IN, Kind.REBUY, Kind.NUMBER, Kind.HAND, Kind.DAYS)


class Who(Enum):
    """The people who may use a command."""

    ANYONE = "anyone"
    SEATED = "seated"
    HOST = "host"
    ADMIN = "admin"


class Menu(Enum):
    """A short list of commands that a platform suggests while somebody types, one for each kind of chat."""

    PRIVATE = "private"
    GROUP = "group"
    ADMINS = "admins"
    """In groups, for those who administer them; they are shown it instead of that of the group."""

    ELSEWHERE = "elsewhere"
    """Wherever there is no other."""


class Scope(Enum):
    """The subject of a command, which decides where its handler is."""

    TABLE = "table"
    """The table at this place: its handler is in ``bot/tables/handlers.py`` and runs in the table's mailbox."""

    GROUP = "group"
    """Everything else: its handler is in ``bot/dispatch/handlers`` and may ask a table for its state."""


Suggest: TypeAlias = Callable[[Translator, Mapping[str, str]], Iterable[tuple[str, str]]]
"""Suggests labels and values for a parameter, in a language, with the words of the parameters given before it."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that follows a command's name."""

    name: str
    kind: Kind
    optional: bool = False
    suggest: Suggest | None = None
    """Its suggestions, if its kind has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """One command."""

    name: str
    """As it is typed, without its slash."""

    section: str
    """The part of the help it stands in."""

    discord: str
    """Its place in Discord's tree: ``GROUP NAME``, or ``NAME`` at the top."""

    handler: str = ""
    """The name of the function that carries it out; that of the function below, if it is declared there."""

    parameters: tuple[Parameter, ...] = ()
    who: Who = Who.ANYONE
    scope: Scope = Scope.GROUP
    reads_only: bool = False
    """True if it changes nothing but what the bot knows of its sender: a repetition does no harm."""

    while_away: bool = False
    """True if it is answered even while the bot is not in the group."""

    while_banned: bool = False
    """True if somebody who is banned may use it, though it does not only read: it finishes a hand, or is their own."""

    for_former_members: bool = False
    """True if it returns the sender's own things, so that former and banned members may use it too."""

    as_group: bool = False
    """True if an admin may send it in the name of the group; what only admins may do always can be."""

    more_for_admins: bool = False
    """True if an admin is shown more than others, unless everybody reads the answer."""

    in_private: bool = False
    """True if it makes sense in a private chat with the bot: there it is about the table at which its sender sits."""

    anywhere: bool = False
    """True if somebody may use it where the bot is not, if they have it for themselves: the answer is theirs alone."""

    about_group: bool = True
    """True if its answer depends on the group in which it is sent."""

    at_length: bool = False
    """True if its whole answer is too long for a group where everybody is shown it: there it is told in short, with a
    link to the private chat.
    """

    own_language: bool = False
    """True if it is among the first of a newcomer, who is answered in the language of their client if they chose none.
    """

    behind_button: bool = False
    """True if it is what a button leads to, so that the list of all commands does without it."""

    user_menu: bool = False
    """True if a platform offers it in the menu of a person, who is its first parameter."""

    changes_seats: bool = False
    """True if others may be dealt in afterwards, so that it must not follow the cut."""

    opens_table: bool = False
    """True if a table is opened, so that the bot must be able to show one at this place."""

    asks: Callable[[str, Translator], Question] | None = None
    """Makes the question that a button asks before the command is carried out, from the words that the button has."""

    plays_on: bool = False
    """True if its sender begins to play with it, or risks more, which their own limits may forbid."""

    takes_seat: bool = False
    """True if its sender sits at a table afterwards, and has hands to be shown from then on."""

    @property
    def key(self) -> str:
        """Its key in the wording."""
        return "command-" + self.name.replace(" ", "-")

    def usage(self, translate: Translator) -> str:
        """Its usage in a language: ``/open GAME [PRESET] [BUY-IN]``."""
        parts = []
        for each in self.parameters:
            word = translate(f"parameter-{each.name}").upper()
            parts.append(f"[{word}]" if each.optional else word)
        return " ".join([f"/{self.name}", *parts])

    @property
    def for_banned(self) -> bool:
        """True if somebody who may not play in the group may use it."""
        return self.reads_only or self.while_banned or self.for_former_members or not self.about_group

    @property
    def for_members(self) -> bool:
        """True if only members of the group that it is about may use it."""
        return self.about_group and not self.for_former_members

    @property
    def for_admins(self) -> bool:
        """True if only admins may use it."""
        return self.who is Who.ADMIN
