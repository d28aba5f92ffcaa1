"""The ways in which Discord says no."""

from __future__ import annotations

from dataclasses import dataclass, field


class ApiTrouble(Exception):
    """A refusal with Discord's own number for it."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def unknown_channel() -> ApiTrouble:
    return ApiTrouble(404, 10003, "Unknown Channel")


def unknown_message() -> ApiTrouble:
    return ApiTrouble(404, 10008, "Unknown Message")


def unknown_user() -> ApiTrouble:
    return ApiTrouble(404, 10013, "Unknown User")


def unknown_webhook() -> ApiTrouble:
    return ApiTrouble(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiTrouble:
    return ApiTrouble(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiTrouble:
    return ApiTrouble(400, 40060, "Interaction has already been acknowledged.")


def opening_too_fast() -> ApiTrouble:
    return ApiTrouble(400, 40003, "You are opening direct messages too fast")


def missing_access() -> ApiTrouble:
    return ApiTrouble(403, 50001, "Missing Access")


def not_your_message() -> ApiTrouble:
    return ApiTrouble(403, 50005, "Cannot edit a message authored by another user")


def closed_to_you() -> ApiTrouble:
    return ApiTrouble(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiTrouble:
    return ApiTrouble(403, 50013, "Missing Permissions")


def token_expired() -> ApiTrouble:
    return ApiTrouble(401, 50027, "Invalid Webhook Token")


def no_guild_in_common() -> ApiTrouble:
    return ApiTrouble(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


@dataclass(slots=True)
class Troubles:
    """Refusals that a test asks for, each for the next request of its kind."""

    _waiting: list[tuple[str, int, ApiTrouble]] = field(default_factory=list)
    _losing: list[tuple[str, int]] = field(default_factory=list)

    def next(self, call: str, channel: int, trouble: ApiTrouble) -> None:
        """Refuse the next request of a route in a channel (0: in any)."""
        self._waiting.append((call, channel, trouble))

    def raise_for(self, call: str, channel: int) -> None:
        """Refuse a request if that was asked for."""
        for place, (wanted, where, trouble) in enumerate(self._waiting):
            if wanted == call and where in (0, channel):
                del self._waiting[place]
                raise trouble

    def lose_next(self, call: str, channel: int) -> None:
        """Do what the next request of a route asks for, and let its answer be lost."""
        self._losing.append((call, channel))

    def loses(self, call: str, channel: int) -> bool:
        """Whether the answer to a request is lost."""
        found = next((each for each in self._losing if each[0] == call and each[1] in (0, channel)), None)
        if found is not None:
            self._losing.remove(found)
        return found is not None
