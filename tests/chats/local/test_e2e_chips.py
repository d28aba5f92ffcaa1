"""Chips in the local room, by presses alone: where they are, where they came from, and the same as a file."""

from __future__ import annotations

import base64
import csv
import io
from pathlib import Path

from tests.chats.local.test_e2e_hands import scenario, words
from tests.chats.local.test_e2e_house_rules import pressable


async def test_a_player_reads_their_statement_and_takes_it_home(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Sari", "Budi") as served:
        sari, budi = served.tabs
        await served.sits("qiuqiu")
        while awaited := served.hand.round.awaited:
            await served.tab_of(awaited[0]).does("check")
            await served.app.wait_until_idle()
        page = (await sari.does("/chips", kind="say"))["message"]
        for label, shown in (
            ("Statement", "QiuQiu, hand 1"),
            ("By day", "Statement of Sari, by day"),
            ("Chips", "Gifts between players are off here."),
            ("Export", "any spreadsheet opens them"),
        ):
            reply = await sari.does(pressable(page)[label]["command"])
            assert reply["menu"]
            page = reply["message"]
            assert shown in words(page)
        sent = (await sari.does(pressable(page)["Movements"]["command"]))["message"]["file"]
        assert sent["name"].endswith(".csv")
        content = base64.b64decode(sent["src"].partition(",")[2]).decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(content, newline="")))
        assert [row["kind"] for row in rows] == ["hand", "newcomer"]
        assert not [each for each in await budi.ever_saw() if each.get("file")]


async def test_a_gift_is_told_to_the_room_once_it_is_allowed(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, budi = served.tabs
        await served.sits("qiuqiu")
        assert (await ani.does("/gift Budi 10", kind="say"))["refused"]
        await ani.does("house set gifts 100")
        await ani.does("house apply")
        assert not (await ani.does("/gift Budi 10", kind="say"))["refused"]
        await served.app.wait_until_idle()
        assert "Ani gave Budi 10 chips of their own." in "".join(map(words, await budi.ever_saw()))
