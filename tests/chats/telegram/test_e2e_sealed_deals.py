"""The sealed deal on Telegram: words to the letter, dice that everybody saw, and proofs as documents."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.messages import Message, Unwelcome
from engine.fairness import verifying
from tests.bot import proof_pages
from tests.chats.record_checks import checked_without_kiu
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import Scenario, place
from tests.patience import LONGEST_WAIT

PAUSE = 8
"""How many seconds lie between two hands."""

WORDS = "Three  /join dogs, @budi and #rain 🌧"


def closings(chat: Chat) -> list[Post]:
    """The closing messages, oldest first."""
    return [post for post in chat.by_bots() if post.text.startswith(("🔒", "Mixed in: "))]


def thrown(chat: Chat) -> list[int]:
    """What the dice in a chat show, oldest first."""
    return [post.die.value for post in chat.by_bots() if post.die is not None]


def documents(chat: Chat) -> list[Post]:
    return [post for post in chat.by_bots() if post.document is not None]


async def document(telegram: Telegram, chat: Chat, *, after: int = 0) -> Post:
    """The newest document in a chat that had so many before."""
    return (await telegram.until("a document", lambda: documents(chat)[after:]))[-1]


def content_of(post: Post) -> bytes:
    """The record in a document, letter for letter."""
    assert post.document is not None
    return proof_pages.record_in(post.document.content)


def record_in(post: Post) -> dict[str, Any]:
    """The record in a document, which must be valid."""
    assert verifying.verify(content_of(post)).valid
    fields: dict[str, Any] = json.loads(content_of(post))
    return fields


async def verified(telegram: Telegram, person: Person, group: Chat, hand: int) -> Post:
    """What somebody is sent who asks for the record of a hand in the group; nobody else is."""
    await person.starts()
    before = len(documents(person.private))
    await person.types(f"/verify {hand}", in_=group)
    post = await document(telegram, person.private, after=before)
    assert documents(group) == []
    return post


async def test_a_hand_is_dealt_from_what_was_sealed_and_proved_by_the_dice_in_the_chat(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person, tmp_path: Path
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    sealed = scenario.state(group).sealed
    assert sealed is not None
    await sari.sees(sealed.commitment, in_=group)
    await sari.types(f"/shuffle {WORDS} ", in_=group)
    await dewi.sees("Sari added “Three", in_=group)
    assert (await dewi.presses("Shuffle", in_=group)).alert
    tap = budi.presses_without_waiting(await budi.sees_button("Shuffle", in_=group))
    mixed = (await budi.hears(tap)).text
    assert mixed == f"Your tap was mixed in (…{str(tap.update)[-4:]}).", "a tap adds the number that Telegram gave it"

    await sari.presses("Start", in_=group)
    live = await sari.sees("· hand 1", in_=group)

    (closing,) = closings(group)
    assert sealed.commitment in closing.text
    assert "/join dogs, @budi and #rain 🌧" in closing.text
    assert str(tap.update) in closing.text
    below = [post for post in group.by_bots() if post.order > closing.order]
    assert [post.die is not None for post in below[:2]] == [True, False]
    assert below[1] is live
    assert below[0].reply_to is closing

    running = record_in(await verified(telegram, sari, group, scenario.hand(group).id))
    assert running["commit"] == sealed.commitment
    assert running["beacons"] == [{"kind": 2, "value": bytes(thrown(group)).hex()}]
    words = [bytes.fromhex(word).decode() for word in running["contributions"].values()]
    assert words[0] == WORDS
    assert str(tap.update) in words[1]
    assert running["openings"] == []

    await scenario.finish_hand(group)
    proof = await verified(telegram, budi, group, scenario.hand(group).id)
    assert not proof.protected, "it is there to be checked elsewhere"
    assert record_in(proof)["openings"]
    assert not closing.edited
    assert proof.document is not None
    file = tmp_path / proof.document.name
    file.write_bytes(proof.document.content)
    assert await checked_without_kiu(file)


async def test_the_record_asked_for_comes_to_its_reader_alone_since_names_are_in_it(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await scenario.finish_hand(group)

    await sari.presses("Table", in_=group)
    await sari.presses("Verify", in_=sari.private)
    private = await document(telegram, sari.private)
    assert documents(group) == []
    await budi.types("/verify 1", in_=group)
    assert (await budi.sees("only in our private chat", in_=group)).labels == ["Cards in private"]
    typed = await verified(telegram, budi, group, 1)

    assert record_in(private) == record_in(typed)
    assert private.document is not None
    assert private.document.name == "kiu-hand-1.html"
    assert b'"names": {"0": "Sari", "1": "Budi"}' in private.document.content
    assert not private.protected, "it is there to be checked elsewhere"


async def test_a_kill_before_the_deal_gives_it_up_and_draws_no_second_beacon_for_it(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    """Nobody can ask Telegram what was thrown; a deal without it would be one that somebody could have chosen."""
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    assert scenario.state(group).sealed is not None
    await sari.types(f"/shuffle {WORDS}", in_=group)
    with telegram.server.held("sendDice"):
        await sari.types("/start", in_=group, wait=False)
        await telegram.until("the closing message", lambda: closings(group))
        await scenario.die()
    await scenario.begin()

    await sari.sees("Deals given up here so far: 1", in_=group)
    assert thrown(group) == [], "none is thrown for what was closed before"
    anew = scenario.state(group).sealed
    assert anew is not None
    assert (anew.attempt, anew.words) == (1, {})
    await scenario.wait(PAUSE)
    await sari.sees("· hand 1", in_=group)

    record = record_in(await verified(telegram, sari, group, scenario.hand(group).id))
    assert (record["commit"], record["attempt"]) == (anew.commitment, 1)
    assert [bytes.fromhex(each["value"]) for each in record["beacons"]] == [bytes(thrown(group))]
    assert record["contributions"] == {}


@pytest.mark.parametrize("fell", [True, False])
async def test_a_die_that_is_not_heard_of_gives_the_deal_up_for_all_to_read(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, *, fell: bool
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    await budi.presses("Join", in_=group)
    await sari.types(f"/shuffle {WORDS}", in_=group)
    telegram.server.cut("sendDice", after=fell)
    await sari.types("/start", in_=group)

    await sari.sees("Deals given up here so far: 1; dealt: 0.", in_=group)
    assert scenario.state(group).playing is None
    assert len(thrown(group)) == fell
    await scenario.wait(PAUSE)
    await sari.sees("· hand 1", in_=group)
    deal = scenario.hand(group).deal
    assert deal.seal.context.attempt == 1
    assert [value for _, value in deal.chance.beacons] == [bytes(thrown(group)[-1:])], "and no earlier die counts"
    await sari.types("/fairness", in_=group)
    await sari.sees("Deals given up after words were added: 1.", in_=group)


async def test_a_group_that_sent_the_bot_away_learns_nothing_and_its_tables_wait(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    telegram.bot_member_of(group).status = "kicked"

    with pytest.raises(Unwelcome):
        await scenario.chat.post_closing(place(group), Message("The deal is closed"), again=False)

    async with asyncio.timeout(LONGEST_WAIT):
        while not scenario.app.groups.of(place(group).group).away:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    assert thrown(group) == []
