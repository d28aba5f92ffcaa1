"""Values that menus offer for a rule; none would be refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.groups import GroupSettings
from bot.messages import AmountQuestion
from bot.presenting.house_words import choice_of, name_of, rules_with, value_of
from bot.wording import Translator
from engine.house_rules import BadRule, HouseRules, Kind, cut_short

MOST_LISTED = 24
"""Longest list of amounts; a wider range offers only likely ones."""


class Offer(NamedTuple):
    """A value for a rule."""

    label: str
    value: str
    """The value as typed."""


def offers(game: str, rule: str, wanted: GroupSettings, translate: Translator) -> list[Offer]:
    """Return the values for a rule, the present one marked."""
    rules = wanted.rules_of(game, rule)
    kind = rules.kinds()[rule]
    if kind.many:
        found: Iterable[Offer] = _arrangements(rules, rule, kind, translate)
    elif kind.choices:
        found = _choices(rules, rule, kind, translate)
    else:
        found = _amounts(game, rule, wanted, translate)
    return [each for each in found if can_be(game, rule, each.value, wanted)]


def can_be(game: str, rule: str, value: str, wanted: GroupSettings) -> bool:
    """Return true if a rule can have a value beside all other rules."""
    try:
        wanted.with_rule(game, rule, value).check_change(wanted)
    except BadRule:
        return False
    return True


def amount_question(game: str, rule: str, wanted: GroupSettings, translate: Translator) -> AmountQuestion | None:
    """Return the question for an amount, or ``None`` if there is nothing to choose; raise ``BadRule`` for an unknown
    rule.
    """
    kind = rules_with(game, rule).kinds()[rule]
    if kind.least is None or kind.most is None:
        return None
    middle = next((each for each in _likely(game, rule, wanted) if can_be(game, rule, str(each), wanted)), None)
    if middle is None:
        return None
    least = _furthest(game, rule, wanted, middle, kind.least)
    most = _furthest(game, rule, wanted, middle, kind.most)
    if least == most:
        return None
    prompt = translate("house-ask-amount", rule=name_of(rule, translate), least=least, most=most)
    return AmountQuestion(prompt, least, most)


def _furthest(game: str, rule: str, wanted: GroupSettings, possible: int, end: int) -> int:
    """Return the possible amount nearest to ``end``; possible amounts have no gaps."""
    if can_be(game, rule, str(end), wanted):
        return end
    while abs(end - possible) > 1:
        middle = (possible + end) // 2
        if can_be(game, rule, str(middle), wanted):
            possible = middle
        else:
            end = middle
    return possible


def _likely(game: str, rule: str, wanted: GroupSettings) -> Iterator[int]:
    for rules in (wanted.rules_of(game, rule), wanted.preset_of(game, rule)):
        value = getattr(rules, rule)
        for each in value if isinstance(value, tuple) else (value,):
            if each is not None:
                yield each
    kind = wanted.rules_of(game, rule).kinds()[rule]
    assert kind.least is not None
    assert kind.most is not None
    yield from (kind.least, kind.most)


def _choices(rules: HouseRules, rule: str, kind: Kind, translate: Translator) -> Iterator[Offer]:
    now = rules.texts()[rule]
    for word in kind.choices:
        label = choice_of(rule, kind, word, translate)
        yield Offer(translate("house-chosen", choice=label) if word == now else label, word)


def _arrangements(rules: HouseRules, rule: str, kind: Kind, translate: Translator) -> Iterator[Offer]:
    now: tuple[str, ...] = getattr(rules, rule)

    def value(words: Iterable[str]) -> str:
        return cut_short(words, kind.choices) or "none"

    for place, word in enumerate(now):
        label = choice_of(rule, kind, word, translate)
        yield Offer(translate("house-take-away", choice=label), value(each for each in now if each != word))
        if place:
            moved = (*now[: place - 1], word, now[place - 1], *now[place + 1 :])
            yield Offer(translate("house-move-up", choice=label), value(moved))
    for word in kind.choices:
        if word not in now:
            yield Offer(translate("house-add", choice=choice_of(rule, kind, word, translate)), value((*now, word)))


def _amounts(game: str, rule: str, wanted: GroupSettings, translate: Translator) -> Iterator[Offer]:
    rules, usual = wanted.rules_of(game, rule), wanted.preset_of(game, rule)
    kind = rules.kinds()[rule]
    now = next(_likely(game, rule, wanted))
    few = kind.least is not None and kind.most is not None and kind.most - kind.least < MOST_LISTED
    if few and not kind.reads("none"):
        values = map(str, range(kind.least or 0, (kind.most or 0) + 1))
        yield from _labelled(game, rule, values, wanted, translate)
        return
    by_round = kind.reads(f"{kind.least},{kind.least}")
    likely = [
        *(["none"] if kind.reads("none") else []),
        rules.texts()[rule],
        usual.texts()[rule],
        *(str(each) for each in (now // 2, now * 2, now * 5)),
        *([f"{now},{2 * now}", f"{now},{2 * now},{4 * now}"] if by_round else []),
    ]
    yield from _labelled(game, rule, dict.fromkeys(likely), wanted, translate)


def _labelled(
    game: str, rule: str, values: Iterable[str], wanted: GroupSettings, translate: Translator
) -> Iterator[Offer]:
    rules = wanted.rules_of(game, rule)
    for value in values:
        if can_be(game, rule, value, wanted):
            changed = wanted.with_rule(game, rule, value).rules_of(game, rule)
            label = value_of(changed, rule, translate)
            yield Offer(translate("house-chosen", choice=label) if value == rules.texts()[rule] else label, value)
