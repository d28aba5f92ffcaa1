"""What Discord demands of a message and its description does not say."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.chats.discord.double.world import Flag, Json, Part, walk

CONTENT = 2_000
TEXT_IN_ALL = 4_000
COMPONENTS = 40
ALT_TEXT = 1_024
LABEL = 80
BUTTONS_IN_A_ROW = 5
MODAL_TITLE = 45
OPTIONS = 25
OPTION = 100

ATTACHED = "attachment://"
"""What the address of something begins with that is uploaded with the message."""


def faults_of_message(body: Json, files: dict[str, bytes], before: Flag = Flag.NONE) -> list[str]:
    """What is wrong with a message or an edit of one, in sentences.

    Args:
        body: what was sent.
        files: what was uploaded with it, by file name.
        before: the flags of the message that is edited.
    """
    flags = Flag(body.get("flags") or 0)
    faults: list[str] = []
    if "flags" in body and before & Flag.COMPONENTS_V2 and not flags & Flag.COMPONENTS_V2:
        faults.append("the flag of Components V2 cannot be taken off by an edit")
    if len(body.get("content") or "") > CONTENT:
        faults.append(f"content of {len(body['content'])} characters")
    components: list[Json] = body.get("components") or []
    if (flags | before) & Flag.COMPONENTS_V2:
        faults += [f"{name} together with Components V2" for name in ("content", "embeds") if body.get(name)]
    elif any(part["type"] not in (Part.ROW,) for part in components):
        faults.append("Components V2 without their flag")
    faults += _faults_of_components(components)
    faults += _faults_of_attachments(body, files)
    return faults


def faults_of_modal(body: Json) -> list[str]:
    """What is wrong with a modal, in sentences."""
    faults = _faults_of_components(body["components"])
    if not 1 <= len(body["title"]) <= MODAL_TITLE:
        faults.append(f"modal title of {len(body['title'])} characters")
    return faults


def _faults_of_components(components: list[Json]) -> list[str]:
    parts = list(walk(components))
    faults: list[str] = []
    if len(parts) > COMPONENTS:
        faults.append(f"{len(parts)} components")
    text = sum(len(part["content"]) for part in parts if part["type"] == Part.TEXT)
    if text > TEXT_IN_ALL:
        faults.append(f"{text} characters of text in the components")
    if any(part["type"] == Part.TEXT and not part["content"].strip() for part in parts):
        faults.append("a text component without text")
    named = Counter(part["custom_id"] for part in parts if "custom_id" in part)
    faults += [f"custom_id {name!r} twice" for name, count in named.items() if count > 1]
    for part in parts:
        if part["type"] == Part.BUTTON and not 1 <= len(part.get("label") or "") <= LABEL:
            faults.append(f"button label of {len(part.get('label') or '')} characters")
        if part["type"] == Part.ROW and not 1 <= len(part["components"]) <= BUTTONS_IN_A_ROW:
            faults.append(f"a row of {len(part['components'])}")
        if part["type"] == Part.SELECT:
            faults += _faults_of_options(part["options"])
        if part["type"] == Part.GALLERY:
            faults += [
                f"alt text of {len(item['description'])} characters"
                for item in part["items"]
                if len(item.get("description") or "") > ALT_TEXT
            ]
    return faults


def _faults_of_options(options: list[Json]) -> list[str]:
    faults = [] if 1 <= len(options) <= OPTIONS else [f"a select of {len(options)}"]
    if len({option["value"] for option in options}) < len(options):
        faults.append("two options of one value")
    texts = [option[name] for option in options for name in ("label", "value")]
    return faults + [f"an option of {len(text)} characters" for text in texts if not 1 <= len(text) <= OPTION]


def _faults_of_attachments(body: Json, files: dict[str, bytes]) -> list[str]:
    faults: list[str] = []
    told: list[Any] = body.get("attachments") or []
    for each in told:
        if len(each.get("description") or "") > ALT_TEXT:
            faults.append(f"alt text of {len(each['description'])} characters")
    told_names = {str(each["id"]): each.get("filename") for each in told}
    if any(told_names.get(str(place), name) != name for place, name in enumerate(files)):
        faults.append(f"uploaded {sorted(files)}, but told of {told_names}")
    shown = attachments_shown(body)
    if files and not set(files) <= shown:
        faults.append(f"uploaded but not shown: {sorted(set(files) - shown)}")
    return faults


def attachments_shown(body: Json) -> set[str]:
    """The names of the attached pictures and documents that a message shows."""
    addresses: list[str] = []
    for part in walk(body.get("components") or []):
        if part["type"] == Part.GALLERY:
            addresses += [item["media"]["url"] for item in part["items"]]
        if part["type"] == Part.FILE:
            addresses.append(part["file"]["url"])
    return {each.removeprefix(ATTACHED) for each in addresses if each.startswith(ATTACHED)}
