"""Actions as text and back: typed lines, buttons, journal and golden files."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.game import Verb
from engine.house_rules import whole_number
from engine.play import LEAVE, Action
from engine.refusal import Refused

_SPELLINGS = {"all in": "all-in", "allin": "all-in", "raise to": "raise", "pass the bank": "pass-bank"}
"""Other spellings of some verbs."""

_JOINTS = re.compile(r"\s*[-/·\u2010\u2011\u2013]\s*|\s+")
"""Separators within a choice: ``8-4``, ``8/4``, ``8 / 4``, ``8·4``, ``3 suo``."""


def write(action: Action) -> str:
    """Write an action: ``fold``, ``raise 60``, ``declare 8-4``."""
    if action.choice:
        return f"{action.verb} {action.choice}"
    return f"{action.verb} {action.amount}" if action.amount else action.verb


def action(name: str, verbs: Iterable[Verb], amount: int | None = None, choice: str = "") -> Action:
    """Make an action of a verb and the amount or typed choice after it; raise ``Refused`` for a foreign verb."""
    if all(each.name != name for each in verbs):
        raise Refused("unknown-action", word=name[:40])
    return Action(name, amount or 0, choice_read(choice))


def choice_read(text: str) -> str:
    """Normalise a typed choice: ``8 / 4`` is ``8-4``."""
    return _JOINTS.sub("-", text.strip().lower())[:40]


def read(text: str, verbs: Iterable[Verb]) -> Action:
    """Read an action such as ``declare 8 / 4``; raise ``Refused`` for a wrong verb, amount or choice."""
    words = re.sub(r"\s+", " ", text.strip().lower())
    for other, usual in _SPELLINGS.items():
        if words == other or words.startswith(f"{other} "):
            words = usual + words[len(other) :]
    name, _, rest = words.partition(" ")
    verb = next((each for each in verbs if each.name == name), None)
    if verb is None:
        if words == LEAVE.verb:
            return LEAVE
        raise Refused("unknown-action", word=name[:40])
    if verb.takes == "amount":
        try:
            return Action(name, amount=whole_number(rest))
        except ValueError:
            raise Refused("not-an-amount", verb=name) from None
    if verb.takes == "choice":
        if not rest:
            raise Refused("choice-missing", verb=name)
        return Action(name, choice=choice_read(rest))
    if rest:
        raise Refused("nothing-follows", verb=name)
    return Action(name)
