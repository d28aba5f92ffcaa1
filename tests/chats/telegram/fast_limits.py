"""Kiu's rate limits and timeouts with shorter seconds, as the double has them, so that no test waits for minutes."""

from __future__ import annotations

from dataclasses import replace

from bot.chats.telegram_chat import RateLimits, Timeouts
from bot.chats.telegram_chat.api_calls import Limit

USUAL_LIMITS = RateLimits()
USUAL_TIMEOUTS = Timeouts()


def rate_limits(second: float) -> RateLimits:
    """The usual rate limits, with seconds that take ``second`` real ones."""

    def scaled(limit: Limit) -> Limit:
        return Limit(limit.calls, limit.seconds * second)

    return replace(
        USUAL_LIMITS,
        chat=scaled(USUAL_LIMITS.chat),
        beside=scaled(USUAL_LIMITS.beside),
        company=USUAL_LIMITS.company * second,
        overall=scaled(USUAL_LIMITS.overall),
        group=replace(
            USUAL_LIMITS.group,
            minute=USUAL_LIMITS.group.minute * second,
            edit_interval=USUAL_LIMITS.group.edit_interval * second,
        ),
    )


def timeouts(second: float, *, beacon: float = USUAL_TIMEOUTS.beacon) -> Timeouts:
    """The usual timeouts, with seconds that take ``second`` real ones, except for what the computer itself needs.

    Args:
        second: how many real seconds a second takes.
        beacon: the timeout of this name, in real seconds.
    """
    usual = USUAL_TIMEOUTS
    return replace(
        usual,
        retry_delay=usual.retry_delay * second,
        retry_delay_max=usual.retry_delay_max * second,
        conflict_delay=usual.conflict_delay * second,
        # So long may a busy machine take for what a call needs that waits for nothing else.
        spare_capacity=1.0,
        unconfirmed=0.1,
        minute=usual.minute * second,
        beacon=beacon,
        # Long enough for a test to decide when Telegram answers.
        chat_member=60.0,
    )
