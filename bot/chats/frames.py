from __future__ import annotations

import base64
import hashlib
import re
import struct
from collections import deque
from typing import Any, TypeAlias

from bot.ledger import LedgerClosed, NotStored, OutcomeUnknown
from bot.messages import (
    TIME_LEFT,
    AmountQuestion,
    Button,
    Countdown,
    File,
    Message,
    Picture,
    PictureArea,
    Reply,
    RowLine,
    Select,
)

Frame: TypeAlias = dict[str, Any]
"""The JSON of one WebSocket message; ``type`` is its kind."""


REASONS = {NotStored: "not-stored", OutcomeUnknown: "outcome-unknown", LedgerClosed: "shutting-down"}
"""Reasons of refusals by error."""

KEY = re.compile(r"[A-Za-z0-9:_-]{1,80}", re.ASCII)
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}", re.ASCII)


def text_of(frame: Frame, name: str) -> str:
    """Return a field's text without half surrogates, which JSON can escape."""
    value = frame.get(name, "")
    return value.encode(errors="ignore").decode() if isinstance(value, str) else ""


class RefusedByRoom(Exception):
    """A refusal for a guest; ``reason`` is the key of the page's sentence."""

    def __init__(self, reason: str, **fields: str) -> None:
        super().__init__(reason)
        self.frame: Frame = {"type": "refused", "reason": reason, **fields}


def _button(button: Button) -> Frame:
    frame: Frame = {"label": button.label, "command": button.command, "turn": button.turn, "style": button.style}
    if button.in_menu:
        frame["menu"] = True
    if isinstance(button.ask, AmountQuestion):
        frame["ask"] = {"prompt": button.ask.prompt, "least": button.ask.least, "most": button.ask.most}
        frame["ask"] |= {"doing": button.ask.doing, "about": list(button.ask.about)}
    elif button.ask is not None:
        # Choices differ by guest, so the page takes them from the private hand.
        frame["ask"] = {"prompt": button.ask.prompt}
    return frame


def _select(select: Select) -> Frame:
    return {"prompt": select.prompt, "options": [_button(each) for each in select.options]}


def _file(file: File) -> Frame:
    # Only the receivers of the message get it.
    content = base64.b64encode(file.content).decode()
    return {"name": file.name, "bytes": len(file.content), "src": "data:application/octet-stream;base64," + content}


PRIVATE_PICTURES_KEPT = 16
"""Private pictures that a page keeps, as in ``socket.js``."""

_SIZE_IN_PNG = slice(16, 24)


def _picture(picture: Picture) -> Frame:
    """Describe a picture with its measures, so that nothing moves when it loads."""
    width, height = struct.unpack(">II", picture.png[_SIZE_IN_PNG])
    frame: Frame = {"alt": picture.alt, "width": width, "height": height}
    if picture.areas:
        frame["areas"] = [_area(each) for each in picture.areas]
    return frame


def _area(area: PictureArea) -> Frame:
    return {"command": area.command, "box": [area.left, area.top, area.width, area.height]}


def _countdown(left: Countdown) -> Frame:
    ends = None if left.ends is None else left.ends.timestamp()
    return {"mark": TIME_LEFT, "text": left.text, "ends": ends}


def message_frame(message: Message) -> Frame:
    """Return a message without picture bytes, which depend on the viewer."""
    rows = {str(place): line for place, line in enumerate(message.lines) if isinstance(line, RowLine)}
    return {
        "title": message.title,
        "lines": list(message.lines),
        "rows": {place: {"cells": line.cells, "heads": line.heads} for place, line in rows.items()},
        "brief": message.brief,
        "footer": message.footer,
        "fold": None if message.fold is None else {"sign": message.fold.sign, "lines": list(message.fold.lines)},
        "buttons": [[_button(each) for each in row] for row in message.buttons],
        "select": None if message.select is None else _select(message.select),
        "mention": message.mention,
        "asked": list(message.asked),
        "pane": message.pane,
        "countdown": None if message.countdown is None else _countdown(message.countdown),
        "picture": None if message.picture is None else _picture(message.picture),
        "file": None if message.file is None else _file(message.file),
    }


def private_frame(message: Message) -> Frame:
    """Return it with its picture inside, for its owner alone."""
    frame = message_frame(message)
    if message.picture is not None:
        frame["picture"]["src"] = "data:image/png;base64," + base64.b64encode(message.picture.png).decode()
        frame["picture"]["hash"] = hashlib.sha256(message.picture.png).hexdigest()
    return frame


def without_repeats(frame: Frame, had: deque[str]) -> Frame:
    """Replace a private picture that the page already has by its hash."""
    message = frame.get("message") or {}
    picture = message.get("picture") or {}
    if "hash" not in picture:
        return frame
    if picture["hash"] not in had:
        had.append(picture["hash"])
        return frame
    return {**frame, "message": {**message, "picture": {**picture, "src": None}}}


def reply_frame(key: str, text: str, reply: Reply) -> Frame:
    return {
        "type": "reply",
        "id": key,
        "text": text,
        "refused": reply.refused,
        "confirms": reply.confirms,
        "menu": reply.menu,
        "message": private_frame(reply.message),
    }
