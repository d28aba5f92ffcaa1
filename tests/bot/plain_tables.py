"""Changes of plain tables as people hear of them, and commands for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.commands import BY_LINE, ParsedCommand, Refusal, Request
from bot.ledger import Account
from bot.messages import Person
from bot.presenting.answers import toast
from bot.presenting.table_messages import notice_text
from bot.tables import stored
from bot.wording import in_language
from engine.table.changes import Change, Notice, Outcome
from tests.engine.table.tables import PLACE


def person(name: str, **what: Any) -> Person:
    return Person(f"test:{name.lower()}", name, **what)


def transfers(change: Change) -> list[tuple[Account, Account, int]]:
    """The chips that a change moves at a table without tallies: from where, to where, and how many."""
    before = replace(change.state, tallies=(), closed=False)
    return [(each.source, each.target, each.amount) for each in stored.transfers(before, change.state)]


def told(change: Change) -> list[str]:
    """The keys of what everybody is told of a change.

    Raises:
        KeyError, ValueError: there are no words for something that it tells anybody.
    """
    english = in_language("en")
    for notice in change.notices:
        notice_text(notice, english)
    for answer in (change.answer, *change.private.values()):
        toast(Outcome(answer), english)
    if isinstance(change.done, Notice):
        toast(Outcome(done=change.done), english)
    return [notice.key for notice in change.notices]


def refusal(change: Callable[..., Change], *what: Any, **how: Any) -> str:
    """Why something is refused; empty if it is not.

    Raises:
        KeyError, ValueError: there are no words for it.
    """
    try:
        change(*what, **how)
    except Refusal as refused:
        in_language("en")(f"refused-{refused.reason}", **refused.fields)
        return refused.reason
    return ""


def typed(by: str, command: str, /, *, amount: int | None = None, question: str = "", **words: str) -> Request:
    """A command that somebody types, or presses under a question of the table."""
    spec = BY_LINE[command]
    [name, *_] = [each.name for each in spec.parameters if each.name in ("amount", "buy-in")] or ["amount"]
    parsed = ParsedCommand(spec, words, {} if amount is None else {name: amount})
    who = Person(by, by.rpartition(":")[2].capitalize())
    return Request(parsed, who, PLACE, in_language("en"), turn=f"T1:{question}" if question else "")
