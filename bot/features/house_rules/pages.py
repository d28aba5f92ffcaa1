"""Pages of the house rules: overview, section, rule, draft, presets; only those with the permission see changes."""

from __future__ import annotations

from dataclasses import dataclass

from bot.commands import BY_NAME
from bot.features.house_rules import values
from bot.features.house_rules.rule_drafts import Draft, would_change
from bot.groups import GroupSettings
from bot.messages import Button, Message, Select
from bot.presenting.house_words import in_line, sections, sentence, value_of
from bot.presenting.presenters import TITLES
from bot.wording import Translator, has
from engine.games import GAMES
from engine.house_rules import BadRule

ORDER = "order"
"""The section on the group's order."""

FEW = 5
"""Most choices shown as buttons; more become a list."""


@dataclass(frozen=True, slots=True)
class Reader:
    translate: Translator

    draft: Draft | None = None
    """The reader's draft, perhaps empty; ``None`` for those who change nothing."""

    at_table: bool = False
    """True if the place has a table's menu to return to."""

    @property
    def drafted(self) -> Draft | None:
        """The reader's draft, if it changes something."""
        return self.draft if self.draft is not None and self.draft.changes else None


def overview(game: str, settings: GroupSettings, reader: Reader) -> Message:
    """Return one sentence for each section."""
    translate, now = reader.translate, settings.game(game)
    lines: list[str] = []
    if reader.drafted is not None:
        changes = values.changes_in_line(settings, reader.drafted.wanted, translate)
        lines += [translate("house-your-draft", changes=changes), ""]
    lines += [sentence(game, section, settings, translate) for section in sections(game)]
    if settings.differences(game):
        lines += ["", translate("house-marked", preset=now.preset)]
    options = [
        Button(translate(f"house-section-{section}"), f"house section {section} {game}") for section in sections(game)
    ]
    first = [Button(translate("button-house-presets"), f"house presets {game}"), _export(translate)]
    if reader.draft is not None and would_change(reader.draft.undone):
        first.append(Button(translate("button-house-undo"), "house undo"))
    if reader.at_table:
        first.append(Button(translate("button-back-to-table"), "menu"))
    others = [
        Button(translate("button-house-game", game=title), f"house {other}")
        for other, title in TITLES.items()
        if other != game
    ]
    return Message(
        translate("house-title", game=TITLES[game], preset=now.preset),
        tuple(lines),
        translate("house-how"),
        _rows(_draft_row(reader), first, others),
        select=Select(translate("house-select-section"), tuple(options)),
    )


def section(game: str, name: str, settings: GroupSettings, reader: Reader) -> Message:
    """Raise ``BadRule`` for an unknown section."""
    translate, names = reader.translate, sections(game).get(name)
    if names is None:
        raise BadRule("no-such-rule", rule=name[:40])
    options = [Button(values.name_of(each, translate), f"house rule {game}.{each}") for each in names]
    return Message(
        _title(translate(f"house-section-{name}"), game),
        tuple(_line(game, each, settings, reader) for each in names),
        "",
        _rows(_draft_row(reader), [_home(game, translate), *_besides(name, reader)]),
        select=Select(translate("house-select-rule"), tuple(options)),
    )


def rule(game: str, name: str, settings: GroupSettings, reader: Reader) -> Message:
    """Return its meaning unless the name says it, its value and choices; raise ``BadRule`` for an unknown rule."""
    translate, rules = reader.translate, values.rules_with(game, name)
    kind = rules.kinds()[name]
    lines = [_line(game, name, settings, reader)]
    if has(f"rule-{name}"):
        lines = [translate(f"rule-{name}"), "", *lines]
    if kind.choices:
        lines += [
            translate("house-choice-line", choice=values.choice_of(name, kind, each, translate), word=each)
            for each in kind.choices
        ]
    else:
        lines.append(translate("house-rule-allowed", allowed=values.allowed(rules, name, translate)))
    select, row = None, []
    if reader.draft is not None:
        command = f"house set {game}.{name}"
        offered = values.offers(game, name, reader.draft, translate)
        row = [Button(each.label, f"{command} {each.value}") for each in offered]
        if len(row) > FEW:
            prompt = translate("house-select-arrangement" if kind.many else "house-select-choice")
            select, row = Select(prompt, tuple(row)), []
        if (question := values.amount_question(game, name, reader.draft, translate)) is not None:
            row.append(Button(translate("button-other-amount"), command, ask=question))
    group = rules.sections()[name]
    back = Button(translate(f"house-section-{group}"), f"house section {group} {game}")
    return Message(
        _title(values.name_of(name, translate), game),
        tuple(lines),
        translate("house-rule-how", rule=name),
        _rows(row, _draft_row(reader), [back, _home(game, translate)]),
        select=select,
    )


def draft(game: str, drafted: Draft, translate: Translator, last: str = "") -> Message:
    decide = [
        Button(translate("button-apply"), "house apply", style="primary"),
        Button(translate("button-discard-draft"), "house discard"),
    ]
    lines = values.change_lines(drafted.base, drafted.wanted, translate)
    return Message(
        translate("house-summary-title"),
        (*lines, "", translate("house-summary-how")),
        "",
        _rows(decide, [*_rule_button(game, last, translate), _home(game, translate)]),
    )


def told(game: str, text: str, translate: Translator, last: str = "") -> Message:
    """Return a sentence with ways back."""
    return Message(lines=(text,), buttons=_rows([*_rule_button(game, last, translate), _home(game, translate)]))


def presets(game: str, settings: GroupSettings, reader: Reader) -> Message:
    """Return built-in presets, then saved ones."""
    translate, usual = reader.translate, next(iter(GAMES[game].presets.values()))
    lines, options = [], []
    for name in settings.preset_names(game):
        own = name in settings.presets.get(game, {})
        label = translate("house-preset-own", preset=name) if own else name
        rules = settings.existing_preset(game, name)
        changes = in_line(rules, rules.differences(usual), translate)
        line = translate("house-line", rule=label, value=changes or translate("house-preset-as-usual"))
        if name == settings.game(game).preset:
            line = translate("house-preset-in-force", line=line)
        lines.append(line)
        options.append(Button(label, f"house compare {name} {game}"))
    return Message(
        translate("house-presets-title", game=TITLES[game]),
        tuple(lines),
        translate("house-presets-how", game=game),
        _rows(_draft_row(reader), [_home(game, translate)]),
        select=Select(translate("house-select-preset"), tuple(options)),
    )


def comparison(game: str, preset: str, settings: GroupSettings, reader: Reader, *, deletable: bool) -> Message:
    translate, now = reader.translate, settings.game(game).rules
    rules = settings.existing_preset(game, preset)
    lines = [
        translate(
            "house-compare-line",
            rule=values.name_of(name, translate),
            there=value_of(rules, name, translate),
            now=value_of(now, name, translate),
        )
        for name in rules.differences(now)
    ]
    row = []
    if reader.draft is not None and would_change(reader.draft.with_preset, game, preset):
        command = f"house preset {preset} {game}"
        row.append(Button(translate("button-house-switch"), command, style="primary"))
    if deletable:
        command = f"house delete {preset} {game}"
        row.append(Button(translate("button-house-delete"), command, style="danger"))
    back = Button(translate("button-house-presets"), f"house presets {game}")
    return Message(
        translate("house-compare-title", preset=preset, game=TITLES[game]),
        tuple(lines) or (translate("house-compare-equal"),),
        "",
        _rows(row, _draft_row(reader), [back, _home(game, translate)]),
    )


def export(text: str, game: str, translate: Translator) -> Message:
    return Message(
        translate("house-export-title"), (text,), translate("house-export-how"), _rows([_home(game, translate)])
    )


def _title(subject: str, game: str) -> str:
    return f"{subject} · {TITLES[game]}"


def _line(game: str, rule: str, settings: GroupSettings, reader: Reader) -> str:
    translate = reader.translate
    line = values.line(game, rule, settings, translate)
    if reader.drafted is None:
        return line
    now = value_of(settings.rules_of(game, rule), rule, translate)
    then = value_of(reader.drafted.wanted.rules_of(game, rule), rule, translate)
    return line if now == then else translate("house-line-drafted", line=line, value=then)


def _draft_row(reader: Reader) -> list[Button]:
    translate = reader.translate
    if reader.drafted is None:
        return []
    return [Button(translate("button-house-draft"), "house draft", style="primary")]


def _rule_button(game: str, rule: str, translate: Translator) -> list[Button]:
    return [Button(values.name_of(rule, translate), f"house rule {game}.{rule}")] if rule else []


def _besides(section: str, reader: Reader) -> list[Button]:
    if section != ORDER or reader.draft is None:
        return []
    return [Button(reader.translate(f"{name}-title"), name) for name in ("channels", "bans") if name in BY_NAME]


def _home(game: str, translate: Translator) -> Button:
    return Button(translate("button-house-rules"), f"house {game}")


def _export(translate: Translator) -> Button:
    return Button(translate("button-house-export"), "house export")


def _rows(*rows: list[Button]) -> tuple[tuple[Button, ...], ...]:
    return tuple(tuple(row) for row in rows if row)
