from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.commands import CommandSpec, Kind, Parameter, Refusal, Request, admin_command, handles
from bot.dispatch.services import Handlers
from bot.messages import Reply
from bot.presenting import answers
from bot.wording import in_language, languages

_LANGUAGE: Final = Parameter("language", Kind.LANGUAGE)


class LanguageHandlers(Handlers):
    @handles(admin_command(name="house language", section="house", parameters=(_LANGUAGE,)))
    async def choose_group_language(self, request: Request) -> Reply:
        language = _language(request)
        await self._services.groups.change(
            request.where.group, lambda now: replace(now, language=language), request.receipt
        )
        return Reply(answers.sentence(in_language(language)("answer-group-language-set")))

    @handles(
        CommandSpec(
            name="language", section="learn", parameters=(_LANGUAGE,), while_away=True, in_private=True, anywhere=True
        )
    )
    async def choose_language(self, request: Request) -> Reply:
        language = _language(request)
        await self._services.members.choose_language(request, language)
        return Reply(answers.sentence(in_language(language)("answer-language-set")))


def _language(request: Request) -> str:
    """Return the language; raise ``Refusal`` for an unknown one."""
    language = request.word("language")
    if language not in languages():
        raise Refusal("no-such-language", languages=", ".join(languages()))
    return language
