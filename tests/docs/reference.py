"""The reference pages, which `make docs` writes from the code."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

import bot.features.installed  # noqa: F401 - features declare their commands
from bot.commands import COMMANDS
from bot.games.kookiew.four_colour_cards import PIECES
from bot.groups import GroupSettings, TableRules
from bot.presenting import house_words
from bot.presenting.presenters import TITLES
from bot.wording import has, in_language
from engine.games import GAMES
from engine.house_rules import GameRules, HouseRules
from engine.kookiew.cards import COLOURS, PACK, PLAYING_CARDS, POINTS, RANKS, SUITS
from tests.docs import reliability
from tests.docs.tables import table

DOCS = Path(__file__).parents[2] / "docs"
translate = in_language("en")

SHARED = {*GameRules.sections().values(), *TableRules.sections().values()}
"""Sections of rules that all games share."""


def house_rules() -> str:
    """Tell the meaning, the values and the usual value of every house rule."""
    from bot.features.house_rules.exchange import exported

    parts = [
        "# House rules",
        "Every group plays by its own rules. `/house` shows them in sentences; admins press a group of rules, a rule,\n"
        "its value and *Apply*, or type `/house set RULE VALUE` or `/house preset PRESET`.\n"
        "A change takes effect with the next hand, and `/house undo` takes it back.",
        "`/house save NAME` saves the rules in force as a preset of the group, `/house presets` lists all presets,\n"
        "and `/house compare PRESET` shows how one differs from the rules in force.\n"
        "`/house export` gives the whole house as one text, such as\n"
        f"`{exported(GroupSettings().with_rule('qiuqiu', 'ante', '20'))}`,\n"
        "and `/house import` takes it over in another group.",
        "Codes such as QQ-12 lead to the [decisions](decisions.md).\n"
        "This page is written from the code by `make docs`.",
    ]
    for name, game in GAMES.items():
        own = [each for each in house_words.sections(name) if each not in SHARED]
        parts += [f"## {TITLES[name]}", _sentences(name, own), *_sections(game.rules, leave_out=GameRules.kinds())]
        parts += [f"### The presets of {TITLES[name]}", *_presets(game.presets)]
    first = next(iter(GAMES))
    shared = [each for each in house_words.sections(first) if each in SHARED]
    parts += ["## Every game", _sentences(first, shared), *_sections(GameRules, TableRules)]
    return "\n\n".join(parts) + "\n"


def _sentences(game: str, sections: Iterable[str]) -> str:
    """Tell the usual rules of some sections in sentences, as ``/house`` shows them."""
    told = [house_words.sentence(game, section, GroupSettings(), translate) for section in sections]
    return "The usual rules in short:\n\n" + "\n".join(f"- {each.removeprefix('• ')}" for each in told)


def _sections(*sets: type[HouseRules], leave_out: Collection[str] = ()) -> list[str]:
    from bot.features.house_rules.values import allowed, name_of

    rows: dict[str, list[tuple[str, ...]]] = {}
    for rules in sets:
        usual, decided = rules().texts(), _decisions(rules)
        for name, section in rules.sections().items():
            if name in leave_out:
                continue
            row = (
                name_of(name, translate),
                f"`{name}`",
                _meaning(rules, name),
                allowed(rules, name, translate),
                f"`{usual[name]}`",
                decided[name],
            )
            rows.setdefault(section, []).append(row)
    head = ("rule", "as typed", "what it means", "values", "usual", "decided in")
    parts = []
    for section, lines in rows.items():
        parts.append(f"### {translate(f'house-section-{section}')}")
        # Seconds and buy-ins are settled by no description of a game.
        width = len(head) if any(line[-1] for line in lines) else len(head) - 1
        parts.append(table(head[:width], [line[:width] for line in lines]))
    return parts


def _meaning(rules: type[HouseRules], name: str) -> str:
    """Return the explanation of a rule, or the meaning of each of its values."""
    from bot.features.house_rules.values import choice_of

    if has(f"rule-{name}"):
        return translate(f"rule-{name}")
    kind = rules.kinds()[name]
    if kind.choices == ("on", "off"):
        return ""
    return " · ".join(f"{word}: {choice_of(name, kind, word, translate)}" for word in kind.choices)


def _decisions(rules: type[HouseRules]) -> dict[str, str]:
    """Find the codes in the docstring of each field."""
    codes = dict.fromkeys(rules.kinds(), "")
    for each in rules.__mro__[: rules.__mro__.index(HouseRules)]:
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, words in zip(body.body, body.body[1:], strict=False):
            match field, words:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                    codes[name] = ", ".join(re.findall(r"\b[A-Z]{2}-\d+\b", text))
    return codes


def _presets(presets: Iterable[str]) -> list[str]:
    game = next(game for game in GAMES.values() if game.presets is presets)
    texts = {name: rules.texts() for name, rules in game.presets.items()}
    first, *others = texts.values()
    names = [name for name in first if any(other[name] != first[name] for other in others)]
    rows = [(f"`{name}`", *(f"`{each[name]}`" for each in texts.values())) for name in names]
    return [
        f"`/open {game.name} PRESET` plays by a preset; the usual one is `{next(iter(texts))}`. "
        "They differ in these rules:",
        table(("rule", *(f"`{name}`" for name in texts)), rows),
    ]


def commands() -> str:
    """Tell the use, the effect and the permission of every command."""
    parts = [
        "# Commands",
        "Every command can be typed with or without its slash; a button does the same.\n"
        "Parts in brackets may be left out.\n"
        "Amounts are whole chips in plain digits.",
        "This page is written from the code by `make docs`.",
    ]
    sections: dict[str, list[tuple[str, ...]]] = {}
    for spec in COMMANDS:
        who = translate(f"help-who-{spec.who.value}").removeprefix("For ").removesuffix(".")
        sections.setdefault(spec.section, []).append((f"`{spec.usage(translate)}`", translate(spec.key), who))
    for section, rows in sections.items():
        parts += [f"## {translate(f'help-section-{section}')}", table(("command", "what it does", "who"), rows)]
    return "\n\n".join(parts) + "\n"


def koo_kiew_pack() -> str:
    """Tell which playing card stands for each card of Koo Kiew."""
    head = ("", *(f"{translate(f'choice-colours-{colour}')} {SUITS[colour]}" for colour in COLOURS), "counts")
    rows = [
        (
            f"{PIECES[rank][0]} {translate(f'piece-{rank}')}",
            *(PLAYING_CARDS[rank] + SUITS[colour] for colour in COLOURS),
            str(POINTS[RANKS.index(rank)]),
        )
        for rank in RANKS
    ]
    parts = [
        "# A pack for Koo Kiew, made at home",
        f"Koo Kiew is played with {len(PACK)} four-colour cards: seven pieces in four colours, four of each.\n"
        "Four ordinary packs will do instead.\n"
        "Take the 5, 6, 7, 8, 9 and 10 and the jokers out of each, and read the rest like this:",
        table(head, rows),
        "Pieces and colours stand here in their usual order, the highest first; "
        "the house rule `colours` may order the colours otherwise.\n"
        "Points run the other way.\n"
        "Decisions KK-1, KK-2 and KK-8 in the [list](decisions.md) say why the pack is as it is.",
        "This page is written from the code by `make docs`.",
    ]
    return "\n\n".join(parts) + "\n"


PAGES: Mapping[str, Callable[[], str]] = {
    "house-rules.md": house_rules,
    "commands.md": commands,
    "koo-kiew-pack.md": koo_kiew_pack,
    "reliability.md": reliability.page,
}


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        (DOCS / name).write_text(PAGES[name](), encoding="utf-8")
