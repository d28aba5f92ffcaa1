"""What Telegram says about members: remembered for a while, and not waited for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pytest
from telegram import Bot, ChatMember, ChatMemberMember, ChatMemberOwner, User
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from bot.chats.members_asked import MembershipUnknown
from bot.chats.telegram_chat import Timeouts
from bot.chats.telegram_chat.directory import Directory
from tests.chats.virtual_time import fast_forward, now

SARI = User(501, "Sari", is_bot=False)
ADMIN = ChatMemberOwner(SARI, is_anonymous=False)
MEMBER = ChatMemberMember(SARI)


class FakeMembers:
    """A Telegram that answers as it is told to, and then never."""

    def __init__(self, *answers: ChatMember | TelegramError) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def get_chat_member(self, chat: int, user: int) -> ChatMember:
        self.asked += 1
        await asyncio.sleep(0.1)
        if not self._answers:
            await asyncio.Event().wait()
        answer = self._answers.pop(0)
        if isinstance(answer, TelegramError):
            raise answer
        return answer


def members_of(telegram: FakeMembers) -> Directory:
    return Directory(cast(Bot, telegram), Timeouts())


def test_what_is_known_is_not_asked_again_for_a_while() -> None:
    async def story() -> list[bool | int]:
        telegram = FakeMembers(ADMIN, MEMBER)
        members = members_of(telegram)
        seen: list[bool | int] = []
        for _ in range(2):
            seen.append(await members.is_admin(-5, 501))
        await asyncio.sleep(61)
        seen.append(await members.is_admin(-5, 501))
        return [*seen, await members.is_member(-5, 501), telegram.asked]

    assert fast_forward(story()) == [True, True, False, True, 2]


@pytest.mark.parametrize("asked", [Directory.is_admin, Directory.is_member])
def test_telegram_is_given_three_seconds(asked: Callable[..., object]) -> None:
    async def story() -> float:
        with pytest.raises(MembershipUnknown):
            await asked(members_of(FakeMembers()), -5, 501)  # type: ignore[misc]
        return now()

    assert fast_forward(story()) == 3


@pytest.mark.parametrize(
    ("answers", "admin"),
    [
        ((NetworkError("away"), ADMIN), True),
        ((BadRequest("user not found"),), False),
        ((NetworkError("away"), NetworkError("away"), NetworkError("away")), None),
        ((RetryAfter(30),), None),
    ],
)
def test_trouble_of_the_network_passes_or_leaves_it_unknown(
    answers: tuple[ChatMember | TelegramError, ...], admin: bool | None
) -> None:
    async def story() -> bool | None:
        try:
            return await members_of(FakeMembers(*answers)).is_admin(-5, 501)
        except MembershipUnknown:
            return None

    assert fast_forward(story()) is admin
