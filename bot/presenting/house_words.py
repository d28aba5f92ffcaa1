"""House rules in words: names, values, sentences, changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bot.groups import GroupSettings, TableRules
from bot.presenting import ranges
from bot.presenting.presenters import TITLES
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import BadRule, HouseRules, Kind

RANGES: Mapping[str, str] = {"min_bet": "max_bet", "min_stake": "max_stake"}
"""Rules shown as a range, by the rule of its lower end."""

CHANGES_IN_LINE = 4
"""Most changes named in an announcement; more are counted."""


class Change(NamedTuple):
    """A rule that differs between two settings, in words."""

    where: str
    """The game, or all tables."""

    rule: str
    before: str
    after: str


def sections(game: str) -> dict[str, list[str]]:
    """Return rules of a game and its tables by section."""
    found: dict[str, list[str]] = {}
    for rules in (GAMES[game].rules, TableRules):
        for name, section in rules.sections().items():
            found.setdefault(section, []).append(name)
    return found


def rules_with(game: str, rule: str) -> type[HouseRules]:
    """Return the rules of the game or of the tables that have ``rule``; raise ``BadRule`` if none has."""
    for rules in (GAMES[game].rules, TableRules):
        if rule in rules.kinds():
            return rules
    raise BadRule("no-such-rule", rule=rule[:40])


def name_of(rule: str, translate: Translator) -> str:
    """Return the name of a rule for the beginning of a line."""
    name = translate(f"rule-name-{rule}")
    return name[:1].upper() + name[1:]


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
        return ranges.one_after_another([(each, each) for each in value], translate)
    return translate(f"choice-{rule}-{_key(value)}")


def choice_of(rule: str, kind: Kind, word: str, translate: Translator) -> str:
    """Return one word of a value in the reader's language."""
    if kind.choices == ("on", "off"):
        return translate("house-on" if word == "on" else "house-off")
    return translate(f"choice-{rule}-{_key(word)}", sentence="no", **dict.fromkeys(("besar_min", "kecil_max"), 0))


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
        value = _range(rules, name, translate) or value_of(rules, name, translate, in_sentence=True)
        phrase = translate(f"phrase-{name}", value=value, **_fields(rules))
        if any(other in changed for other, told in told_with.items() if told == name):
            phrase = translate("house-phrase-changed", phrase=phrase)
        phrases.append(phrase)
    told = ("; " if any(", " in phrase for phrase in phrases) else ", ").join(phrases)
    return translate("house-sentence", section=translate(f"house-section-{section}"), phrases=told)


def _range(rules: HouseRules, rule: str, translate: Translator) -> str:
    if rule not in RANGES:
        return ""
    least, most = _by_round(getattr(rules, rule)), _by_round(getattr(rules, RANGES[rule]))
    rounds = range(max(len(least), len(most)))
    return ranges.one_after_another(
        [(least[min(each, len(least) - 1)], most[min(each, len(most) - 1)]) for each in rounds], translate
    )


def _by_round(value: Any) -> Sequence[Any]:
    return value if isinstance(value, tuple) else (value,)


def now(game: str, rule: str, settings: GroupSettings, translate: Translator) -> str:
    value = value_of(settings.rules_of(game, rule), rule, translate)
    return translate("house-line", rule=name_of(rule, translate), value=value)


def line(game: str, rule: str, settings: GroupSettings, translate: Translator) -> str:
    """Return a rule in force, with the preset's value where it differs."""
    if rule not in settings.differences(game):
        return now(game, rule, settings, translate)
    name, value = name_of(rule, translate), value_of(settings.rules_of(game, rule), rule, translate)
    usual = value_of(settings.preset_of(game, rule), rule, translate)
    return translate("house-line-changed", rule=name, value=value, usual=usual)


def changes(before: GroupSettings, after: GroupSettings, translate: Translator) -> list[Change]:
    """Return all differing rules and presets."""
    found: list[Change] = []
    for game in GAMES:
        old, new = before.game(game), after.game(game)
        found += _preset_change(game, before, after, translate)
        found += _changes(TITLES[game], old.rules, new.rules, old.rules.differences(new.rules), translate)
    return found + _table_changes(before, after, translate)


def _changes_in_short(before: GroupSettings, after: GroupSettings, translate: Translator) -> list[Change]:
    """Return :func:`changes` without those that come with another preset."""
    found: list[Change] = []
    for game in GAMES:
        old, new = before.game(game), after.game(game)
        switched = _preset_change(game, before, after, translate)
        differing = old.rules.differences(new.rules)
        own = after.game_differences(game) if switched else differing
        names = [name for name in differing if name in own]
        found += [*switched, *_changes(TITLES[game], old.rules, new.rules, names, translate)]
    return found + _table_changes(before, after, translate)


def _preset_change(game: str, before: GroupSettings, after: GroupSettings, translate: Translator) -> list[Change]:
    old, new = before.game(game).preset, after.game(game).preset
    return [] if old == new else [Change(TITLES[game], translate("house-change-preset"), old, new)]


def _table_changes(before: GroupSettings, after: GroupSettings, translate: Translator) -> list[Change]:
    names = before.tables.differences(after.tables)
    return _changes(translate("house-change-tables"), before.tables, after.tables, names, translate)


def _changes(
    where: str, before: HouseRules, after: HouseRules, names: Iterable[str], translate: Translator
) -> list[Change]:
    return [
        Change(
            where,
            translate(f"rule-name-{name}"),
            value_of(before, name, translate),
            value_of(after, name, translate),
        )
        for name in names
    ]


def change_lines(before: GroupSettings, after: GroupSettings, translate: Translator) -> list[str]:
    """Return one line for each change, with its game."""
    return [_change(each, translate) for each in changes(before, after, translate)]


def changes_in_line(before: GroupSettings, after: GroupSettings, translate: Translator) -> str:
    """Name the first changes in one line, and count the rest."""
    told = ""
    found = _changes_in_short(before, after, translate)
    named = found[: CHANGES_IN_LINE if len(found) > CHANGES_IN_LINE + 1 else len(found)]
    for number, each in enumerate(named):
        same = number > 0 and each.where == named[number - 1].where
        words = translate("house-change", rule=each.rule, **{"from": each.before}, to=each.after)
        told += f", {words}" if same else f"{'; ' if told else ''}{_change(each, translate)}"
    left = len(found) - len(named)
    return translate("house-changes-more", changes=told, count=left) if left else told


def _change(change: Change, translate: Translator) -> str:
    return translate(
        "house-change-line", where=change.where, rule=change.rule, **{"from": change.before}, to=change.after
    )


def in_line(rules: HouseRules, differing: Iterable[str], translate: Translator) -> str:
    """Return some rules with their values in one line."""
    return ", ".join(
        translate("house-line", rule=translate(f"rule-name-{name}"), value=value_of(rules, name, translate))
        for name in differing
    )


def allowed(rules: type[HouseRules], name: str, translate: Translator) -> str:
    """Return the allowed values as typed."""
    kind: Kind = rules.kinds()[name]
    if kind.choices:
        if kind.many and not kind.reads("none"):
            return translate("allowed-all-in-order", choices=", ".join(kind.choices))
        return translate("allowed-in-order" if kind.many else "allowed-choices", choices=", ".join(kind.choices))
    least, most = kind.least or 0, kind.most or 0
    rounds = "yes" if kind.reads(f"{least},{most}") else "no"
    return translate("allowed-range", least=least, most=most, rounds=rounds, none="yes" if kind.reads("none") else "no")
