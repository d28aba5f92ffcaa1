"""Jobs that nobody waits for, such as answers after durable commands."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import structlog

from bot.chats.call_queue import Superseded
from bot.chats.telegram_chat.bot_api_errors import may_retry
from bot.environment.task_set import TaskSet
from bot.ledger import LedgerClosed, NotStored
from bot.messages import MessageGone, Unreachable, Unwelcome

log = structlog.get_logger()


class BackgroundTasks(TaskSet):
    def run(self, job: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a job, which may be cancelled; its errors are logged."""
        return self.start(_logged(job))


async def _logged(job: Coroutine[None, None, None]) -> None:
    try:
        await job
    except Superseded:
        # The asker gets the newer answer.
        return
    except (Unwelcome, Unreachable, MessageGone) as why:
        log.warning("not shown", action="shown with the next change", platform="telegram", error=str(why))
    except (NotStored, LedgerClosed) as error:
        action = "tried again soon, or after the next start"
        log.warning("membership not stored", action=action, platform="telegram", error=str(error))
    except Exception as error:
        if may_retry(error):
            # The asker sees nothing and can ask again.
            log.warning("not shown", action="it is given up", platform="telegram", error=type(error).__name__)
            return
        log.exception(
            "background task failed", action="it is given up", platform="telegram", error=type(error).__name__
        )
