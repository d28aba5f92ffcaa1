from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bot.features.house_rules.rule_drafts import Draft, may
from bot.groups import GroupSettings, TableRules
from bot.messages import AmountQuestion
from bot.presenting.house_words import value_of
from bot.presenting.presenters import TITLES
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import BadRule, HouseRules, Kind, cut_short

MOST_LISTED: Final = 24
"""Longest list of amounts; a wider range offers only likely ones."""

CHANGES_IN_LINE: Final = 4
"""Others are counted."""


def rules_with(game: str, rule: str) -> type[HouseRules]:
    """Return those of the game or of tables that have ``rule``; raise ``BadRule`` if none has."""
    for rules in (GAMES[game].rules, TableRules):
        if rule in rules.kinds():
            return rules
    raise BadRule("no-such-rule", rule=rule[:40])


def name_of(rule: str, translate: Translator) -> str:
    name = translate(f"rule-name-{rule}")
    return name[:1].upper() + name[1:]


def names(game: str) -> list[str]:
    return [*GAMES[game].rules.kinds(), *TableRules.kinds()]


def _usual(game: str, rule: str, settings: GroupSettings) -> HouseRules:
    """Return the rules to compare with: preset or usual table."""
    if rule in TableRules.kinds():
        return TableRules()
    return settings.existing_preset(game, settings.game(game).preset)


def line(game: str, rule: str, settings: GroupSettings, translate: Translator) -> str:
    """Return a rule in force, with the preset's value where it differs."""
    name, value = name_of(rule, translate), value_of(settings.rules_of(game, rule), rule, translate)
    if rule not in settings.differences(game):
        return translate("house-line", rule=name, value=value)
    usual = value_of(_usual(game, rule, settings), rule, translate)
    return translate("house-line-changed", rule=name, value=value, usual=usual)


def choice_of(rule: str, kind: Kind, word: str, translate: Translator) -> str:
    if kind.choices == ("on", "off"):
        return translate("house-on" if word == "on" else "house-off")
    fields = dict.fromkeys(("besar_min", "kecil_max"), 0)
    return translate(f"choice-{rule}-{word.replace('+', '-')}", sentence="no", **fields)


def allowed(rules: type[HouseRules], name: str, translate: Translator) -> str:
    kind: Kind = rules.kinds()[name]
    if kind.choices:
        if kind.many and not kind.reads("none"):
            return translate("allowed-all-in-order", choices=", ".join(kind.choices))
        choices = ", ".join(kind.choices)
        return translate("allowed-in-order", choices=choices) if kind.many else choices
    least, most = kind.least or 0, kind.most or 0
    rounds = "yes" if kind.reads(f"{least},{most}") else "no"
    return translate("allowed-range", least=least, most=most, rounds=rounds, none="yes" if kind.reads("none") else "no")


# --- changes ---------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    where: str
    """The game, or all tables."""

    rule: str
    before: str
    after: str

    def told(self, translate: Translator, *, with_place: bool = True) -> str:
        told = translate("house-change", rule=self.rule, **{"from": self.before}, to=self.after)
        return translate("house-line", rule=self.where, value=told) if with_place else told


def change_lines(before: GroupSettings, after: GroupSettings, translate: Translator) -> list[str]:
    return [each.told(translate) for each in _changes(before, after, translate, in_short=False)]


def changes_in_line(before: GroupSettings, after: GroupSettings, translate: Translator) -> str:
    """Name the first changes in one line, and count the rest; those of a preset are left out."""
    told = ""
    found = _changes(before, after, translate, in_short=True)
    named = found[: CHANGES_IN_LINE if len(found) > CHANGES_IN_LINE + 1 else len(found)]
    for number, each in enumerate(named):
        same = number > 0 and each.where == named[number - 1].where
        between = "" if not told else ", " if same else "; "
        told += between + each.told(translate, with_place=not same)
    left = len(found) - len(named)
    return translate("house-changes-more", changes=told, count=left) if left else told


def _changes(before: GroupSettings, after: GroupSettings, translate: Translator, *, in_short: bool) -> list[Change]:
    found: list[Change] = []

    def add(where: str, old: HouseRules, new: HouseRules, names: Iterable[str]) -> None:
        for name in names:
            values = value_of(old, name, translate), value_of(new, name, translate)
            found.append(Change(where, translate(f"rule-name-{name}"), *values))

    for game, title in TITLES.items():
        old, new = before.game(game), after.game(game)
        names = list(old.rules.differences(new.rules))
        if old.preset != new.preset:
            found.append(Change(title, translate("house-change-preset"), old.preset, new.preset))
            if in_short:
                own = after.game_differences(game)
                names = [name for name in names if name in own]
        add(title, old.rules, new.rules, names)
    add(translate("house-change-tables"), before.tables, after.tables, before.tables.differences(after.tables))
    return found


# --- values that menus offer -----------------------------------------------------------------------------------


class Offer(NamedTuple):
    label: str
    value: str
    """The value as typed."""


def offers(game: str, rule: str, draft: Draft, translate: Translator) -> list[Offer]:
    """Return its possible values, the present one marked."""
    rules = draft.wanted.rules_of(game, rule)
    kind = rules.kinds()[rule]
    if not kind.many:
        now = rules.texts()[rule]
        found: Iterable[Offer] = (
            Offer(translate("house-chosen", choice=label) if value == now else label, value)
            for value, label in _labelled(game, rule, draft, translate)
        )
    else:
        found = _arrangements(rules, rule, kind, translate)
    return [each for each in found if may(draft.with_rule, game, rule, each.value)]


def _labelled(game: str, rule: str, draft: Draft, translate: Translator) -> Iterator[tuple[str, str]]:
    kind = draft.wanted.rules_of(game, rule).kinds()[rule]
    if kind.choices:
        for word in kind.choices:
            yield word, choice_of(rule, kind, word, translate)
        return
    for value in dict.fromkeys(_amounts(game, rule, draft.wanted)):
        if may(draft.with_rule, game, rule, value):
            yield value, value_of(draft.with_rule(game, rule, value).wanted.rules_of(game, rule), rule, translate)


def _amounts(game: str, rule: str, wanted: GroupSettings) -> list[str]:
    rules, usual = wanted.rules_of(game, rule), _usual(game, rule, wanted)
    kind, none = rules.kinds()[rule], ["none"]
    least, most = kind.least or 0, kind.most or 0
    if not kind.reads("none"):
        if most - least < MOST_LISTED:
            return [str(each) for each in range(least, most + 1)]
        none = []
    now = next(_likely(game, rule, wanted))
    rounds = [f"{now},{2 * now}", f"{now},{2 * now},{4 * now}"] if kind.reads(f"{least},{least}") else []
    present = [rules.texts()[rule], usual.texts()[rule]]
    return [*none, *present, *(str(each) for each in (now // 2, now * 2, now * 5)), *rounds]


def _arrangements(rules: HouseRules, rule: str, kind: Kind, translate: Translator) -> Iterator[Offer]:
    now: tuple[str, ...] = getattr(rules, rule)

    def value(words: Iterable[str]) -> str:
        return cut_short(words, kind.choices) or "none"

    for place, word in enumerate(now):
        label = choice_of(rule, kind, word, translate)
        yield Offer(translate("house-chosen", choice=label), value(each for each in now if each != word))
        if place:
            moved = (*now[: place - 1], word, now[place - 1], *now[place + 1 :])
            yield Offer(translate("house-move-up", choice=label), value(moved))
    for word in kind.choices:
        if word not in now:
            yield Offer(translate("house-add", choice=choice_of(rule, kind, word, translate)), value((*now, word)))


def amount_question(game: str, rule: str, draft: Draft, translate: Translator) -> AmountQuestion | None:
    """Return the question for an amount, or ``None`` without a choice; raise ``BadRule`` for an unknown rule."""
    kind = rules_with(game, rule).kinds()[rule]
    if kind.least is None or kind.most is None:
        return None

    def furthest(possible: int, end: int) -> int:
        """Return the possible amount nearest to ``end``; possible amounts have no gaps."""
        if may(draft.with_rule, game, rule, str(end)):
            return end
        while abs(end - possible) > 1:
            middle = (possible + end) // 2
            possible, end = (middle, end) if may(draft.with_rule, game, rule, str(middle)) else (possible, middle)
        return possible

    likely = (*_likely(game, rule, draft.wanted), kind.least, kind.most)
    middle = next((each for each in likely if may(draft.with_rule, game, rule, str(each))), None)
    if middle is None:
        return None
    least, most = furthest(middle, kind.least), furthest(middle, kind.most)
    if least == most:
        return None
    prompt = translate("house-ask-amount", rule=name_of(rule, translate), least=least, most=most)
    return AmountQuestion(prompt, least, most)


def _likely(game: str, rule: str, wanted: GroupSettings) -> Iterator[int]:
    """Yield the amounts in force, those of the preset, and the least possible."""
    for rules in (wanted.rules_of(game, rule), _usual(game, rule, wanted)):
        value = getattr(rules, rule)
        yield from (each for each in (value if isinstance(value, tuple) else (value,)) if each is not None)
    yield wanted.rules_of(game, rule).kinds()[rule].least or 0
