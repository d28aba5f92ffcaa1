"""The socket of a page: only its person acts by it, nothing is done twice, and nobody can disturb others by it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.features.table_page import page_session
from tests.features.table_page.opened_pages import viewers_of
from tests.features.table_page.page_clients import PageClient, PageServer, page_server
from tests.passing_time import let_pass
from tests.rows import rows


@pytest_asyncio.fixture
async def server(tmp_path: Path) -> AsyncIterator[PageServer]:
    async with page_server(tmp_path) as served:
        yield served


def button(client: PageClient, command: str) -> dict[str, Any]:
    mine = client.scene["mine"]
    rows = [*mine["buttons"], mine["before"], mine["more"], client.scene["open"]]
    return next(each for row in rows for each in row if each["command"] == command)


async def table_of_two(server: PageServer) -> tuple[PageClient, PageClient]:
    sari, budi = await server.open("Sari"), await server.open("Budi")
    assert not (await sari.press("open qiuqiu"))["refused"]
    await sari.until("lobby")
    await budi.until("lobby")
    assert not (await budi.press("join", f"{budi.scene['table']}:"))["refused"]
    assert not (await sari.press("start", f"{sari.scene['table']}:"))["refused"]
    await sari.until("playing")
    await budi.until("playing")
    return sari, budi


async def test_two_people_play_a_hand_on_their_pages(server: PageServer) -> None:
    sari, budi = await table_of_two(server)
    while sari.scene["phase"] == "playing":
        asked = sari if sari.scene["mine"]["question"] else budi
        verbs = [each["command"] for row in asked.scene["mine"]["buttons"] for each in row]
        verb = next(each for each in verbs if each in ("check", "call") or each.startswith("declare"))
        assert not (await asked.press(verb, button(asked, verb)["turn"]))["refused"]
        await server.app.wait_until_idle()
        for page in (sari, budi):
            await page.send(type="ping")
            await page.next("pong")
    assert sari.scene["result"] == budi.scene["result"]
    assert {seat["net"] for seat in sari.scene["seats"].values()} in ({10, -10}, {0})


async def test_a_press_sent_again_after_a_lost_line_is_done_once(server: PageServer) -> None:
    sari, budi = await table_of_two(server)
    asked, name = (sari, "Sari") if sari.scene["mine"]["question"] else (budi, "Budi")
    check = button(asked, "check")
    await asked.send(type="press", id="one", text="check", turn=check["turn"], menu=False)
    await asked.close()
    again = await server.open(name)
    await again.press("check", check["turn"], key="one")
    assert again.scene["said"] == f"{name} checked."
    assert [seat["did"] for seat in again.scene["seats"].values()].count("Check") == 1


@rows(__file__, hello=json.loads)
async def test_a_page_without_an_identity_is_told_nothing(server: PageServer, hello: dict[str, Any]) -> None:
    await (await server.open("Budi")).press("open qiuqiu")
    stranger = await server.connect()
    await stranger.send(**hello)
    assert (await stranger.receive())["type"] == "refused"
    assert (await stranger.receive())["type"] == "closed"
    assert len(stranger.seen) == 1


async def test_a_page_of_another_site_cannot_open_the_socket(server: PageServer) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await server.connect(origin="https://example.org")
    assert refused.value.status == 403


async def test_a_move_of_somebody_else_is_refused(server: PageServer) -> None:
    sari, budi = await table_of_two(server)
    asked, other = (sari, budi) if sari.scene["mine"]["question"] else (budi, sari)
    turn = button(asked, "check")["turn"]
    assert (await other.press("check", turn))["refused"]
    # Everything on a page is in the language of its reader.
    stranger = await server.open("Wati", language="id")
    assert "Kamu belum duduk di meja ini." in str(await stranger.press("check", turn))
    assert (await stranger.press("chips"))["message"]["title"] == "Chipmu"


@pytest.mark.parametrize("text", ["[]", "nonsense", "[" * 5000, '{"type": "press"'])
async def test_a_frame_that_is_no_object_ends_the_line(server: PageServer, text: str) -> None:
    sari = await server.open("Sari")
    await sari.socket.send_str(text)
    assert (await sari.next())["type"] == "closed"


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "press", "id": "x", "text": ""},
        {"type": "press", "id": "x", "text": "check", "turn": "1" * 100},
        {"type": "press", "id": "no key!", "text": "check"},
        {"type": "look"},
        {"type": "guess", "chair": "0"},
    ],
)
async def test_a_bad_frame_is_refused_and_the_page_lives_on(server: PageServer, frame: dict[str, Any]) -> None:
    sari = await server.open("Sari")
    await sari.send(**frame)
    assert (await sari.next("refused"))["reason"] == "bad-frame"
    await sari.send(type="ping")
    assert (await sari.next("pong"))["type"] == "pong"


async def test_a_forgotten_person_loses_their_pages(server: PageServer) -> None:
    wati, sari = await server.open("Wati"), await server.open("Sari")
    answer = await wati.press("forget me")
    for _ in range(2):
        buttons = [each for row in answer["message"]["buttons"] for each in row]
        answer = await wati.press(next(each["command"] for each in buttons if each["command"].startswith("forget now")))
    await let_pass(server.app, server.clock, 60)
    refusal = await wati.next("refused")
    assert (refusal["type"], refusal.get("reason")) == ("refused", "forgotten")
    assert (await wati.next())["type"] == "closed"
    await sari.send(type="ping")
    assert (await sari.next("pong"))["type"] == "pong"


async def test_a_reaction_reaches_everybody_a_few_times(server: PageServer) -> None:
    sari, budi = await table_of_two(server)
    for _ in range(9):
        await sari.send(type="react", chair=1, kind="wkwk")
    await sari.send(type="react", chair=99, kind="wkwk")
    await sari.send(type="react", chair=1, kind="<script>")
    await sari.send(type="ping")
    await sari.next("pong")
    await budi.send(type="ping")
    await budi.next("pong")
    thrown = [frame for frame in budi.seen if frame["type"] == "reaction"]
    assert thrown == [{"type": "reaction", "from": "Sari", "chair": 1, "kind": "wkwk"}] * 5


async def test_the_document_comes_in_two_requests(server: PageServer) -> None:
    async with server.session.get(f"{server.address}table") as answer:
        page = await answer.text()
        assert "sha256-" in answer.headers["Content-Security-Policy"]
    assert page.count("<script>") == page.count('href="/table/') == 1
    assert 'rel="stylesheet"' not in page
    source = page.partition('preload" href="')[2].partition('"')[0]
    async with server.session.get(f"{server.address.rstrip('/')}{source}") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert json.dumps(await answer.text())


async def test_a_page_that_takes_nothing_loses_its_line(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_session, "MOST_WAITING", 3)
    budi, deaf = await server.open("Budi"), await server.open("Sari")
    (session,) = [each for each in viewers_of(server.app)._open if each.visitor.person.name == "Sari"]
    for number in range(4):
        session.send(json.dumps({"type": "pong", "number": number}))
    assert (await deaf.next())["type"] == "closed"
    await budi.send(type="ping")
    assert (await budi.next("pong"))["type"] == "pong"
