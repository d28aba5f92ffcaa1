from __future__ import annotations

from collections.abc import Iterable

from bot.messages import Button, Message, MessageLink
from bot.presenting.presenters import TITLES
from bot.wording import Translator
from engine.games import GAMES
from engine.table.state import TableState


def told_of(games: Iterable[str], translate: Translator) -> Message:
    titles = ", ".join(title for game, title in TITLES.items() if game in games)
    sentence = translate("answer-notify", games="all" if set(games) == set(GAMES) else titles)
    return Message(lines=(sentence,), buttons=((stop_telling(translate),),))


def stop_telling(translate: Translator) -> Button:
    return Button(translate("button-notify-off"), "notify off")


def waiting_table(state: TableState, link: MessageLink, translate: Translator) -> Message:
    names = ", ".join(chair.name for chair in state.seated)
    lines = (
        translate("waiting-table", game=TITLES[state.game_name], names=names, count=len(state.seated)),
        translate("lobby-seats", taken=len(state.seated), seats=len(state.chairs)),
    )
    return Message(lines=lines, buttons=((stop_telling(translate),),), link=link)
