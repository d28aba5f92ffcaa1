"""Validation of calls beyond the shape of their parameters: lengths, entities, keyboards, menus."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, urlsplit

from tests.chats.telegram.double.chats import FACES, Json, Upload, size_of, utf16

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_ALERT = 200
LONGEST_PLACEHOLDER = 64
MOST_ENTITIES = 100
MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
DATA_BYTES = 64
LARGEST_PHOTO = 10 * 1024 * 1024
LARGEST_DOCUMENT = 50 * 1024 * 1024
WIDTH_AND_HEIGHT = 10_000
MOST_UNEQUAL = 20
"""How many times longer a picture's one side may be than the other."""

LONGEST_OF_THE_BOT = {"setMyDescription": 512, "setMyShortDescription": 120}
MOST_COMMANDS = 100
LONGEST_DESCRIPTION = 256

_COMMAND_NAME = re.compile(r"[a-z0-9_]{1,32}", re.ASCII)
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_ACTIONS = ("url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat", "web_app", "copy_text")
_STYLES = (None, "danger", "success", "primary")


def faults(method: str, fields: Mapping[str, object], files: Mapping[str, Upload]) -> Iterator[str]:
    """Say everything that is wrong with a call."""
    if "parse_mode" in fields:
        yield "a parse_mode was used; text goes with entities, so that no name can be taken for markup"
    if "text" in fields and method != "answerCallbackQuery":
        yield from _words(fields["text"], fields.get("entities"), LONGEST_TEXT, required=True)
    if "caption" in fields or "caption_entities" in fields:
        yield from _words(fields.get("caption", ""), fields.get("caption_entities"), LONGEST_CAPTION, required=False)
    if isinstance(media := fields.get("media"), dict):
        yield from _words(media.get("caption", ""), media.get("caption_entities"), LONGEST_CAPTION, required=False)
        if "parse_mode" in media:
            yield "a parse_mode was used in a caption"
    if isinstance(markup := fields.get("reply_markup"), dict):
        yield from _markup(markup)
        if int(str(fields.get("chat_id", 0))) < 0 and "web_app" in str(markup):
            yield "a web_app button outside a private chat"
    for upload in files.values():
        yield from _document(upload) if method == "sendDocument" else _photo(upload.content)
    if method == "sendDice" and fields.get("emoji", "🎲") not in FACES:
        yield f"a die {fields['emoji']!r}"
    if method == "answerCallbackQuery" and utf16(str(fields.get("text", ""))) > LONGEST_ALERT:
        yield f"an alert of over {LONGEST_ALERT} characters"
    if method == "setMyCommands":
        yield from _menu(fields)
    if (longest := LONGEST_OF_THE_BOT.get(method)) is not None:
        for name, text in fields.items():
            if name != "language_code" and utf16(str(text)) > longest:
                yield f"a {name} of over {longest} characters"
        yield from _language(fields, "description")


def _words(text: object, entities: object, longest: int, *, required: bool) -> Iterator[str]:
    if not isinstance(text, str):
        yield f"a text that is none: {text!r}"
        return
    if required and not text.strip():
        yield "message text is empty"
    if utf16(text) > longest:
        yield f"a text of {utf16(text)} characters, over {longest}"
    if isinstance(entities, list):
        yield from _entities(text, entities)


def _entities(text: str, entities: list[Json]) -> Iterator[str]:
    if len(entities) > MOST_ENTITIES:
        yield f"{len(entities)} entities, over {MOST_ENTITIES}"
    edges = [0, *itertools.accumulate(map(utf16, text))]
    for entity in entities:
        start, end = entity["offset"], entity["offset"] + entity["length"]
        if entity["length"] < 1 or end > edges[-1]:
            yield f"an entity outside its text: {entity}"
        elif start not in edges or end not in edges:
            yield f"an entity that splits a character: {entity}"
        if entity["type"] == "text_mention" and "user" not in entity:
            yield "a text_mention of nobody"
        if entity["type"] == "text_link" and not entity.get("url"):
            yield "a text_link to nowhere"


def _markup(markup: Json) -> Iterator[str]:
    if markup.get("force_reply"):
        placeholder = markup.get("input_field_placeholder")
        if placeholder is not None and not 1 <= utf16(placeholder) <= LONGEST_PLACEHOLDER:
            yield f"a placeholder of {utf16(placeholder)} characters"
    rows: list[list[Json]] = markup.get("inline_keyboard", [])
    if sum(len(row) for row in rows) > MOST_BUTTONS:
        yield f"over {MOST_BUTTONS} buttons"
    for row in rows:
        if not 1 <= len(row) <= MOST_IN_A_ROW:
            yield f"{len(row)} buttons in a row"
        for button in row:
            yield from _button(button)


def _button(button: Json) -> Iterator[str]:
    if not button.get("text", "").strip():
        yield "a button without a text"
    if sum(action in button for action in _ACTIONS) != 1:
        yield f"a button with not exactly one action: {button}"
    data = button.get("callback_data")
    if data is not None and not 1 <= len(data.encode()) <= DATA_BYTES:
        yield f"callback data of {len(data.encode())} bytes"
    if button.get("style") not in _STYLES:
        yield f"a button of the style {button['style']!r}"
    if "url" in button:
        yield from _address(button["url"])
    if "web_app" in button and urlsplit(button["web_app"]["url"]).scheme != "https":
        yield "a Mini App without https"


def _address(url: str) -> Iterator[str]:
    address = urlsplit(url)
    if address.scheme not in ("https", "http", "tg"):
        yield f"a button that leads to {url!r}"
    query = parse_qs(address.query)
    for payload in (*query.get("start", []), *query.get("startapp", [])):
        if not _PAYLOAD.fullmatch(payload):
            yield f"a start link with the payload {payload!r}"


def _photo(png: bytes) -> Iterator[str]:
    if len(png) > LARGEST_PHOTO:
        yield f"a picture of {len(png)} bytes"
    try:
        width, height = size_of(png)
    except ValueError:
        yield "a picture that is no PNG"
        return
    if width + height > WIDTH_AND_HEIGHT or max(width, height) > MOST_UNEQUAL * min(width, height):
        yield f"a picture of {width} by {height}"


def _document(upload: Upload) -> Iterator[str]:
    if not 1 <= len(upload.content) <= LARGEST_DOCUMENT:
        yield f"a document of {len(upload.content)} bytes"
    if not upload.name.strip() or "/" in upload.name:
        yield f"a document named {upload.name!r}"


def _menu(fields: Mapping[str, object]) -> Iterator[str]:
    commands = fields.get("commands")
    if not isinstance(commands, list):
        return
    if len(commands) > MOST_COMMANDS:
        yield f"{len(commands)} commands in a menu"
    for command in commands:
        if not _COMMAND_NAME.fullmatch(command["command"]):
            yield f"a command named {command['command']!r}"
        if not 1 <= utf16(command["description"]) <= LONGEST_DESCRIPTION:
            yield f"a description of {utf16(command['description'])} characters"
    yield from _language(fields, "menu")


def _language(fields: Mapping[str, object], what: str) -> Iterator[str]:
    language = str(fields.get("language_code", ""))
    if language and not re.fullmatch(r"[a-z]{2}", language):
        yield f"a {what} for the language {language!r}"
