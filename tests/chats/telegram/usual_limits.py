"""Stories with the limits that Kiu keeps to in earnest, in virtual time, since such a story takes minutes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.bot.fast_database import fast_database
from tests.chats.telegram.double import Chat, Telegram
from tests.chats.telegram.scenario import Scenario
from tests.chats.virtual_time import in_virtual_time

Story = Callable[[Scenario, Chat], Awaitable[None]]
"""What happens at the table of a group, from its first hand on."""


def with_usual_limits(folder: Path, story: Story, *, has_ephemeral: bool = False, in_private: bool = False) -> None:
    """Play a story of three people at a table whose first hand has begun.

    Args:
        folder: where the files are.
        story: what happens then.
        has_ephemeral: whether the server knows messages that only one member of a group sees.
        in_private: whether everybody has opened their private chat.
    """

    async def played() -> None:
        async with Telegram(second=1.0, has_ephemeral=has_ephemeral) as telegram:
            people = [telegram.person(name) for name in ("Sari", "Budi", "Dewi")]
            group = telegram.group("In a hurry", *people)
            async with Scenario(telegram, folder, second=1.0) as scenario:
                for person in people if in_private else ():
                    await person.starts()
                await scenario.sit(group, *people)
                await story(scenario, group)

    # Such a clock waits for no thread of a database.
    with fast_database():
        in_virtual_time(played())
