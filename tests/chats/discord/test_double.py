"""The double itself, tried by a plain client of the real library: what it takes, what it refuses, what it reports."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord as library
import pytest
import yarl
from discord import app_commands, ui

from tests.chats.discord.double import api_errors
from tests.chats.discord.double.contract import load_contract
from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.rate_limits import Limits
from tests.chats.discord.double.server import Discord

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture(autouse=True)
def _by_its_own_measure(discord: Discord) -> None:
    discord.validate_answers()


class Plain(library.AutoShardedClient):
    """A bot with one command of each kind and no ideas of its own."""

    def __init__(self, discord: Discord, **options: Any) -> None:
        library.http.Route.BASE = discord.api_url
        library.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(discord.gateway_url)
        super().__init__(intents=library.Intents(guilds=True), guild_ready_timeout=0.1, **options)
        self.tree = app_commands.CommandTree(self)
        self.happened: list[str] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Introduces itself without the pause that the real Discord wants between two of them."""

    async def setup_hook(self) -> None:
        self.tree.add_command(greeting)
        await self.tree.sync()

    async def on_shard_resumed(self, shard: int) -> None:
        self.happened.append("resumed")

    async def on_ready(self) -> None:
        self.happened.append("ready")

    async def on_guild_join(self, guild: library.Guild) -> None:
        self.happened.append(f"joined {guild.name}")

    async def on_guild_remove(self, guild: library.Guild) -> None:
        self.happened.append(f"left {guild.name}")


class Form(ui.Modal, title="How much?"):
    amount: ui.Label[Any] = ui.Label(text="Amount", component=ui.TextInput(max_length=5))

    async def on_submit(self, interaction: library.Interaction[Any]) -> None:
        assert isinstance(self.amount.component, ui.TextInput)
        await interaction.response.send_message(f"taken: {self.amount.component.value}", ephemeral=True)


class Buttons(ui.LayoutView):
    row: ui.ActionRow[Any] = ui.ActionRow()

    @row.button(label="Edit", custom_id="edit")
    async def edit_(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        self.add_item(ui.TextDisplay("edited"))
        await interaction.response.edit_message(view=self)

    @row.button(label="Form", custom_id="form")
    async def form(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Form())

    @row.button(label="Later", custom_id="later")
    async def later(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.followup.send("later", ephemeral=True)

    @row.button(label="Too late", custom_id="too-late")
    async def too_late(self, interaction: library.Interaction[Any], button: ui.Button[Any]) -> None:
        await asyncio.sleep(0.4)
        try:
            await interaction.response.send_message("never seen")
        except library.NotFound as error:
            await interaction.user.send(f"refused with {error.code}")


@app_commands.command()
@app_commands.describe(name="who", often="how often")
async def greeting(interaction: library.Interaction[Any], name: str, often: app_commands.Range[int, 1, 5] = 1) -> None:
    """Say hello."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.followup.send(f"hello {name}" * often)


@greeting.autocomplete("name")
async def names(interaction: library.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{typed}{each}", value=each) for each in "abc"]


@asynccontextmanager
async def plain(discord: Discord, **options: Any) -> AsyncIterator[Plain]:
    async with Plain(discord, **options) as client:
        await client.login(discord.token)
        connection = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        yield client
        await client.close()
        await connection


def picture() -> library.File:
    return library.File(io.BytesIO(b"png"), "hand.png")


def with_picture(*texts: str) -> ui.LayoutView:
    view = ui.LayoutView()
    for text in texts:
        view.add_item(ui.TextDisplay(text))
    view.add_item(ui.MediaGallery(library.MediaGalleryItem("attachment://hand.png", description="6-3 · 5-5")))
    return view


async def test_commands_suggestions_and_deferred_answers(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord):
        assert await sari.autocomplete("greeting", "name", "x") == ["xa", "xb", "xc"]
        answer = await sari.slash("greeting", name="Budi", often=2)
        assert (answer.text, answer.ephemeral) == ("hello Budihello Budi", True)
        with pytest.raises(AssertionError, match="at most 5"):
            await sari.slash("greeting", name="Budi", often=6)
        with pytest.raises(AssertionError, match="has to be given"):
            await sari.slash("greeting")
        with pytest.raises(AssertionError, match="there is no /dance"):
            await sari.slash("dance")


async def test_buttons_forms_and_private_messages(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        await channel.send(view=Buttons())
        await sari.press("Edit")
        assert budi.reads("edited")
        form = await sari.press("Form")
        with pytest.raises(AssertionError, match="0 to 5"):
            await sari.fill(form, "123456")
        assert (await sari.fill(form, "60")).text == "taken: 60"
        assert (await sari.press("Later")).callback == 6
        await sari.sees("later")
        assert sari.reads("taken: 60")
        assert not budi.reads("taken: 60")
        assert not budi.reads("later"), "what is for Sari alone is not for Budi"
        discord.responses.response_seconds = 0.2
        sari.press_only("Too late")
        await sari.receives("refused with 10062")


async def test_messages_with_pictures_are_edited_and_keep_them(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        user = await client.fetch_user(sari.user.id)
        sent = await user.send(view=with_picture("one"), file=picture())
        await sent.edit(view=with_picture("one", "two"))
        assert sari.inbox[0].text == "one\ntwo\n6-3 · 5-5"
        assert sari.inbox[0].attachments[0].data == b"png"
        assert discord.public() == "", "nobody else has seen it"
        assert discord.calls.named(POST)[0].files == {"hand.png": b"png"}
        await sent.edit(view=ui.LayoutView().add_item(ui.TextDisplay("three")), attachments=[])
        assert sari.inbox[0].attachments == []
        with pytest.raises(library.HTTPException):
            await sent.edit(view=with_picture("four"))
    assert "is not there" in discord.faults.pop()


def document() -> library.File:
    return library.File(io.BytesIO(b"{}"), "hand.json")


async def test_messages_with_documents_and_what_stands_in_a_channel(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    view = ui.LayoutView().add_item(ui.TextDisplay("the record")).add_item(ui.File("attachment://hand.json"))
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        await channel.send("first")
        sent = await channel.send(view=view, file=document())
        assert [each.data for each in budi.visible[-1].attachments] == [b"{}"]
        assert sari.visible[-1].text == "the record\nhand.json"
        await sent.edit(view=ui.LayoutView().add_item(ui.File("attachment://hand.json")))
        assert [each.filename for each in budi.visible[-1].attachments] == ["hand.json"]

        assert [each.id async for each in channel.history(limit=1)] == [sent.id], "the newest first"
        assert [each.content async for each in channel.history(limit=50)] == ["", "first"]
        await sari.slash("greeting", name="Budi")
        assert len([each async for each in channel.history(limit=50)]) == 2, "what is for one alone is not told"
        sari.channel.denied = Permission.READ_HISTORY
        assert [each async for each in channel.history(limit=50)] == []
        sari.channel.denied = Permission.NONE

        with pytest.raises(library.HTTPException):
            await channel.send(view=view)
        assert "is not there" in discord.faults.pop()
        with pytest.raises(library.HTTPException):
            await channel.send(view=ui.LayoutView().add_item(ui.TextDisplay("hidden")), file=document())
        assert "not shown" in discord.faults.pop()


async def test_a_nonce_makes_one_message_for_some_minutes(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        first, second = [(await channel.send("hello", nonce=7)).id for _ in range(2)]
        assert first == second
        assert (await channel.send("hello", nonce=8)).id != first
        discord.forget_nonces()
        assert (await channel.send("hello", nonce=7)).id != first
        assert len(sari.visible) == 3


async def test_only_who_is_allowed_to_be_is_pinged(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        both = f"<@{sari.user.id}> <@{budi.user.id}>"
        await channel.send(both, allowed_mentions=library.AllowedMentions(users=[library.Object(sari.user.id)]))
        await channel.send(both, allowed_mentions=library.AllowedMentions.none())
        assert (len(sari.pings), len(budi.pings)) == (1, 0)
        await channel.send(both)
        assert (len(sari.pings), len(budi.pings)) == (2, 1)


async def test_too_many_calls_are_refused_and_repeated_by_the_library(
    discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    discord.rate_limiter.limits = Limits().scaled(0.1)
    guild = discord.guild()
    sari = discord.member(guild, "Sari")
    quiet = discord.channel(guild, "quiet")
    async with plain(discord) as client:
        loud = client.get_partial_messageable(sari.channel.id)
        await asyncio.gather(*(loud.send(str(number)) for number in range(12)))
        assert len(sari.visible) == 12
        assert discord.calls.rate_limited() == [], "the library heeds the headers"
        discord.flood(sari.channel, 0.3)
        slow = asyncio.create_task(loud.send("slow"))
        await client.get_partial_messageable(quiet.id).send("quick")
        assert not slow.done()
        await slow
        assert discord.calls.rate_limited() != []
        assert "rate limited" in caplog.text


async def test_the_limit_for_everything(discord: Discord) -> None:
    discord.rate_limiter.limits = Limits(global_requests=3, global_seconds=0.2)
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        await asyncio.sleep(0.2)
        started = asyncio.get_running_loop().time()
        await asyncio.gather(*(client.fetch_user(sari.user.id) for _ in range(4)))
        assert asyncio.get_running_loop().time() - started >= 0.1
        assert discord.calls.rate_limited() != []


async def test_every_kind_of_refusal(discord: Discord) -> None:
    discord.rate_limiter.limits = Limits().scaled(0.05)
    guild = discord.guild()
    sari = discord.member(guild, "Sari")
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        sent = await channel.send("hello")
        user = await client.fetch_user(sari.user.id)

        async def code(coroutine: Any) -> int:
            with pytest.raises(library.HTTPException) as error:
                await coroutine
            return error.value.code

        sari.user.dms_closed = True
        assert await code(user.send("psst")) == 50007
        discord.messages.dms_at_once = 0
        assert await code(client.create_dm(library.Object(guild.owner.id))) == 40003
        sari.channel.denied = Permission.ATTACH_FILES
        assert await code(channel.send(file=picture())) == 50013
        sari.channel.denied = Permission.SEND_MESSAGES
        assert await code(channel.send("hello")) == 50013
        sari.channel.denied = Permission.VIEW_CHANNEL
        assert await code(channel.send("hello")) == 50001
        sari.channel.denied = Permission.NONE
        discord.fail_next(EDIT, api_errors.missing_access())
        assert await code(sent.edit(content="other")) == 50001
        await sent.edit(content="other")
        await sent.delete()
        assert await code(sent.edit(content="gone")) == 10008
        discord.delete(sari.channel)
        assert await code(channel.send("hello")) == 10003
        discord.remove_bot(guild)
        assert await code(user.send("psst")) == 50278
        assert len(discord.calls.invalid()) == 6


async def test_a_session_is_resumed_and_what_was_missed_is_told(discord: Discord) -> None:
    guild = discord.guild()
    sari = discord.member(guild, "Sari")
    async with plain(discord) as client:
        await discord.gateway.drop()
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        discord.gateway.request_reconnect()
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        discord.gateway.invalidate(resumable=True)
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        # An event in the air is not lost either.
        discord.gateway.losing = True
        waiting = asyncio.create_task(sari.slash("greeting", name="Wati"))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        discord.gateway.losing = False
        await discord.gateway.drop()
        assert (await waiting).text == "hello Wati"
        assert len(discord.gateway.identified) == 1
        assert discord.gateway.resumed == client.happened.count("resumed") == 4


async def test_an_invalid_session_begins_anew(discord: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        discord.gateway.invalidate(resumable=False)
        await discord.until(lambda: len(discord.gateway.identified) == 2, "a new session")
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"
        await asyncio.sleep(0.2)
        assert client.happened == ["ready", "ready"]


async def test_a_connection_that_is_dead_but_open_is_given_up(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    discord.gateway.heartbeat_seconds = 0.1
    async with plain(discord, heartbeat_timeout=0.3):
        await asyncio.sleep(0.5)
        assert discord.gateway.resumed == 0, "heartbeats keep it alive"
        discord.gateway.frozen = True
        await asyncio.sleep(0.5)
        discord.gateway.frozen = False
        await discord.until(lambda: discord.gateway.resumed > 0, "a resumed session")
        assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"


async def test_a_wrong_token(discord: Discord) -> None:
    client = Plain(discord)
    with pytest.raises(library.LoginFailure):
        await client.login("wrong")
    await client.close()
    client = Plain(discord, shard_count=1)
    await client.login(discord.token)
    client.http.token = "wrong"
    with pytest.raises(library.ConnectionClosed) as closed:
        await client.connect()
    assert closed.value.code == 4004


async def test_servers_come_and_go(discord: Discord) -> None:
    home, new = discord.guild("Home"), discord.guild("New")
    new.has_bot = False
    async with plain(discord) as client:
        assert [guild.name for guild in client.guilds] == ["Home"]
        discord.add_bot(new)
        discord.outage(home)
        discord.outage(home, over=True)
        discord.remove_bot(home)
        await asyncio.sleep(0.1)
        assert client.happened == ["ready", "joined New", "left Home"]


async def test_each_shard_hears_of_its_own_servers(discord: Discord) -> None:
    discord.operations.shards = 2
    people = [discord.member(discord.guild(name), "Sari") for name in ("One", "Two")]
    async with plain(discord) as client:
        assert sorted(shards["shard"] for shards in discord.gateway.identified) == [[0, 2], [1, 2]]
        assert len({guild.shard_id for guild in client.guilds}) == 2
        for sari in people:
            assert (await sari.slash("greeting", name="Budi")).text == "hello Budi"


async def test_events_twice_and_in_the_wrong_order(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        told: list[int] = []

        @client.event
        async def on_interaction(interaction: library.Interaction[Any]) -> None:
            told.append(interaction.id)

        discord.gateway.duplicating = True
        first = await sari.slash("greeting", name="Budi")
        discord.gateway.duplicating = False
        discord.gateway.hold()
        second, third = (asyncio.create_task(sari.slash("greeting", name=name)) for name in ("Budi", "Wati"))
        await asyncio.sleep(0.05)
        discord.gateway.release_reversed()
        numbers = [(await each).id for each in (second, third)]
        assert told == [first.id, first.id, *reversed(numbers)]


def too_long() -> ui.LayoutView:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("a" * 4000))
    return view


async def test_what_is_against_the_rules_is_reported(discord: Discord) -> None:
    discord.rate_limiter.limits = Limits().scaled(0.05)
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        sent = await channel.send(view=too_long())
        http = client.http

        async def report(method: str, path: str, **body: Any) -> str:
            route = library.http.Route(method, path, channel_id=sari.channel.id, message_id=sent.id)
            with pytest.raises(library.HTTPException):
                await http.request(route, json=body)
            (fault,) = discord.faults
            discord.faults.clear()
            return fault

        post, edit = "/channels/{channel_id}/messages", "/channels/{channel_id}/messages/{message_id}"
        text, button = {"type": 10, "content": "a"}, {"type": 2, "style": 1, "label": "a", "custom_id": "a"}
        v2 = 1 << 15
        assert "2001 characters" in await report("POST", post, content="a" * 2001)
        assert "4002 characters" in await report(
            "POST", post, flags=v2, components=[{**text, "content": "a" * 2001}] * 2
        )
        assert "41 components" in await report(
            "POST", post, flags=v2, components=[{"type": 17, "components": [text] * 40}]
        )
        assert "twice" in await report("POST", post, components=[{"type": 1, "components": [button, button]}])
        assert "content together" in await report("POST", post, flags=v2, content="a", components=[text])
        assert "without their flag" in await report("POST", post, components=[text])
        assert "cannot be taken off" in await report("PATCH", edit, flags=0, components=[text])
        # The next one the description knows as well, where there is one, but in words that help nobody.
        assert await report("POST", post, components=[{"type": 1, "components": [{**button, "label": "a" * 81}]}])
        assert "is not there" in await report(
            "POST",
            post,
            flags=v2,
            components=[{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
        )


async def test_the_description_is_heeded_where_there_is_one(discord: Discord) -> None:
    if load_contract() is None:
        pytest.skip("no copy of Discord's own description is at hand")
    sari = discord.member(discord.guild(), "Sari")
    async with plain(discord) as client:
        post = library.http.Route("POST", "/channels/{channel_id}/messages", channel_id=sari.channel.id)
        for body in ({"content": 5}, {"components": [{"type": 1, "components": [{"type": 2, "style": 77}]}]}):
            with pytest.raises(library.HTTPException):
                await client.http.request(post, json=body)
            assert "is not" in discord.faults.pop()
        with pytest.raises(library.HTTPException):
            await client.http.request(post, json={"content": "a"}, params={"colour": "red"})
        assert "no query parameter colour" in discord.faults.pop()
