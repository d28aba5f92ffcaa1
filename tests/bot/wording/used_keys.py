"""What the program says: every key of the wording it uses, found in its source, and the values it gives each."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from bot.chats.discord_chat.guilds import ALL_PERMISSIONS, wording_key
from bot.chats.discord_chat.slash_commands import description_key, menu_key
from bot.chats.telegram_chat.bot_check import RIGHTS
from bot.commands import COMMANDS, SPECS
from bot.commands.parsing import _WRONG
from bot.dispatch.refusal_replies import OF_THE_LEDGER
from bot.features import FEATURES
from bot.games.qiuqiu.rules_pages import EXAMPLES as NAMED_HANDS
from bot.games.quandui.rules_pages import RUNGS
from bot.groups import TableRules
from bot.ledger.postings import RESULTS
from bot.wording import has
from engine.games import GAMES
from engine.house_rules import HouseRules
from engine.kookiew.cards import COLOURS, RANKS
from engine.qiuqiu.rules import SPECIALS

ROOT = Path(__file__).parents[3]
TRANSLATORS = {"in_language", "translator", "_translator"}
"""What returns a translator: ``in_language("id")("button-join")``."""

ASKERS = {"request", "press"}
"""Names of what has a translator: ``request.translate("answer-done")``."""

TELLERS = {"_say", "_refusal"}
"""Methods that translate their second argument."""

REFUSALS = {"Refusal", "Refused", "BadRule"}

OWN_MOVES = {"sit-down", "get-up"}
"""Reasons of transfers by which a player has neither more chips nor fewer, so that they stand in no statement."""

IN_ADVANCE = "answer-you-advance-*"
"""What somebody is answered who has decided before their turn."""

OUT_OF_SIGHT = {"left-in-pot", "practice"}
"""Reasons of transfers between accounts of no player, which stand in no statement."""


class Use(NamedTuple):
    """A place in the source at which something is said or refused."""

    key: str
    """The key; ``*`` where a part of it is only known when the program runs."""

    fields: frozenset[str] | None
    """The names of the values given, or ``None`` if they are only known when the program runs."""


def sources() -> dict[str, str]:
    """Every file of the program, by its path."""
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for package in ("bot", "engine")
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def calls(texts: Iterable[str]) -> list[ast.Call]:
    """Every call in these sources."""
    return [call for text in texts for call in _calls_in(text)]


@cache
def _calls_in(text: str) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]


def said(texts: Iterable[str]) -> list[Use]:
    """Every use of a translator, and every answer of a handler."""
    translated = [use for call in calls(texts) if _is_translator(call.func) for use in _uses(call, 0)]
    named = [(call, call.func.id) for call in calls(texts) if isinstance(call.func, ast.Name) and len(call.args) > 1]
    answers = [use for call, name in named if name == "answer" for use in _uses(call, 1) if "<" not in use.key]
    to_one = [call for call in calls(texts) if isinstance(call.func, ast.Attribute) and call.func.attr in TELLERS]
    return [
        *translated,
        *(use._replace(key=f"answer-{use.key}") for use in answers),
        *(use for call in to_one for use in _uses(call, 1) if use.key != "<action>"),
    ]


def refused(texts: Iterable[str]) -> list[Use]:
    """Every reason for which the program says no."""
    named = [call for call in calls(texts) if isinstance(call.func, ast.Name) and call.func.id in REFUSALS]
    uses = [use for call in named if call.args for use in _uses(call, 0)]
    tables = {
        "OF_THE_LEDGER": [Use(reason, frozenset()) for reason in OF_THE_LEDGER.values()],
        "_WRONG": [Use(reason, frozenset({"command"})) for reason in (*_WRONG.values(), "too-much")],
    }
    return [each for use in uses for each in next((told for name, told in tables.items() if name in use.key), [use])]


def noted(texts: Iterable[str]) -> list[Use]:
    """Every notice: what all at a place are told, what one is answered (``you-…``), and what one did (``did-…``)."""
    named = [call for call in calls(texts) if isinstance(call.func, ast.Name) and call.func.id == "Notice"]
    uses: list[Use] = []
    for call in named:
        fields: frozenset[str] | None = frozenset()
        if len(call.args) > 1:
            given = call.args[1]
            fields = None
            if isinstance(given, ast.Dict):
                fields = frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))
        uses.extend(use._replace(fields=fields) for use in _uses(call, 0))
    return uses


def wording_of_notice(key: str) -> str:
    """The key in the wording of a notice: of what all are told, what one is answered, or what one has done."""
    kind = {"you": "answer", "did": "toast"}.get(key.partition("-")[0], "notice")
    return f"{kind}-{key}"


MOVING = {"Movement", "Posting"}


def transferred(texts: Iterable[str]) -> set[str]:
    """Every reason for which chips move."""
    named = [call for call in calls(texts) if isinstance(call.func, ast.Name) and call.func.id == "Transfer"]
    for_many = [call for call in calls(texts) if isinstance(call.func, ast.Name) and call.func.id in MOVING]
    uses = [use for call in named if len(call.args) > 3 for use in _uses(call, 3)]
    uses += [use for call in for_many for use in _uses(call, 0)]
    return {use.key for use in uses if "<" not in use.key}


def offered(texts: Iterable[str]) -> set[str]:
    """Every offer of a menu."""
    named = [(call, getattr(call.func, "id", getattr(call.func, "attr", ""))) for call in calls(texts) if call.args]
    uses = [use for call, name in named if name in {"Offer", "_about", "_try_own"} for use in _uses(call, 0)]
    return {use.key for use in uses if "<" not in use.key}


def _is_translator(func: ast.expr) -> bool:
    if isinstance(func, ast.Name):
        return func.id == "translate"
    if isinstance(func, ast.Attribute):
        return func.attr == "translate" and isinstance(func.value, ast.Name) and func.value.id in ASKERS
    if isinstance(func, ast.Call):
        inner = func.func
        name = inner.attr if isinstance(inner, ast.Attribute) else inner.id if isinstance(inner, ast.Name) else ""
        return name in TRANSLATORS
    return False


def _uses(call: ast.Call, place: int) -> Iterator[Use]:
    known = all(keyword.arg is not None for keyword in call.keywords)
    fields = frozenset(str(keyword.arg) for keyword in call.keywords) if known else None
    for key in _keys(call.args[place]):
        yield Use(key, fields)


def _keys(written: ast.expr) -> list[str]:
    match written:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return _keys(body) + _keys(orelse)
        case ast.JoinedStr(values=values):
            return ["".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in values)]
    return [f"<{ast.unparse(written)}>"]


def families(texts: Iterable[str]) -> dict[str, set[str]]:
    """Every key with a part that is only known when the program runs, with all that it can become."""
    texts = list(texts)
    rules: list[type[HouseRules]] = [*(game.rules for game in GAMES.values()), TableRules]
    verbs = [verb for game in GAMES.values() for verb in game.verbs]
    in_advance = [verb for game in GAMES.values() for verb in game.advance_verbs]
    questions = {verb.name for verb in verbs if verb.takes == "amount"} | {"join", "rebuy"}
    choices = {verb.name for verb in verbs if verb.takes == "choice"}
    shown = {each.name for spec in COMMANDS for each in spec.parameters}
    # One that was stored and is told later has its words where it was made.
    of_features = _families_of_features()
    noticed = {wording_of_notice(use.key) for use in noted(texts) if "<" not in use.key}
    return {
        "<spec.key>": {spec.key for spec in COMMANDS} | {f"command-{verb.name}" for verb in verbs},
        "house-section-*": {f"house-section-{section}" for each in rules for section in each.sections().values()},
        "rule-*": {f"rule-{name}" for each in rules for name in each.kinds() if has(f"rule-{name}")},
        "rule-name-*": {f"rule-name-{name}" for each in rules for name in each.kinds()},
        "phrase-*": {f"phrase-{name}" for each in rules for name in each.kinds() if has(f"phrase-{name}")},
        "choice-*-*": {
            f"choice-{name}-{word.replace('+', '-')}"
            for each in rules
            for name, kind in each.kinds().items()
            if kind.choices != ("on", "off")
            for word in (*kind.choices, *(["none"] if kind.many and kind.reads("none") else []))
        },
        "refused-*": {f"refused-{use.key}" for use in refused(texts)},
        "answer-*": {key for key in noticed if key.startswith("answer-") and key != IN_ADVANCE}
        | {IN_ADVANCE.replace("*", verb.name) for verb in in_advance},
        "notice-*": {key for key in noticed if key.startswith("notice-")},
        "toast-*": {key for key in noticed if key.startswith("toast-")},
        "reason-*": {
            f"reason-{reason}" for reason in {*RESULTS, "grant", "take", *transferred(texts)} - OWN_MOVES - OUT_OF_SIGHT
        },
        "offer-*": {f"offer-{name}" for name in offered(texts) if has(f"offer-{name}")},
        "button-*": {f"button-{name}" for name in offered(texts) if not has(f"offer-{name}")}
        | {f"button-{verb.name}" for verb in verbs}
        | of_features.pop("button-*", set()),
        "button-advance-*": {f"button-advance-{verb.name}" for verb in in_advance if verb.button},
        "suggested-advance-*": {f"suggested-advance-{verb.name}" for verb in in_advance},
        "ask-*": {f"ask-{verb}" for verb in questions | choices},
        "hint-*": {f"hint-{verb}" for verb in choices},
        "move-*": {f"move-{verb.name}" for verb in verbs},
        "special-*": {f"special-{kind}" for kind in (*SPECIALS, "quan-dui", "broken-bank")},
        "special-*-words": {f"special-{label}-words" for label in SPECIALS},
        "pot-*": {"pot-high", "pot-low"},
        "discord-group-*": {
            f"discord-group-{each}" for each in {spec.discord.rpartition(" ")[0] for spec in COMMANDS} if each
        },
        "parameter-*": {f"parameter-{each.name}" for spec in SPECS for each in spec.parameters} | {"parameter-part"},
        "<description_key(each.name)>": {description_key(each) for each in ("part", *shown)},
        "<key>": {*(wording_key(name) for name in ALL_PERMISSIONS), *RIGHTS.values()},
        "<wording_key(name)>": {wording_key(name) for name in ALL_PERMISSIONS},
        "<menu_key(use.spec)>": {menu_key(spec) for spec in COMMANDS if spec.user_menu},
        "hand-*": {"hand-bidding", "hand-staking"},
        "private-*": {
            *("private-bidding", "private-staking", "private-showing"),
            *("private-win-first", "private-nearer"),
        },
        "why-*": {
            *("why-seri", "why-special", "why-specials", "why-special-seri"),
            *("why-colour", "why-piece", "why-second-colour"),
            *("why-win-first", "why-nearer"),
        },
        "why-*-*": {f"why-{part}-{pair}-pair" for part in ("high", "low") for pair in ("first", "second")},
        "why-*-half": {"why-high-half", "why-low-half"},
        "event-bank-*": {f"event-bank-{why}" for why in ("given-up", "left", "too-small", "in-turn")},
        "choice-colours-*": {f"choice-colours-{colour}" for colour in COLOURS},
        "piece-*": {f"piece-{rank}" for rank in RANKS},
        "rules-koo-kiew-step-*": {"rules-koo-kiew-step-you", "rules-koo-kiew-step-banker"},
        "rules-rung-*": {
            *("rules-rung-you", "rules-rung-banker"),
            *(f"rules-rung-{each}" for each in (*NAMED_HANDS, *RUNGS)),
        },
        "rules-rung-*-pays": {f"rules-rung-{each}-pays" for each in RUNGS},
        **of_features,
    }


def _families_of_features() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for feature in FEATURES:
        if (ROOT / "tests" / "features" / feature / "families.py").is_file():
            found |= import_module(f"tests.features.{feature}.families").FAMILIES
    return found


def all_keys(texts: Iterable[str]) -> set[str]:
    """Every key the program can use.

    Raises:
        LookupError: a key is put together in a way that :func:`families` does not know.
    """
    texts = list(texts)
    known = families(texts)
    keys: set[str] = set().union(*known.values())
    for use in said(texts):
        if "*" not in use.key and "<" not in use.key:
            keys.add(use.key)
        elif use.key not in known:
            raise LookupError(f"nobody knows what {use.key} can become")
    return keys
