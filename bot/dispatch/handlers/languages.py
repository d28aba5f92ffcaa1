"""Which language is spoken, to one person and in a whole group."""

from __future__ import annotations

from dataclasses import replace

from bot.commands.refusal import Refusal
from bot.dispatch.handlers.handler import Handler, Request
from bot.groups import Groups
from bot.groups.members import Members
from bot.messages import Reply
from bot.presenting import answers
from bot.wording import in_language, languages


class Languages(Handler):
    """Remembers the languages that people and groups choose, and answers in them at once."""

    def __init__(self, groups: Groups, members: Members) -> None:
        self._groups = groups
        self._members = members

    async def language(self, request: Request) -> Reply:
        """What one person is spoken to in."""
        language = _language(request.order.word("language"))
        await self._members.speak(request.group, request.who.id, language, request.done)
        return Reply(answers.sentence(in_language(language)("answer-language-set")))

    async def house_language(self, request: Request) -> Reply:
        """What is spoken in a group, to everybody who has not chosen otherwise."""
        language = _language(request.order.word("language"))
        await self._groups.change(request.group, lambda now: replace(now, language=language), request.done)
        return Reply(answers.sentence(in_language(language)("answer-group-language-set")))


def _language(word: str) -> str:
    """A language there is.

    Raises:
        Refusal: there is no such language.
    """
    if word not in languages():
        raise Refusal("no-such-language", languages=", ".join(languages()))
    return word
