from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord
import structlog
from cachetools import LRUCache
from discord import InteractionType
from discord.app_commands import Choice

from bot.app import App
from bot.chats.discord_chat.components import (
    TABLE_PAGE,
    attachments,
    layout_view,
    parameters_modal,
    pressed_data,
    question_modal,
    submitted_value,
)
from bot.chats.discord_chat.direct_messages import DirectMessages
from bot.chats.discord_chat.gateway import Timeouts
from bot.chats.discord_chat.guilds import GuildMembers, missing_permissions, wording_key
from bot.chats.discord_chat.http_calls import errors_logged
from bot.chats.discord_chat.notation import (
    NO_CHANNEL,
    PLATFORM,
    dm_group_id,
    group_id,
    guild_id_of,
    player_id,
    with_discord_names,
)
from bot.chats.discord_chat.slash_commands import TEXT_LIMIT, Use, description_key, menu_key, use_of
from bot.chats.discord_chat.tokens import EPHEMERAL, Interaction, LiveInteractions
from bot.chats.fitting import cut
from bot.chats.forwarding import Subject
from bot.chats.members_asked import MembershipUnknown, is_for_members, membership_unknown
from bot.commands import spec_of
from bot.messages import Button, Command, Message, MessageId, Person, Place, PlayerId, Pressed, Reply
from bot.messages.names import safe_name
from bot.presenting import answers
from bot.wording import Translator

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
        self._picked.pop(player, None)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Carry out an interaction and answer it; report an internal error if that is possible."""
        try:
            await self._app.dispatcher.recall(player_id(interaction.user), _group_of(interaction))
            if interaction.type is InteractionType.autocomplete:
                await self._suggest(interaction, use_of(interaction))
                return
            with self._live.under_way(interaction):
                if is_command(interaction):
                    await self._on_command(interaction, use_of(interaction))
                elif submitted := submitted_value(interaction):
                    data, value = submitted
                    await self._on_modal(interaction, Pressed.read(data), value)
                elif data := pressed_data(interaction):
                    await self._on_button(interaction, Pressed.read(data))
        except MembershipUnknown as why:
            unknown = membership_unknown(why, "Discord", self._translator(interaction))
            await self._send_reply(interaction, Reply(unknown, refused=True))
        except Exception:
            log.exception("interaction failed", action="its sender is told", platform=PLATFORM)
            if interaction.type is not InteractionType.autocomplete:
                await self._send_reply(interaction, self._refusal(interaction, "unexpected-trouble"))

    async def _on_command(self, interaction: Interaction, use: Use) -> None:
        if bots := [user for user in use.picked if user.bot]:
            name = safe_name(bots[0].display_name)
            await self._send_reply(interaction, self._refusal(interaction, "discord-bot-picked", name=name))
            return
        picked = tuple(Person(player_id(user), user.display_name) for user in use.picked)
        if not use.missing:
            await self._reply(interaction, self._answer_command(interaction, use.line, picked))
            return
        (person,), translate = picked, self._translator(interaction)
        self._picked[person.id] = person
        labels = {each.name: translate(description_key(each.name)) for each in use.missing}
        title = f"{translate(menu_key(use.spec))} · {safe_name(person.name)}"
        with errors_logged("modal not opened"):
            await interaction.response.send_modal(parameters_modal(Button("", use.line).data, title, labels))

    async def _on_button(self, interaction: Interaction, press: Pressed) -> None:
        if press.command == TABLE_PAGE:
            with errors_logged("table page not opened"):
                await interaction.response.launch_activity()
        elif press.asks:
            await self._open_modal(interaction, press)
        else:
            await self._carry_out(interaction, press)

    async def _on_modal(self, interaction: Interaction, opened: Pressed, value: str) -> None:
        picked = self._picked.get(opened.command.rpartition(" ")[2])
        press = opened._replace(command=f"{opened.command} {value}")
        await self._carry_out(interaction, press, (picked,) if picked else ())

    async def _suggest(self, interaction: Interaction, use: Use) -> None:
        choices: list[Choice[Any]] = []
        with suppress(MembershipUnknown):
            command = await self._as_member(interaction, self._received(interaction, _typed(use.spec.name)))
            parameter = next(each for each in use.spec.parameters if each.name == use.focused)
            given = {name: str(value) for name, value in use.options.items() if value not in (None, "")}
            typed = str(use.options[use.focused])
            found = self._app.autocomplete.of(command, parameter, typed, given)
            kind = int if parameter.kind.is_number else str
            labels = [cut(with_discord_names(each.label), TEXT_LIMIT) for each in found]
            choices = [Choice(name=label, value=kind(each.value)) for label, each in zip(labels, found, strict=True)]
        with errors_logged("suggestions not sent"):
            await interaction.response.autocomplete(choices)

    def _received(self, interaction: Interaction, press: Pressed, picked: tuple[Person, ...] = ()) -> Command:
        place = self._place(interaction, press.command, press.table)
        key, in_private = f"{PLATFORM}-interaction:{interaction.id}", interaction.guild_id is None
        in_menu = press.in_menu and _is_ephemeral(interaction)
        sender = _sender_of(interaction)
        return Command(sender, place, press.command, press.turn, key, in_private, picked, in_menu)

    def _place(self, interaction: Interaction, line: str = "", table: str = "") -> Place:
        """Return the channel or thread, or for a direct message the place that it is about.

        An interaction outside Kiu's guilds counts as a direct message.
        """
        channel = NO_CHANNEL if _is_outside(interaction) else str(interaction.channel_id)
        own, player = Place(_group_of(interaction), channel), player_id(interaction.user)
        if _is_in_guild(interaction):
            return own
        if table:
            return self._app.dispatcher.place_of(player, table) or own
        return self._app.dispatcher.place_in_private(player, line, own, NO_CHANNEL)

    async def _as_member(self, interaction: Interaction, command: Command) -> Command:
        """Ask where it matters; raise ``MembershipUnknown`` if Discord does not answer."""
        guild = guild_id_of(command.where.group)
        if guild is None or _is_in_guild(interaction) or not is_for_members(command.text):
            return command
        member = await self._members.member(interaction.client, guild, interaction.user.id)
        return replace(command, who=replace(command.who, member=member is not None))

    def _translator(self, interaction: Interaction) -> Translator:
        return self._app.members.translator(self._place(interaction).group, player_id(interaction.user))

    def _refusal(self, interaction: Interaction, key: str, **values: str) -> Reply:
        return Reply(answers.sentence(self._translator(interaction)(key, **values)), refused=True)

    async def _answer_command(self, interaction: Interaction, line: str, picked: tuple[Person, ...]) -> Reply:
        place, spec = self._place(interaction, line), spec_of(line)
        reply = await self._dispatch(interaction, _typed(line), picked)
        guild = None if _is_in_guild(interaction) else guild_id_of(place.group)
        known = await interaction.client.find_guild(guild) if guild is not None else None
        if known is None or spec is None or not spec.about_group:
            return reply
        return replace(reply, message=answers.about_group(reply.message, known.name, self._translator(interaction)))

    async def _dispatch(self, interaction: Interaction, press: Pressed, picked: tuple[Person, ...] = ()) -> Reply:
        spec, missing = spec_of(press.command), missing_permissions(interaction)
        opens_table = spec is not None and spec.opens_table
        if opens_table and _is_outside(interaction):
            return self._refusal(interaction, "discord-play-in-private")
        if opens_table and missing:
            names = ", ".join(map(self._translator(interaction), map(wording_key, missing)))
            return self._refusal(interaction, "discord-permissions-missing", permissions=names)
        # The table is known once the tables have been resumed.
        await self._resumed.wait()
        received = self._received(interaction, press, picked)
        if _is_in_guild(interaction) and not missing:
            self._app.announcer.try_again(received.where.group, received.where.channel)
        return await self._app.dispatcher.handle(await self._as_member(interaction, received))

    async def _in_time(self, work: Coroutine[None, None, Reply], defer: Callable[[], Awaitable[None]]) -> Reply:
        """Return the reply, and defer the interaction if that takes long."""
        working = asyncio.create_task(work)
        await asyncio.wait((working,), timeout=self._timeouts.defer_after)
        if not working.done():
            await defer()
        return await working

    async def _reply(self, interaction: Interaction, work: Coroutine[None, None, Reply]) -> None:
        async def defer() -> None:
            with errors_logged("interaction not deferred"):
                await interaction.response.defer(ephemeral=True, thinking=is_command(interaction))

        await self._send_reply(interaction, await self._in_time(work, defer))

    async def _carry_out(self, interaction: Interaction, pressed: Pressed, picked: tuple[Person, ...] = ()) -> None:
        spec, message = spec_of(pressed.command), interaction.message
        in_menu = pressed.in_menu and _is_ephemeral(interaction)
        work = self._dispatch(interaction, pressed, picked)
        private = self._place(interaction, table=pressed.table).channel != str(interaction.channel_id)
        private = private or _is_ephemeral(interaction)
        asked_for = private and spec is not None and spec.handler == "hand"
        at_table = pressed.table and spec is not None and (asked_for or not spec.reads_only)
        if message is None or not (in_menu or at_table):
            await self._reply(interaction, work)
            return
        with self._live.pressed(interaction) as press:
            reply = await self._in_time(work, press.acknowledge)
            if in_menu:
                # Refusals and other answers follow below the page.
                if reply.menu and await self._live.edit(message.id, reply.message):
                    reply = Reply(Message())
            elif not reply.refused:
                player = player_id(interaction.user)
                shown = private and self._app.announcer.show_in_private(pressed.table, player, _number(interaction))
                if (asked_for and shown) or (reply.took_seat and not private and _is_told_there(interaction, reply)):
                    # The pressed message says so, and Discord limits followups.
                    reply = Reply(Message())
                # The pressed message is to show the effect first, so that no button is stale.
                await press.acknowledge(edited_within=self._timeouts.update_within)
            async with press.responding:
                await self._send_reply(interaction, reply)

    async def _open_modal(self, interaction: Interaction, press: Pressed) -> None:
        try:
            # Only the first response may be a modal, so this cannot be deferred.
            async with asyncio.timeout(self._timeouts.defer_after):
                await self._resumed.wait()
            command = await self._as_member(interaction, self._received(interaction, press))
            asked = self._app.dispatcher.asked(command)
        except TimeoutError:
            asked = self._refusal(interaction, "refused-shutting-down")
        if isinstance(asked, Reply):
            await self._send_reply(interaction, asked)
            return
        with errors_logged("modal not opened"):
            await interaction.response.send_modal(question_modal(press.data, asked, self._translator(interaction)))

    async def _send_reply(self, interaction: Interaction, reply: Reply) -> None:
        if reply.ignored:
            # Discord itself tells the sender, without a call.
            return
        message = reply.message
        if message == Message() and reply.toast and is_command(interaction):
            message = answers.sentence(reply.toast)
        with errors_logged("reply not sent"):
            if is_command(interaction) and (message == Message() or _is_told_there(interaction, reply)):
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
        # The first followup would take the place of a deferred reply.
        self._live.answered(interaction)

    async def tell_that_it_follows(self, interaction: Interaction) -> None:
        sentence = answers.sentence(self._translator(interaction)("answer-follows"))
        with errors_logged("sender not told"):
            await interaction.response.send_message(view=layout_view(sentence), ephemeral=True)

    async def _send(self, interaction: Interaction, message: Message) -> MessageId:
        if interaction.response.is_done():
            return await self._live.follow_up(interaction, message)
        view, files = layout_view(message), attachments(message)
        answer = await interaction.response.send_message(view=view, files=files, ephemeral=True)
        return "" if answer.message_id is None else self._live.sent(interaction, answer.message_id, message)


def subject_of(interaction: Interaction) -> Subject:
    if interaction.type in (InteractionType.application_command, InteractionType.autocomplete):
        line, table = use_of(interaction).spec.name, ""
    else:
        submitted = submitted_value(interaction)
        press = Pressed.read(submitted[0] if submitted else pressed_data(interaction))
        line, table = press.command, press.table
    if _is_in_guild(interaction):
        return Subject(_group_of(interaction), line=line)
    return Subject(_group_of(interaction), player_id(interaction.user), table, line)


def may_be_deferred(interaction: Interaction) -> bool:
    """Return false where only the first response can be what is wanted: suggestions, a question or the page."""
    if interaction.type is InteractionType.application_command:
        return not use_of(interaction).missing
    press = Pressed.read(pressed_data(interaction))
    return interaction.type is not InteractionType.autocomplete and not press.asks and press.command != TABLE_PAGE


def _typed(line: str) -> Pressed:
    return Pressed(line, "", asks=False)


def _is_in_guild(interaction: Interaction) -> bool:
    guild = interaction.guild_id
    return guild is not None and (interaction.is_guild_integration() or interaction.client.get_guild(guild) is not None)


def _is_outside(interaction: Interaction) -> bool:
    """True without Kiu in the guild or conversation; a user install can only answer there."""
    if interaction.guild_id is None:
        return bool(interaction.context.private_channel)
    return not _is_in_guild(interaction)


def _sender_of(interaction: Interaction) -> Person:
    user, permissions = interaction.user, interaction.permissions
    admin = _is_in_guild(interaction) and (permissions.manage_guild or permissions.administrator)
    return Person(player_id(user), user.display_name, admin, interaction.locale.value)


def _group_of(interaction: Interaction) -> str:
    guild = interaction.guild_id
    return group_id(guild) if guild is not None and _is_in_guild(interaction) else dm_group_id(interaction.user)


def _is_told_there(interaction: Interaction, reply: Reply) -> bool:
    return reply.told and interaction.guild_id is not None and not missing_permissions(interaction)


def _number(interaction: Interaction) -> MessageId:
    assert interaction.message is not None
    channel = EPHEMERAL if _is_ephemeral(interaction) else interaction.channel_id
    return f"{channel}/{interaction.message.id}"


def _is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def is_command(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.application_command
