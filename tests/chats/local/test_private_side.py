"""What a person's private side of the room shows is the present state of their tables, at every moment of an evening.

What it has to say is worked out here from the tables and the views of the rounds alone, in the words of a reader: which
cards, which chips, which question, which result, and what they can do to be dealt in.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from bot.chats.local_chat import place_of
from bot.messages import PlayerId
from engine.games import GAMES
from engine.kookiew.round import KooKiewView
from engine.play import Action
from engine.qiuqiu.round import QiuQiuView
from engine.qiuqiu.tiles import hand_names
from engine.quandui.cards import card_name
from engine.quandui.round import QuanDuiView
from engine.table.hand import AnyHand
from engine.table.state import Chair, TableState
from tests.chats.local.room_evening import RoomScenario
from tests.chats.local.served_room import SocketClient
from tests.seeds import SEED

NAMES = ("Sari", "Budi", "Wati")
DOMINO = re.compile(r"\b[0-6][-\u2011][0-6]\b")
LINES = (
    "leave", "join", "join 100", "sit out", "sit back", "rebuy", "daily", "hand", "start", "add computer",
    "remove computer", "close", "chips", "raise 7000", "nonsense", "verify mine",
)  # fmt: skip
"""What people type at any moment; much of it is refused, and what has no meaning changes nothing."""


class Page:
    """The private side of a page: what ``room.js`` makes of the frames."""

    def __init__(self, name: str, number: int) -> None:
        self.name, self.number = name, number
        self.tab: SocketClient
        self.player: PlayerId = ""
        self.panes: dict[str, dict[str, Any]] = {}

    async def enter(self, scenario: RoomScenario) -> None:
        """Open the page, or open it again: what stood there is told anew."""
        self.tab, self.player = await scenario.enter(self.name, self.number)
        self.panes.clear()

    async def look(self) -> None:
        """Take in all that has come."""
        for frame in await self.tab.settle():
            message = frame.get("message")
            if frame["type"] not in ("private", "reply") or not message or not message["pane"]:
                continue
            if message["title"] or message["lines"] or message["buttons"] or message.get("picture"):
                self.panes[message["pane"]] = message
            else:
                self.panes.pop(message["pane"], None)
        self.tab.seen.clear()


class Evening:
    """An evening of three people in the room, who play one game after the other."""

    def __init__(self, scenario: RoomScenario, rng: Random) -> None:
        self.scenario, self.rng = scenario, rng
        self.pages = [Page(name, number) for number, name in enumerate(NAMES)]
        self._keys = itertools.count()
        self.shown: set[str] = set()
        """What kinds of panes were held against the table."""

    async def begin(self) -> None:
        """Everybody comes in, to house rules by which chips go quickly."""
        for page in self.pages:
            await page.enter(self.scenario)
        group, groups = self.scenario.name, self.scenario.app.groups
        settings = groups.of(group)
        for rule, value in (("min_buy_in", "50"), ("buy_in", "60"), ("daily", "1000"), ("grant", "300")):
            settings = settings.with_rule("qiuqiu", rule, value)
        settings = settings.with_rule("qiuqiu", "max_bet", "none").with_rule("koo-kiew", "bank", "every_deal")
        await groups.change(group, lambda _: settings)
        await self._quiet()

    async def step(self) -> None:
        """One person does one thing, or time passes; then everybody looks, and nothing is false."""
        state, draw = self.state, self.rng.random()
        page = self.rng.choice(self.pages)
        if state is None:
            await self._type(page, f"open {self.rng.choice(list(GAMES))}")
        elif draw < 0.06:
            await page.enter(self.scenario)
        elif draw < 0.22 or len(state.seated) < 2:
            await self._type(page, self.rng.choice(LINES[:-6] if len(state.seated) > 1 else ("join", "add computer")))
        elif draw < 0.26:
            await self._type(page, self.rng.choice(LINES))
        elif state.playing is None:
            await self._wait(self.rng.choice((1, 9)))
            if self.state is not None and not self.state.running:
                await self._type(self.rng.choice(self.pages), "start")
        elif draw < 0.33:
            await self._wait(self.rng.choice((2, 25, 50)))
        else:
            await self._play(state.playing)
        await self._quiet()
        for each in self.pages:
            await each.look()
            self._check(each)

    @property
    def state(self) -> TableState | None:
        table = self.scenario.app.tables.at(place_of("main"))
        return None if table is None else table.state

    async def _play(self, hand: AnyHand) -> None:
        """Somebody who is asked does something; computer players need time."""
        pages = {page.player: page for page in self.pages}
        asked = [seat for seat in hand.round.awaited if hand.players[seat] in pages]
        if not asked:
            await self._wait(2)
            return
        seat = self.rng.choice(asked)
        options = hand.round.options(seat)
        actions = [*options.ready, *options.synonyms]
        actions += [Action(each.verb, self.rng.choice((each.least, each.most))) for each in options.amounts]
        await self._type(pages[hand.players[seat]], self.rng.choice(actions).text)

    async def _type(self, page: Page, line: str) -> None:
        await page.tab.say(type="say", id=f"line:{next(self._keys)}", text=f"/{line}")

    async def _wait(self, seconds: float) -> None:
        clock = self.scenario.clock
        until = clock.now() + seconds
        while (due := clock.next_due()) is not None and due <= until:
            clock.move_to(due)
            await self.scenario.app.wait_until_idle()
        clock.move_to(until)

    async def _quiet(self) -> None:
        for page in self.pages:
            await page.look()
        await self.scenario.app.wait_until_idle()

    # --- what has to stand there -----------------------------------------------------------------------------------

    def _check(self, page: Page) -> None:
        state = self.state
        chair = None if state is None else state.chair_of(page.player)
        if state is None or chair is None:
            assert page.panes == {}, "nothing of a table stands there to those who do not sit at it"
            self.shown.add("none")
            return
        assert list(page.panes) == [state.id]
        pane, hand = page.panes[state.id], state.playing
        seat = None if hand is None else hand.seat(page.player)
        if hand is not None and seat is not None and not chair.leaving:
            self._check_hand(pane, state, hand, seat)
        else:
            self._check_seat(pane, state, chair)

    def _check_hand(self, pane: dict[str, Any], state: TableState, hand: AnyHand, seat: int) -> None:
        view, said = hand.round.view(seat), plain(pane)
        # Who has said "Pass" to a discard is done with it, and is told so instead of being asked again.
        asked = seat in hand.round.awaited and not (isinstance(view, QuanDuiView) and view.answer is not None)
        assert number(view.stacks[seat]) in numbers(said), "the chips are those of now"
        questions = [button for button in buttons(pane) if re.search(r":\d+\.\d+$", button["turn"])]
        assert all(button["turn"] == f"{state.id}:{hand.turn}" for button in questions), "no question is of the past"
        assert bool(questions) or not asked, f"whoever is asked can answer: {said} {list(buttons(pane))}"
        match view:
            case QiuQiuView():
                shown = DOMINO.findall(pane["picture"]["alt"].replace("\u2011", "-"))
                assert set(shown) == set(hand_names(view.hand)), "these dominoes, and no others"
                assert number(view.staked[seat]) in numbers(said)
                self.shown.add("dominoes")
            case QuanDuiView():
                for held in (*view.layout.singles, *(one for pair in view.layout.pairs for one in pair)):
                    assert card_name(held) in pane["picture"]["alt"]
                self.shown.add("cards")
            case KooKiewView():
                stake = view.stakes[seat]
                assert ("not staked yet" in said) == (
                    view.stage == "staking" and seat != view.dealer and stake is None
                ), said
                assert (f"You have staked {stake or 0:,}." in said) == bool(stake and seat != view.dealer), said
                assert ("You hold the bank" in said) == (view.stage != "bidding" and seat == view.dealer)
                self.shown.add("stake")

    def _check_seat(self, pane: dict[str, Any], state: TableState, chair: Chair) -> None:
        said = plain(pane)
        assert not DOMINO.search(said)
        assert pane["picture"] is None, "the cards of a hand that is over stand nowhere"
        assert not [button for button in buttons(pane) if "." in button["turn"]], "nothing is asked"
        assert f"Your chips on the table: {chair.stack:,}." in said
        least = state.game.least_stack(self.scenario.app.groups.of(state.place.group).game(state.game_name).rules)
        in_hand = state.playing is not None and state.playing.seat(chair.player) is not None
        broke = chair.stack < least and not chair.gets_up and not in_hand
        offered = {button["command"] for button in buttons(pane)}
        assert ("chips to be dealt in" in said) == broke, said
        assert (offered == {"rebuy", "daily"}) == broke
        assert ("You are sitting out" in said) == (chair.out and not broke and not chair.gets_up), said
        assert ("You'll leave after this hand" in said) == (chair.leaving and not chair.removed)
        dealt_in = not broke and not chair.out and not chair.gets_up
        assert ("next hand" in said.lower()) == dealt_in, said
        over = state.hand if state.hand is not None and state.hand.over else None
        seat = None if over is None else over.seat(chair.player)
        result = re.search(r"Hand (\d+) is over: you (won|lost|neither)( [\d,]+)?", said)
        assert (result is not None) == (seat is not None), said
        if over is not None and over.round.settlement is not None and seat is not None and result is not None:
            net = over.round.settlement[seat]
            word = "won" if net > 0 else "lost" if net else "neither"
            assert (int(result[1]), result[2]) == (over.id, word)
            assert not net or result[3] == f" {abs(net):,}"
        self.shown.add(
            "broke" if broke else "leaving" if chair.gets_up else "out" if chair.out else "over" if seat is not None
            else "seated"
        )  # fmt: skip


def plain(pane: dict[str, Any]) -> str:
    return "\n".join([pane["title"], *pane["lines"]])


def buttons(pane: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (button for row in pane["buttons"] for button in row)


def number(chips: int) -> str:
    return f"{chips:,}"


def numbers(said: str) -> list[str]:
    return re.findall(r"\d[\d,]*", said)


EVERYTHING = {"none", "dominoes", "cards", "stake", "broke", "leaving", "out", "over", "seated"}


async def test_the_private_side_is_always_the_present_state(tmp_path: Path) -> None:
    shown = set[str]()
    for number in range(3):
        seed = f"private side {number}"
        async with RoomScenario(tmp_path / str(number), seed=seed) as scenario:
            evening = Evening(scenario, Random(f"{seed}/{SEED}"))
            await evening.begin()
            for _ in range(120):
                await evening.step()
            shown |= evening.shown
    assert len(EVERYTHING - shown) <= 2, f"never seen: {EVERYTHING - shown}"
