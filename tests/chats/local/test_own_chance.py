"""Chance of the players' own, in the real room: pages pledge, the deal is closed, pages reveal."""

from __future__ import annotations

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.live import own_chance
from engine.fairness.closing import pairwise_id, pledge, pledges_hash
from engine.fairness.verifying import verify
from tests.chats.local.own_chance_world import Page, World, world


def by_player(kiu: World, record: dict[str, Any], name: str) -> dict[str, str]:
    """The pledges or reveals of a record by player."""
    players, table = kiu.state.players_on(map(int, record["seats"])), bytes.fromhex(record["table"])
    assert record["seats"] == {str(chair): pairwise_id(table, player) for chair, player in players.items()}
    return {players[int(chair)]: value for chair, value in record[name].items()}


async def valid_record(kiu: World) -> dict[str, Any]:
    text = await kiu.record_text()
    assert verify(text).valid
    fields: dict[str, Any] = json.loads(text)
    return fields


async def seated(kiu: World, *names: str) -> list[Page]:
    """Pages of people who sit at a table and have pledged."""
    pages = [await kiu.page(name) for name in names]
    await kiu.sits(*pages)
    for page in pages:
        assert await page.pledges() == kiu.sealed.commitment
        await page.settles()
    return pages


async def test_what_pages_pledge_is_in_the_closing_and_what_they_reveal_in_the_seed(tmp_path: Path) -> None:
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        deal, starting = kiu.sealed.commitment, asyncio.create_task(sari.says("/start"))
        assert await budi.asked("reveal") == await sari.asked("reveal") == deal

        # By now the closing is durable and posted, and what was pledged is known to the two pages alone.
        stored = (await kiu.stored())["sealed"]
        assert set(stored["closing"]["pledges"].values()) == {pledge(each.reveal).hex() for each in (sari, budi)}
        assert stored["chance"]["reveals"] == {}
        closing = kiu.sealed.closing
        assert closing is not None
        fingerprint = pledges_hash(closing.pledges).hex()
        await budi.gets(lambda frame: fingerprint in json.dumps(frame))
        assert kiu.state.hand is None

        await budi.reveals()
        await sari.reveals()
        assert not (await starting)["refused"]
        record = await valid_record(kiu)
        assert by_player(kiu, record, "reveals") == {each.player: each.reveal.hex() for each in (sari, budi)}
        assert record["beacons"] == []
        assert kiu.state.not_revealed == 0
        for name in ("pledges", "reveals"):
            for chair in record[name]:
                assert not verify(json.dumps({**record, name: {**record[name], chair: secrets.token_hex(32)}})).valid


async def test_nobody_else_ever_hears_what_is_not_revealed_yet(tmp_path: Path) -> None:
    with capture_logs() as logged:
        async with world(tmp_path) as kiu:
            sari, budi = await seated(kiu, "Sari", "Budi")
            starting = asyncio.create_task(budi.says("/start"))
            await sari.reveals()
            await budi.asked("reveal")
            await budi.gets(lambda frame: "drawn at random" in json.dumps(frame))
            assert not budi.saw(sari.reveal.hex())
            assert sari.reveal.hex() not in json.dumps(await kiu.stored())
            assert repr(sari.reveal) not in repr(kiu.app.own_chance._deals)
            await budi.reveals()
            await starting
            assert not budi.saw(sari.reveal.hex()), "it stands in the record, for whoever asks for that"
    assert sari.reveal.hex() not in repr(logged)


async def test_a_page_that_does_not_reveal_is_named_counted_and_waited_for_no_longer_than_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_chance, "REVEAL_SECONDS", 0.2)
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        starting = asyncio.create_task(sari.says("/start"))
        await sari.reveals()
        assert not (await starting)["refused"]
        record = await valid_record(kiu)
        assert by_player(kiu, record, "reveals") == {sari.player: sari.reveal.hex()}
        assert by_player(kiu, record, "pledges").keys() == {sari.player, budi.player}
        await sari.gets(lambda frame: "were not revealed by Budi;" in json.dumps(frame))
        assert kiu.state.not_revealed == (await kiu.stored())["not_revealed"] == 1

        fairness = await sari.says("/fairness")
        assert "Random numbers promised and not revealed: 1." in json.dumps(fairness)

        # It comes too late, and changes nothing any more.
        await budi.reveals()
        await budi.settles()
        assert await valid_record(kiu) == record


async def test_only_what_was_pledged_can_be_revealed_and_only_once_the_deal_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_chance, "REVEAL_SECONDS", 0.3)
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        deal = kiu.sealed.commitment
        await budi.pledges(deal, secrets.token_bytes(32))  # another one: the first stands
        await budi.reveals(deal)  # before its time: it is not taken
        await sari.pledges("00" * 32)
        for strange in ({"pledge": 7}, {"pledge": "zz" * 32}, {}, {"deal": 7}, {"reveal": None}):
            await sari.sends(**{"type": "pledge", "deal": deal, **strange})
            await sari.sends(**{"type": "reveal", "deal": deal, **strange})
        await budi.settles()
        await sari.settles()
        starting = asyncio.create_task(sari.says("/start"))
        await sari.reveals()
        await budi.asked("reveal")
        await budi.reveals(deal, secrets.token_bytes(32))
        await budi.reveals(deal, sari.reveal)
        assert not (await starting)["refused"]
        record = await valid_record(kiu)
        assert by_player(kiu, record, "pledges")[budi.player] == pledge(budi.reveal).hex()
        assert by_player(kiu, record, "reveals") == {sari.player: sari.reveal.hex()}


async def test_only_those_who_would_be_dealt_in_are_asked_and_only_if_their_page_can(tmp_path: Path) -> None:
    async with world(tmp_path) as kiu:
        sari, budi, wati = await kiu.page("Sari"), await kiu.page("Budi", pledges=False), await kiu.page("Wati")
        await kiu.sits(sari, budi)
        await wati.pledges(await sari.pledges())  # she watches
        await wati.settles()
        await sari.settles()
        starting = asyncio.create_task(sari.says("/start"))
        await sari.reveals()
        assert not (await starting)["refused"]
        assert by_player(kiu, await valid_record(kiu), "pledges") == {sari.player: pledge(sari.reveal).hex()}
        for page in (budi, wati):
            await page.settles()
            assert page.was_asked("pledge") == page.was_asked("reveal") == []


async def test_a_page_that_is_slow_to_pledge_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_chance, "PLEDGE_SECONDS", 0.1)
    async with world(tmp_path) as kiu:
        sari, budi = await kiu.page("Sari"), await kiu.page("Budi")
        await kiu.sits(sari, budi)
        assert not (await sari.says("/start"))["refused"]
        record = await valid_record(kiu)
        assert record["pledges"] == record["reveals"] == {}
        assert kiu.state.not_revealed == 0


async def test_a_page_that_was_only_just_asked_is_waited_for(tmp_path: Path) -> None:
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        wati = await kiu.page("Wati")
        await wati.says("/join")
        starting = asyncio.create_task(sari.says("/start"))
        await wati.pledges()
        for page in (sari, budi, wati):
            await page.reveals()
        assert not (await starting)["refused"]
        assert len((await valid_record(kiu))["reveals"]) == 3


async def test_no_restart_lets_anybody_pledge_anew_once_the_deal_is_closed(tmp_path: Path) -> None:
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        deal, kept = kiu.sealed.commitment, (sari.reveal, budi.reveal)
        starting = asyncio.create_task(sari.says("/start"))
        await budi.asked("reveal")
        await sari.reveals()
        starting.cancel()
        await kiu.die()
        assert kiu.sealed.commitment == deal

        sari, budi = await kiu.page("Sari"), await kiu.page("Budi")
        await sari.pledges(deal)
        await budi.pledges(deal)
        await sari.asked("reveal")
        await sari.reveals(deal)  # of the new pledge, which does not count
        await sari.reveals(deal, kept[0])
        await budi.reveals(deal, kept[1])
        await budi.settles()
        record = await valid_record(kiu)
        assert by_player(kiu, record, "reveals") == {sari.player: kept[0].hex(), budi.player: kept[1].hex()}
        assert sari.was_asked("pledge") == budi.was_asked("pledge") == []


async def test_pledges_are_void_with_the_packs_that_they_were_given_for(tmp_path: Path) -> None:
    async with world(tmp_path) as kiu:
        sari, budi = await seated(kiu, "Sari", "Budi")
        old = kiu.sealed.commitment
        await sari.says("/house set max_bet none")
        await sari.says("/house apply")
        await kiu.app.wait_until_idle()
        assert kiu.sealed.commitment != old
        deal = await sari.asked("pledge", but=old)
        assert deal == kiu.sealed.commitment
        await sari.pledges(deal)
        await sari.settles()
        await budi.pledges(old)
        starting = asyncio.create_task(sari.says("/start"))
        await sari.reveals()
        assert not (await starting)["refused"]
        assert by_player(kiu, await valid_record(kiu), "pledges") == {sari.player: pledge(sari.reveal).hex()}
