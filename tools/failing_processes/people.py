"""People who press what they are offered, and note how each press was answered."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import time
from typing import NamedTuple

from bot.commands import spec_of
from bot.messages import ASKS, Pressed
from bot.wording import in_language
from tests.chats.discord.double.components import ComponentType
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.member import Member, SeenButton
from tests.chats.discord.double.models import Message
from tests.chats.telegram.double import Button, Chat, Person, Telegram

PATIENCE = 15.0
"""Seconds after which somebody no longer waits for an answer."""

DISCORD_SECONDS = 3.0
"""Seconds after which Discord itself says that nobody answered."""

FOLLOWS = in_language("en")("answer-follows")

SELDOM = ("fold", "all-in")
"""Moves that end a hand early, chosen once in ten times."""


class Offered(NamedTuple):
    """A button that somebody sees."""

    label: str
    data: str
    source: Button | SeenButton

    @property
    def verb(self) -> str:
        return Pressed.read(self.data).command.partition(" ")[0]

    @property
    def plays(self) -> bool:
        """True for a move of a game that needs nothing more."""
        press = Pressed.read(self.data)
        spec = spec_of(press.command)
        asks = self.data.endswith(ASKS)
        return spec is not None and spec.section == "play" and "." in press.turn and not asks


@dataclass(slots=True)
class Answered:
    """A press, and its answer."""

    key: str
    """The key of its update."""

    command: str
    pressed: float
    """By the clock that the database has too."""

    seconds: float
    words: str | None
    """``None`` without an answer; empty if the move was carried out."""

    reached: bool = True
    """False if no process was connected to hear of it."""


@dataclass
class Presses:
    """All presses of an evening."""

    answered: list[Answered] = field(default_factory=list)

    @property
    def carried_out(self) -> list[Answered]:
        """Those whose senders were told that they count."""
        return [each for each in self.answered if each.words == ""]


class TableOfPeople(ABC):
    """The people of one group, who play until the evening is over."""

    def __init__(self, name: str, game: str, presses: Presses, random: Random, thought: tuple[float, float]) -> None:
        self.name = name
        self._game, self._presses, self._random, self._thought = game, presses, random, thought

    @abstractmethod
    async def open(self) -> None:
        """Open a table, and begin."""

    @abstractmethod
    def offered(self) -> list[tuple[int, Offered]]:
        """What each person can press, the newest first, by the person's number."""

    @abstractmethod
    async def press(self, person: int, button: Offered) -> None: ...

    @abstractmethod
    def asked(self, person: int) -> bool:
        """Tell if the table says that a person is asked."""

    @abstractmethod
    async def start_again(self) -> None:
        """Begin a hand where the table waits for somebody to start it."""

    def read_answers(self) -> None:  # noqa: B027 - most answers come at once
        """Read at the end what came after the first answer to each press."""

    async def play(self) -> None:
        waited = 0
        while True:
            await asyncio.sleep(self._random.uniform(*self._thought))
            moves = [(who, each) for who, each in self.offered() if each.plays]
            named = [(who, each) for who, each in moves if self.asked(who)] or moves
            waited = 0 if named else waited + 1
            if not named:
                if waited % 20 == 0:
                    await self.start_again()
                continue
            usual = [one for one in named if one[1].verb not in SELDOM]
            among = named if not usual or self._random.random() < 0.1 else usual
            await self.press(*self._random.choice(among))


class OnTelegram(TableOfPeople):
    """A group on Telegram."""

    def __init__(self, telegram: Telegram, people: Sequence[Person], group: Chat, *more: object) -> None:
        super().__init__(group.title, *more)  # type: ignore[arg-type]
        self._telegram, self.people, self.group = telegram, people, group

    async def open(self) -> None:
        for each in self.people:
            await each.starts()
        host, *others = self.people
        await host.types(f"/open {self._game}", in_=self.group)
        for each in others:
            await each.presses("Join", in_=self.group)
        await host.presses("Start", in_=self.group)

    def offered(self) -> list[tuple[int, Offered]]:
        found = []
        for number, person in enumerate(self.people):
            posts = [post for chat in (self.group, person.private) for post in chat.visible()[-12:]]
            for post in posts:
                mine = post.receiver in (None, person.user.id)
                keys = [each for row in post.keyboard for each in row if mine and "callback_data" in each]
                for each in keys:
                    label, data = each["text"], each["callback_data"]
                    found.append((number, Offered(label, data, Button(post, label, data, ""))))
        return found

    def asked(self, person: int) -> bool:
        posts = [post for post in self.group.visible(None) if "▸" in post.text]
        return bool(posts) and self.people[person].name in posts[-1].text.rpartition("▸")[2]

    async def press(self, person: int, button: Offered) -> None:
        who, source = self.people[person], button.source
        assert isinstance(source, Button)
        pressed, query = time(), self._telegram.press(who.user, source.post, source.data)
        begun = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(PATIENCE):
                said = await query.said()
            # A move that was carried out is confirmed by no alert.
            words = said.text if said.alert or said.text == FOLLOWS else ""
        except TimeoutError:
            words = None
        key = f"telegram-update:{self._telegram.bot.id}:{query.update}"
        seconds = asyncio.get_running_loop().time() - begun
        self._presses.answered.append(Answered(key, button.data, pressed, seconds, words))

    async def start_again(self) -> None:
        for person in self.people:
            await person.types("/rebuy", in_=self.group, wait=False)
        await self.people[0].types("/start", in_=self.group, wait=False)


class OnDiscord(TableOfPeople):
    """A guild's channel on Discord."""

    def __init__(self, people: Sequence[Member], *more: object) -> None:
        super().__init__(f"Discord {people[0].channel.id}", *more)  # type: ignore[arg-type]
        self.people = people
        self._answers: list[tuple[Answered, Interaction]] = []

    async def open(self) -> None:
        host, *others = self.people
        await host.slash("table open", game=self._game)
        for each in others:
            await each.is_offered("Join")
            await each.press("Join")
        await host.is_offered("Start")
        await host.press("Start")

    def offered(self) -> list[tuple[int, Offered]]:
        found = []
        for number, member in enumerate(self.people):
            for message in (*member.visible[-12:], *member.inbox[-4:]):
                found += [(number, each) for each in _buttons(message)]
        return found

    def asked(self, person: int) -> bool:
        texts = [message.text for message in self.people[0].public if "▸" in message.text]
        return bool(texts) and self.people[person].name in texts[-1].rpartition("▸")[2]

    async def press(self, person: int, button: Offered) -> None:
        member, source = self.people[person], button.source
        assert isinstance(source, SeenButton)
        if button.data not in [each.data for each in _buttons(source.message)]:
            return
        pressed, reached = time(), member.discord.gateway.connected
        interaction = member.press_only(source)
        begun = asyncio.get_running_loop().time()
        with suppress(TimeoutError):
            async with asyncio.timeout(DISCORD_SECONDS):
                await interaction.responded.wait()
        seconds, answered = asyncio.get_running_loop().time() - begun, interaction.responded.is_set()
        # What asks to confirm a move may follow, and goes with the answer.
        await asyncio.sleep(1)
        key, words = f"discord-interaction:{interaction.id}", _words(interaction) if answered else None
        self._presses.answered.append(answer := Answered(key, button.data, pressed, seconds, words, reached))
        self._answers.append((answer, interaction))

    def read_answers(self) -> None:
        for answer, interaction in self._answers:
            if answer.words == "":
                answer.words = _words(interaction)

    async def start_again(self) -> None:
        for person in self.people:
            person.use("table rebuy")
        if (button := self.people[0].find("Start")) is not None:
            self.people[0].press_only(button)


def _words(interaction: Interaction) -> str:
    return "" if interaction.silent else interaction.text or "more"


def _buttons(message: Message) -> list[Offered]:
    return [
        Offered(part["label"], part["custom_id"].removeprefix("kiu:"), SeenButton(message, part))
        for part in message.parts()
        if part["type"] == ComponentType.BUTTON and not part.get("disabled") and "custom_id" in part
    ]
