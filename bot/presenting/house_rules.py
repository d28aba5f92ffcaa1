"""House rules in messages: those in force, what one of them means, and what a draft would change."""

from __future__ import annotations

from bot.groups import GroupSettings, TableRules
from bot.messages import Button, Message
from bot.presenting.presenters import TITLES
from bot.wording import Translator
from engine.games import GAMES
from engine.house_rules import BadRule, HouseRules, Kind


def house_rules(game: str, settings: GroupSettings, translate: Translator) -> Message:
    """Every rule in force, section by section, and where it differs from the preset."""
    now = settings.game(game)
    differences = settings.differences(game)
    lines: list[str] = []
    for rules, texts in ((now.rules, now.rules.texts()), (settings.tables, settings.tables.texts())):
        section = ""
        for name, value in texts.items():
            if rules.sections()[name] != section:
                section = rules.sections()[name]
                lines.extend(["", translate(f"house-section-{section}")])
            if name in differences:
                lines.append(translate("house-line-changed", rule=name, value=value, usual=differences[name][1]))
            else:
                lines.append(translate("house-line", rule=name, value=value))
    how = translate("house-how", presets=" / ".join(GAMES[game].presets))
    return Message(translate("house-title", game=TITLES[game], preset=now.preset), tuple(lines[1:]), how)


def house_rule(game: str, name: str, settings: GroupSettings, translate: Translator) -> Message:
    """What one rule means, how it is set, and what it can be.

    Raises:
        BadRule: there is no such rule.
    """
    rules = next((each for each in (GAMES[game].rules, TableRules) if name in each.kinds()), None)
    if rules is None:
        raise BadRule("no-such-rule", rule=name[:40])
    line = translate("house-line", rule=name, value=settings.texts(game)[name])
    if name in (differences := settings.differences(game)):
        line = translate("house-line-changed", rule=name, value=differences[name][0], usual=differences[name][1])
    lines = (
        translate(f"rule-{name}"),
        "",
        line,
        translate("house-rule-allowed", allowed=allowed(rules, name, translate)),
    )
    return Message(translate("house-rule-title", rule=name), lines, translate("house-rule-how", rule=name))


def changes(before: GroupSettings, after: GroupSettings) -> dict[str, tuple[str, str]]:
    """Every rule that differs between two settings: (value before, value after), by its name.

    Where the rules of several games differ, each name begins with its game.
    """
    games = [game for game in GAMES if before.game(game) != after.game(game)]
    found: dict[str, tuple[str, str]] = {}
    for game in games:
        old, new = before.game(game), after.game(game)
        title = f"{TITLES[game]}: " if len(games) > 1 else ""
        if old.preset != new.preset:
            found[f"{title}preset"] = (old.preset, new.preset)
        differences = old.rules.differences(new.rules)
        found |= {f"{title}{name}": values for name, values in differences.items()}
    return {**found, **before.tables.differences(after.tables)}


def changes_in_line(before: GroupSettings, after: GroupSettings) -> str:
    """Every rule that changes and what it will be, in one line."""
    return ", ".join(f"{name} {value}" for name, (_, value) in changes(before, after).items())


def draft(before: GroupSettings, after: GroupSettings, translate: Translator) -> Message:
    """All that a draft would change, before it does."""
    lines = [
        translate("house-summary-line", rule=name, **{"from": old}, to=new)
        for name, (old, new) in changes(before, after).items()
    ]
    buttons = (
        Button(translate("button-apply"), "house apply", style="primary"),
        Button(translate("button-discard-draft"), "house discard"),
    )
    return Message(translate("house-summary-title"), tuple(lines), translate("house-summary-how"), (buttons,))


def allowed(rules: type[HouseRules], name: str, translate: Translator) -> str:
    """What a rule may be set to, in words."""
    kind: Kind = rules.kinds()[name]
    if kind.choices:
        in_order = len(kind.choices) > 1 and _reads(kind, ">".join(kind.choices))
        if in_order and not _reads(kind, "none"):
            return translate("allowed-all-in-order", choices=", ".join(kind.choices))
        return translate("allowed-in-order" if in_order else "allowed-choices", choices=", ".join(kind.choices))
    least, most = kind.least or 0, kind.most or 0
    rounds = "yes" if _reads(kind, f"{least},{most}") else "no"
    return translate(
        "allowed-range", least=least, most=most, rounds=rounds, none="yes" if _reads(kind, "none") else "no"
    )


def _reads(kind: Kind, text: str) -> bool:
    """Whether a rule of this kind can be set to ``text``."""
    try:
        kind.read(text)
    except ValueError:
        return False
    return True
