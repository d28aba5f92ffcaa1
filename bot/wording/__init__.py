"""All sentences of Kiu, one Fluent file for each language and package.

Only this package knows how texts are stored; its callers choose the sentence and its values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from threading import Lock
from typing import Final, Protocol

from fluent.runtime import FluentBundle, FluentResource

from bot.wording.isolation import isolated

FALLBACK = "en"
"""The language that has every sentence."""

SENTENCES_REMEMBERED = 10_000
"""Cached sentences of a language: most return from hand to hand."""

ENTRY: Final = re.compile(r"^(?P<key>-?[a-zA-Z][\w-]*) *=.*(?:\n(?:[ }].*)?)*", re.MULTILINE | re.ASCII)
"""A message or a term in a file, with the indented lines that belong to it."""

REFERENCE: Final = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)", re.ASCII)
"""A reference to another entry in a text."""


class Translator(Protocol):
    """Translates into one language: takes the key of a sentence and its values."""

    def __call__(self, key: str, **fields: str | int) -> str: ...


_PACKAGES = [__name__]
"""Packages with sentences: this one, games and features."""


def add(package: str) -> None:
    """Add the sentences of a package of a feature: a file for each language, which must not be read before."""
    _PACKAGES.append(package)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages, the fallback first."""
    found = {
        each.name.removesuffix(".ftl") for each in resources.files(__name__).iterdir() if each.name.endswith(".ftl")
    }
    return (FALLBACK, *sorted(found - {FALLBACK}))


# Discord asks for every text of every command in each of its locales.
@lru_cache(maxsize=256)
def language_of(locale: str) -> str | None:
    """The language of the wording that fits a locale of a platform; ``None`` if there is none."""
    return next((each for each in (locale, locale.partition("-")[0]) if each in languages()), None)


class Sentences:
    """The sentences of one language, each read when it is first wanted: all of them together would slow each start."""

    def __init__(self, language: str, text: str) -> None:
        # Isolates are put only around those values that need them, since they are characters of their own in a chat.
        self._bundle = FluentBundle([language], use_isolating=False)
        self._unread: dict[str, str] = {}
        for entry in ENTRY.finditer(text):
            self._unread.setdefault(entry["key"], entry[0])
        self._keys = frozenset(key for key in self._unread if not key.startswith("-"))
        # A picture is drawn in a thread of its own.
        self._reading = Lock()

    def has(self, key: str) -> bool:
        """True if there is a sentence for a key."""
        return key in self._keys

    def format(self, key: str, fields: Mapping[str, str | int]) -> str:
        """A sentence with its values.

        Raise ``KeyError`` if there is no such sentence. Raise ``ValueError`` if a value is missing.
        """
        if not self.has(key):
            raise KeyError(f"no wording for {key}")
        if key in self._unread:
            self._read(key)
        pattern = self._bundle.get_message(key).value
        assert pattern is not None
        text, errors = self._bundle.format_pattern(pattern, dict(fields))
        if errors:
            raise ValueError(f"wording of {key}: {errors[0]}")
        return str(text)

    def _read(self, key: str) -> None:
        """Read an entry, and those that it refers to."""
        with self._reading:
            wanted = {key: self._unread.get(key, "")}
            waiting = [key]
            while waiting:
                for other in REFERENCE.findall(wanted[waiting.pop()]):
                    if other in self._unread and other not in wanted:
                        wanted[other] = self._unread[other]
                        waiting.append(other)
            self._bundle.add_resource(FluentResource("".join(wanted.values())))
            for each in wanted:
                self._unread.pop(each, None)


@cache
def sentences(language: str) -> Sentences:
    """The sentences of one language."""
    files = (resources.files(package) / f"{language}.ftl" for package in _PACKAGES)
    return Sentences(language, "\n".join(each.read_text(encoding="utf-8") for each in files if each.is_file()))


def has(key: str, language: str = FALLBACK) -> bool:
    """True if a language has a sentence for a key."""
    return sentences(language).has(key)


@cache
def in_language(language: str) -> Translator:
    """The translator into a language; sentences that it lacks are in English.

    The translator raises ``KeyError`` if there is no such sentence, and ``ValueError`` if a value is missing.
    """
    chosen = language if language in languages() else language.partition("-")[0]
    own = sentences(chosen if chosen in languages() else FALLBACK)

    @lru_cache(maxsize=SENTENCES_REMEMBERED)
    def formatted(key: str, fields: tuple[tuple[str, str | int], ...]) -> str:
        source = own if own.has(key) else sentences(FALLBACK)
        return source.format(key, dict(fields))

    def translate(key: str, **fields: str | int) -> str:
        return formatted(
            key, tuple((name, isolated(value) if isinstance(value, str) else value) for name, value in fields.items())
        )

    return translate
