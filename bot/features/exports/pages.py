"""``docs/exports.md`` explains the columns, named the same in every language for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from bot.features.exports.csv_files import Cell, csv_file
from bot.features.exports.queries import PlayedHand
from bot.ledger import StatementLine, hand_number
from bot.messages import Button, File, Message, PlayerId
from bot.messages.names import safe_name, safe_text
from bot.presenting.presenters import TITLES
from bot.wording import Translator

HANDS, MOVEMENTS, EVENING = WHAT = ("hands", "movements", "evening")

MOST_ROWS: Final = 20_000
"""Older ones are left out."""

COLUMNS: Final = {
    HANDS: (
        *("hand", "game", "number_at_table", "opened", "closed", "closed_utc", "players", "chips_before", "net"),
        "voided",
    ),
    MOVEMENTS: ("line", "time", "time_utc", "kind", "game", "hand", "net", "balance", "by", "player", "note"),
    EVENING: (
        *("hand", "game", "number_at_table", "closed", "closed_utc", "seat", "player", "chips_before", "net"),
        "voided",
    ),
}


class Reader(NamedTuple):
    player: PlayerId
    zone: tzinfo
    name_of: Callable[[PlayerId], str]
    translate: Translator


def menu(translate: Translator) -> Message:
    return Message(
        translate("button-export"),
        tuple(translate(f"export-what-{each}") for each in WHAT),
        translate("export-how"),
        (
            tuple(Button(translate(f"button-export-{each}"), f"export {each}") for each in WHAT),
            (Button(translate("button-chips"), "chips"),),
        ),
    )


def hands(played: Sequence[PlayedHand], now: datetime, reader: Reader) -> Message:
    def rows() -> Iterator[Sequence[Cell]]:
        for each in played:
            seat = each.players.index(reader.player)
            yield (
                hand_number(each.hand),
                TITLES[each.game],
                each.number,
                _local(each.opened, reader.zone),
                _local(each.closed, reader.zone),
                _utc(each.closed),
                ", ".join(safe_name(reader.name_of(player)) for player in each.players),
                each.stacks[seat],
                each.nets[seat],
                _text(each.voided),
            )

    return _message(HANDS, len(played), csv_file(COLUMNS[HANDS], rows()), now, reader)


def movements(lines: Sequence[StatementLine], now: datetime, reader: Reader) -> Message:
    def rows() -> Iterator[Sequence[Cell]]:
        for line in lines:
            yield (
                line.number,
                _local(line.at, reader.zone),
                _utc(line.at),
                line.reason,
                TITLES.get(line.game, line.game),
                "" if line.hand is None else hand_number(line.hand),
                line.amount,
                line.balance,
                safe_name(reader.name_of(line.actor)) if line.actor else "",
                safe_name(reader.name_of(line.other)) if line.other else "",
                _text(line.note),
            )

    return _message(MOVEMENTS, len(lines), csv_file(COLUMNS[MOVEMENTS], rows()), now, reader)


def evening(played: Sequence[PlayedHand], now: datetime, reader: Reader) -> Message:
    """Write newest hands first, a row for each player."""

    def rows() -> Iterator[Sequence[Cell]]:
        for each in played:
            for seat, player in enumerate(each.players):
                yield (
                    hand_number(each.hand),
                    TITLES[each.game],
                    each.number,
                    _local(each.closed, reader.zone),
                    _utc(each.closed),
                    seat + 1,
                    safe_name(reader.name_of(player)),
                    each.stacks[seat],
                    each.nets[seat],
                    _text(each.voided),
                )

    return _message(EVENING, len(played), csv_file(COLUMNS[EVENING], rows()), now, reader)


def _message(what: str, count: int, content: bytes, now: datetime, reader: Reader) -> Message:
    translate = reader.translate
    lines = [translate(f"export-made-{what}", count=count)]
    if count == MOST_ROWS:
        lines.append(translate("export-cut", most=MOST_ROWS))
    day = now.astimezone(reader.zone).date().isoformat()
    return Message(
        translate("button-export"), tuple(lines), translate("export-how"), file=File(f"kiu-{what}-{day}.csv", content)
    )


def _local(moment: datetime, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M:%S}"


def _utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _text(written: str) -> str:
    return safe_text(written) if written else ""
