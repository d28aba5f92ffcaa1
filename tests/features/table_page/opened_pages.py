"""Pages that are open without a browser: they keep the scenes that they are sent."""

from __future__ import annotations

import json
from typing import Any, cast

from bot.app import App
from bot.chats.frames import Frame
from bot.chats.visitors import CarryOut, Visitor
from bot.features.table_page.page_routes import TablePage
from bot.features.table_page.viewers import Viewers
from bot.messages import Person, Place, PlayerId


def viewers_of(app: App) -> Viewers:
    return next(page for page in app.web_pages if isinstance(page, TablePage)).viewers


def merged(target: Any, patch: Any) -> Any:
    """Apply a JSON merge patch, as RFC 7396 describes it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def without_nulls(value: Any) -> Any:
    """Drop members that are ``None``: a merge patch cannot tell them from none."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return value


class OpenedPage:
    """A page of one person; it puts its scene together from the frames, as a browser does."""

    language = "en"

    def __init__(self, player: PlayerId, name: str, place: Place) -> None:
        self.visitor = Visitor(Person(player, name), place, cast(CarryOut, None))
        self.table = ""
        self.scene: Frame | None = None
        self.frames: list[Frame] = []
        self.shown: Frame = {}
        """The scene as the page has it."""

    def forget(self) -> None:
        self.frames.append({"type": "forgotten"})

    def send(self, text: str) -> None:
        frame = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "scene":
            self.shown = without_nulls(frame["scene"])
        elif frame["type"] == "patch":
            self.shown = merged(self.shown, frame["patch"])
