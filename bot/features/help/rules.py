"""The rules of a game as short pages, then the house rules in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.groups import GroupSettings
from bot.messages import Button, Message, SecretLine, Select
from bot.presenting import house_words
from bot.presenting.drafts import Draft
from bot.presenting.presenter import RulesPage
from bot.presenting.presenters import PRESENTERS, TITLES, limits
from bot.wording import Translator
from engine.house_rules import GameRules
from engine.play import View

PAGE_MOST = 700

HOUSE_MOST = 600
"""Most characters of house rules on a page."""


def page(
    game: str,
    number: int,
    settings: GroupSettings,
    rules: GameRules,
    own: View | None,
    translate: Translator,
    *,
    table: str = "",
) -> Draft:
    declared = PRESENTERS[game].rules_pages(rules, own, translate)
    pages = (*declared, *_house_pages(game, settings, translate))
    number = min(max(number, 1), len(pages))
    shown = pages[number - 1]
    name = translate(f"rules-page-{shown.name}")
    title = translate("rules-title", game=TITLES[game], page=name, number=number, count=len(pages))
    message = Message(
        title,
        shown.lines,
        translate("play-chips"),
        _turning(game, number, len(pages), table, translate),
        brief=translate("rules-brief", game=TITLES[game]),
        select=Select(translate("rules-select"), tuple(_others(game, number, pages, table, translate))),
    )
    return Draft(message, shown.draw)


def is_secret(message: Message) -> bool:
    """True if it concerns the reader's own hand."""
    return any(isinstance(line, SecretLine) for line in message.lines)


def _house_pages(game: str, settings: GroupSettings, translate: Translator) -> Iterator[RulesPage]:
    now = settings.game(game)
    sentences = [limits(game, now.rules, settings.tables, translate)]
    sentences += [house_words.sentence(game, section, settings, translate) for section in house_words.sections(game)]
    lines = [translate("rules-in-force", preset=now.preset)]
    name = "house"
    for sentence in sentences:
        if sum(map(len, lines)) + len(lines) + len(sentence) > HOUSE_MOST:
            yield RulesPage(name, tuple(lines))
            name, lines = "house-continued", []
        lines.append(sentence)
    if settings.differences(game):
        lines.append(translate("house-marked", preset=now.preset))
    yield RulesPage(name, tuple(lines))


def _turning(game: str, number: int, count: int, table: str, translate: Translator) -> tuple[tuple[Button, ...], ...]:
    turn = f"{table}:" if table else ""
    row = []
    if number > 1:
        row.append(Button(translate("button-back"), _command(game, number - 1), turn))
    elif table:
        row.append(Button(translate("button-back"), "menu", turn))
    if number < count:
        row.append(Button(translate("button-next"), _command(game, number + 1), turn, "primary"))
    return (tuple(row),)


def _others(game: str, number: int, pages: Sequence[RulesPage], table: str, translate: Translator) -> Iterator[Button]:
    turn = f"{table}:" if table else ""
    names = Counter(each.name for each in pages)
    for place, each in enumerate(pages, start=1):
        if place != number:
            name = translate(f"rules-page-{each.name}")
            name = name[:1].upper() + name[1:]
            label = name if names[each.name] == 1 else translate("rules-page-numbered", page=name, number=place)
            yield Button(label, _command(game, place), turn)


def _command(game: str, number: int) -> str:
    return f"rules {game} {number}"
