from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.commands import CommandSpec, Kind, Parameter, Request, handles
from bot.dispatch.services import Handlers, Services, answer
from bot.features.notifying import pages
from bot.features.notifying.waiting_tables import KEY, WaitingTables, asking
from bot.groups import GroupSettings
from bot.messages import PlayerId, Reply
from engine.games import GAMES


class NotifyingHandlers(Handlers):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        waiting = WaitingTables(services)
        services.announcer.on_change.append(waiting.look)
        services.on_forget.append(waiting.forget)
        services.background.append(waiting)

    @handles(
        CommandSpec(
            name="notify me",
            section="table",
            discord="notify me",
            parameters=(Parameter("game", Kind.GAME, optional=True),),
            in_private=True,
        )
    )
    async def notify_me(self, request: Request) -> Reply:
        services, group, player = self._services, request.group, request.who.id
        wanted = request.word("game")
        games: Sequence[str] = [services.place_context.game(request.where, wanted)] if wanted else list(GAMES)
        asked = {*asking(services.groups.of(group)).get(player, ()), *games}
        await services.groups.change(group, lambda now: _asked_by(now, player, asked), request.receipt)
        return Reply(pages.told_of(asked, request.translate))

    @handles(CommandSpec(name="notify off", part=True, while_away=True, in_private=True, about_group=False))
    async def notify_off(self, request: Request) -> Reply:
        """Stop notifying the sender in this group; from a private chat, everywhere."""
        groups, player = self._services.groups, request.who.id
        asked = [group for group, settings in groups.all().items() if player in asking(settings)]
        chosen = asked if request.in_private else [group for group in asked if group == request.group]
        for group in chosen:
            await groups.change(group, lambda now: _asked_by(now, player, ()))
        # Last, so that a command of which a part failed can be repeated.
        await self._services.ledger.commit(request.receipt)
        return answer(request, "notify-off-everywhere" if request.in_private else "notify-off")


def _asked_by(settings: GroupSettings, player: PlayerId, games: Collection[str]) -> GroupSettings:
    """Let a person be told of tables of these games, or of none."""
    others = {each: theirs for each, theirs in asking(settings).items() if each != player}
    return settings.with_feature(KEY, {**others, player: sorted(games)} if games else others)
