"""The password of the room, and how slowly it can be guessed."""

from __future__ import annotations

import hashlib
import hmac

from bot.chats.local_chat.limits import Limits, TokenBuckets


class PasswordRefused(Exception):
    """A password that does not let anybody in; ``reason`` names the sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RoomPassword:
    """The password of the room.

    Wrong ones slow down whoever gives them: a guest by their own secret, and everybody else by their address. So
    strangers never slow a guest, not even one who shares their address.
    """

    def __init__(self, password: str, limits: Limits) -> None:
        self._digest = _digest(password)
        self._is_asked = bool(password)
        self._wrong = TokenBuckets(limits.wrong_passwords_per_minute / 60, limits.wrong_passwords_at_once)

    def check(self, password: str, *, player: str | None, address: str) -> None:
        """Let somebody pass who knows the password.

        Args:
            player: the guest whose secret came with it; ``None`` for a stranger.
            address: where it comes from.

        Raises:
            PasswordRefused: it is missing or wrong, or too many wrong ones came before it.
        """
        if not self._is_asked:
            return
        if not password:
            raise PasswordRefused("password-needed")
        whose = f"address {address}" if player is None else f"guest {player}"
        # What comes too fast is not even looked at, or else guessing would be as fast as ever.
        if self._wrong.is_empty(whose):
            raise PasswordRefused("too-many-passwords")
        if not hmac.compare_digest(_digest(password), self._digest):
            self._wrong.take(whose)
            raise PasswordRefused("password-wrong")


def _digest(password: str) -> bytes:
    # Digests have one length, so the time of comparing them tells nothing of the password's.
    return hashlib.sha256(password.encode()).digest()
