"""Handling of interactions: a command for the dispatcher, and its ephemeral reply in time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

import discord
import structlog
from cachetools import LRUCache

from bot.app import App
from bot.chats.discord_chat.api_errors import dm_errors
from bot.chats.discord_chat.closed_dms import ClosedDms
from bot.chats.discord_chat.guild_members import GuildMembers
from bot.chats.discord_chat.ids import NO_CHANNEL, PLATFORM, dm_group_id, group_id, guild_id_of, player_id
from bot.chats.discord_chat.limits import Timeouts
from bot.chats.discord_chat.live_interactions import EPHEMERAL, Interaction, LiveInteractions, UnansweredPress
from bot.chats.discord_chat.localization import user_menu_name
from bot.chats.discord_chat.modals import modal_for, parameters_modal
from bot.chats.discord_chat.network_errors import NETWORK_ERRORS, session_is_closed
from bot.chats.discord_chat.permissions import is_in_guild, is_outside, missing_permissions, wording_key
from bot.chats.discord_chat.rendering import attachments, layout_view
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.commands import CommandSpec, Parameter, spec_of
from bot.dispatch.autocomplete import Suggestion
from bot.environment.half_surrogates import has_half_surrogate
from bot.messages import (
    Button,
    Command,
    Message,
    MessageGone,
    MessageId,
    Person,
    Place,
    PlayerId,
    Pressed,
    Question,
    Reply,
    Unreachable,
)
from bot.messages.names import safe_name
from bot.presenting import answers
from bot.wording import Translator

User: TypeAlias = discord.User | discord.Member

log = structlog.get_logger()

PICKED_REMEMBERED = 1_000


class InteractionHandler:
    def __init__(
        self,
        app: App,
        timeouts: Timeouts,
        live: LiveInteractions,
        closed_dms: ClosedDms,
        members: GuildMembers,
        resumed: asyncio.Event,
    ) -> None:
        self._app = app
        self._timeouts = timeouts
        self._live = live
        self._closed_dms = closed_dms
        self._resumed = resumed
        self._members = members
        self._picked: LRUCache[PlayerId, Person] = LRUCache(PICKED_REMEMBERED)
        """People picked from a menu; a submitted modal carries only their ids."""

    def forget(self, player: PlayerId) -> None:
        """Drop the name of a picked person."""
        self._picked.pop(player, None)

    async def on_command(self, interaction: Interaction, line: str, users: Sequence[User] = ()) -> None:
        await self._recall(interaction)
        if (refusal := self._refusal_of_bots(interaction, users)) is not None:
            await self._send_reply(interaction, refusal)
            return
        people = tuple(Person(player_id(user), user.display_name) for user in users)
        with self._live.under_way(interaction):
            await self._reply(interaction, self._answer_command(interaction, line, people))

    async def on_user_menu(self, interaction: Interaction, spec: CommandSpec, user: User) -> None:
        """Carry out a command from the menu of a person, after a modal for missing parameters."""
        await self._recall(interaction)
        line = f"{spec.name} {player_id(user)}"
        parameters = [each for each in spec.parameters[1:] if not each.optional]
        if not parameters or user.bot or has_half_surrogate(user.display_name, interaction.user.display_name):
            await self.on_command(interaction, line, (user,))
            return
        translate = self._translator(interaction)
        self._picked[player_id(user)] = Person(player_id(user), user.display_name)
        labels = {each.name: translate(f"discord-parameter-{each.name}") for each in parameters}
        title = f"{user_menu_name(spec, translate)} · {safe_name(user.display_name)}"
        with _errors_logged("modal not opened"):
            await interaction.response.send_modal(parameters_modal(Button("", line).data, title, labels))

    async def on_button(self, interaction: Interaction, data: str) -> None:
        await self._recall(interaction)
        press = Pressed.read(data)
        if press.asks:
            await self._open_modal(interaction, data, press)
        else:
            with self._live.under_way(interaction):
                await self._carry_out(interaction, press, press.command)

    async def on_modal_submit(self, interaction: Interaction, data: str, value: str) -> None:
        await self._recall(interaction)
        press = Pressed.read(data)
        picked = self._picked.get(press.command.rpartition(" ")[2])
        people = () if picked is None else (picked,)
        with self._live.under_way(interaction):
            await self._carry_out(interaction, press, f"{press.command} {value}", people)

    async def on_autocomplete(
        self,
        interaction: Interaction,
        spec: CommandSpec,
        parameter: Parameter,
        typed: str,
        options: Mapping[str, str],
    ) -> Sequence[Suggestion]:
        await self._recall(interaction)
        person, place = self._person(interaction), self._place(interaction, spec.name)
        try:
            if not await self._is_member(interaction, place, spec.name):
                return ()
        except MembershipUnknown:
            return ()
        return self._app.autocomplete.of(spec, parameter, typed, options, person.id, place)

    def forget_member(self, guild: int, user: int) -> None:
        self._members.forget(guild, user)

    async def on_error(self, interaction: Interaction) -> None:
        """Report an internal error to the user if that is still possible."""
        await self._recall(interaction)
        translate = self._translator(interaction)
        await self._send_reply(interaction, Reply(answers.sentence(translate("unexpected-trouble")), refused=True))

    def _person(self, interaction: Interaction) -> Person:
        user, permissions = interaction.user, interaction.permissions
        admin = is_in_guild(interaction) and (permissions.manage_guild or permissions.administrator)
        return Person(player_id(user), user.display_name, admin, interaction.locale.value)

    def _place(self, interaction: Interaction, line: str = "", table: str = "") -> Place:
        """Return the channel or thread, or for a direct message the place that it is about.

        An interaction outside Kiu's guilds counts as a direct message.
        """
        if interaction.guild_id is not None and is_in_guild(interaction):
            return Place(group_id(interaction.guild_id), str(interaction.channel_id))
        dispatcher, player = self._app.dispatcher, player_id(interaction.user)
        channel = NO_CHANNEL if is_outside(interaction) else str(interaction.channel_id)
        own = Place(dm_group_id(interaction.user), channel)
        if table:
            return dispatcher.place_of(player, table) or own
        return dispatcher.place_in_private(player, line, own, NO_CHANNEL)

    async def _recall(self, interaction: Interaction) -> None:
        in_guild = interaction.guild_id is not None and is_in_guild(interaction)
        group = group_id(interaction.guild_id) if in_guild and interaction.guild_id else dm_group_id(interaction.user)
        await self._app.dispatcher.recall(player_id(interaction.user), group)

    def _refusal_of_bots(self, interaction: Interaction, users: Iterable[User]) -> Reply | None:
        bot = next((user for user in users if user.bot), None)
        if bot is None:
            return None
        sentence = self._translator(interaction)("discord-bot-picked", name=safe_name(bot.display_name))
        return Reply(answers.sentence(sentence), refused=True)

    def _is_private(self, interaction: Interaction, table: str) -> bool:
        return _is_ephemeral(interaction) or self._place(interaction, table=table).channel != str(
            interaction.channel_id
        )

    async def _command(
        self,
        interaction: Interaction,
        text: str,
        turn: str = "",
        picked: tuple[Person, ...] = (),
        *,
        in_menu: bool = False,
    ) -> Command:
        """Return the command; raise ``MembershipUnknown`` if Discord does not answer."""
        command = self._received(interaction, text, turn, picked, in_menu=in_menu)
        member = await self._is_member(interaction, command.where, text)
        return replace(command, who=replace(command.who, member=member))

    def _received(
        self, interaction: Interaction, text: str, turn: str, picked: tuple[Person, ...] = (), *, in_menu: bool = False
    ) -> Command:
        place = self._place(interaction, text, turn.partition(":")[0])
        key, in_private = f"{PLATFORM}:{interaction.id}", interaction.guild_id is None
        return Command(self._person(interaction), place, text, turn, key, in_private, picked, in_menu)

    async def _is_member(self, interaction: Interaction, place: Place, line: str) -> bool:
        """Ask about membership only where it matters; raise ``MembershipUnknown`` if Discord does not answer."""
        guild = guild_id_of(place.group)
        if guild is None or is_in_guild(interaction) or not is_for_members(line):
            return True
        return await self._members.is_member(interaction.client, guild, interaction.user.id)

    def _membership_unknown(self, interaction: Interaction, why: MembershipUnknown) -> Reply:
        return Reply(membership_unknown(why, "Discord", self._translator(interaction)), refused=True)

    async def _answer_command(self, interaction: Interaction, line: str, picked: tuple[Person, ...]) -> Reply:
        place, spec = self._place(interaction, line), spec_of(line)
        reply = await self._dispatch(interaction, line, picked=picked)
        guild = None if is_in_guild(interaction) else guild_id_of(place.group)
        known = interaction.client.get_guild(guild) if guild is not None else None
        if known is None or spec is None or not spec.about_group:
            return reply
        return replace(reply, message=answers.about_group(reply.message, known.name, self._translator(interaction)))

    async def _dispatch(
        self,
        interaction: Interaction,
        text: str,
        turn: str = "",
        picked: tuple[Person, ...] = (),
        *,
        in_menu: bool = False,
    ) -> Reply:
        received = self._received(interaction, text, turn, picked, in_menu=in_menu)
        if has_half_surrogate(received.texts):
            return await self._app.dispatcher.handle(received)
        spec = spec_of(text)
        outside = is_outside(interaction)
        if spec is not None and spec.opens_table and not outside and (missing := missing_permissions(interaction)):
            translate = self._translator(interaction)
            names = ", ".join(translate(wording_key(name)) for name in missing)
            return Reply(answers.sentence(translate("discord-permissions-missing", permissions=names)), refused=True)
        # The table is known once the tables have been resumed.
        await self._resumed.wait()
        if outside and spec is not None and spec.opens_table:
            return await self._open_in_direct_messages(interaction, text)
        if is_in_guild(interaction) and not missing_permissions(interaction):
            place = self._place(interaction)
            self._app.announcer.try_again(place.group, place.channel)
        try:
            command = await self._command(interaction, text, turn, picked, in_menu=in_menu)
        except MembershipUnknown as why:
            return self._membership_unknown(interaction, why)
        return await self._app.dispatcher.handle(command)

    async def _open_in_direct_messages(self, interaction: Interaction, text: str) -> Reply:
        translate = self._translator(interaction)
        try:
            with dm_errors():
                greeting = await interaction.user.send(
                    view=layout_view(answers.sentence(translate("discord-play-here")))
                )
        except (Unreachable, MessageGone):
            return Reply(answers.sentence(translate("discord-no-direct-messages")), refused=True)
        where = Place(dm_group_id(interaction.user), str(greeting.channel.id))
        reply = await self._app.dispatcher.handle(replace(self._received(interaction, text, ""), where=where))
        return reply if reply.refused else Reply(answers.sentence(translate("discord-play-there")))

    def _translator(self, interaction: Interaction) -> Translator:
        return self._app.dispatcher.translator(self._place(interaction).group, self._person(interaction).id)

    async def _reply(self, interaction: Interaction, work: Coroutine[None, None, Reply]) -> None:
        working = asyncio.create_task(work)
        await asyncio.wait((working,), timeout=self._timeouts.defer_after)
        if not working.done():
            with _errors_logged("interaction not deferred"):
                await interaction.response.defer(ephemeral=True, thinking=_is_command(interaction))
        await self._send_reply(interaction, await working)
        # The first followup would take the place of a deferred reply.
        self._live.answered(interaction)

    async def _carry_out(
        self, interaction: Interaction, pressed: Pressed, text: str, picked: tuple[Person, ...] = ()
    ) -> None:
        spec = spec_of(text)
        in_menu = pressed.in_menu and _is_ephemeral(interaction)
        work = self._dispatch(interaction, text, pressed.turn, picked, in_menu=in_menu)
        private = self._is_private(interaction, pressed.table)
        asked_for = private and spec is not None and spec.handler == "hand"
        at_table = pressed.table and spec is not None and (asked_for or not spec.reads_only)
        player = player_id(interaction.user)
        if interaction.message is None or not (in_menu or at_table):
            await self._reply(interaction, work)
            return
        with self._live.unanswered(interaction) as press:
            working = asyncio.create_task(work)
            await asyncio.wait((working,), timeout=self._timeouts.defer_after)
            if not working.done():
                await self._acknowledge(press)
            reply = await working
            press.accepted = not reply.refused
            if in_menu:
                # Refusals and other answers follow below the page.
                if reply.menu and await self._live.edit(press.message, reply.message):
                    reply = Reply(Message())
            elif press.accepted:
                # Update the pressed message in any case, so that no button is stale.
                shown = private and self._app.announcer.show_in_private(pressed.table, player, _number(interaction))
                if asked_for and shown:
                    reply = Reply(Message())
                await press.wait_until_edited(self._timeouts.update_within)
                if reply.took_seat and press.edited.is_set() and not private and _is_told_there(interaction, reply):
                    # The pressed message says so, and Discord limits followups.
                    reply = Reply(Message())
                await self._acknowledge(press)
        async with press.responding:
            answered = interaction.response.is_done()
            await self._send_reply(interaction, reply)
            if not answered:
                self._live.answered(interaction)

    async def _acknowledge(self, press: UnansweredPress) -> None:
        """Acknowledge an unanswered press, so that its token can edit the message."""
        async with press.responding:
            if not press.interaction.response.is_done():
                with _errors_logged("interaction not deferred"):
                    await press.interaction.response.defer()
                    self._live.answered(press.interaction)

    async def _open_modal(self, interaction: Interaction, data: str, press: Pressed) -> None:
        translate = self._translator(interaction)
        try:
            # Only the first response may be a modal, so this cannot be deferred.
            await asyncio.wait_for(self._resumed.wait(), self._timeouts.defer_after)
        except TimeoutError:
            refusal = Reply(answers.sentence(translate("refused-shutting-down")), refused=True)
            await self._send_reply(interaction, refusal)
            return
        asked: Question | Reply
        try:
            asked = self._app.dispatcher.asked(await self._command(interaction, press.command, press.turn))
        except MembershipUnknown as why:
            asked = self._membership_unknown(interaction, why)
        if isinstance(asked, Reply):
            await self._send_reply(interaction, asked)
            return
        with _errors_logged("modal not opened"):
            await interaction.response.send_modal(modal_for(data, asked, translate))

    async def _send_reply(self, interaction: Interaction, reply: Reply) -> None:
        if reply.ignored:
            # Discord itself tells the sender, without a call.
            return
        translate = self._translator(interaction)
        message = reply.message
        if message == Message() and reply.toast and _is_command(interaction):
            message = answers.sentence(reply.toast)
        with _errors_logged("reply not sent"):
            if _is_command(interaction) and (message == Message() or _is_told_there(interaction, reply)):
                await self._take_back_answer(interaction)
            elif message != Message():
                number = await self._send(interaction, message)
                if reply.confirms:
                    turn = next(message.pressable).turn
                    self._app.announcer.question_shown(turn, player_id(interaction.user), number)
                elif reply.secret and message.pane:
                    # From now on the message follows the table.
                    player = player_id(interaction.user)
                    self._app.announcer.show_in_private(message.pane, player, number, message)
            elif not interaction.response.is_done():
                await interaction.response.defer()
            await self._closed_dms.on_reply(interaction, translate)

    async def _take_back_answer(self, interaction: Interaction) -> None:
        if not interaction.response.is_done():
            await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.delete_original_response()

    async def _send(self, interaction: Interaction, message: Message) -> MessageId:
        view, files = layout_view(message), attachments(message)
        if interaction.response.is_done():
            sent = await interaction.followup.send(view=view, files=files, ephemeral=True, wait=True)
            return self._live.sent(interaction, sent.id, message)
        answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
        return "" if answer.message_id is None else self._live.sent(interaction, answer.message_id, message)


@contextmanager
def _errors_logged(event: str) -> Iterator[None]:
    try:
        yield
    except (discord.HTTPException, RuntimeError, *NETWORK_ERRORS) as error:
        if isinstance(error, RuntimeError) and not session_is_closed(error):
            raise
        log.warning(
            event,
            action="what was asked for is done all the same",
            platform=PLATFORM,
            error=type(error).__name__,
            code=getattr(error, "code", 0),
        )


def _is_told_there(interaction: Interaction, reply: Reply) -> bool:
    return reply.told and interaction.guild_id is not None and not missing_permissions(interaction)


def _number(interaction: Interaction) -> MessageId:
    assert interaction.message is not None
    channel = EPHEMERAL if _is_ephemeral(interaction) else interaction.channel_id
    return f"{channel}/{interaction.message.id}"


def _is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_command(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.application_command
