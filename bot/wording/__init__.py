"""Every sentence that Kiu writes, one Fluent file for each language; adding a language is adding a file.

The only package that knows how texts are stored. Sentences live in the files and nowhere else; which sentence fits,
and with which values, is decided by whoever asks for it. It knows no table, no game and no chat.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from typing import Protocol

from fluent.runtime import FluentBundle, FluentResource

from bot.wording.isolation import isolated

FALLBACK = "en"
"""The language that has every sentence."""

SENTENCES_REMEMBERED = 10_000
"""How many formatted sentences of a language are cached: most come back from hand to hand."""


class Translator(Protocol):
    """Translates into one language: takes the key of a sentence and its values."""

    def __call__(self, key: str, **fields: str | int) -> str: ...


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


@cache
def bundle(language: str) -> FluentBundle:
    """The sentences of one language."""
    text = (resources.files(__name__) / f"{language}.ftl").read_text(encoding="utf-8")
    # Isolates are put only around those values that need them, since they are characters of their own in a chat.
    loaded = FluentBundle([language], use_isolating=False)
    loaded.add_resource(FluentResource(text))
    return loaded


def has(key: str, language: str = FALLBACK) -> bool:
    """Whether a language has a sentence for a key."""
    return bundle(language).has_message(key)


@cache
def in_language(language: str) -> Translator:
    """The translator into a language; sentences that it lacks are in English.

    The translator raises ``KeyError`` if there is no such sentence, and ``ValueError`` if a value is missing.
    """
    chosen = language if language in languages() else language.partition("-")[0]
    own = bundle(chosen if chosen in languages() else FALLBACK)

    @lru_cache(maxsize=SENTENCES_REMEMBERED)
    def formatted(key: str, fields: tuple[tuple[str, str | int], ...]) -> str:
        source = own if own.has_message(key) else bundle(FALLBACK)
        if not source.has_message(key):
            raise KeyError(f"no wording for {key}")
        pattern = source.get_message(key).value
        assert pattern is not None
        text, errors = source.format_pattern(pattern, dict(fields))
        if errors:
            raise ValueError(f"wording of {key}: {errors[0]}")
        return str(text)

    def translate(key: str, **fields: str | int) -> str:
        return formatted(
            key, tuple((name, isolated(value) if isinstance(value, str) else value) for name, value in fields.items())
        )

    return translate
