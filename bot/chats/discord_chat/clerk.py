"""Takes what people do on Discord to the dispatcher, and its answer back to them, in time and for their eyes only."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import discord
import structlog

from bot.app import App
from bot.chats.discord_chat.buttons import form_for
from bot.chats.discord_chat.closed_doors import ClosedDoors
from bot.chats.discord_chat.network import NETWORK_AWAY
from bot.chats.discord_chat.pace import Pace
from bot.chats.discord_chat.permissions import missing_permissions
from bot.chats.discord_chat.rendering import NO_CHANNEL, PLATFORM, attachments, layout
from bot.commands import CommandSpec, Parameter, spec_of
from bot.dispatch.autocomplete import Suggestion
from bot.messages import Command, Message, Person, Place, Pressed, Reply
from bot.presenting import answers
from bot.wording import Translator

if TYPE_CHECKING:
    from bot.chats.discord_chat.client import KiuClient

    Interaction = discord.Interaction[KiuClient]

log = structlog.get_logger()


class Clerk:
    """Between the people on Discord and the dispatcher.

    Args:
        kiu: the running whole.
        pace: how long an answer may take.
        doors: who has to be told that private messages do not arrive.
    """

    def __init__(self, app: App, pace: Pace, doors: ClosedDoors) -> None:
        self._app = app
        self._pace = pace
        self._doors = doors
        self._open = asyncio.Event()

    def open(self) -> None:
        """Begin to bring commands to the dispatcher: the tables are there again."""
        self._open.set()

    @property
    def is_open(self) -> bool:
        """Whether the tables are there."""
        return self._open.is_set()

    async def used(self, interaction: Interaction, line: str) -> None:
        """A slash-command was used."""
        await self._answer(interaction, self._carried_out(interaction, line))

    async def pressed(self, interaction: Interaction, data: str) -> None:
        """A button was pressed."""
        press = Pressed.read(data)
        if press.asks:
            await self._ask(interaction, data, press)
        else:
            await self._answer(interaction, self._carried_out(interaction, press.command, press.turn))

    async def filled_in(self, interaction: Interaction, data: str, typed: str) -> None:
        """A form came back."""
        press = Pressed.read(data)
        await self._answer(interaction, self._carried_out(interaction, f"{press.command} {typed}", press.turn))

    async def suggested(
        self,
        interaction: Interaction,
        spec: CommandSpec,
        parameter: Parameter,
        typed: str,
        given: Mapping[str, str],
    ) -> Sequence[Suggestion]:
        """What could be meant by what was typed so far."""
        who, where = self._who(interaction), self._where(interaction)
        return self._app.autocomplete.of(spec, parameter, typed, given, who.id, where)

    async def broken(self, interaction: Interaction) -> None:
        """Something went wrong on our side: say so, if it can still be said."""
        translate = self._translator(interaction)
        await self._show(interaction, Reply(answers.sentence(translate("unexpected-trouble")), refused=True))

    # --- what the dispatcher is told ---------------------------------------------------------------------------------

    def _who(self, interaction: Interaction) -> Person:
        user, may = interaction.user, interaction.permissions
        admin = interaction.guild_id is not None and (may.manage_guild or may.administrator)
        return Person(f"{PLATFORM}:{user.id}", user.display_name, admin, interaction.locale.value)

    def _where(self, interaction: Interaction, table: str = "") -> Place:
        """The channel or thread; for what comes from a private chat, the place of the table it is about."""
        if interaction.guild_id is not None:
            return Place(f"{PLATFORM}:{interaction.guild_id}", str(interaction.channel_id))
        seated = self._app.dispatcher.place_of(f"{PLATFORM}:{interaction.user.id}", table)
        return seated or Place(f"{PLATFORM}:@{interaction.user.id}", NO_CHANNEL)

    def _command(self, interaction: Interaction, text: str, turn: str = "") -> Command:
        where = self._where(interaction, turn.partition(":")[0])
        return Command(self._who(interaction), where, text, turn, f"{PLATFORM}:{interaction.id}")

    async def _carried_out(self, interaction: Interaction, text: str, turn: str = "") -> Reply:
        spec = spec_of(text)
        if spec is not None and spec.opens_table and (missing := missing_permissions(interaction)):
            translate = self._translator(interaction)
            names = ", ".join(translate(f"discord-permission-{name.replace('_', '-')}") for name in missing)
            return Reply(answers.sentence(translate("discord-permissions-missing", permissions=names)), refused=True)
        # Whose table is meant can only be known once the tables are there.
        await self._open.wait()
        return await self._app.dispatcher.handle(self._command(interaction, text, turn))

    def _translator(self, interaction: Interaction) -> Translator:
        return self._app.dispatcher.translator(self._where(interaction).group, self._who(interaction).id)

    # --- what the person is told -------------------------------------------------------------------------------

    async def _answer(self, interaction: Interaction, work: Coroutine[None, None, Reply]) -> None:
        """Wait for the answer and show it; if it takes long, say meanwhile that it will come."""
        working = asyncio.create_task(work)
        await asyncio.wait((working,), timeout=self._pace.answer_within)
        if not working.done():
            with _if_possible("could not ask for time"):
                await interaction.response.defer(ephemeral=True, thinking=_is_slash(interaction))
        await self._show(interaction, await working)

    async def _ask(self, interaction: Interaction, data: str, press: Pressed) -> None:
        """Ask for an amount or a choice, or say at once why that would be in vain."""
        translate = self._translator(interaction)
        try:
            # No time can be asked for here: Discord shows a form at once or not at all.
            await asyncio.wait_for(self._open.wait(), self._pace.answer_within)
        except TimeoutError:
            await self._show(interaction, Reply(answers.sentence(translate("refused-shutting-down")), refused=True))
            return
        asked = self._app.dispatcher.asked(self._command(interaction, press.command, press.turn))
        if isinstance(asked, Reply):
            await self._show(interaction, asked)
            return
        with _if_possible("form not shown"):
            await interaction.response.send_modal(form_for(data, asked, translate))

    async def _show(self, interaction: Interaction, reply: Reply) -> None:
        translate = self._translator(interaction)
        message = reply.message
        if message == Message() and _is_slash(interaction):
            message = answers.sentence(translate("answer-done"))
        with _if_possible("answer not shown"):
            if message != Message():
                await self._send(interaction, message)
            elif not interaction.response.is_done():
                await interaction.response.defer()
            await self._doors.answered(interaction, translate)

    async def _send(self, interaction: Interaction, message: Message) -> None:
        view, files = layout(message), attachments(message)
        if interaction.response.is_done():
            await interaction.followup.send(view=view, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)


@contextmanager
def _if_possible(otherwise: str) -> Iterator[None]:
    """Around an answer: it may come too late, or the same press may have been delivered twice. What is done is done."""
    try:
        yield
    except (discord.HTTPException, *NETWORK_AWAY) as error:
        log.info(otherwise, platform=PLATFORM, error=type(error).__name__, code=getattr(error, "code", 0))


def _is_slash(interaction: Interaction) -> bool:
    return interaction.type is discord.InteractionType.application_command
