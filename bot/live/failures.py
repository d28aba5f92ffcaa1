from __future__ import annotations

import structlog

from bot.messages import GivenAway, Unreachable, Unwelcome

log = structlog.get_logger()


def log_failure(why: Exception, action: str, **where: str) -> None:
    """Log why a call failed, and the action taken; only an unexpected failure is an error."""
    if isinstance(why, Unreachable):
        log.warning("private message not delivered", action=action, **where)
    elif isinstance(why, Unwelcome):
        log.warning("nothing can be shown", error=str(why), action=action, **where)
    elif isinstance(why, GivenAway):
        log.info("message not sent", action="another process shows the table", **where)
    else:
        log.error("message not sent", exc_info=why, action=action, **where)
