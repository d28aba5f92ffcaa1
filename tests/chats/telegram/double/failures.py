"""What the Bot API answers instead of a result, in its own words."""

from __future__ import annotations

from typing import Any


class Failure(Exception):
    """A refusal of the Bot API.

    Args:
        code: the HTTP status, which is repeated in the answer.
        description: the words of the real server.
        parameters: what a client may act on, such as ``retry_after`` in seconds.
    """

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    @property
    def json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        return answer | ({"parameters": self.parameters} if self.parameters else {})


def bad_request(what: str) -> Failure:
    return Failure(400, f"Bad Request: {what}")


def forbidden(what: str) -> Failure:
    return Failure(403, f"Forbidden: {what}")


def conflict(what: str) -> Failure:
    return Failure(409, f"Conflict: {what}")


def too_many_requests(seconds: int) -> Failure:
    return Failure(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def migrated(to: int) -> Failure:
    return Failure(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=to)


NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current content "
    "and reply markup of the message"
)
QUERY_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
ANOTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_ACTIVE = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
