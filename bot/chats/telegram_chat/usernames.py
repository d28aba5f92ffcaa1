"""Which person a username belongs to; Telegram tells nobody, so it is learnt from whoever is heard of."""

from __future__ import annotations

from cachetools import LRUCache
from telegram import Update

USERNAMES_REMEMBERED = 20_000


class Usernames:
    """The usernames of everybody heard of since the start."""

    def __init__(self) -> None:
        self._user_ids: LRUCache[str, int] = LRUCache(USERNAMES_REMEMBERED)

    def learn(self, update: Update) -> None:
        """Remember the username of whoever an update is from."""
        user = update.effective_user
        if user is None or user.username is None:
            return
        self._user_ids[user.username.lower()] = user.id

    def number_of(self, mention: str) -> int | None:
        """The person that ``@name`` mentions, if that is known."""
        return self._user_ids.get(mention.removeprefix("@").lower())
