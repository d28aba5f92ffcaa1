from __future__ import annotations

import asyncio
from functools import partial

from bot.commands import BY_NAME, COMMANDS, SECTIONS, Kind, Parameter, Refusal, Request, handles, public_page
from bot.dispatch.autocomplete import Completing
from bot.dispatch.services import Handlers
from bot.features.help import pages, rules
from bot.messages import Reply
from engine.table.hand import AnyHand

_reading = partial(public_page, anywhere=True, at_length=True, own_language=True)


def _commands(typing: Completing) -> list[tuple[str, str]]:
    return [(pages.help_line(each, typing.translate), each.name) for each in COMMANDS]


class HelpHandlers(Handlers):
    @handles(
        _reading(
            name="rules",
            section="learn",
            parameters=(Parameter("game", Kind.GAME, optional=True), Parameter("page", Kind.NUMBER, optional=True)),
        )
    )
    async def rules(self, request: Request) -> Reply:
        """Return a page of the rules in force, with the sender's hand marked in the ladder."""
        place_context = self._services.place_context
        game = place_context.game(request.where, request.word("game"))
        settings = place_context.in_force(request.where, game)
        hand = self._own_hand(request, game)
        seat = None if hand is None else hand.seat(request.who.id)
        in_force, own = settings.game(game).rules, None
        if hand is not None and seat is not None:
            # The rules of the deal, despite later changes.
            in_force, own = hand.rules, hand.round.view(seat)
        number = request.amount("page") or 1
        made = partial(rules.page, game, number, settings, in_force, own, request.translate, table=request.table)
        message = await asyncio.to_thread(lambda: made().finished())
        return Reply(message, menu=True, secret=rules.is_secret(message), at_length=f"rules {game} {number}")

    def _own_hand(self, request: Request, game: str) -> AnyHand | None:
        """Return the table's latest hand of this game, unless the sender speaks as the group."""
        try:
            state = self._services.tables.meant(request).state
        except Refusal:
            return None
        return state.hand if state.game_name == game and not request.who.anonymous else None

    @handles(
        _reading(
            name="help",
            section="learn",
            parameters=(Parameter("command", Kind.PHRASE, optional=True, suggest=_commands),),
            about_group=False,
        )
    )
    async def help(self, request: Request) -> Reply:
        wanted = request.word("command").removeprefix("/").lower()
        if not wanted:
            return Reply(pages.help_message(self._services.host, request.translate), menu=True)
        spec = BY_NAME.get(wanted) or BY_NAME.get(wanted.split()[0])
        if spec is None:
            raise Refusal("no-such-command", word=wanted[:40])
        return Reply(pages.help_about(spec, request.translate))

    @handles(_reading(name="commands", part=True, parameters=(Parameter("topic", Kind.WORD),), about_group=False))
    async def commands(self, request: Request) -> Reply:
        topic = request.word("topic")
        if topic not in SECTIONS:
            raise Refusal("no-such-command", word=topic[:40])
        return Reply(pages.section_page(topic, request.translate), menu=True)

    @handles(public_page(name="settings", section="learn"))
    async def settings(self, request: Request) -> Reply:
        """Return personal settings in private, those of the group otherwise."""
        group, members = request.group, self._services.members
        settings = self._services.groups.of(group)
        if request.in_private:
            own = members.language(group, request.who.id) or settings.language
            return Reply(pages.own_settings(own, request.translate))
        return Reply(pages.group_settings(settings, request.translate))
