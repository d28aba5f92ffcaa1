"""Whole hands in the local room: real tables, the real server, and a socket for everybody who plays."""

from __future__ import annotations

import base64
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import App
from bot.chats.local_chat import place_of
from bot.ledger import mint, queries
from bot.messages import Message
from bot.presenting import newcomers
from bot.wording import in_language
from engine.table.hand import AnyHand
from tests.bot.proof_pages import record_in
from tests.bot.scenario import empty_database
from tests.chats.local.served_room import SocketClient, token, whole_room
from tests.chats.quan_dui import cards_in, decent, held, label, round_of, seen_by_all, view_of
from tests.chats.record_checks import opens_what_was_shown
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy

GRANT = 2000
"""What a newcomer is given."""

Shown = dict[str, Any]
"""A message as the page gets it."""


class Tab:
    """The tab of a guest, and what it shows."""

    def __init__(self, name: str, browser: SocketClient, player: str) -> None:
        self.name = name
        self.player = player
        self._browser = browser
        self._keys = itertools.count()

    def drop(self) -> None:
        """Close the tab without a word, as a browser does that ends."""
        self._browser.drop()

    async def ever_saw(self) -> list[Shown]:
        """Every message of the channel so far, in each of its states."""
        return [post["message"] for post in await self._posts()]

    async def sees(self) -> Shown:
        """The newest message of the channel as it is now."""
        current = {post["number"]: post["message"] for post in await self._posts()}
        newest: Shown = current[max(current)]
        return newest

    async def _posts(self) -> list[Shown]:
        await self._browser.settle()
        return [frame["post"] for frame in self._browser.seen if frame["type"] in ("post", "edit")]

    async def holds(self) -> Shown:
        """The private side of the page."""
        await self._browser.settle()
        private_messages: list[Shown] = [frame["message"] for frame in self._browser.seen if frame["type"] == "private"]
        return private_messages[-1]

    async def does(self, text: str, *, turn: str = "", kind: str = "press") -> Shown:
        """Press or say something, and return the answer."""
        key = f"tab:{next(self._keys)}"
        await self._browser.say(type=kind, id=key, text=text, turn=turn)
        while (reply := await self._browser.next("reply", "refused"))["id"] != key:
            pass
        return reply

    async def saves(self, label: str) -> bytes:
        """Press a button of the table's menu that is answered with a file, and save that."""
        menu = await self.presses("Table")
        assert menu["menu"]
        buttons = [each for row in menu["message"]["buttons"] for each in row]
        button = next(each for each in buttons if each["label"].startswith(label))
        answer = await self.does(button["command"], turn=button["turn"])
        assert not answer["menu"], "the menu stays"
        source: str = answer["message"]["file"]["src"]
        return base64.b64decode(source.partition(",")[2])

    async def presses(self, label: str, *, privately: bool = False) -> Shown:
        """Press the first button whose label begins like this, in the newest message or on the private side."""
        message = await self.holds() if privately else await self.sees()
        buttons = [each for row in message["buttons"] for each in row if each["label"].startswith(label)]
        assert buttons, f"{self.name} sees no button {label!r} in {message}"
        return await self.does(buttons[0]["command"], turn=buttons[0]["turn"])


class Scenario:
    """The running room, its tables and the tabs that look at it."""

    def __init__(self, app: App, clock: ManualClock, address: str, session: aiohttp.ClientSession) -> None:
        self.app = app
        self.address = address
        self.tabs: list[Tab] = []
        self._clock = clock
        self._session = session

    async def comes_in(self, name: str) -> Tab:
        """Open a tab of somebody who is new."""
        browser = await SocketClient(self._session, self.address).open()
        tab = Tab(name, browser, (await browser.hello(token(), name))["you"]["id"])
        self.tabs.append(tab)
        return tab

    @property
    def hand(self) -> AnyHand:
        """The hand being played, or the one just finished."""
        table = self.app.tables.at(place_of("main"))
        assert table is not None
        assert table.state.hand is not None
        return table.state.hand

    def tab_of(self, seat: int) -> Tab:
        return next(tab for tab in self.tabs if tab.player == self.hand.players[seat])

    async def sits(self, game: str) -> None:
        """Let everybody sit down to a game, and the first of them start it."""
        first, *others = self.tabs
        await first.does(f"/open {game}", kind="say")
        await self.app.wait_until_idle()
        for tab in others:
            await tab.presses("Join")
        await self.app.wait_until_idle()
        await first.presses("Start")
        await self.app.wait_until_idle()

    async def chips(self) -> int:
        """All chips that were ever given out."""
        return -await self.app.ledger.read(queries.balance, mint("local:home"))


def _welcome(language: str) -> Message:
    return newcomers.welcome(in_language(language))


@asynccontextmanager
async def scenario(folder: Path, *names: str) -> AsyncIterator[Scenario]:
    """A room in which everybody has come in already; its ledger must be sound when it is over."""
    await empty_database(folder)
    clock = ManualClock()
    async with (
        whole_room(folder, clock, SeededEntropy("room"), welcome=_welcome) as (app, address),
        aiohttp.ClientSession() as session,
    ):
        served = Scenario(app, clock, address, session)
        for name in names:
            await served.comes_in(name)
        try:
            yield served
        finally:
            for tab in served.tabs:
                tab.drop()
        audit = await app.ledger.audit()
        assert audit.sound, audit.faults


def words(message: Shown) -> str:
    return "\n".join((message["title"], *message["lines"], message["footer"]))


async def test_a_hand_of_quan_dui(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Sari", "Budi", "Wati") as served:
        await served.sits("quan-dui")
        assert all(cards_in(words(message)) == set() for message in await served.tabs[0].ever_saw())

        while awaited := served.hand.round.awaited:
            for seat in awaited:
                action = decent(served.hand, seat)
                tab, privately = served.tab_of(seat), view_of(served.hand, seat).offered is None
                if privately:
                    assert held(served.hand, seat) <= cards_in(words(await tab.holds()))
                assert not (await tab.presses(label(action), privately=privately))["refused"]
            await served.app.wait_until_idle()
            if served.hand.round.awaited:
                public = [words(message) for tab in served.tabs for message in await tab.ever_saw()]
                assert cards_in("\n".join(public)) <= seen_by_all(served.hand)

        result = await served.tabs[0].sees()
        winner = round_of(served.hand).winner
        assert winner is not None
        assert f"{served.hand.names[winner]} won" in words(result)
        assert result["picture"] is not None
        assert sum((served.hand.round.settlement or {}).values()) == 0
        assert opens_what_was_shown(record_in(await served.tabs[0].saves("Verify")), served.hand)
        assert await served.chips() == 3 * GRANT
