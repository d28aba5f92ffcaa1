"""Pictures that nobody draws, for long scenarios in which nobody looks at any."""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.games.kookiew import rules_pages as kookiew_rules
from bot.games.qiuqiu import rules_pages as qiuqiu_rules
from bot.games.quandui import rules_pages as quandui_rules
from bot.messages import Message
from bot.pictures.ladder import Block
from bot.presenting.drafts import Draft, DraftRenderer

PICTURES = (
    *("settlement_picture", "hand_picture", "laid_out_picture", "showdown_picture", "held_picture", "won_picture"),
    *("evening_picture", "balance_chart", "shares_chart"),
)
"""Functions of games and features that draw a picture."""


def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every picture be what it would be drawn from: two are alike only if they would look alike."""
    for name, module in list(sys.modules.items()):
        for picture in PICTURES if name.startswith(("bot.games.", "bot.features.")) else ():
            if callable(getattr(module, picture, None)):
                monkeypatch.setattr(module, picture, _as_said)


def undrawn_ladders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the ladders of the rules be what they would be drawn from, too."""
    for pages in (kookiew_rules, qiuqiu_rules, quandui_rules):
        monkeypatch.setattr(pages, "ladder_picture", _ladder_as_said)


def undrawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no picture be drawn, nor any thread be waited for that would do it: what is said keeps its order."""
    undrawn(monkeypatch)
    monkeypatch.setattr(DraftRenderer, "finished", _finished)


async def _finished(renderer: DraftRenderer, draft: Draft) -> Message:
    return draft.finished()


def _as_said(*drawn: Any, **named: Any) -> bytes:
    """A picture of one point for whoever looks at its head, with what it would be drawn from as its text."""
    return _HEAD + _chunk(b"tEXt", repr((drawn, named)).encode()) + _chunk(b"IEND", b"")


def _ladder_as_said(blocks: Sequence[Block], painter: Callable[..., Any]) -> bytes:
    return _as_said(tuple(blocks), painter.__name__)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


_HEAD = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
