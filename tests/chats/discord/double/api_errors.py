"""Discord's errors, with its own codes."""

from __future__ import annotations

from dataclasses import dataclass, field


class ApiError(Exception):
    """An error that the API answers a request with."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_guild() -> ApiError:
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    return ApiError(404, 10007, "Unknown Member")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def opening_too_fast() -> ApiError:
    return ApiError(400, 40003, "You are opening direct messages too fast")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def not_your_message() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def closed_to_you() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def token_expired() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def replying_forbidden() -> ApiError:
    return ApiError(403, 160002, "Cannot reply without permission to read message history")


def old_message_edited_too_often() -> ApiError:
    return ApiError(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later.")


def entry_point_left_out() -> ApiError:
    return ApiError(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation.")


def no_guild_in_common() -> ApiError:
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


@dataclass(slots=True)
class ForcedErrors:
    """Errors that a test asks for, each for the next request to its route."""

    _errors: list[tuple[str, int, ApiError]] = field(default_factory=list)
    _lost_answers: list[tuple[str, int]] = field(default_factory=list)

    def fail_next(self, call: str, channel: int, error: ApiError) -> None:
        """Answer the next request to a route with an error, in a channel (0: in any)."""
        self._errors.append((call, channel, error))

    def raise_for(self, call: str, channel: int) -> None:
        """Raise the error for a request, if a test asked for one."""
        for place, (wanted, where, error) in enumerate(self._errors):
            if wanted == call and where in (0, channel):
                del self._errors[place]
                raise error

    def lose_next_answer(self, call: str, channel: int) -> None:
        """Carry out the next request to a route, but lose the answer."""
        self._lost_answers.append((call, channel))

    def loses_answer(self, call: str, channel: int) -> bool:
        """Whether the answer to a request is lost."""
        found = next((each for each in self._lost_answers if each[0] == call and each[1] in (0, channel)), None)
        if found is not None:
            self._lost_answers.remove(found)
        return found is not None
