"""The guests of the room: their ids are never used twice, however many there were, and the first is the host."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.chats.local_chat import guests as module
from bot.chats.local_chat.guests import Guests
from bot.ledger import GuestSaved, Ledger, queries
from tests.chats.local.served_room import MemoryStore, token


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst of luck: the digits by chance are always the same."""
    monkeypatch.setattr(module, "secrets", SimpleNamespace(token_hex=lambda digits: "ab" * digits))


def kept(number: int) -> GuestSaved:
    """A guest of a number, as they are stored."""
    return GuestSaved(secrets.token_hex(32), f"local:{number:04x}abab", f"Guest {number}")


@pytest.mark.usefixtures("no_chance")
@pytest.mark.parametrize("before", [0, 1, 0xFFE, 0xFFFE, 0xFFFF, 0x1_0000, 0xF_FFFE, 0xFFFF_FFFE])
async def test_ids_are_never_used_twice_at_any_number_of_guests(before: int) -> None:
    store = MemoryStore([kept(1), kept(before)] if before > 1 else [kept(before)] if before else [])
    for run in range(3):
        guests = Guests(store)
        for number in range(3):
            await guests.register(token(), f"New {run} {number}")
    ids = [guest.player for guest in store.registered]
    assert len(set(ids)) == len(ids) == 9 + min(before, 2)


@pytest.mark.usefixtures("no_chance")
async def test_after_more_guests_than_four_digits_count_the_room_still_takes_newcomers(tmp_path: Path) -> None:
    """On a real database, in which every id can stand once."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'kiu.sqlite3'}"
    numbers = [1, *range(0xF000, 0x1_0000)]
    async with await Ledger.open(url, now=lambda: datetime.now(UTC)) as ledger:
        await ledger.commit(tuple(kept(number) for number in numbers))
    for run in range(2):
        async with await Ledger.open(url, now=lambda: datetime.now(UTC)) as ledger:
            guests = Guests(ledger)
            new = [await guests.register(token(), f"New {run} {number}") for number in range(3)]
            assert not any(guest.host for guest in new)
            assert len({guest.player for guest in await ledger.read(queries.guests)}) == len(numbers) + 3 * (run + 1)


async def test_the_first_guest_ever_stays_the_host_when_numbers_grow_longer() -> None:
    """Ids of five digits sort before many of four as text, and never as numbers."""
    first, secret = token(), token()
    store = MemoryStore()
    guests = Guests(store)
    await guests.register(first, "Sari")
    store.registered += [kept(0x2000), kept(0x1_0000)]
    guests = Guests(store)
    await guests.register(secret, "Budi")
    guests = Guests(store)
    known = [await guests.by_token(first), await guests.by_token(secret)]
    assert [guest and guest.host for guest in known] == [True, False]
