"""The double itself: commands, messages, attachments, nonces and mentions."""

from __future__ import annotations

import discord as library
import pytest
from discord import ui

from tests.chats.discord.double.permissions import Permission
from tests.chats.discord.double.server import Discord
from tests.chats.discord.plain_client import Buttons, connected_client, document, picture, with_picture

POST = "POST /channels/{channel_id}/messages"


@pytest.fixture(autouse=True)
def _validate_answers(discord: Discord) -> None:
    discord.validate_answers()


async def test_commands_autocomplete_and_deferred_responses(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord):
        assert await sari.autocomplete("greeting", "name", "x") == ["xa", "xb", "xc"]
        answer = await sari.slash("greeting", name="Budi", often=2)
        assert (answer.text, answer.ephemeral) == ("hello Budihello Budi", True)
        with pytest.raises(AssertionError, match="at most 5"):
            await sari.slash("greeting", name="Budi", often=6)
        with pytest.raises(AssertionError, match="has to be given"):
            await sari.slash("greeting")
        with pytest.raises(AssertionError, match="there is no /dance"):
            await sari.slash("dance")


async def test_buttons_modals_and_direct_messages(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    async with connected_client(discord) as client:
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
        assert not budi.reads("later"), "Budi sees no ephemeral message for Sari"
        discord.responses.response_seconds = 0.2
        sari.press_only("Too late")
        await sari.receives("refused with 10062")


async def test_messages_with_pictures_are_edited_and_keep_them(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        user = await client.fetch_user(sari.user.id)
        sent = await user.send(view=with_picture("one"), file=picture())
        await sent.edit(view=with_picture("one", "two"))
        assert sari.inbox[0].text == "one\ntwo\n6-3 · 5-5"
        assert sari.inbox[0].attachments[0].data == b"png"
        assert discord.public() == "", "nothing was public"
        assert discord.calls.named(POST)[0].files == {"hand.png": b"png"}
        await sent.edit(view=ui.LayoutView().add_item(ui.TextDisplay("three")), attachments=[])
        assert sari.inbox[0].attachments == []
        with pytest.raises(library.HTTPException):
            await sent.edit(view=with_picture("four"))
    assert "is not there" in discord.faults.pop()


async def test_messages_with_documents_and_the_history_of_a_channel(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    view = ui.LayoutView().add_item(ui.TextDisplay("the record")).add_item(ui.File("attachment://hand.json"))
    async with connected_client(discord) as client:
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
        assert len([each async for each in channel.history(limit=50)]) == 2, "the history has no ephemeral messages"
        sari.channel.denied = Permission.READ_HISTORY
        assert [each async for each in channel.history(limit=50)] == []
        sari.channel.denied = Permission.NONE

        with pytest.raises(library.HTTPException):
            await channel.send(view=view)
        assert "is not there" in discord.faults.pop()
        with pytest.raises(library.HTTPException):
            await channel.send(view=ui.LayoutView().add_item(ui.TextDisplay("hidden")), file=document())
        assert "not shown" in discord.faults.pop()


async def test_a_nonce_is_posted_once_in_some_minutes(discord: Discord) -> None:
    sari = discord.member(discord.guild(), "Sari")
    async with connected_client(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        first, second = [(await channel.send("hello", nonce=7)).id for _ in range(2)]
        assert first == second
        assert (await channel.send("hello", nonce=8)).id != first
        discord.forget_nonces()
        assert (await channel.send("hello", nonce=7)).id != first
        assert len(sari.visible) == 3


async def test_only_allowed_mentions_ping(discord: Discord) -> None:
    guild = discord.guild()
    sari, budi = discord.member(guild, "Sari"), discord.member(guild, "Budi")
    async with connected_client(discord) as client:
        channel = client.get_partial_messageable(sari.channel.id)
        both = f"<@{sari.user.id}> <@{budi.user.id}>"
        await channel.send(both, allowed_mentions=library.AllowedMentions(users=[library.Object(sari.user.id)]))
        await channel.send(both, allowed_mentions=library.AllowedMentions.none())
        assert (len(sari.pings), len(budi.pings)) == (1, 0)
        await channel.send(both)
        assert (len(sari.pings), len(budi.pings)) == (2, 1)
