"""Pages for newcomers: welcome, choice of a game, notifications, invitations."""

from __future__ import annotations

from collections.abc import Iterable

from bot.commands import BY_LINE
from bot.messages import AddressLine, Button, Message, MessageId, TableAddress
from bot.pictures.qr_code import qr_code
from bot.presenting.drafts import Draft
from bot.presenting.presenters import TITLES
from bot.presenting.table_messages import link_to
from bot.tables.state import TableState
from bot.wording import Translator, in_language, languages
from engine.games import GAMES

PLAY_NOW = f"practice {next(iter(GAMES))}"
"""The command of a newcomer who has chosen no game."""


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


def told_of(games: Iterable[str], translate: Translator) -> Message:
    if set(games) == set(GAMES):
        sentence = translate("answer-notify-all")
    else:
        titles = ", ".join(title for game, title in TITLES.items() if game in games)
        sentence = translate("answer-notify-games", games=titles)
    return Message(lines=(sentence,), buttons=((stop_telling(translate),),))


def shared(state: TableState, address: TableAddress, translate: Translator, *, in_menu: bool) -> Draft:
    """Return a page with a table's address to hand on."""
    title = translate("share-title", game=TITLES[state.game_name])
    lines = (translate(f"share-{address.leads}"), AddressLine(address.url))
    back = ((Button(translate("button-back"), "menu", f"{state.id}:"),),) if in_menu else ()
    message = Message(title, lines, buttons=back)
    if not address.scanned:
        return Draft(message)
    return Draft(message, lambda: qr_code(address.url, translate("share-code", address=address.url)))


def stop_telling(translate: Translator) -> Button:
    return Button(translate("button-notify-off"), "notify off")


def waiting_table(state: TableState, number: MessageId | None, translate: Translator) -> Message:
    """Notify a person in private of a table that waits for players."""
    names = ", ".join(chair.name for chair in state.seated)
    lines = (
        translate("waiting-table", game=TITLES[state.game_name], names=names, count=len(state.seated)),
        translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs)),
    )
    return Message(lines=lines, buttons=((stop_telling(translate),),), link=link_to(state, number, translate))
