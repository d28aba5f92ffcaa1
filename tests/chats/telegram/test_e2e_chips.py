"""Chips on Telegram, by presses alone: where they are, where they came from, and the same as a file."""

from __future__ import annotations

import csv
import io

from tests.chats.telegram.double import Chat, Person, Telegram
from tests.chats.telegram.scenario import Scenario


async def test_a_player_reads_their_statement_and_takes_it_home(
    scenario: Scenario, telegram: Telegram, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.starts()
    await scenario.sit(group, sari, budi)
    await scenario.press_first(group, "Bet 10")
    await scenario.press_first(group, "Fold")
    await sari.sees("without showing", in_=group)
    public = len(group.posts)

    await sari.presses("Table", in_=group)
    page = await sari.sees("You sit in seat 1", in_=sari.private)
    for label, shown in (
        ("My chips", "All together"),
        ("Statement", "QiuQiu, hand 1"),
        ("By day", "Statement of Sari, by day"),
        ("Chips", "Gifts between players are off here."),
        ("Export", "any spreadsheet opens them"),
    ):
        await sari.presses(label, in_=sari.private)
        await sari.sees(shown, in_=sari.private)
        assert shown in page.text, "each page takes the place of the last"
    await sari.presses("Movements", in_=sari.private)
    sent = await telegram.until(
        "a file", lambda: [post for post in sari.private.by_bots() if post.document is not None]
    )
    (post,) = sent
    assert post.document is not None
    assert post.document.name.endswith(".csv")
    rows = list(csv.DictReader(io.StringIO(post.document.content.decode("utf-8-sig"), newline="")))
    assert [row["kind"] for row in rows] == ["hand", "newcomer"]
    assert len(group.posts) == public, "nothing of it in the group"

    await budi.types("/export movements", in_=group)
    await budi.sees("private chat", in_=group)
    assert not [post for post in group.by_bots() if post.document is not None]
    await scenario.sound()


async def test_a_gift_is_told_to_the_group_once_it_is_allowed(
    scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    await sari.types("/gift Budi 10", in_=group)
    await sari.sees("Gifts between players are off here.", in_=group)
    await scenario.set_rule(sari, group, "gifts 100")
    await sari.types("/gift Budi 10", in_=group)
    await budi.sees("Sari gave Budi 10 chips of their own.", in_=group)
    await sari.types("/gift Budi 91", in_=group)
    await sari.sees("90 more chips today", in_=group)
    assert await scenario.total_chips(budi, group) == 2010
    await scenario.sound()
