"""House rules in force, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.groups import GroupSettings, TableRules
from bot.presenting import bets
from bot.wording import Translator, has
from engine.games import GAMES
from engine.house_rules import HouseRules

RANGES: Mapping[str, str] = {"min_bet": "max_bet", "min_stake": "max_stake"}
"""Rules shown as a range, by the rule of its lower end."""


def sections(game: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for rules in (GAMES[game].rules, TableRules):
        for name, section in rules.sections().items():
            found.setdefault(section, []).append(name)
    return found


def value_of(rules: HouseRules, rule: str, translate: Translator, *, in_sentence: bool = False) -> str:
    value = getattr(rules, rule)
    kind = rules.kinds()[rule]
    if kind.many:
        fields = {**_fields(rules), "sentence": "yes" if in_sentence else "no"}
        return ", ".join(translate(f"choice-{rule}-{_key(word)}", **fields) for word in value or ("none",))
    if value is None:
        return translate("house-no-limit")
    if isinstance(value, bool):
        return translate("house-on" if value else "house-off")
    if isinstance(value, int):
        return translate("house-number", amount=value)
    if isinstance(value, tuple):
        return bets.one_after_another([(each, each) for each in value], translate)
    return translate(f"choice-{rule}-{_key(value)}")


def _key(word: str) -> str:
    return word.replace("+", "-")


def _fields(rules: HouseRules) -> dict[str, str | int]:
    texts = rules.texts()
    return {
        name: value if isinstance(value := getattr(rules, name), int) and not isinstance(value, bool) else text
        for name, text in texts.items()
    }


def sentence(game: str, section: str, settings: GroupSettings, translate: Translator) -> str:
    """Return a section in one sentence, with a mark at deviations from the preset."""
    changed = settings.differences(game)
    phrases: list[str] = []
    for name in sections(game)[section]:
        rules = settings.rules_of(game, name)
        told_with = rules.told_with()
        if told_with[name] != name:
            continue
        phrase = _phrase(rules, name, translate)
        if not has(f"phrase-{name}"):
            phrase = _line(name, phrase, translate)
        if any(other in changed for other, told in told_with.items() if told == name):
            phrase = translate("house-phrase-changed", phrase=phrase)
        phrases.append(phrase)
    told = ("; " if any(", " in phrase for phrase in phrases) else ", ").join(phrases)
    return translate("house-sentence", section=translate(f"house-section-{section}"), phrases=told)


def _phrase(rules: HouseRules, rule: str, translate: Translator) -> str:
    """Return a rule as a part of its section's sentence, or its value alone."""
    value = _range(rules, rule, translate) or value_of(rules, rule, translate, in_sentence=True)
    return translate(f"phrase-{rule}", value=value, **_fields(rules)) if has(f"phrase-{rule}") else value


def told(rules: HouseRules, *names: str, translate: Translator) -> tuple[str, ...]:
    """Return a sentence for each rule: its explanation, or its name and value."""
    return tuple(_told(rules, name, translate) for name in names)


def _told(rules: HouseRules, rule: str, translate: Translator) -> str:
    if has(f"rule-{rule}"):
        return translate(f"rule-{rule}")
    said = _line(rule, _phrase(rules, rule, translate), translate)
    return f"{said[:1].upper()}{said[1:]}."


def _line(rule: str, value: str, translate: Translator) -> str:
    return translate("house-line", rule=translate(f"rule-name-{rule}"), value=value)


def _range(rules: HouseRules, rule: str, translate: Translator) -> str:
    if rule not in RANGES:
        return ""
    least, most = _by_round(getattr(rules, rule)), _by_round(getattr(rules, RANGES[rule]))
    rounds = range(max(len(least), len(most)))
    return bets.one_after_another(
        [(least[min(each, len(least) - 1)], most[min(each, len(most) - 1)]) for each in rounds], translate
    )


def _by_round(value: Any) -> Sequence[Any]:
    return value if isinstance(value, tuple) else (value,)


def in_line(rules: HouseRules, differing: Iterable[str], translate: Translator) -> str:
    return ", ".join(_line(name, value_of(rules, name, translate), translate) for name in differing)
