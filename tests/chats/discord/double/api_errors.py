"""Discord's errors, with its own codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial


class ApiError(Exception):
    """An error that the API answers a request with."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
unknown_instance = partial(ApiError, 404, 0, "404: Not Found")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
opening_too_fast = partial(ApiError, 400, 40003, "You are opening direct messages too fast")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
not_your_message = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
closed_to_you = partial(ApiError, 403, 50007, "Cannot send messages to this user")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
token_expired = partial(ApiError, 401, 50027, "Invalid Webhook Token")
replying_forbidden = partial(ApiError, 403, 160002, "Cannot reply without permission to read message history")
old_message_edited_too_often = partial(
    ApiError, 429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later."
)
entry_point_left_out = partial(
    ApiError, 400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation."
)
no_guild_in_common = partial(ApiError, 403, 50278, "Cannot send messages to this user due to having no mutual guilds")


@dataclass(slots=True)
class ForcedErrors:
    """Errors that a test asks for, each for the next request to its route."""

    failing: list[tuple[str, ApiError]] = field(default_factory=list)
    losing: list[str] = field(default_factory=list)
    """Routes whose next request is carried out, but never answered."""

    def raise_for(self, call: str) -> None:
        """Raise the error for a request, if a test asked for one."""
        for place, (wanted, error) in enumerate(self.failing):
            if wanted == call:
                del self.failing[place]
                raise error

    def loses_answer(self, call: str) -> bool:
        if call not in self.losing:
            return False
        self.losing.remove(call)
        return True
