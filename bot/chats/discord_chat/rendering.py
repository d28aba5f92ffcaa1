"""Messages as Discord shows them: a container of texts, a picture, a document and rows of buttons."""

from __future__ import annotations

import hashlib
import io

import discord
from discord import ui

from bot.chats.discord_chat.buttons import PressedButton
from bot.chats.discord_chat.escaping import escaped
from bot.chats.discord_chat.spelling import spelled_here
from bot.chats.fitting import cut, fitted
from bot.messages import Button, Message, Picture, PlayerId

TEXT_MOST = 3_900
"""How many characters a message may have with its escapes: Discord's 4,000, less what headings and a mention take."""

ALT_MOST = 1_024
ROWS_MOST = 5
BUTTONS_A_ROW = 5

PLATFORM = "discord"

NO_CHANNEL = "0"
"""The channel of a private chat, as far as places go; nothing is public there."""


def user_of(player: PlayerId) -> int | None:
    """The Discord number of a player, if that is where the player is."""
    platform, _, number = player.partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def layout(message: Message, *, mentioning: bool = False, verbatim: bool = False) -> ui.LayoutView:
    """A message as a view.

    Args:
        message: what is to be shown; as much of it as fits is.
        mentioning: whether the player it is about is mentioned in it.
        verbatim: whether a reader must find every letter as it was given, even where it looks like a command.
    """
    short = fitted(message if verbatim else _spelled(message), TEXT_MOST, measured)
    container: ui.Container[ui.LayoutView] = ui.Container()
    for text in _texts(short, user_of(message.mention) if mentioning and message.mention else None):
        container.add_item(ui.TextDisplay(text))
    if message.picture is not None:
        media = f"attachment://{picture_name(message.picture)}"
        alt = cut(message.picture.alt, ALT_MOST) or None
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem(media, description=alt)))
    if message.file is not None:
        # A message of this kind shows only those of its attachments that stand somewhere in it.
        container.add_item(ui.File(f"attachment://{message.file.name}"))
    for row in _rows(message.buttons):
        container.add_item(ui.ActionRow(*map(PressedButton.of, row)))
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    # The library need not remember it: whatever is pressed says itself what it means.
    view.stop()
    return view


def measured(text: str) -> int:
    """How many characters a text takes with its escapes."""
    return len(escaped(text))


def _spelled(message: Message) -> Message:
    lines = tuple(map(spelled_here, message.lines))
    return Message(spelled_here(message.title), lines, spelled_here(message.footer))


def _texts(message: Message, mentioned: int | None) -> list[str]:
    lines = escaped("\n".join(message.lines)).strip("\n")
    if mentioned is not None:
        # Beside the words if they are few, so that a notification shows both.
        lines = f"<@{mentioned}>{' ' if len(message.lines) == 1 else chr(10)}{lines}"
    texts = [
        f"### {escaped(message.title)}" if message.title else "",
        lines,
        f"-# {escaped(message.footer)}" if message.footer else "",
    ]
    return [text for text in texts if text.strip()]


def _rows(buttons: tuple[tuple[Button, ...], ...]) -> list[list[Button]]:
    """The buttons in rows that Discord takes, each but once."""
    seen: set[str] = set()
    rows: list[list[Button]] = []
    for row in buttons:
        new = {button.data: button for button in row if button.data not in seen}
        seen |= new.keys()
        rows.extend(list(new.values())[start : start + BUTTONS_A_ROW] for start in range(0, len(new), BUTTONS_A_ROW))
    return rows[:ROWS_MOST]


def picture_name(picture: Picture) -> str:
    """The name under which a picture is attached; another picture has another name."""
    return f"{hashlib.blake2b(picture.png, digest_size=8).hexdigest()}.png"


def attachments(message: Message) -> list[discord.File]:
    """What is sent along with the view of a message; made anew for every sending, which uses it up."""
    sent: list[discord.File] = []
    if message.picture is not None:
        sent.append(discord.File(io.BytesIO(message.picture.png), picture_name(message.picture)))
    if message.file is not None:
        sent.append(discord.File(io.BytesIO(message.file.content), message.file.name))
    return sent
