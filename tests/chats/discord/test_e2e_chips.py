"""Chips on Discord, by presses alone: where they are, where they came from, and the same as a file."""

from __future__ import annotations

import csv
import io

from tests.chats.discord.double.interactions import Callback
from tests.chats.discord.scenario import Scenario


async def test_a_player_reads_their_statement_and_takes_it_home(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    await scenario.finish_hand()
    public = len(sari.public)

    menu = await sari.press("Table", sari.public)
    (page,) = menu.messages
    for label, shown in (
        ("My chips", "All together"),
        ("Statement", "QiuQiu, hand 1"),
        ("By day", "Statement of Sari, by day"),
        ("Chips", "Gifts between players are off here."),
        ("Export", "any spreadsheet opens them"),
    ):
        pressed = await sari.press(label, menu.messages)
        assert pressed.callback is Callback.UPDATE
        assert shown in page.text
    answer = await sari.press("Movements", menu.messages)
    assert answer.ephemeral
    (file,) = [attached for message in answer.messages for attached in message.attachments]
    rows = list(csv.DictReader(io.StringIO(file.data.decode("utf-8-sig"), newline="")))
    assert [row["kind"] for row in rows] == ["hand", "newcomer"]
    assert len(sari.public) == public, "nothing of it in public"


async def test_a_gift_is_told_to_everybody_once_it_is_allowed(scenario: Scenario) -> None:
    sari, budi = scenario.members("Sari", "Budi")
    await scenario.sit(sari, budi)
    refused = await sari.slash("money gift", player=budi, amount=10)
    assert "Gifts between players are off here." in refused.text
    await scenario.set_rule("gifts", "100")
    await sari.slash("money gift", player=budi, amount=10)
    await budi.sees("Sari gave Budi 10 chips of their own.")
    beyond = await sari.slash("money gift", player=budi, amount=91)
    assert "90 more chips today" in beyond.text
    assert await scenario.total_chips(budi) == 2010
