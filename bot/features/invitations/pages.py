from __future__ import annotations

from bot.messages import AddressLine, Button, Message, TableAddress
from bot.pictures.qr_code import qr_code
from bot.presenting.drafts import Draft
from bot.presenting.presenters import TITLES
from bot.wording import Translator
from engine.table.state import TableState


def shared(state: TableState, address: TableAddress, translate: Translator, *, in_menu: bool) -> Draft:
    title = translate("share-title", game=TITLES[state.game_name])
    lines = (translate(f"share-{address.leads}"), AddressLine(address.url))
    back = ((Button(translate("button-back"), "menu", f"{state.id}:"),),) if in_menu else ()
    message = Message(title, lines, buttons=back)
    if not address.scanned:
        return Draft(message)
    return Draft(message, lambda: qr_code(address.url, translate("share-code", address=address.url)))
