"""Which person a username belongs to; Telegram tells nobody, so it is learnt from whoever is heard of."""

from __future__ import annotations

from collections import OrderedDict

from telegram import Update

REMEMBERED = 20_000


class Usernames:
    """The usernames of everybody heard of since the start."""

    def __init__(self) -> None:
        self._numbers: OrderedDict[str, int] = OrderedDict()

    def learn(self, update: Update) -> None:
        """Remember the username of whoever an update is from."""
        user = update.effective_user
        if user is None or user.username is None:
            return
        name = user.username.lower()
        self._numbers.pop(name, None)
        self._numbers[name] = user.id
        if len(self._numbers) > REMEMBERED:
            self._numbers.popitem(last=False)

    def number_of(self, mention: str) -> int | None:
        """The person that ``@name`` mentions, if that is known."""
        return self._numbers.get(mention.removeprefix("@").lower())
