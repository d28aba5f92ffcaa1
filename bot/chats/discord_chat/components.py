"""Messages and modals as Discord shows them, presses on them, and edits that spare a picture already shown."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import discord
from cachetools import LRUCache
from discord import ui

from bot.chats.discord_chat.notation import escape_markdown, message_url, user_id_of, with_discord_names
from bot.chats.fitting import LEFT_OUT, cut, fitted
from bot.messages import TIME_LEFT, AddressLine, AmountQuestion, Button, Countdown, Message, Picture, Question, Select
from bot.wording import Translator

BUTTON_PREFIX = "kiu:"
"""Precedes the data of a button in its ``custom_id``."""

MODAL_PREFIX = "kiu?"
"""Precedes the data of the opening button in the ``custom_id`` of a modal."""

TABLE_PAGE = "table-page"
"""Discord itself carries out this command."""

TEXT_LIMIT = 3_600
"""Characters of a message with its escapes: Discord's 4,000 less markup and a mention."""

ALT_TEXT_LIMIT = 1_024
LABEL_LIMIT = 80
OPTION_LIMIT = 100
PLACEHOLDER_LIMIT = 150
OPTIONS_LIMIT = 25
ROWS_LIMIT = 5
ROW_LIMIT = 5

TITLE_LIMIT = 45

AMOUNT_LENGTH_LIMIT = 40
"""More characters than any amount has, so that a wrong one can be refused with a reason."""

PARAMETER_LENGTH_LIMIT = 200

PICTURES_KEPT = 2_000

_STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "primary": discord.ButtonStyle.primary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def layout_view(message: Message, *, verbatim: bool = False) -> ui.LayoutView:
    escape = escape_markdown if verbatim else _with_names_escaped
    shown = fitted(message, TEXT_LIMIT, lambda text: len(escape(text)))
    container: ui.Container[ui.LayoutView] = ui.Container()
    if shown.title:
        container.add_item(ui.TextDisplay(f"### {escape(shown.title)}"))
    if message.picture is not None:
        media = f"attachment://{picture_filename(message.picture)}"
        alt = cut(message.picture.alt, ALT_TEXT_LIMIT) or None
        container.add_item(ui.MediaGallery(discord.MediaGalleryItem(media, description=alt)))
    for text in _texts(shown, message.countdown, user_id_of(message.mention) if message.mention else None, escape):
        container.add_item(ui.TextDisplay(text))
    if message.file is not None:
        # Components V2 shows only attachments named by a component.
        container.add_item(ui.File(f"attachment://{message.file.name}"))
    rows: list[ui.ActionRow[Any]] = [] if message.select is None else [*map(ui.ActionRow, _selects(message.select))]
    most = ROWS_LIMIT - (message.link is not None)
    rows += [ui.ActionRow(*map(_button, row)) for row in _button_rows(message.buttons)[: most - len(rows)]]
    if message.link is not None:
        url = message_url(message.link.place, message.link.number)
        rows.append(ui.ActionRow(ui.Button(label=cut(message.link.label, LABEL_LIMIT), url=url)))
    for row in rows:
        container.add_item(row)
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    # The custom_id carries everything, so discord.py need not keep it.
    view.stop()
    return view


def pressed_data(interaction: discord.Interaction[Any]) -> str:
    """Return the data of the pressed button or chosen option; nothing for a foreign component."""
    data: dict[str, Any] = {**(interaction.data or {})}
    if values := data.get("values"):
        return str(values[0])
    custom_id = str(data.get("custom_id", ""))
    return custom_id.removeprefix(BUTTON_PREFIX) if custom_id.startswith(BUTTON_PREFIX) else ""


def with_table_page(message: Message, label: str) -> Message:
    """Add a button that opens the table page, in the last row if there is room."""
    turn = next((button.turn for button in message.pressable if button.turn), "")
    if not turn:
        return message
    opening = Button(label, TABLE_PAGE, f"{turn.partition(':')[0]}:")
    *rows, last = message.buttons or ((),)
    return replace(message, buttons=(*rows, *([(*last, opening)] if len(last) < ROW_LIMIT else [last, (opening,)])))


def _button(button: Button) -> ui.Button[Any]:
    label = cut(button.label, LABEL_LIMIT)
    return ui.Button(label=label, style=_STYLES[button.style], custom_id=f"{BUTTON_PREFIX}{button.data}")


def _selects(select: Select) -> Iterator[ui.Select[Any]]:
    for number, start in enumerate(range(0, len(select.options), OPTIONS_LIMIT)):
        options = [
            discord.SelectOption(label=cut(each.label, OPTION_LIMIT), value=each.data)
            for each in select.options[start : start + OPTIONS_LIMIT]
        ]
        placeholder = cut(select.prompt, PLACEHOLDER_LIMIT) if number == 0 else LEFT_OUT
        yield ui.Select(custom_id=f"kiu@{number}", placeholder=placeholder, options=options)


def _button_rows(buttons: tuple[tuple[Button, ...], ...]) -> list[list[Button]]:
    """Return rows that Discord accepts, each button once."""
    seen: set[str] = set()
    rows: list[list[Button]] = []
    for row in buttons:
        new = {button.data: button for button in row if button.data not in seen}
        seen |= new.keys()
        rows.extend(list(new.values())[start : start + ROW_LIMIT] for start in range(0, len(new), ROW_LIMIT))
    return rows


def _with_names_escaped(text: str) -> str:
    return escape_markdown(with_discord_names(text))


def _relative_time(left: Countdown) -> str:
    """Return a clock that Discord runs in the reader's language: ``in 42 seconds``."""
    return left.text if left.ends is None else f"<t:{int(left.ends.timestamp())}:R>"


def _texts(message: Message, left: Countdown | None, mentioned: int | None, escape: Callable[[str], str]) -> list[str]:
    lines = "\n".join(line if isinstance(line, AddressLine) else escape(line) for line in message.lines).strip("\n")
    if left is not None:
        lines = lines.replace(TIME_LEFT, _relative_time(left))
    if mentioned is not None:
        # A single line joins the mention, so that a notification shows both.
        lines = f"<@{mentioned}>{' ' if len(message.lines) == 1 else chr(10)}{lines}"
    # Containers fold nothing, so details join the footer on one small line.
    small = " · ".join(filter(str.strip, message.small_print))
    return [text for text in (lines, small and f"-# {escape(small)}") if text.strip()]


def picture_filename(picture: Picture) -> str:
    """Return a name that differs for different pictures."""
    return f"{hashlib.blake2b(picture.png, digest_size=8).hexdigest()}.png"


def attachments(message: Message) -> list[discord.File]:
    files: list[discord.File] = []
    if message.picture is not None:
        files.append(discord.File(io.BytesIO(message.picture.png), picture_filename(message.picture)))
    if message.file is not None:
        files.append(discord.File(io.BytesIO(message.file.content), message.file.name))
    return files


class ShownPictures:
    """The picture of each message that has no other attachment."""

    def __init__(self) -> None:
        self._names: LRUCache[int, str] = LRUCache(PICTURES_KEPT)

    def edit_content(self, message_id: int, message: Message) -> dict[str, Any]:
        """Return the arguments of an edit that mentions nobody."""
        kept = self._names.get(message_id)
        content = {"view": layout_view(message), "allowed_mentions": discord.AllowedMentions.none()}
        if kept is None or kept != _only_picture(message):
            content["attachments"] = attachments(message)
        return content

    def remember(self, message_id: int, message: Message) -> None:
        self._names.pop(message_id, None)
        if picture := _only_picture(message):
            self._names[message_id] = picture


def _only_picture(message: Message) -> str:
    return picture_filename(message.picture) if message.picture is not None and message.file is None else ""


# --- modals --------------------------------------------------------------------------------------------------


def question_modal(data: str, question: Question, translate: Translator) -> ui.Modal:
    if not isinstance(question, AmountQuestion):
        choices = question.choices[:OPTIONS_LIMIT]
        options = [discord.SelectOption(label=each.label, value=each.value) for each in choices]
        select = ui.Select[ui.Modal](custom_id="choice", options=options)
        return _modal(data, question.prompt, ui.Label(text=translate("discord-choice"), component=select))
    background = ui.TextDisplay[Any](escape_markdown("\n".join(question.background)))
    placeholder = f"{question.least} – {question.most}"
    field = _text_input("amount", translate("discord-amount"), AMOUNT_LENGTH_LIMIT, placeholder)
    return _modal(data, question.prompt, *([background] if question.background else []), field)


def parameters_modal(data: str, title: str, labels: Mapping[str, str]) -> ui.Modal:
    return _modal(data, title, *(_text_input(name, labels[name], PARAMETER_LENGTH_LIMIT) for name in labels))


def _text_input(name: str, label: str, most: int, placeholder: str | None = None) -> ui.Label[ui.Modal]:
    field = ui.TextInput[ui.Modal](custom_id=name, placeholder=placeholder, min_length=1, max_length=most)
    return ui.Label(text=cut(label, TITLE_LIMIT), component=field)


def _modal(data: str, title: str, *items: ui.Item[ui.Modal]) -> ui.Modal:
    modal = ui.Modal(title=cut(title, TITLE_LIMIT), custom_id=f"{MODAL_PREFIX}{data}")
    for item in items:
        modal.add_item(item)
    # The custom_id recognises it, even after a restart.
    modal.stop()
    return modal


def submitted_value(interaction: discord.Interaction[Any]) -> tuple[str, str] | None:
    """Return the opening button's data and the values, separated by spaces; ``None`` for a foreign modal."""
    payload: dict[str, Any] = dict(interaction.data or {})
    custom_id = str(payload.get("custom_id", ""))
    if interaction.type is not discord.InteractionType.modal_submit or not custom_id.startswith(MODAL_PREFIX):
        return None
    fields = [each["component"] for each in payload["components"] if "component" in each]
    values = [str(each["value"] if "value" in each else each["values"][0]) for each in fields]
    return custom_id.removeprefix(MODAL_PREFIX), " ".join(values)
