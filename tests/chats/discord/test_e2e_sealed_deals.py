"""The sealed deal on Discord: a word, the closing message whose id is the beacon, and proofs as documents."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.messages import Message, Place, Unwelcome
from engine.fairness import Beacon, verifying
from tests.bot import proof_pages
from tests.chats.discord.double.interactions import Interaction
from tests.chats.discord.double.member import Member
from tests.chats.discord.double.models import Message as Shown
from tests.chats.discord.scenario import Scenario
from tests.chats.record_checks import checked_without_kiu

PAUSE = 8
"""How many seconds lie between two hands."""


def closing_messages(member: Member) -> list[Shown]:
    return [message for message in member.public if message.text.startswith(("-# 🔒", "Mixed in: "))]


def document(answer: Interaction) -> bytes:
    """The document attached to a reply."""
    assert answer.ephemeral
    (attached,) = [each for message in answer.messages for each in message.attachments]
    assert attached.filename.endswith(".html")
    return proof_pages.record_in(attached.data)


def record_in(answer: Interaction) -> dict[str, Any]:
    """The record attached to a reply, which must be valid."""
    content = document(answer)
    assert verifying.verify(content).valid
    found: dict[str, Any] = json.loads(content)
    return found


def closing_id_in(record: dict[str, Any]) -> int:
    """The id of the closing message, from the beacon of a record."""
    (beacon,) = record["beacons"]
    assert beacon["kind"] == 1
    return int(bytes.fromhex(beacon["value"]).decode())


async def test_a_deal_is_sealed_closed_and_proved(scenario: Scenario, tmp_path: Path) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    onlooker = scenario.member("Ani")
    await scenario.gather(sari, budi)
    sealed = scenario.state().sealed
    assert sealed is not None
    assert sealed.commitment in sari.live_message.text, "in full, before anybody adds a word"
    assert (await sari.slash("shuffle", words="Three /join dogs")).silent
    await onlooker.sees("“Three /join dogs”")
    pressed = await budi.press("Shuffle")
    await scenario.app.wait_until_idle()
    assert (await onlooker.press("Shuffle")).text == "You are not at this table. Press Join first."

    await sari.press("Start")
    await scenario.app.wait_until_idle()

    (closing,) = closing_messages(onlooker)
    assert sealed.commitment in closing.text
    assert "Three /join dogs" in closing.text, "verbatim"
    assert str(pressed.id) in closing.text, "a press adds the id of its interaction"
    running = record_in(await onlooker.slash("proof verify", hand=scenario.hand().id))
    assert running["commit"] == sealed.commitment
    assert closing_id_in(running) == closing.id
    assert {bytes.fromhex(word).decode() for word in running["contributions"].values()} == {
        "Three /join dogs",
        str(pressed.id),
    }
    assert running["openings"] == []

    await scenario.finish_hand()
    answer = await onlooker.slash("proof verify", hand=scenario.hand().id)
    record = record_in(answer)
    assert record["outcome"] is not None
    assert record["openings"] != []
    assert closing.edits == 0
    file = tmp_path / "record.json"
    file.write_bytes(document(answer))
    assert await checked_without_kiu(file)
    file.write_bytes(document(answer).replace(str(closing.id).encode().hex().encode(), b"31"))
    assert not await checked_without_kiu(file)


@pytest.mark.parametrize("shown", [True, False])
async def test_a_process_killed_between_closing_and_deal_draws_no_second_number_for_it(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, *, shown: bool
) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.gather(sari, budi)
    reached, killed, post_closing = asyncio.Event(), asyncio.Event(), scenario.chat.post_closing

    async def interrupted(place: Place, message: Message, *, again: bool, patience: float) -> Beacon | None:
        if shown:
            await post_closing(place, message, again=again)
        reached.set()
        await killed.wait()
        raise Unwelcome("the process is dead")

    monkeypatch.setattr(scenario.chat, "post_closing", interrupted)
    sari.press_only("Start")
    await reached.wait()
    before = scenario.state().sealed
    assert before is not None
    assert before.closing is not None
    # Nothing that the process does after this moment is stored or shown.
    monkeypatch.setattr(scenario.app.announcer, "show", lambda *_: None)
    dying = asyncio.create_task(scenario.kill())
    await asyncio.sleep(0)
    killed.set()
    await dying
    scenario.discord.forget_nonces()

    await scenario.begin()
    await scenario.app.wait_until_idle()
    await scenario.wait(PAUSE)

    *_, closing = closings = closing_messages(sari)
    record = record_in(await budi.slash("proof verify", hand=scenario.hand().id))
    assert closing_id_in(record) == closing.id
    assert before.commitment in closings[0].text
    if shown:
        assert len(closings) == 1
        assert scenario.hand().deal.seal.commitment == before.seal.commitment, "the same packs and the same attempt"
    else:
        # A message that the next run has posted might be the second one, so nothing is dealt with its number.
        assert len(closings) == 2
        assert record["attempt"] == 1
        assert scenario.state().given_up == 1
    await scenario.finish_hand()
