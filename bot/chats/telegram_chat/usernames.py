"""Which user a username belongs to; the Bot API does not say, so it is remembered from the updates received."""

from __future__ import annotations

from cachetools import LRUCache
from telegram import Update

USERNAMES_REMEMBERED = 20_000


class Usernames:
    """The usernames of the users from whom an update was received since the start."""

    def __init__(self) -> None:
        self._user_ids: LRUCache[str, int] = LRUCache(USERNAMES_REMEMBERED)

    def remember(self, update: Update) -> None:
        """Remember the username of the user an update is from."""
        user = update.effective_user
        if user is not None and user.username is not None:
            self._user_ids[user.username.lower()] = user.id

    def forget(self, user: int) -> None:
        """Drop the usernames of a user."""
        for name in [name for name, known in self._user_ids.items() if known == user]:
            self._user_ids.pop(name, None)

    def user_id_of(self, mention: str) -> int | None:
        """The id of the user that ``@name`` mentions, if it is known."""
        return self._user_ids.get(mention.removeprefix("@").lower())
