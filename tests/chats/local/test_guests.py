"""The guests of the room: their ids are never used twice, however many there were, and the first is the host."""

from __future__ import annotations

import secrets
from types import SimpleNamespace

import pytest

from bot.chats.local_chat import guests as module
from bot.chats.local_chat.guests import Guests
from bot.ledger import GuestSaved
from tests.chats.local.served_room import MemoryStore, token


@pytest.fixture
def no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worst of luck: the digits by chance are always the same."""
    monkeypatch.setattr(module, "secrets", SimpleNamespace(token_hex=lambda digits: "ab" * digits))


def kept(number: int) -> GuestSaved:
    """A guest of a number, as they are stored."""
    return GuestSaved(secrets.token_hex(32), f"local:{number:04x}abab", f"Guest {number}")


@pytest.mark.usefixtures("no_chance")
@pytest.mark.parametrize("before", [0, 1, 0xFFFE])
async def test_ids_are_never_used_twice_at_any_number_of_guests(before: int) -> None:
    store = MemoryStore([kept(1), kept(before)] if before > 1 else [kept(before)] if before else [])
    for run in range(3):
        guests = Guests(store)
        for number in range(3):
            await guests.register(token(), f"New {run} {number}")
    ids = [guest.player for guest in store.registered]
    assert len(set(ids)) == len(ids) == 9 + min(before, 2)


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
