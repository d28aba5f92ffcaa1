"""The requests of the bot, in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Call:
    """One request of the bot."""

    method: str
    route: str
    """The template of its path: ``/channels/{channel_id}/messages``."""

    path: dict[str, str]
    """The values of the variables of the template."""

    query: dict[str, str]
    body: Any
    files: dict[str, bytes] = field(repr=False)
    at: float
    """When it arrived, in seconds of the event loop."""

    bearer: str = ""
    """The token of a person, if it was sent in that person's name."""

    status: int = 0
    public: bool = False
    """Whether more than one person sees what it sends."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"

    @property
    def channel(self) -> int:
        """The channel it names, or 0."""
        return int(self.path.get("channel_id", "0"))

    @property
    def webhook(self) -> str:
        """The token of the interaction whose messages it is about, or nothing; callbacks are no such calls."""
        return self.path.get("webhook_token", "")

    @property
    def text(self) -> str:
        """Its body as it was sent."""
        return json.dumps(self.body, ensure_ascii=False)


class Calls:
    """All requests so far."""

    def __init__(self) -> None:
        self._all: list[Call] = []
        self.keeping = True
        """Whether requests are kept here; in a long evening only the listeners hear of them."""

        self.listeners: list[Callable[[Call], None]] = []
        """Told of every request once it has its answer."""

    def __iter__(self) -> Iterator[Call]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, call: Call) -> None:
        """Add a request that has just arrived."""
        if self.keeping:
            self._all.append(call)

    def answered(self, call: Call) -> None:
        """A request has got its answer."""
        for listener in self.listeners:
            listener(call)

    def named(self, name: str, channel: int = 0) -> list[Call]:
        """The requests of one route, such as ``POST /channels/{channel_id}/messages``, in one channel if named."""
        return [call for call in self._all if call.name == name and channel in (0, call.channel)]

    def messages(self, channel: int) -> list[Call]:
        """The requests that posted, edited or deleted a message of a channel."""
        return [call for call in self._all if call.channel == channel and "/messages" in call.route]

    def busiest(self, channel: int, seconds: float) -> int:
        """The most requests about a channel's messages within any ``seconds``."""
        times = [call.at for call in self.messages(channel)]
        return max((sum(start <= each < start + seconds for each in times) for start in times), default=0)

    def rate_limited(self) -> list[Call]:
        """The requests that were over a rate limit."""
        return [call for call in self._all if call.status == 429]

    def invalid(self) -> list[Call]:
        """The invalid requests (401, 403 and 429), too many of which get an IP address banned."""
        return [call for call in self._all if call.status in (401, 403, 429)]

    def clear(self) -> None:
        """Forget the requests so far."""
        self._all.clear()
