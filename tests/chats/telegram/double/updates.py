"""The updates that wait for the bot: kept until it asks for later ones, and able to come twice, late or in disorder."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable

from tests.chats.telegram.double.chats import Json

USUAL = frozenset(
    {"message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "my_chat_member"}
)
"""The kinds that this double has, all of which a bot gets that asks for none in particular."""


class Updates:
    """The queue of one bot."""

    def __init__(self, notify: Callable[[], None]) -> None:
        self._notify = notify
        self._numbers = itertools.count(700_000_001)
        self._waiting: dict[int, Json] = {}
        self._known: dict[int, Json] = {}
        self._once_more: list[int] = []
        self.deliveries: Counter[int] = Counter()
        """How often each update was given to the bot."""

        self.allowed = USUAL
        self.confirmed_below = 0
        self.dropping = 0
        """How many of the next updates are lost on the way."""

    def add(self, kind: str, body: Json) -> int:
        """Let the bot hear of something; return the number of the update, or 0 if it asked not to hear of that."""
        if kind not in self.allowed:
            return 0
        number = next(self._numbers)
        update = {"update_id": number, kind: body}
        self._known[number] = update
        if self.dropping:
            self.dropping -= 1
        else:
            self._waiting[number] = update
        self._notify()
        return number

    def allow(self, kinds: Iterable[str]) -> None:
        """From now on let the bot hear of these kinds only; of the usual ones if none is named."""
        self.allowed = frozenset(kinds) or USUAL

    @property
    def waiting(self) -> list[int]:
        """The numbers of those that the bot has not confirmed."""
        return list(self._waiting)

    def confirm(self, offset: int) -> None:
        """Forget what came before ``offset``."""
        for number in [each for each in self._waiting if each < offset and each not in self._once_more]:
            del self._waiting[number]
        self.confirmed_below = max(self.confirmed_below, offset)
        self._notify()

    def take(self, limit: int) -> list[Json]:
        """What is to be delivered now; it stays here until it is confirmed."""
        batch = list(self._waiting.values())[:limit]
        for update in batch:
            self.deliveries[update["update_id"]] += 1
            if update["update_id"] in self._once_more:
                self._once_more.remove(update["update_id"])
        return batch

    def repeat(self, number: int) -> None:
        """Deliver an update a second time, although it was confirmed."""
        self._once_more.append(number)
        self._waiting[number] = self._known[number]
        self._notify()
