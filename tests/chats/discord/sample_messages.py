"""Messages that several tests show."""

from __future__ import annotations

from bot.messages import File, Message, Picture


def hand_message(*lines: str, picture: bytes = b"png") -> Message:
    return Message("Your dominoes are ready", lines, picture=Picture(picture, "Your dominoes: 6-3"))


def record_message(content: bytes = b"{}") -> Message:
    return Message("Hand 12", ("It is as it was dealt.",), file=File("kiu-hand-12.json", content))
