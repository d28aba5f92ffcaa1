"""Deals that wait for a public round: the real room over real sockets, a double of drand's servers, virtual time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.drand.client import DrandClient
from bot.verifying import report
from engine import notation
from engine.fairness import Beacon, BeaconKind, Chance, SealedDeal, records
from engine.fairness.closing import Scheme
from tests.bot.drand.server import DrandServer
from tests.bot.drand.signing import SigningChain
from tests.bot.undrawn import undrawn
from tests.chats.local.own_chance_world import Page, World, world
from tests.chats.virtual_time import EPOCH, VirtualClock, in_virtual_time
from tests.engine.fairness.example_deals import so_far

BEGAN = int(EPOCH.timestamp()) - 1000
"""When the chains of these tests began."""

NOT_NOW = "The public random number that every deal waits for has not come"


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    undrawn(monkeypatch)


class Story:
    """A room whose deals wait for a chain, two people in it, and the server of the chain."""

    def __init__(self, kiu: World, server: DrandServer, clock: VirtualClock, pages: list[Page]) -> None:
        self.kiu = kiu
        self.server = server
        self.clock = clock
        self.sari, self.budi = pages

    async def record(self) -> dict[str, Any]:
        """The record of the hand being played, which must be in order, its signature too."""
        assert verified(await self.kiu.record_text())[0]
        fields: dict[str, Any] = json.loads(await self.kiu.record_text())
        return fields

    def elapsed(self) -> float:
        """The time in seconds since 1970."""
        return self.clock.utc().timestamp()


def verified(text: str) -> tuple[bool, str]:
    """What `bot verify` says of a record."""
    lines: list[str] = []
    return report([("record", text.encode())], lines.append), "\n".join(lines)


def told(
    folder: Path,
    story: Callable[[Story], Awaitable[None]],
    scheme: Scheme = Scheme.UNCHAINED_ON_G1_RFC,
    period: int = 3,
) -> None:
    """Play a story in virtual time."""

    async def run() -> None:
        clock, signing = VirtualClock(), SigningChain(scheme, genesis=BEGAN)
        async with DrandServer(signing, lambda: clock.utc().timestamp()) as server:
            client = lambda: DrandClient([server.url], signing.chain.hash, clock.utc)  # noqa: E731
            async with world(folder, clock, client) as kiu:
                pages = [await kiu.page(name, pledges=False) for name in ("Sari", "Budi")]
                await kiu.sits(*pages)
                await story(Story(kiu, server, clock, pages))

    in_virtual_time(run())


@pytest.mark.parametrize("scheme", Scheme)
def test_a_deal_names_a_round_that_is_still_to_come_and_waits_for_it(tmp_path: Path, scheme: Scheme) -> None:
    async def story(at: Story) -> None:
        asked = at.elapsed()
        assert not (await at.sari.says("/start"))["refused"]
        record = await at.record()
        due = at.server.signing.chain.due(record["round"]["number"])
        assert asked + 1 < due <= at.elapsed() <= due + 1
        assert at.server.rounds_asked == [record["round"]["number"]]
        published = at.server.signing.published(record["round"]["number"])
        assert record["beacons"] == [{"kind": 3, "value": published.hex()}]
        (closing,) = [
            frame["post"]["message"]
            for frame in at.budi.frames
            if frame["type"] == "post" and "drawn at random" in str(frame["post"]["message"].get("fold"))
        ]
        assert at.server.signing.chain.hash.hex() in closing["fold"]["lines"]
        assert any(f"round {record['round']['number']} of drand" in line for line in closing["fold"]["lines"])

    told(tmp_path, story, scheme)


def test_what_bot_verify_says_of_a_public_round(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        await at.sari.says("/start")
        text = await at.kiu.record_text()
        record = json.loads(text)
        valid, said = verified(text)
        assert valid
        assert "✓ The chain has signed the public round that the closing named." in said
        assert (
            f"Waited for round {record['round']['number']} of the chain {record['round']['chain']}, due 2026-" in said
        )
        assert "no chain of drand's that is known here" in said

    told(tmp_path, story)


@pytest.mark.parametrize("lie", ["an older round", "a key of the host's own", "a key of the host's own, and its chain"])
def test_a_signature_that_the_host_has_chosen_is_found(tmp_path: Path, lie: str) -> None:
    """Every hash of the record fits; only the curve tells, or the closing message, which names the chain."""

    async def story(at: Story) -> None:
        await at.sari.says("/start")
        hand, own = at.kiu.state.hand, SigningChain(genesis=BEGAN, secret=7)
        assert hand is not None
        deal, named = hand.deal, hand.deal.closing.round
        assert named is not None
        published = at.server.signing.published(named.number - 1)
        if lie != "an older round":
            named, published = named._replace(public_key=own.chain.public_key), own.published(named.number)
        if lie == "a key of the host's own, and its chain":
            named = named._replace(chain=own.chain.hash)
        chosen = SealedDeal(
            deal.seal, replace(deal.closing, round=named), Chance((Beacon(BeaconKind.DRAND, published),))
        )
        text = records.record(so_far(chosen))
        valid, said = verified(text)
        if lie == "a key of the host's own, and its chain":
            # Visible: the closing message in the chat names another chain than this.
            assert valid
            assert f"of the chain {own.chain.hash.hex()}" in said
            assert own.chain.hash != deal.closing.round.chain  # type: ignore[union-attr]
        else:
            assert not valid
            assert "✗ The chain has signed" in said or "✗ Each beacon" in said

    told(tmp_path, story)


def test_a_round_that_is_late_is_waited_for(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        at.server.late = 4.2
        assert not (await at.sari.says("/start"))["refused"]
        record = await at.record()
        assert at.elapsed() >= at.server.signing.chain.due(record["round"]["number"]) + 4.2
        assert at.kiu.state.given_up == 0

    told(tmp_path, story)


@pytest.mark.parametrize("fault", [{"late": 1e6}, {"silent": True}, {"lies": {"signature": "00" * 48}}, {"body": b"?"}])
def test_no_round_means_no_deal_and_others_are_sealed_which_is_counted(tmp_path: Path, fault: dict[str, Any]) -> None:
    async def story(at: Story) -> None:
        await at.sari.says("/start")
        await finish(at)
        for name, value in fault.items():
            setattr(at.server, name, value)
        hand, old = at.kiu.state.hand, at.kiu.sealed.commitment
        await at.budi.says("/shuffle kopi")
        await until(lambda: at.kiu.sealed.commitment != old)
        assert at.kiu.state.hand is hand
        assert at.kiu.sealed.attempt == 1
        assert at.kiu.sealed.words == {}
        assert at.kiu.state.given_up == 1
        assert old in at.kiu.sealed.superseded

        at.server.late, at.server.silent, at.server.lies, at.server.body = 0.0, False, {}, None
        await until(lambda: at.kiu.state.hand is not hand)
        record = await at.record()
        assert record["attempt"] == 1
        assert record["beacons"]

    told(tmp_path, story)


def test_nothing_is_closed_as_long_as_no_server_tells_of_the_chain(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        at.server.lies = {"public_key": SigningChain(secret=7).chain.public_key.hex()}
        refused = await at.sari.says("/start")
        assert refused["refused"]
        assert NOT_NOW in refused["message"]["lines"][0]
        assert at.kiu.sealed.closing is None
        assert at.kiu.sealed.attempt == 0
        assert at.server.rounds_asked == []
        at.server.lies = {}
        assert not (await at.sari.says("/start"))["refused"]
        await at.record()

    told(tmp_path, story)


def test_a_table_that_deals_by_itself_waits_for_the_chain_and_says_so_once(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        await at.sari.says("/start")
        await finish(at)
        await at.kiu.die()
        at.server.silent = True
        sari = await at.kiu.page("Sari", pledges=False)
        await asyncio.sleep(60)
        assert at.kiu.sealed.closing is None
        assert at.kiu.sealed.attempt == 0
        shown = [json.dumps(frame) for frame in sari.frames if "has not come" in json.dumps(frame)]
        assert shown
        assert max(text.count("has not come") for text in shown) == 1
        at.server.silent = False
        await until(lambda: at.kiu.state.playing is not None)
        await at.record()

    told(tmp_path, story)


def test_a_restart_waits_for_the_same_round(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        starting = asyncio.create_task(at.sari.says("/start"))
        await until(lambda: at.kiu.sealed.closing is not None)
        closed = at.kiu.sealed.closing
        assert closed is not None
        assert closed.round is not None
        starting.cancel()
        await at.kiu.die()
        await until(lambda: at.kiu.state.hand is not None)
        record = await at.record()
        assert record["round"]["number"] == closed.round.number
        assert at.kiu.state.hand.deal.closing == closed  # type: ignore[union-attr]
        assert at.kiu.state.given_up == 0
        assert set(at.server.rounds_asked) == {closed.round.number}

    told(tmp_path, story)


def test_a_round_that_nobody_is_asked_for_any_more_is_given_up(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        starting = asyncio.create_task(at.sari.says("/start"))
        await until(lambda: at.kiu.sealed.closing is not None)
        old = at.kiu.sealed.commitment
        starting.cancel()
        at.kiu.drand = None  # the host has taken it out of the settings
        await at.kiu.die()
        await at.kiu.app.wait_until_idle()
        assert at.kiu.state.hand is None
        assert at.kiu.sealed.commitment != old
        assert at.kiu.state.given_up == 1

    told(tmp_path, story)


def test_players_reveal_before_anybody_can_know_the_round_and_it_is_durable_by_then(tmp_path: Path) -> None:
    async def story(at: Story) -> None:
        page = await at.kiu.page("Wati")
        await page.says("/join")
        await page.pledges()
        await page.settles()
        starting = asyncio.create_task(at.sari.says("/start"))
        await page.reveals()
        await until(lambda: bool(at.kiu.sealed.chance.reveals))
        stored = (await at.kiu.stored())["sealed"]
        assert list(stored["chance"]["reveals"].values()) == [page.reveal.hex()]
        assert stored["drawn"] == ["platform", "players"]
        named = stored["closing"]["round"]["number"]
        assert at.elapsed() + 2 < at.server.signing.chain.due(named)
        assert at.server.rounds_asked == []

        # Killed now, nobody is asked to reveal a second time: the page that was there is gone, and its chance is not.
        starting.cancel()
        await at.kiu.die()
        await until(lambda: at.kiu.state.hand is not None)
        record = await at.record()
        assert list(record["reveals"].values()) == [page.reveal.hex()]
        assert record["round"]["number"] == named
        assert at.kiu.state.not_revealed == 0

    told(tmp_path, story)


async def until(done: Callable[[], bool]) -> None:
    """Let time pass until something has happened."""
    for _ in range(600):
        if done():
            return
        await asyncio.sleep(0.1)
    raise TimeoutError


async def finish(at: Story) -> None:
    """Let everybody do what the rules do for those who do not answer, until the hand is over."""
    pages = {page.player: page for page in (at.sari, at.budi)}
    while (hand := at.kiu.state.playing) is not None:
        player = hand.players[hand.round.awaited[0]]
        lapse = notation.write(hand.round.lapse(hand.round.awaited[0]))
        assert not (await pages[player].says(f"/{lapse}"))["refused"]
