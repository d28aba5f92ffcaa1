"""Guests by link: only those come in whom an admin lets in, and nobody stays who is sent away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chats.local_chat import LOCAL_GROUP
from bot.environment.host import Host
from tests.chats.local.served_room import token
from tests.features.table_page.page_clients import PageClient, PageServer, page_server
from tests.passing_time import let_pass

HOUR = 3600.0


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[PageServer]:
    async with page_server(tmp_path, host=Host(public_url="https://kiu.example")) as served:
        sari = await served.open("Sari")
        await sari.press("open qiuqiu")
        await sari.until("lobby")
        yield served


async def link(server: PageServer, how: str) -> tuple[str, str]:
    """Let the admin make a link, and return mark and code in it."""
    answer = await server.clients[0].press(f"guests {how}")
    assert not answer["refused"], answer
    address = answer["message"]["lines"][1]
    assert address.startswith("https://kiu.example/table#guest=")
    mark, _, code = address.partition("=")[2].partition(".")
    return mark, code


async def comes(server: PageServer, mark: str, code: str, name: str, secret: str = "") -> PageClient:
    """Somebody opens a link; the first frame tells whether they are in."""
    client = await server.connect()
    await client.send(type="hello", guest=secret or token(), mark=mark, code=code, name=name, language="en")
    await client.next("scene", "none", "refused")
    return client


def refusal(client: PageClient) -> str:
    return str(client.seen[-1].get("reason", "in"))


async def let_in(server: PageServer, number: int = 1) -> dict[str, Any]:
    return await server.clients[0].press(f"guests let {number}")


async def plays(server: PageServer, name: str = "Ani") -> tuple[PageClient, str]:
    """Let somebody in as a player, and return their page and their secret."""
    secret = token()
    mark, code = await link(server, "play")
    await comes(server, mark, code, name, secret)
    answer = await let_in(server)
    assert not answer["refused"], answer
    return await comes(server, mark, "", "", secret), f"{mark} {secret}"


async def test_a_watcher_waits_until_an_admin_lets_them_in(server: PageServer) -> None:
    mark, code = await link(server, "watch")
    secret = token()
    ani = await comes(server, mark, code, "Ani", secret)
    assert refusal(ani) == "guest-waits"
    assert (await server.clients[0].press("guests"))["message"]["lines"][0] == "Ani wants to watch."
    assert "Ani is in." in (await let_in(server))["message"]["lines"]
    ani = await comes(server, mark, "", "", secret)
    assert ani.scene["phase"] == "lobby"
    assert "mine" not in ani.scene
    refused = await ani.press("join", f"{ani.scene['table']}:")
    assert refused["refused"]
    assert refused["message"]["lines"] == ["You watch as a guest. Ask an admin for a link to play."]


async def test_with_a_link_for_everyone_nobody_is_asked(server: PageServer) -> None:
    mark, code = await link(server, "watch everyone")
    assert refusal(await comes(server, mark, code, "Ani")) == "in"
    assert (await server.clients[0].press("guests play everyone"))["refused"]


async def test_a_guest_plays_with_chips_of_the_group(server: PageServer) -> None:
    ani, _ = await plays(server)
    table = ani.scene["table"]
    assert not (await ani.press("join", f"{table}:"))["refused"]
    assert not (await server.clients[0].press("start", f"{table}:"))["refused"]
    await ani.until("playing")
    assert len(ani.scene["mine"]["groups"]) > 0
    assert "mine" not in (await server.open("Budi")).scene
    assert "Wallet 1,500 · on tables 490 · in the pot 10" in (await ani.press("chips"))["message"]["lines"]


async def test_a_guest_comes_back_to_their_seat_after_a_restart(tmp_path: Path) -> None:
    host = Host(public_url="https://kiu.example")
    async with page_server(tmp_path, host=host) as server:
        sari = await server.open("Sari")
        await sari.press("open qiuqiu")
        await sari.until("lobby")
        ani, kept = await plays(server)
        await ani.press("join", f"{ani.scene['table']}:")
    async with page_server(tmp_path, host=host) as server:
        mark, secret = kept.split()
        again = await comes(server, mark, "", "Somebody else", secret)
        assert [seat["name"] for seat in again.scene["seats"].values() if seat["me"]] == ["Ani"]


async def test_a_foreign_secret_is_nobody(server: PageServer) -> None:
    _, kept = await plays(server)
    mark, secret = kept.split()
    for other in (token(), secret[:-1] + "x", "", secret.upper() + "0"):
        assert refusal(await comes(server, mark, "", "Ani", other or "0")) == "guest-link-over"


async def test_a_link_ends_after_hours_and_with_off(server: PageServer) -> None:
    mark, code = await link(server, "watch")
    await let_pass(server.app, server.clock, 13 * HOUR)
    assert refusal(await comes(server, mark, code, "Ani")) == "guest-link-over"
    mark, code = await link(server, "watch everyone")
    ani = await comes(server, mark, code, "Ani")
    await server.clients[0].press("guests off")
    assert (await ani.next("refused"))["reason"] == "guest-out"
    assert (await ani.next())["type"] == "closed"
    assert refusal(await comes(server, mark, code, "Budi")) == "guest-link-over"


async def test_a_used_code_lets_nobody_in_by_itself(server: PageServer) -> None:
    mark, code = await link(server, "play")
    assert refusal(await comes(server, mark, code, "Ani")) == "guest-waits"
    await let_in(server)
    assert refusal(await comes(server, mark, code, "Budi")) == "guest-waits"


async def test_who_is_not_let_in_stays_out(server: PageServer) -> None:
    mark, code = await link(server, "watch")
    secret = token()
    await comes(server, mark, code, "Ani", secret)
    await server.clients[0].press("guests no 1")
    assert refusal(await comes(server, mark, code, "Ani", secret)) == "guest-refused"
    assert (await let_in(server))["refused"]


async def test_a_guest_is_no_admin(server: PageServer) -> None:
    ani, _ = await plays(server)
    for command in ("guests watch", "guests let 2", "ban Sari", "house set hui on", "stop"):
        answer = await ani.press(command, f"{ani.scene['table']}:" if command == "stop" else "")
        assert answer["refused"], command


async def test_the_mark_of_another_group_opens_nothing_here(server: PageServer) -> None:
    mark, code = await link(server, "watch everyone")
    other = server.app.groups.of("test:other").with_feature("guest_links", {"mark": "0" * 12, "links": {}})
    await server.app.groups.change("test:other", lambda _: other)
    for wrong in ("0" * 12, "", "unknown"):
        assert refusal(await comes(server, wrong, code, "Ani")) == "guest-link-over"
    assert refusal(await comes(server, mark, code, "Ani")) == "in"


async def test_a_hundred_strangers_find_a_limit(server: PageServer) -> None:
    from bot.features.guests import door

    mark, code = await link(server, "watch")
    told = list[str]()
    for number in range(100):
        stranger = await comes(server, mark, code, f"Tamu {number}")
        told.append(refusal(stranger))
        stranger.drop()
    assert told.count("guest-waits") == door.MOST_WAITING
    assert told.count("guest-full") == 100 - door.MOST_WAITING


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "name-needed"),
        ("\u200b", "name-empty"),
        ("Sari", "name-taken"),
        ("Ѕari", "name-taken"),
        ("Kiu", "name-taken"),
    ],
)
async def test_a_guest_takes_nobodys_name(server: PageServer, name: str, reason: str) -> None:
    mark, code = await link(server, "watch everyone")
    assert refusal(await comes(server, mark, code, name)) == reason


async def test_markup_in_a_name_stays_text(server: PageServer) -> None:
    mark, code = await link(server, "watch everyone")
    ani = await comes(server, mark, code, "<b>*Ani*</b>\n@everyone\u202e")
    (line,) = [each for each in (await server.clients[0].press("guests"))["message"]["lines"] if "watches" in each]
    assert "\n" not in line
    assert "\u202e" not in line
    assert ani.scene["phase"] == "lobby"


async def test_two_tabs_of_a_guest_close_together(server: PageServer) -> None:
    ani, kept = await plays(server)
    mark, secret = kept.split()
    other = await comes(server, mark, "", "", secret)
    assert other.scene == ani.scene
    player = next(each for each in server.app.groups.of(LOCAL_GROUP).of_features["guests"])
    await server.clients[0].press(f"guests out {player}")
    for tab in (ani, other):
        assert (await tab.next("refused"))["reason"] == "guest-out"
    assert refusal(await comes(server, mark, "", "", secret)) == "guest-link-over"


async def test_a_banned_guest_is_out(server: PageServer) -> None:
    ani, kept = await plays(server)
    await ani.press("join", f"{ani.scene['table']}:")
    assert not (await server.clients[0].press("ban Ani"))["refused"]
    while (frame := await ani.receive())["type"] != "closed":
        last = frame
    assert last["reason"] == "guest-out"
    mark, secret = kept.split()
    assert refusal(await comes(server, mark, "", "", secret)) == "guest-out"


async def test_codes_and_secrets_are_in_no_log(server: PageServer, capsys: pytest.CaptureFixture[str]) -> None:
    _, kept = await plays(server)
    _, code = await link(server, "watch")
    logged = "".join(capsys.readouterr())
    for secret in (kept.split()[1], code):
        assert secret not in logged
