"""Every command is declared in full, and whatever a declaration forgets is named."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bot.chats.telegram_chat.bot_commands import telegram_name
from bot.commands import BY_LINE, BY_NAME, COMMANDS, SPECS, CommandSpec, Kind, Parameter, Scope, spec_of
from bot.commands.catalogue import OTHER_NAMES
from tests.command_samples import SAMPLES

TESTS = Path(__file__).parents[1]

TO_THE_LETTER = (Kind.WORDS, Kind.CHOICE, Kind.PHRASE)
"""Kinds that take all that is left of the line."""

ABOUT_THE_SENDER = {
    *("break", "chips", "export", "hand", "hint", "history", "ledger", "ledger days", "ledger of"),
    *("stats", "stats page", "verify mine"),
    *("export me", "forget me"),
}
"""Commands that read what is the sender's alone, so that nobody can send them in the name of the group."""

SEATS_AS_THEY_ARE = {"shuffle", "advance", "readmit", "host"}
"""Table commands besides the actions of the games after which the same players are dealt in as before."""


def faults(specs: Iterable[CommandSpec]) -> list[str]:
    """What is wrong with some declarations, each with the name of its command."""
    specs = tuple(specs)
    return [*_clashes(specs), *(f"/{spec.name} {fault}" for spec in specs for fault in _faults(spec))]


def _clashes(specs: tuple[CommandSpec, ...]) -> Iterator[str]:
    for what, named in (
        ("name", [spec.name for spec in specs]),
        ("place on Discord", [spec.discord for spec in specs if not spec.part]),
        ("name on Telegram", [telegram_name(spec.name) for spec in specs]),
    ):
        yield from (f"two commands have the {what} {name!r}" for name, times in Counter(named).items() if times > 1)
    specs = tuple(spec for spec in specs if not spec.part)
    groups = {spec.discord.rpartition(" ")[0] for spec in specs}
    alone = {spec.discord for spec in specs if " " not in spec.discord}
    yield from (f"on Discord {name!r} is a group and a command" for name in sorted(alone & groups))
    sections = [section for section, _ in groupby(spec.section for spec in specs)]
    yield from (
        f"the section {name!r} of the help is broken in two" for name, times in Counter(sections).items() if times > 1
    )


def _faults(spec: CommandSpec) -> Iterator[str]:
    if len(spec.name.split(" ")) > 2:
        yield "has more than the two words that are read"
    if len(spec.discord.split(" ")) > 2:
        yield f"stands too deep in Discord's tree: {spec.discord}"
    if spec.name in OTHER_NAMES:
        yield f"cannot be typed: that means /{OTHER_NAMES[spec.name]} already"
    optional = [each.optional for each in spec.parameters]
    if optional != sorted(optional):
        yield "needs something after what can be left out"
    if any(each.kind in TO_THE_LETTER for each in spec.parameters[:-1]):
        yield "has something after words that take the whole rest of the line"
    yield from _contradictions(spec)


def _contradictions(spec: CommandSpec) -> Iterator[str]:
    if spec.reads_only and not spec.for_group and spec.name not in ABOUT_THE_SENDER:
        yield "reads what is nobody's own: declare as_group, or name it in ABOUT_THE_SENDER"
    if spec.changes_seats and (spec.reads_only or spec.scope is Scope.GROUP):
        yield "changes seats, and so is a table command that does not only read"
    plays = spec.handler == "play"
    if spec.scope is Scope.TABLE and not spec.changes_seats and not plays and spec.name not in SEATS_AS_THEY_ARE:
        yield "is about a table: declare changes_seats, or name it in SEATS_AS_THEY_ARE"
    if spec.takes_seat and spec.for_group:
        yield "gives its sender a seat, which a group cannot have"
    if spec.opens_table and spec.scope is Scope.TABLE:
        yield "opens a table, and so cannot be about the one that is there"


def test_every_command_is_declared_in_full() -> None:
    assert faults((*COMMANDS, *(spec for spec in SPECS if spec.part))) == []


def test_every_word_that_may_follow_a_command_is_a_part() -> None:
    lines = [f"{spec.name} {word}" for spec in SPECS for word in spec.parts]

    assert lines
    assert [line for line in lines if not BY_LINE[line].part] == []


def test_a_part_stands_in_no_list_of_commands() -> None:
    parts = {spec.name for spec in SPECS if spec.part}

    assert parts
    assert parts & {spec.name for spec in COMMANDS} == parts & set(BY_NAME) == set()
    assert len(COMMANDS) <= 90


def test_what_is_answered_at_length_in_private_changes_nothing() -> None:
    at_length = [spec for spec in SPECS if spec.at_length]

    assert at_length
    assert all(spec.reads_only and spec.in_private for spec in at_length)


def test_there_is_a_sample_of_every_kind_of_parameter() -> None:
    assert set(Kind) - set(SAMPLES) == set(), "add a sample to tests/command_samples.py"


def typed_in(source: str) -> set[str]:
    """The commands with which a text in some source begins."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    return {spec.name for text in texts if isinstance(text, str) and "\n" not in text and (spec := spec_of(text))}


def typed_in_story(story: str) -> set[str]:
    """The commands that people type in a story of ``tests/features/stories.py`` or in a table of ``tests/rows.py``."""
    return {
        spec.name
        for text in re.findall(r"(?m)^[\w@]+(?:: | +\| )([^>!|\n]+)", story)
        if (spec := spec_of(text.strip()))
    }


def test_every_command_is_typed_in_a_test() -> None:
    uncounted = {Path(__file__), TESTS / "bot" / "test_handlers.py"}
    found = {*(TESTS / "bot").glob("test_*.py"), *(TESTS / "features").glob("*/test_*.py")} - uncounted
    stories = {*(TESTS / "features").glob("*/*.txt"), *(TESTS / "bot").glob("*.txt")}
    typed = set().union(*(typed_in(each.read_text("utf-8")) for each in found))
    typed |= set().union(*(typed_in_story(each.read_text("utf-8")) for each in stories))

    # The actions of a game are tested with its rules.
    wanted = {spec.name for spec in SPECS if spec.handler != "play"}
    assert sorted(wanted - typed) == [], "test what these commands do and refuse"


# --- these checks can fail -------------------------------------------------------------------------------------

COIN = CommandSpec(name="coin", section="money", discord="money coin")
LEAVE = BY_LINE["leave"]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"name": "toss a coin"}, "/toss a coin has more than the two words that are read"),
        ({"name": "back"}, "/back cannot be typed: that means /sit back already"),
        ({"discord": "money coins toss"}, "/toss stands too deep in Discord's tree: money coins toss"),
        ({"discord": "money coin"}, "two commands have the place on Discord 'money coin'"),
        ({"discord": "money"}, "on Discord 'money' is a group and a command"),
        ({"name": "sit_out"}, "two commands have the name on Telegram 'sit_out'"),
        ({"name": "coin"}, "two commands have the name 'coin'"),
        ({"section": "table"}, "the section 'table' of the help is broken in two"),
        (
            {"reads_only": True},
            "/toss reads what is nobody's own: declare as_group, or name it in ABOUT_THE_SENDER",
        ),
        ({"changes_seats": True}, "/toss changes seats, and so is a table command that does not only read"),
        (
            {"scope": Scope.TABLE},
            "/toss is about a table: declare changes_seats, or name it in SEATS_AS_THEY_ARE",
        ),
        ({"takes_seat": True, "as_group": True}, "/toss gives its sender a seat, which a group cannot have"),
        (
            {"parameters": (Parameter("coins", Kind.AMOUNT, optional=True), Parameter("why", Kind.WORDS))},
            "/toss needs something after what can be left out",
        ),
        (
            {"parameters": (Parameter("why", Kind.WORDS), Parameter("coins", Kind.AMOUNT))},
            "/toss has something after words that take the whole rest of the line",
        ),
    ],
    ids=str,
)  # fmt: skip
def test_what_a_declaration_forgets_is_named(changes: dict[str, Any], fault: str) -> None:
    toss = replace(COIN, **{"name": "toss", "discord": "money toss", "section": "learn", **changes})

    assert fault in faults((*COMMANDS, COIN, toss))


def test_a_command_that_no_test_types_is_found() -> None:
    assert typed_in('await scenario.do("sari", "leave"); f"sit out {table}"; "shuffled cards"') == {"leave", "sit out"}
