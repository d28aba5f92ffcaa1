"""The settings read and checked, with their sources and plain sentences on mistakes."""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from dotenv import dotenv_values
from pydantic import SecretStr, ValidationError
from pydantic.fields import FieldInfo

from bot.environment.settings import Allowed, Settings

PREFIXES = ("KIU_", "DISCORD_", "TELEGRAM_")
"""Beginnings of Kiu's variables."""

FILE = Path(".env")

SECRET = "(set, not shown)"  # noqa: S105 - what is shown instead of one
"""The text in place of a secret."""

_UNITS = ((24 * 60, "d"), (60, "h"), (1, "m"))
"""Minutes by unit of time, the largest first."""


class BadSettings(Exception):
    """Unusable settings, with a sentence for each mistake."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))


class InForce(NamedTuple):
    name: str
    value: str
    """Its value, masked for a secret."""

    source: str
    """The environment, the file .env, or nowhere."""


def read_settings(languages: Collection[str]) -> Settings:
    """Read the environment and ``.env``; raise ``BadSettings`` for unknown settings or wrong values."""
    given = _given()
    wrong = list(_unknown(given))
    try:
        settings = Settings()
    except ValidationError as error:
        wrong += [_sentence(str(each["loc"][0]) if each["loc"] else "", each["msg"], given) for each in error.errors()]
        raise BadSettings(wrong) from None
    if settings.language not in languages:
        wrong.append(f"KIU_LANGUAGE is not right: “{settings.language}”. It has to be one of {', '.join(languages)}.")
    if wrong:
        raise BadSettings(wrong)
    return settings


def in_force(settings: Settings) -> list[InForce]:
    """Return all settings with sources, secrets masked."""
    given = _given()
    return [
        InForce(name, shown(getattr(settings, field)), given.get(name, ("", "default"))[1])
        for name, field in _fields().items()
    ]


def _fields() -> dict[str, str]:
    return {_name(field, info): field for field, info in Settings.model_fields.items()}


def _name(field: str, info: FieldInfo) -> str:
    return str(info.validation_alias or f"KIU_{field.upper()}")


def _given() -> Mapping[str, tuple[str, str]]:
    """Return possible variables with value and source; the environment wins. Raise ``BadSettings`` for an unreadable
    file.
    """
    try:
        in_file = dotenv_values(FILE) if FILE.is_file() else {}
    except UnicodeDecodeError:
        raise BadSettings(["There are bytes in the file .env that are no UTF-8."]) from None
    found = {name.upper(): (value or "", ".env") for name, value in in_file.items()}
    found |= {name.upper(): (value, "environment") for name, value in os.environ.items()}
    return {name: value for name, value in found.items() if name.startswith(PREFIXES)}


def _unknown(given: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    known = list(_fields())
    for name, (_, source) in sorted(given.items()):
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            where = "of the environment" if source == "environment" else "in the file .env"
            meant = f"did you mean {near[0]}?" if near else "see .env.example for those there are."
            yield f"Kiu does not know the setting {name} {where}; {meant}"


def _sentence(location: str, message: str, given: Mapping[str, tuple[str, str]]) -> str:
    fields = _fields()
    name = next((each for each, field in fields.items() if location in (each, field)), "")
    if not name:
        return f"{message.removeprefix('Value error, ')}. See .env.example."
    info = Settings.model_fields[fields[name]]
    allowed = next(each.words for each in info.metadata if isinstance(each, Allowed))
    said = "" if info.annotation is SecretStr else f" “{given.get(name, ('', ''))[0]}”."
    return f"{name} is not right:{said} It has to be {allowed}."


def shown(value: object) -> str:
    """Return a value as a host would write it; a secret is masked."""
    if value is None:
        return "(not set)"
    if isinstance(value, timedelta):
        minutes = value // timedelta(minutes=1)
        return next((f"{minutes // each}{unit}" for each, unit in _UNITS if minutes and not minutes % each), "0")
    if isinstance(value, SecretStr):
        return SECRET if value.get_secret_value() else "(not set)"
    return str(value) or "(not set)"
