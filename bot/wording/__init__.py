"""Every sentence Kiu says, one file a language; adding a language is adding a file."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from typing import Protocol

from fluent.runtime import FluentBundle, FluentResource

FALLBACK = "en"

SENTENCES_REMEMBERED = 10_000
"""How many finished sentences of a language are kept: a table says much the same from hand to hand."""


class Translator(Protocol):
    """Says something in one language: a key, and the values that the sentence names."""

    def __call__(self, key: str, **fields: str | int) -> str: ...


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, the one in which everything is said first."""
    found = {
        each.name.removesuffix(".ftl") for each in resources.files(__name__).iterdir() if each.name.endswith(".ftl")
    }
    return (FALLBACK, *sorted(found - {FALLBACK}))


@cache
def bundle(language: str) -> FluentBundle:
    """The sentences of one language."""
    text = (resources.files(__name__) / f"{language}.ftl").read_text(encoding="utf-8")
    # Isolating marks around names would travel into chats as invisible characters, so they are left out.
    made = FluentBundle([language], use_isolating=False)
    made.add_resource(FluentResource(text))
    return made


def has(key: str, language: str = FALLBACK) -> bool:
    """Whether a language has a sentence for a key."""
    return bundle(language).has_message(key)


@cache
def in_language(language: str) -> Translator:
    """The voice of a language; what it lacks is said in English."""
    chosen = language if language in languages() else language.partition("-")[0]
    own = bundle(chosen if chosen in languages() else FALLBACK)

    @lru_cache(maxsize=SENTENCES_REMEMBERED)
    def spoken(key: str, fields: tuple[tuple[str, str | int], ...]) -> str:
        speaker = own if own.has_message(key) else bundle(FALLBACK)
        if not speaker.has_message(key):
            raise KeyError(f"no wording for {key}")
        pattern = speaker.get_message(key).value
        assert pattern is not None
        text, errors = speaker.format_pattern(pattern, dict(fields))
        if errors:
            raise ValueError(f"wording of {key}: {errors[0]}")
        return str(text)

    def translate(key: str, **fields: str | int) -> str:
        return spoken(key, tuple(fields.items()))

    return translate
