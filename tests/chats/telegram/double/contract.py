"""The published description of the Bot API: every call and every answer is checked against it where it is at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = "telegram-bot-api.json"


class Contract:
    """The methods and types of the Bot API.

    The description is of version 10.1; what 10.3 adds to the methods used here is written out below.
    """

    def __init__(self, description: Mapping[str, Any]) -> None:
        self._methods: dict[str, dict[str, Any]] = {**description["methods"]}
        self._types: dict[str, dict[str, Any]] = {**description["types"]}
        for name, fields in _NEW_TYPES.items():
            self._types[name] = {"fields": [_field(each) for each in fields]}
        for name, fields in _NEW_METHODS.items():
            self._methods[name] = {"fields": [_field(each) for each in fields], "returns": ["Boolean"]}
        for name, fields in _NEW_PARAMETERS.items():
            self._methods[name] = _with_fields(self._methods[name], fields)
        for name, fields in _NEW_FIELDS.items():
            self._types[name] = _with_fields(self._types[name], fields)

    def faults_of_call(self, method: str, fields: Mapping[str, Any], files: Collection[str]) -> Iterator[str]:
        """Say what the Bot API would not understand in a call.

        Args:
            method: its name, such as ``sendMessage``.
            fields: its parameters, read from what was sent.
            files: the names under which files were uploaded with it.
        """
        declared = self._methods.get(method)
        if declared is None:
            yield f"there is no method {method}"
            return
        known = {each["name"]: each for each in declared.get("fields", [])}
        for name in [*fields, *files]:
            if name not in known and name not in _attached(fields):
                yield f"{method} has no parameter {name}"
        for name, each in known.items():
            if name in fields:
                yield from self._faults(each["types"], fields[name], f"{method}.{name}")
            elif each["required"] and name not in files:
                yield f"{method} wants {name}"
        for name in _attached(fields):
            if name not in files:
                yield f"{method} attaches {name}, which was not uploaded"

    def faults_of_answer(self, method: str, answer: Any) -> Iterator[str]:
        """Say what the double itself tells wrongly."""
        yield from self._faults(self._methods[method]["returns"], answer, f"the answer to {method}")

    def _faults(self, types: list[str], value: Any, where: str) -> Iterator[str]:
        """What is wrong with a value, told of the type that it is closest to."""
        yield from min((list(self._faults_of(each, value, where)) for each in types), key=len)

    def _faults_of(self, name: str, value: Any, where: str) -> Iterator[str]:
        if name.startswith("Array of "):
            if not isinstance(value, list):
                yield f"{where} is no list"
                return
            for place, each in enumerate(value):
                yield from self._faults([name.removeprefix("Array of ")], each, f"{where}[{place}]")
        elif name in _PLAIN:
            if not isinstance(value, _PLAIN[name]) or (isinstance(value, bool) and name != "Boolean"):
                yield f"{where} is no {name}: {value!r:.60}"
        elif name == "InputFile":
            yield f"{where} is no uploaded file"
        elif kinds := self._types[name].get("subtypes"):
            yield from self._faults(kinds, value, where)
        else:
            yield from self._faults_of_object(name, value, where)

    def _faults_of_object(self, name: str, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} is no {name}: {value!r:.60}"
            return
        known = {each["name"]: each for each in self._types[name].get("fields", [])}
        for field in value:
            if field not in known:
                yield f"{where}: a {name} has no {field}"
        for field, each in known.items():
            if field in value:
                yield from self._faults(each["types"], value[field], f"{where}.{field}")
            elif each["required"]:
                yield f"{where}: a {name} wants {field}"


def _attached(value: Any) -> set[str]:
    """The names of the uploads that something refers to."""
    if isinstance(value, str):
        return {value.removeprefix("attach://")} if value.startswith("attach://") else set()
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return set().union(*(_attached(part) for part in parts))


_PLAIN: dict[str, type | tuple[type, ...]] = {"Integer": int, "Float": (int, float), "String": str, "Boolean": bool}

_Addition = tuple[str, str, bool]
"""Name, type, and whether it is required."""

_NEW_TYPES: dict[str, tuple[_Addition, ...]] = {
    "EphemeralMessageParameters": (
        ("receiver_user_id", "Integer", True),
        ("callback_query_id", "String", False),
        ("replace_callback_query_message", "Boolean", False),
    )
}
_EPHEMERAL: tuple[_Addition, ...] = (
    ("chat_id", "Integer", True),
    ("receiver_user_id", "Integer", True),
    ("ephemeral_message_id", "Integer", True),
)
_MARKUP: _Addition = ("reply_markup", "InlineKeyboardMarkup", False)
_NEW_METHODS: dict[str, tuple[_Addition, ...]] = {
    "editEphemeralMessageText": (
        *_EPHEMERAL,
        ("text", "String", True),
        ("parse_mode", "String", False),
        ("entities", "Array of MessageEntity", False),
        ("link_preview_options", "LinkPreviewOptions", False),
        _MARKUP,
    ),
    "editEphemeralMessageMedia": (*_EPHEMERAL, ("media", "InputMedia", True), _MARKUP),
    "editEphemeralMessageCaption": (
        *_EPHEMERAL,
        ("caption", "String", False),
        ("caption_entities", "Array of MessageEntity", False),
        _MARKUP,
    ),
    "editEphemeralMessageReplyMarkup": (*_EPHEMERAL, _MARKUP),
    "deleteEphemeralMessage": _EPHEMERAL,
}
_FOR_ONE: tuple[_Addition, ...] = (("ephemeral_message_parameters", "EphemeralMessageParameters", False),)
_NEW_PARAMETERS = {"sendMessage": _FOR_ONE, "sendPhoto": _FOR_ONE}
_NEW_FIELDS: dict[str, tuple[_Addition, ...]] = {"Message": (("ephemeral_message_id", "Integer", False),)}


def _field(addition: _Addition) -> dict[str, Any]:
    name, kind, required = addition
    return {"name": name, "types": [kind], "required": required}


def _with_fields(declared: dict[str, Any], fields: tuple[_Addition, ...]) -> dict[str, Any]:
    return {**declared, "fields": [*declared["fields"], *map(_field, fields)]}


@cache
def the_contract() -> Contract | None:
    """The description of the Bot API, or nothing where it is not at hand.

    It lies in the folder that ``TEST_CONTRACTS`` names, or else beside the checkout.
    """
    beside = Path(__file__).resolve().parents[5] / "shared" / "contracts"
    file = Path(os.environ.get("TEST_CONTRACTS", beside)) / FILE
    return Contract(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None
