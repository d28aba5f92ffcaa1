"""Languages: of one person, and of a whole group."""

from __future__ import annotations

from dataclasses import replace

from bot.commands import Refusal, Request
from bot.dispatch.handlers.handler import Handlers
from bot.messages import Reply
from bot.presenting import answers
from bot.wording import in_language, languages


class LanguageHandlers(Handlers):
    async def choose_language(self, request: Request) -> Reply:
        """Choose the sender's language."""
        language = _language(request)
        await self._services.members.choose_language(request, language)
        return Reply(answers.sentence(in_language(language)("answer-language-set")))

    async def choose_group_language(self, request: Request) -> Reply:
        """Choose the usual language of a group."""
        language = _language(request)
        await self._services.groups.change(request.group, lambda now: replace(now, language=language), request.receipt)
        return Reply(answers.sentence(in_language(language)("answer-group-language-set")))


def _language(request: Request) -> str:
    """Return the language; raise ``Refusal`` for an unknown one."""
    language = request.word("language")
    if language not in languages():
        raise Refusal("no-such-language", languages=", ".join(languages()))
    return language
