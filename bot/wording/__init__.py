"""Sentences of Kiu, one Fluent file for each language and package."""

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
"""The language with every sentence."""

SENTENCES_REMEMBERED = 10_000
"""Cached sentences of a language: most return from hand to hand."""

ENTRY: Final = re.compile(r"^(?P<key>-?[a-zA-Z][\w-]*) *=.*(?:\n(?:[ }].*)?)*", re.MULTILINE | re.ASCII)
"""A message or a term with its indented lines."""

REFERENCE: Final = re.compile(r"\{\s*(-?[a-zA-Z][\w-]*)", re.ASCII)


class Translator(Protocol):
    """A function from the key of a sentence and its values to a text."""

    def __call__(self, key: str, **fields: str | int) -> str: ...


_PACKAGES = [__name__]
"""Packages with sentences: this one, games and features."""


def add(package: str) -> None:
    """Add a feature's package of sentences, before the first is read."""
    _PACKAGES.append(package)


@cache
def languages() -> tuple[str, ...]:
    found = {
        each.name.removesuffix(".ftl") for each in resources.files(__name__).iterdir() if each.name.endswith(".ftl")
    }
    return (FALLBACK, *sorted(found - {FALLBACK}))


# Discord asks for every text in each of its locales.
@lru_cache(maxsize=256)
def language_of(locale: str) -> str | None:
    """Return the language for a platform's locale, or ``None``."""
    return next((each for each in (locale, locale.partition("-")[0]) if each in languages()), None)


class Sentences:
    """Sentences of one language, parsed on first use to speed up the start."""

    def __init__(self, language: str, text: str) -> None:
        # Isolates count as characters in a chat, so only values that need them get any.
        self._bundle = FluentBundle([language], use_isolating=False)
        self._unread: dict[str, str] = {}
        for entry in ENTRY.finditer(text):
            self._unread.setdefault(entry["key"], entry[0])
        self._keys = frozenset(key for key in self._unread if not key.startswith("-"))
        # Pictures are drawn in threads.
        self._reading = Lock()

    def has(self, key: str) -> bool:
        return key in self._keys

    def format(self, key: str, fields: Mapping[str, str | int]) -> str:
        """Return a sentence; raise ``KeyError`` for a missing one, ``ValueError`` for a missing value."""
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
    files = (resources.files(package) / f"{language}.ftl" for package in _PACKAGES)
    return Sentences(language, "\n".join(each.read_text(encoding="utf-8") for each in files if each.is_file()))


def has(key: str, language: str = FALLBACK) -> bool:
    return sentences(language).has(key)


@cache
def in_language(language: str) -> Translator:
    """Return the translator into a language, with English for missing sentences.

    It raises ``KeyError`` for an unknown key and ``ValueError`` for a missing value.
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
