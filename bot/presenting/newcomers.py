from __future__ import annotations

from bot.commands import BY_LINE
from bot.messages import Button, Message
from bot.presenting.presenters import TITLES
from bot.wording import Translator, in_language, languages
from engine.games import GAMES

PLAY_NOW = f"practice {next(iter(GAMES))}"
"""Of a newcomer who has chosen no game."""


def first_buttons(translate: Translator) -> tuple[Button, ...]:
    """Return buttons to play now, to open a table, and to learn."""
    return (
        Button(translate("button-play-now"), PLAY_NOW, style="primary"),
        Button(translate("button-open-table"), "games"),
        Button(translate("button-how-to-play"), "rules"),
    )


def welcome(translate: Translator, *, alone: bool = False) -> Message:
    command = "language" if alone else "house language"
    spoken = tuple(
        Button(in_language(each)("language-name"), f"{command} {each}") for each in languages() if command in BY_LINE
    )
    lines = tuple(translate("welcome").splitlines())
    return Message(
        translate("welcome-title"),
        lines,
        translate("play-chips"),
        tuple(filter(None, (first_buttons(translate), spoken))),
    )


def choice_of_game(translate: Translator) -> Message:
    """Return the page that chooses a game to open or to practise."""
    opened = tuple(
        Button(translate("button-open", game=title), f"open {game}", style="primary") for game, title in TITLES.items()
    )
    practised = tuple(
        Button(translate("button-practise", game=title), f"practice {game}") for game, title in TITLES.items()
    )
    others = (Button(translate("button-how-to-play"), "rules"), Button(translate("button-notify"), "notify me"))
    lines = tuple(translate("games").splitlines())
    return Message(translate("games-title"), lines, buttons=(opened, practised, others))


def without_table(translate: Translator) -> tuple[tuple[Button, ...], ...]:
    opened = Button(translate("button-open-table"), "games", style="primary")
    return ((opened, Button(translate("button-play-now"), PLAY_NOW), Button(translate("button-notify"), "notify me")),)
