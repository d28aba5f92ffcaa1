"""Handling of interactions: a command for the dispatcher, and its ephemeral reply in time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

import discord
import structlog
from cachetools import LRUCache

from bot.app import App
from bot.chats.discord_chat.components import attachments, layout_view
from bot.chats.discord_chat.direct_messages import DirectMessages
from bot.chats.discord_chat.error_codes import NETWORK_ERRORS, dm_errors, session_is_closed
from bot.chats.discord_chat.guilds import GuildMembers
from bot.chats.discord_chat.modals import parameters_modal, question_modal
from bot.chats.discord_chat.needed_permissions import is_in_guild, is_outside, missing_permissions, wording_key
from bot.chats.discord_chat.notation import NO_CHANNEL, PLATFORM, dm_group_id, group_id, guild_id_of, player_id
from bot.chats.discord_chat.slash_names import user_menu_name
from bot.chats.discord_chat.timeouts import Timeouts
from bot.chats.discord_chat.tokens import EPHEMERAL, Interaction, LiveInteractions, UnansweredPress
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.commands import CommandSpec, Parameter, spec_of
from bot.dispatch.autocomplete import Suggestion
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
        direct: DirectMessages,
        members: GuildMembers,
        resumed: asyncio.Event,
    ) -> None:
        self._app = app
        self._timeouts = timeouts
        self._live = live
        self._direct = direct
        self._members = members
        self._resumed = resumed
        self._picked: LRUCache[PlayerId, Person] = LRUCache(PICKED_REMEMBERED)
        """People picked from a menu; a submitted modal carries only their ids."""

    def forget(self, player: PlayerId) -> None:
        """Drop the name of a picked person."""
        self._picked.pop(player, None)

    async def on_command(self, interaction: Interaction, line: str, users: Sequence[User] = ()) -> None:
        await self._recall(interaction)
        if bots := [user for user in users if user.bot]:
            name = safe_name(bots[0].display_name)
            await self._send_reply(
                interaction, _refusal(self._translator(interaction)("discord-bot-picked", name=name))
            )
            return
        with self._live.under_way(interaction):
            await self._reply(interaction, self._answer_command(interaction, line, tuple(map(_person_of, users))))

    async def on_user_menu(self, interaction: Interaction, spec: CommandSpec, user: User) -> None:
        """Carry out a command from the menu of a person, after a modal for missing parameters."""
        line = f"{spec.name} {player_id(user)}"
        parameters = [each for each in spec.parameters[1:] if not each.optional]
        if not parameters or user.bot:
            await self.on_command(interaction, line, (user,))
            return
        await self._recall(interaction)
        translate = self._translator(interaction)
        self._picked[player_id(user)] = _person_of(user)
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
        with self._live.under_way(interaction):
            await self._carry_out(interaction, press, f"{press.command} {value}", (picked,) if picked else ())

    async def on_autocomplete(
        self,
        interaction: Interaction,
        spec: CommandSpec,
        parameter: Parameter,
        typed: str,
        options: Mapping[str, str],
    ) -> Sequence[Suggestion]:
        await self._recall(interaction)
        try:
            command = await self._as_member(interaction, self._received(interaction, spec.name))
        except MembershipUnknown:
            return ()
        if not command.who.member:
            return ()
        return self._app.autocomplete.of(spec, parameter, typed, options, command.who.id, command.where)

    def forget_member(self, guild: int, user: int) -> None:
        self._members.forget(user, guild)

    async def on_error(self, interaction: Interaction) -> None:
        """Report an internal error to the user if that is still possible."""
        await self._recall(interaction)
        await self._send_reply(interaction, _refusal(self._translator(interaction)("unexpected-trouble")))

    async def _recall(self, interaction: Interaction) -> None:
        await self._app.dispatcher.recall(player_id(interaction.user), _group_of(interaction))

    def _received(
        self,
        interaction: Interaction,
        text: str,
        turn: str = "",
        picked: tuple[Person, ...] = (),
        *,
        in_menu: bool = False,
    ) -> Command:
        place = self._place(interaction, text, turn.partition(":")[0])
        key, in_private = f"{PLATFORM}:{interaction.id}", interaction.guild_id is None
        return Command(_sender_of(interaction), place, text, turn, key, in_private, picked, in_menu)

    def _place(self, interaction: Interaction, line: str = "", table: str = "") -> Place:
        """Return the channel or thread, or for a direct message the place that it is about.

        An interaction outside Kiu's guilds counts as a direct message.
        """
        channel = NO_CHANNEL if is_outside(interaction) else str(interaction.channel_id)
        own, player = Place(_group_of(interaction), channel), player_id(interaction.user)
        if is_in_guild(interaction):
            return own
        if table:
            return self._app.dispatcher.place_of(player, table) or own
        return self._app.dispatcher.place_in_private(player, line, own, NO_CHANNEL)

    async def _as_member(self, interaction: Interaction, command: Command) -> Command:
        """Ask about membership where it matters; raise ``MembershipUnknown`` if Discord does not answer."""
        guild = guild_id_of(command.where.group)
        if guild is None or is_in_guild(interaction) or not is_for_members(command.text):
            return command
        member = await self._members.is_member(interaction.client, guild, interaction.user.id)
        return replace(command, who=replace(command.who, member=member))

    def _membership_unknown(self, interaction: Interaction, why: MembershipUnknown) -> Reply:
        return Reply(membership_unknown(why, "Discord", self._translator(interaction)), refused=True)

    def _translator(self, interaction: Interaction) -> Translator:
        return self._app.dispatcher.translator(self._place(interaction).group, player_id(interaction.user))

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
        spec, missing = spec_of(text), missing_permissions(interaction)
        opens_table, outside = spec is not None and spec.opens_table, is_outside(interaction)
        if opens_table and missing and not outside:
            names = ", ".join(self._translator(interaction)(wording_key(name)) for name in missing)
            return _refusal(self._translator(interaction)("discord-permissions-missing", permissions=names))
        # The table is known once the tables have been resumed.
        await self._resumed.wait()
        command = self._received(interaction, text, turn, picked, in_menu=in_menu)
        if opens_table and outside:
            return await self._open_in_direct_messages(interaction, command)
        if is_in_guild(interaction) and not missing:
            self._app.announcer.try_again(command.where.group, command.where.channel)
        try:
            command = await self._as_member(interaction, command)
        except MembershipUnknown as why:
            return self._membership_unknown(interaction, why)
        return await self._app.dispatcher.handle(command)

    async def _open_in_direct_messages(self, interaction: Interaction, command: Command) -> Reply:
        translate = self._translator(interaction)
        try:
            with dm_errors():
                view = layout_view(answers.sentence(translate("discord-play-here")))
                greeting = await interaction.user.send(view=view)
        except (Unreachable, MessageGone):
            return _refusal(self._translator(interaction)("discord-no-direct-messages"))
        where = Place(dm_group_id(interaction.user), str(greeting.channel.id))
        reply = await self._app.dispatcher.handle(replace(command, where=where))
        return reply if reply.refused else Reply(answers.sentence(translate("discord-play-there")))

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
        place = self._place(interaction, table=pressed.table)
        private = _is_ephemeral(interaction) or place.channel != str(interaction.channel_id)
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
        try:
            # Only the first response may be a modal, so this cannot be deferred.
            await asyncio.wait_for(self._resumed.wait(), self._timeouts.defer_after)
            command = self._received(interaction, press.command, press.turn)
            asked = self._app.dispatcher.asked(await self._as_member(interaction, command))
        except TimeoutError:
            asked = _refusal(self._translator(interaction)("refused-shutting-down"))
        except MembershipUnknown as why:
            asked = self._membership_unknown(interaction, why)
        if isinstance(asked, Reply):
            await self._send_reply(interaction, asked)
            return
        with _errors_logged("modal not opened"):
            await interaction.response.send_modal(question_modal(data, asked, self._translator(interaction)))

    async def _send_reply(self, interaction: Interaction, reply: Reply) -> None:
        if reply.ignored:
            # Discord itself tells the sender, without a call.
            return
        message = reply.message
        if message == Message() and reply.toast and _is_command(interaction):
            message = answers.sentence(reply.toast)
        with _errors_logged("reply not sent"):
            if _is_command(interaction) and (message == Message() or _is_told_there(interaction, reply)):
                if not interaction.response.is_done():
                    await interaction.response.defer(ephemeral=True, thinking=True)
                await interaction.delete_original_response()
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
            await self._direct.tell_if_closed(interaction, self._translator(interaction))

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


def _refusal(text: str) -> Reply:
    return Reply(answers.sentence(text), refused=True)


def _person_of(user: User) -> Person:
    return Person(player_id(user), user.display_name)


def _sender_of(interaction: Interaction) -> Person:
    user, permissions = interaction.user, interaction.permissions
    admin = is_in_guild(interaction) and (permissions.manage_guild or permissions.administrator)
    return Person(player_id(user), user.display_name, admin, interaction.locale.value)


def _group_of(interaction: Interaction) -> str:
    guild = interaction.guild_id
    return group_id(guild) if guild is not None and is_in_guild(interaction) else dm_group_id(interaction.user)


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
