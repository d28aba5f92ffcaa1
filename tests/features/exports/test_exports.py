"""Exports: files that a spreadsheet opens as they are, for nobody but the one who asked."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime
from pathlib import Path

import pytest
from pyexcel import get_sheet

from bot.features.exports import pages as exports
from bot.features.exports.csv_files import csv_file
from bot.ledger import statement_queries
from bot.messages import File, Reply
from tests.bot.scenario import Scenario

DOCS = Path(__file__).parents[3] / "docs" / "exports.md"


def file_of(reply: Reply) -> File:
    """The file of an answer, which only its reader may see."""
    assert reply.secret
    file = reply.message.file
    assert file is not None
    return file


def opened(content: bytes) -> list[dict[str, str]]:
    """What a strict reader of RFC 4180 finds in a file: the rows by the names of the columns."""
    text = content.decode("utf-8-sig")
    assert content.startswith(b"\xef\xbb\xbf"), "spreadsheets guess another encoding without it"
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    names, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert len(set(names)) == len(names)
    assert all(len(row) == len(names) for row in rows)
    return [dict(zip(names, row, strict=True)) for row in rows]


@pytest.fixture
async def played(scenario: Scenario) -> Scenario:
    """A group in which two people have played a hand, which the first of them won."""
    scenario.admins.add("boss")
    await scenario.do("boss", "house zone Asia/Jakarta")
    await scenario.sit("sari", "budi")
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    await scenario.act("bet 50", "call")
    winner = scenario.asked()
    await scenario.act("bet 10", "fold")
    assert winner == "sari"
    return scenario


async def test_a_players_hands(played: Scenario) -> None:
    file = file_of(await played.say("sari", "export hands"))
    assert re.fullmatch(r"kiu-hands-2026-01-02\.csv", file.name)
    (row,) = opened(file.content)
    assert row == {
        "hand": str(played.hand().id),
        "game": "QiuQiu",
        "number_at_table": "1",
        "opened": row["opened"],
        "closed": "2026-01-02 03:00:00",
        "closed_utc": "2026-01-01T20:00:00Z",
        "players": "Sari, Budi",
        "chips_before": "500",
        "net": "60",
        "voided": "",
    }


async def test_a_spreadsheet_takes_numbers_for_numbers_and_times_for_times(played: Scenario) -> None:
    """As it is opened by a program that guesses the kind of each cell, as all spreadsheets do."""
    await played.do("boss", "bank grant sari 5 =1+1")
    for what, chips, text in (("hands", ("chips_before", "net"), "game"), ("movements", ("net", "balance"), "kind")):
        content = file_of(await played.say("sari", f"export {what}")).content.decode("utf-8-sig")
        sheet = get_sheet(file_type="csv", file_content=content, name_columns_by_row=0)
        assert sheet.number_of_rows()
        for name in chips:
            assert all(type(cell) is int for cell in sheet.column[name])
        times = "closed" if what == "hands" else "time"
        assert all(type(cell) is datetime for cell in sheet.column[times])
        assert all(type(cell) is str for cell in sheet.column[text])
    assert "'=1+1" in sheet.column["note"]


async def test_movements_are_the_statement(played: Scenario) -> None:
    await played.do("boss", "bank grant budi 5 =1+1")
    rows = opened(file_of(await played.say("budi", "export movements")).content)
    lines = await played.app.ledger.read(statement_queries.statement, "test:home", "test:budi")
    assert [(int(row["line"]), int(row["net"]), int(row["balance"])) for row in rows] == [
        (line.number, line.amount, line.balance) for line in lines
    ]
    assert [row["kind"] for row in rows] == ["grant", "hand", "newcomer"]
    assert rows[0]["by"] == "Boss"
    assert rows[0]["note"] == "'=1+1", "a spreadsheet would have counted"
    assert rows[1]["net"] == "-60", "a number stays one"


async def test_an_evening_has_every_player_of_every_hand(played: Scenario) -> None:
    await played.wait(8)
    await played.finish_hand()
    rows = opened(file_of(await played.say("boss", "export evening")).content)
    assert [(row["number_at_table"], row["seat"], row["player"]) for row in rows] == [
        ("2", "1", "Sari"),
        ("2", "2", "Budi"),
        ("1", "1", "Sari"),
        ("1", "2", "Budi"),
    ]
    assert sum(int(row["net"]) for row in rows) == 0
    await played.do("boss", "close")
    assert opened(file_of(await played.say("boss", "export evening")).content) == rows, "the last table here"


async def test_everything_is_reached_by_buttons(played: Scenario) -> None:
    from tests.features.statements.test_statements import button

    menu = await played.press("sari", button(await played.say("sari", "chips"), "Export"))
    assert menu.menu
    for label in ("Hands", "Movements", "Evening"):
        assert opened(file_of(await played.press("sari", button(menu, label))).content)


async def test_where_there_is_nothing_it_says_so(scenario: Scenario) -> None:
    assert await scenario.refused("sari", "export hands") == "nothing-to-export"
    assert await scenario.refused("sari", "export evening") == "nothing-to-export"
    assert await scenario.refused("sari", "export cards") == "nothing-of-that-name-to-export"


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\N{FULLWIDTH EQUALS SIGN}1"])
def test_no_text_is_taken_for_a_formula(name: str) -> None:
    (row,) = opened(csv_file(("name", "net"), [(name, -5)]))
    assert row == {"name": f"'{name}", "net": "-5"}


def test_commas_quotes_lines_and_every_script_come_back() -> None:
    texts = ['a, "b"', "first\r\nsecond", "四色牌", "Ünï · ✓", ""]
    content = csv_file(("text",), [(text,) for text in texts])
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    assert rows == [["text"], *([text] if text else [""] for text in texts)]


def test_every_column_is_explained() -> None:
    documented = re.findall(r"^\| `(\w+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert documented == [column for what in exports.WHAT for column in exports.COLUMNS[what]]
