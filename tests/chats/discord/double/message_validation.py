"""Discord's rules for messages that its OpenAPI description does not contain."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.chats.discord.double.components import ComponentType, Json, walk
from tests.chats.discord.double.models import MessageFlag

CONTENT_LIMIT = 2_000
TEXT_LIMIT = 4_000
COMPONENTS_LIMIT = 40
ALT_TEXT_LIMIT = 1_024
LABEL_LIMIT = 80
ROW_LIMIT = 5
TITLE_LIMIT = 45
OPTIONS_LIMIT = 25
OPTION_LENGTH_LIMIT = 100

ATTACHMENT_SCHEME = "attachment://"
"""Begins the URL of a file that is uploaded with the message."""


def faults_of_message(body: Json, files: dict[str, bytes], before: MessageFlag = MessageFlag.NONE) -> list[str]:
    """What is wrong with a message or an edit of one, in sentences.

    Args:
        body: the body of the request.
        files: the uploaded files by name.
        before: the flags of the message that is edited.
    """
    flags = MessageFlag(body.get("flags") or 0)
    faults: list[str] = []
    if "flags" in body and before & MessageFlag.COMPONENTS_V2 and not flags & MessageFlag.COMPONENTS_V2:
        faults.append("the flag of Components V2 cannot be taken off by an edit")
    if len(body.get("content") or "") > CONTENT_LIMIT:
        faults.append(f"content of {len(body['content'])} characters")
    components: list[Json] = body.get("components") or []
    if (flags | before) & MessageFlag.COMPONENTS_V2:
        faults += [f"{name} together with Components V2" for name in ("content", "embeds") if body.get(name)]
    elif any(part["type"] not in (ComponentType.ROW,) for part in components):
        faults.append("Components V2 without their flag")
    faults += _faults_of_components(components)
    faults += _faults_of_attachments(body, files)
    return faults


def faults_of_modal(body: Json) -> list[str]:
    """What is wrong with a modal, in sentences."""
    faults = _faults_of_components(body["components"])
    if not 1 <= len(body["title"]) <= TITLE_LIMIT:
        faults.append(f"modal title of {len(body['title'])} characters")
    return faults


def _faults_of_components(components: list[Json]) -> list[str]:
    parts = list(walk(components))
    faults: list[str] = []
    if len(parts) > COMPONENTS_LIMIT:
        faults.append(f"{len(parts)} components")
    text = sum(len(part["content"]) for part in parts if part["type"] == ComponentType.TEXT)
    if text > TEXT_LIMIT:
        faults.append(f"{text} characters of text in the components")
    if any(part["type"] == ComponentType.TEXT and not part["content"].strip() for part in parts):
        faults.append("a text component without text")
    named = Counter(part["custom_id"] for part in parts if "custom_id" in part)
    faults += [f"custom_id {name!r} twice" for name, count in named.items() if count > 1]
    for part in parts:
        if part["type"] == ComponentType.BUTTON and not 1 <= len(part.get("label") or "") <= LABEL_LIMIT:
            faults.append(f"button label of {len(part.get('label') or '')} characters")
        if part["type"] == ComponentType.ROW and not 1 <= len(part["components"]) <= ROW_LIMIT:
            faults.append(f"a row of {len(part['components'])}")
        if part["type"] == ComponentType.SELECT:
            faults += _faults_of_options(part["options"])
        if part["type"] == ComponentType.GALLERY:
            faults += [
                f"alt text of {len(item['description'])} characters"
                for item in part["items"]
                if len(item.get("description") or "") > ALT_TEXT_LIMIT
            ]
    return faults


def _faults_of_options(options: list[Json]) -> list[str]:
    faults = [] if 1 <= len(options) <= OPTIONS_LIMIT else [f"a select of {len(options)}"]
    if len({option["value"] for option in options}) < len(options):
        faults.append("two options of one value")
    texts = [option[name] for option in options for name in ("label", "value")]
    return faults + [
        f"an option of {len(text)} characters" for text in texts if not 1 <= len(text) <= OPTION_LENGTH_LIMIT
    ]


def _faults_of_attachments(body: Json, files: dict[str, bytes]) -> list[str]:
    faults: list[str] = []
    declared: list[Any] = body.get("attachments") or []
    for each in declared:
        if len(each.get("description") or "") > ALT_TEXT_LIMIT:
            faults.append(f"alt text of {len(each['description'])} characters")
    declared_names = {str(each["id"]): each.get("filename") for each in declared}
    if any(declared_names.get(str(place), name) != name for place, name in enumerate(files)):
        faults.append(f"uploaded {sorted(files)}, but declared {declared_names}")
    shown = attachments_shown(body)
    if files and not set(files) <= shown:
        faults.append(f"uploaded but not shown: {sorted(set(files) - shown)}")
    return faults


def attachments_shown(body: Json) -> set[str]:
    """The names of the attached pictures and documents that a message shows."""
    addresses: list[str] = []
    for part in walk(body.get("components") or []):
        if part["type"] == ComponentType.GALLERY:
            addresses += [item["media"]["url"] for item in part["items"]]
        if part["type"] == ComponentType.FILE:
            addresses.append(part["file"]["url"])
    return {each.removeprefix(ATTACHMENT_SCHEME) for each in addresses if each.startswith(ATTACHMENT_SCHEME)}
