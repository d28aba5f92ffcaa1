"""Which language is spoken, to one person and in a whole house."""

from __future__ import annotations

from dataclasses import replace

from bot.counters.counter import Counter, Request
from bot.houses import Houses
from bot.messages import Reply
from bot.people import People
from bot.presenting import answers
from bot.refusal import Refusal
from bot.wording import in_language, languages


class Languages(Counter):
    """Remembers the languages that people and houses choose, and answers in them at once."""

    def __init__(self, houses: Houses, people: People) -> None:
        self._houses = houses
        self._people = people

    async def language(self, request: Request) -> Reply:
        """What one person is spoken to in."""
        language = _language(request.order.word("language"))
        await self._people.speak(request.house, request.who.id, language, request.done)
        return Reply(answers.sentence(in_language(language)("answer-language-set")))

    async def house_language(self, request: Request) -> Reply:
        """What is spoken in a house, to everybody who has not chosen otherwise."""
        language = _language(request.order.word("language"))
        await self._houses.change(request.house, lambda now: replace(now, language=language), request.done)
        return Reply(answers.sentence(in_language(language)("answer-house-language-set")))


def _language(word: str) -> str:
    """A language there is.

    Raises:
        Refusal: there is no such language.
    """
    if word not in languages():
        raise Refusal("no-such-language", languages=", ".join(languages()))
    return word
