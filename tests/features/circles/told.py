"""Everything that the places of a circle are told, and to whom: searched for hidden cards as it comes."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from functools import partial

from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.bot.leaks import cards_named
from tests.chats.discord.double.calls import Call as DiscordCall
from tests.chats.discord.double.models import Message
from tests.chats.telegram.double import Post
from tests.chats.telegram.double.server import Call
from tests.features.circles.people import OnPage
from tests.features.circles.places import Places
from tools.pace.calls import CallCounts
from tools.pace.table_watch import words_of
from tools.simulation.checks.private_cards import hidden_from

TITLES = {"telegram": re.compile(r" · ronde (\d+)"), "discord": re.compile(r" · hand (\d+)")}
"""How each place names a hand in its own language."""

SEATED = re.compile(r"^(?:▸ )?\d+\\?\. (\w+) · ([\d.,]+)", re.MULTILINE)

REMOVED = re.compile(r'"[^"]+":null')
"""What a patch takes away, such as the names of cards that an earlier hand has shown."""

Seats = tuple[tuple[str, int], ...]
"""Names and chips."""


class Told:
    """What was said of each hand, which has the same number everywhere."""

    def __init__(self, places: Places, pages: dict[str, OnPage]) -> None:
        self._places, self._pages = places, pages
        self.calls = CallCounts()
        self.over: dict[str, AnyHand] = {}
        self.searched: Counter[str] = Counter()
        """How many texts were searched while a hand was played."""

        self.leaks: list[str] = []
        self.posts: dict[tuple[str, str], set[int]] = defaultdict(set)
        """The messages in which a hand stood, by place."""

        self._had: dict[str, set[Seats]] = defaultdict(set)
        self._seats: dict[tuple[str, str], set[Seats]] = defaultdict(set)
        self._words: dict[tuple[str, str], str] = defaultdict(str)
        self._results: dict[tuple[str, str], tuple[list[str], dict[int, int]]] = {}
        places.on_change.append(self._came_to)
        places.telegram.watchers.append(lambda post, _: self._posted(post))
        places.telegram.server.listeners.append(self._called_telegram)
        places.discord.world.watchers.append(lambda message, _: self._sent(message))
        places.discord.calls.listeners.append(self._called_discord)
        for where, page in pages.items():
            page.told.append(partial(self._frame, where, page))

    def _came_to(self, state: TableState) -> None:
        if (hand := state.hand) is not None:
            self._had[str(hand.id)].add(tuple((chair.name, chair.stack) for chair in state.seated))
            if hand.over:
                self.over[str(hand.id)] = hand

    # --- what is said ------------------------------------------------------------------------------------------

    def _search(self, text: str, reader: str) -> None:
        state = self._places.state
        hand = None if state is None else state.playing
        if hand is not None:
            self.searched[reader.partition(":")[0]] += 1
            found = cards_named(text, hand.deal.seal.context.cards) & hidden_from(hand, reader)
            self.leaks += [f"{sorted(found)} of hand {hand.id} to {reader}: {text}"] if found else []

    def _public(self, where: str, number: int, text: str, buttons: object) -> None:
        if (title := TITLES[where].search(text)) is None:
            return
        at = where, title[1]
        self._words[at] += words_of(text)
        self.posts[at].add(number)
        if title[1] not in self.over:
            seats = SEATED.findall(text)
            self._seats[at].add(tuple((name, int(re.sub(r"\D", "", chips))) for name, chips in seats))
            self._search(text + json.dumps(buttons), where)

    def _posted(self, post: Post) -> None:
        if post.chat.is_group:
            self._public("telegram", post.number, post.text, post.markup)
        else:
            self._search(post.text + json.dumps(post.markup), f"telegram:{post.chat.id}")

    def _sent(self, message: Message) -> None:
        reader = message.only_for or message.channel.recipient
        if reader is None:
            self._public("discord", message.id, message.text, message.components)
        else:
            self._search(json.dumps(message.components), f"discord:{reader.id}")

    def _called_telegram(self, call: Call) -> None:
        if call.chat == self._places.group.id and (call.counts or call.method == "deleteMessage"):
            self.calls.in_public(call.chat, call.at)
        if call.method == "answerCallbackQuery":
            presser = self._places.telegram.queries[call.fields["callback_query_id"]].presser
            self._search(json.dumps(call.fields), f"telegram:{presser}")
        self.calls.limited += [call.method] if call.failure.startswith("Too Many Requests") else []

    def _called_discord(self, call: DiscordCall) -> None:
        self.calls.limited += [call.name] if call.status == 429 else []

    def _frame(self, where: str, page: OnPage, text: str) -> None:
        self._search(REMOVED.sub("", text), page.player)
        if result := page.scene.get("result"):
            nets = {int(chair): seat["net"] for chair, seat in page.scene["seats"].items()}
            self._results[where, page.scene["hand"]] = result["lines"], nets

    # --- afterwards --------------------------------------------------------------------------------------------

    def check_hands(self) -> None:
        """Every place has shown each hand: seats that the table had, and the same result, in its own language."""
        for number, hand in self.over.items():
            settled = {hand.chairs[seat]: net for seat, net in (hand.round.settlement or {}).items()}
            for page in self._pages:
                # A guest reads what the server reads that let them in.
                where = "discord" if page == "guest" else page
                lines, nets = self._results[page, number]
                # Everybody has got up from a table that closes.
                assert nets.items() <= settled.items(), (where, number)
                assert [line for line in lines if words_of(line) not in self._words[where, number]] == []
                assert lines, (where, number)
                assert set() < self._seats[where, number] <= self._had[number], (where, number)
