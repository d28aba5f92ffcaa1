"""Stories of hands in text files: who sits there with which cards, what is played, and what comes of it.

    # QQ-23, QQ-30: a sole survivor shows nothing
    seats: Ani 500 KIU_KIU, Budi 500, Citra 500
    play: Ani bet 50 · Budi fold · Citra fold
    told: Citra folds / 50 back to Ani / Ani takes 30

``told`` are the latest lines of the story. A key with a dot looks at the round (``round.staked``), at what everybody
sees (``all.stacks``), at the latest event or at what a player sees (``Budi.owed``). Words in capitals are named at the
top of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.house_rules import GameRules
from engine.play import Action
from engine.refusal import Refused
from tests.engine.storytelling import Told

SETTING = ("seats", "rules", "dealer", "bidder", "carried", "streak", "stock")
"""Keys that say from what a hand is dealt; all others are played or looked at in their order."""

CARDS = ("newest", "offered", "partner", "completing", "exposed", "discards", "singles")
"""Attributes of views that are cards."""


class Story(NamedTuple):
    """One hand, and how it is told."""

    title: str
    lines: tuple[tuple[str, str], ...]

    @property
    def setting(self) -> dict[str, str]:
        """What the hand is dealt from."""
        return {key: value for key, value in self.lines if key in SETTING}

    @property
    def seats(self) -> dict[str, tuple[int, str]]:
        """The chips and cards of everybody who sits there."""
        found = (each.split() for each in self.setting["seats"].split(", "))
        return {name: (int(chips), " ".join(cards)) for name, chips, *cards in found}


def stories(file: Path) -> pytest.MarkDecorator:
    """Parametrize a test with the stories of a file."""
    text = file.read_text(encoding="utf-8")
    named = dict(re.findall(r"^([A-Z_]+) = (.+)$", text, re.MULTILINE))
    for name, cards in named.items():
        named[name] = _spelled_out(cards, named)
    found = []
    for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        title, *lines = part.strip().splitlines()
        pairs = (_spelled_out(line, named).partition(": ") for line in lines)
        found.append(Story(title, tuple((key, value) for key, _, value in pairs)))
    return pytest.mark.parametrize("story", found, ids=[each.title for each in found])


def _spelled_out(text: str, named: Mapping[str, str]) -> str:
    return re.sub(r"\b[A-Z_]{2,}\b", lambda word: named.get(word[0], word[0]), text)


def rules_told(text: str, usual: GameRules, presets: Mapping[str, Any]) -> Any:
    """Read ``ninety-nine; ante 20``: a preset, if one is named, and other rules."""
    rules: GameRules = usual
    for each in filter(None, text.split("; ")):
        name, _, value = each.partition(" ")
        rules = rules.replace(name, value) if value else presets[name]
    return rules


def retold(story: Story, hand: Told[Any], **looks: Callable[[str], Any]) -> None:
    """Play a story, and compare what it tells; ``looks`` are further keys, by what stands behind them."""
    question = -1
    for key, value in story.lines:
        if key == "play":
            hand.play(value)
        elif key == "question":
            assert (hand.now.question > question) == (value == "new"), "a button of an earlier turn would be pressed"
            question = hand.now.question
        elif key == "refused":
            part, _, reason = value.partition(": ")
            with pytest.raises(Refused) as refused:
                hand.do(part)
            told = [refused.value.reason, *(f"{name}={field}" for name, field in refused.value.fields.items())]
            assert " ".join(told) == reason, value
        elif key.startswith(("holds ", "lacks ")):
            what, _, name = key.partition(" ")
            assert [each in hand.can_prove(name) for each in value.split(", ")] == [what == "holds"] * (
                value.count(", ") + 1
            ), f"{key}: {value}"
        elif key not in SETTING:
            assert f"{key}: {seen(hand, key, value.count(' / ') + 1, looks)}" == f"{key}: {value}"


def seen(hand: Told[Any], key: str, lines: int, looks: Mapping[str, Callable[[str], Any]]) -> str:
    """Look at a hand as a key says."""
    what, _, name = key.partition(" ")
    look: dict[str, Callable[[], Any]] = {
        "told": lambda: " / ".join(hand.lines[-lines:]),
        "asked": lambda: hand.asked,
        "offered": lambda: hand.offered(name),
        "opened": lambda: hand.opened,
        "proves": lambda: hand.can_prove(name),
        "asks": lambda: hand.asks(name),
        "won": lambda: [f"{who} {chips}" for who, chips in hand.won.items()],
        "next": lambda: hand.next_dealer,
    }
    if what in looks:
        return written(looks[what](name))
    if what in look:
        return written(look[what]())
    who, dot, path = what.partition(".")
    who, path = (who, path) if dot else ("", what)
    places: dict[str, Callable[[], Any]] = {
        "": lambda: hand,
        "round": lambda: hand.now,
        "all": lambda: hand.now.view(None),
        "latest": lambda: hand.events[-1],
    }
    place = places.get(who, lambda: hand.view(who))()
    found = attrgetter(path)(place)
    return written(cards_named(hand, found) if path.rpartition(".")[2] in CARDS else found)


def cards_named(hand: Told[Any], found: Any) -> Any:
    """Name cards, one or many."""
    if isinstance(found, tuple) and not hasattr(found, "card"):
        return [cards_named(hand, each) for each in found]
    return None if found is None else hand.game.card_names[getattr(found, "card", found)]


def written(found: Any) -> str:
    """Write whatever is looked at."""
    if isinstance(found, Action):
        return found.text
    if isinstance(found, Iterable) and not isinstance(found, str):
        return ", ".join(map(written, found)) or "none"
    return "none" if found is None or found == "" else str(found)
