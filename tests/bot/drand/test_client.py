"""The client, against a double of drand's servers over real sockets, in virtual time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.drand.client import ANSWER_BYTES, ANSWER_SECONDS, DrandClient, NoRound
from bot.drand.signatures import is_signed
from engine.fairness.closing import Scheme
from tests.bot.drand.server import DrandServer
from tests.bot.drand.signing import SigningChain
from tests.chats.virtual_time import EPOCH, VirtualClock, in_virtual_time

BEGAN = int(EPOCH.timestamp()) - 1000
"""When the chains of these tests began."""


class Asked:
    """A client, and the servers it asks."""

    def __init__(self, client: DrandClient, servers: list[DrandServer], clock: VirtualClock) -> None:
        self.client = client
        self.servers = servers
        self.clock = clock

    async def round(self, patience: float = 5) -> bytes:
        """Name the next round and wait for it."""
        return await self.client.published(await self.client.coming_round(0), patience)


@asynccontextmanager
async def asked(signing: SigningChain, servers: int = 1) -> AsyncIterator[Asked]:
    clock = VirtualClock()
    async with AsyncExitStack() as opened:
        doubles = [
            await opened.enter_async_context(DrandServer(signing, lambda: clock.utc().timestamp()))
            for _ in range(servers)
        ]
        client = DrandClient([f"{each.url}/" for each in doubles], signing.chain.hash, clock.utc)
        opened.push_async_callback(client.close)
        yield Asked(client, doubles, clock)


def played(
    story: Callable[[Asked], Awaitable[None]], scheme: Scheme = Scheme.UNCHAINED_ON_G1_RFC, servers: int = 1
) -> None:
    async def run() -> None:
        async with asked(SigningChain(scheme, genesis=BEGAN), servers) as world:
            await story(world)

    in_virtual_time(run())


@pytest.mark.parametrize("scheme", Scheme)
def test_a_round_is_named_before_it_is_due_and_had_once_it_is(scheme: Scheme) -> None:
    async def story(world: Asked) -> None:
        due = await world.client.coming_round(0)
        assert 0 < world.client.seconds_until(due) <= due.chain.period
        published = await world.client.published(due, 5)
        assert world.clock.utc().timestamp() >= due.chain.due(due.number)
        assert published == world.servers[0].signing.published(due.number)
        assert is_signed(scheme, due.chain.public_key, due.number, published)
        assert world.servers[0].rounds_asked == [due.number]

    played(story, scheme)


def test_a_round_is_named_as_far_ahead_as_is_asked_for() -> None:
    async def story(world: Asked) -> None:
        due = await world.client.coming_round(7)
        assert 7 < world.client.seconds_until(due) <= 10

    played(story)


def test_the_chain_is_asked_for_once() -> None:
    async def story(world: Asked) -> None:
        await world.round()
        await world.round()
        assert [path for path in world.servers[0].asked if path.endswith("/info")] == [world.servers[0].asked[0]]

    played(story)


def test_a_server_that_is_late_is_asked_again() -> None:
    async def story(world: Asked) -> None:
        world.servers[0].late = 1.7
        due = await world.client.coming_round(0)
        assert await world.client.published(due, 5) == world.servers[0].signing.published(due.number)
        assert world.client.seconds_until(due) < -1.5
        assert len(world.servers[0].rounds_asked) > 3

    played(story)


def test_nobody_waits_longer_than_agreed() -> None:
    async def story(world: Asked) -> None:
        for fault in ({"late": 60.0}, {"silent": True}, {"body": b"[]"}):
            due = await world.client.coming_round(0)
            for name, value in fault.items():
                setattr(world.servers[0], name, value)
            with pytest.raises(NoRound):
                await world.client.published(due, 4)
            assert -4.1 <= world.client.seconds_until(due) < -3
            world.servers[0].late, world.servers[0].silent, world.servers[0].body = 0.0, False, None

    played(story)


@pytest.mark.parametrize("fault", ["late", "silent", "gone", "wrong", "no chain"])
def test_a_second_server_stands_in_for_one_that_fails(fault: str) -> None:
    async def story(world: Asked) -> None:
        first, second = world.servers
        if fault == "late":
            first.late = 60
        elif fault == "silent":
            first.silent = True
        elif fault == "gone":
            await first.__aexit__(None, None, None)
        elif fault == "wrong":
            first.lies = {"signature": first.signing.published(5).hex()}
        else:
            first.lies = {"public_key": "00" * 96}
        due = await world.client.coming_round(0)
        assert await world.client.published(due, 10) == second.signing.published(due.number)

    played(story, servers=2)


WRONG: dict[str, dict[str, object]] = {
    "another round": {"signature": SigningChain(genesis=BEGAN).published(5).hex(), "round": 5},
    "another chain": {"signature": SigningChain(secret=7).published(334).hex()},
    "no signature": {"signature": ""},
    "no hex": {"signature": "zz"},
    "no text": {"signature": 7},
    "infinity": {"signature": "c0" + "00" * 47},
}


@pytest.mark.parametrize("lie", WRONG)
def test_what_the_chain_has_not_signed_is_no_round(lie: str) -> None:
    async def story(world: Asked) -> None:
        world.servers[0].lies = WRONG[lie]
        with pytest.raises(NoRound):
            await world.round(1)

    played(story)


def test_a_lie_about_the_round_before_is_found_in_a_chain() -> None:
    async def story(world: Asked) -> None:
        world.servers[0].lies = {"previous_signature": "00" * 96}
        with pytest.raises(NoRound):
            await world.round(1)

    played(story, Scheme.CHAINED)


def test_a_chain_that_is_not_the_one_in_the_settings_is_refused() -> None:
    async def story(world: Asked) -> None:
        other = SigningChain(genesis=BEGAN, secret=7)
        world.servers[0].lies = {"public_key": other.chain.public_key.hex(), "hash": other.chain.hash.hex()}
        with pytest.raises(NoRound):
            await world.client.coming_round(0)
        world.servers[0].lies = {}
        assert (await world.client.coming_round(0)).chain == world.servers[0].signing.chain

    played(story)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"null", b'"x"', b"[" * ANSWER_BYTES, b"x" * (1 << 20)], ids=lambda body: f"{len(body)} bytes"
)
def test_no_answer_is_too_strange_or_too_long(body: bytes) -> None:
    async def story(world: Asked) -> None:
        world.servers[0].body = body
        with pytest.raises(NoRound):
            await world.client.coming_round(0)

    played(story)


def test_a_silent_server_is_given_up_in_time() -> None:
    async def story(world: Asked) -> None:
        world.servers[0].silent = True
        before = world.clock.now()
        with pytest.raises(NoRound):
            await world.client.coming_round(0)
        assert world.clock.now() - before < ANSWER_SECONDS + 0.5

    played(story)
