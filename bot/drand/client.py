"""Asking the servers of drand: what the chain is made of, and what it has published for a round."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import aiohttp
import structlog

from bot.drand.chains import Chain, ChainRefused, chain_of, unhexed
from bot.drand.signatures import is_signed

log = structlog.get_logger()

ANSWER_BYTES = 8192
"""The longest answer that is read."""

ANSWER_SECONDS = 3.0
"""How long one server may take to answer."""

RETRY_SECONDS = 0.5
"""How long to wait before all servers are asked once more."""


USUAL_PERIOD = 3.0
"""How many seconds lie between two rounds of quicknet."""


class NoRound(Exception):
    """The beacon cannot be had: no server has answered in time with what its chain has signed."""


class DueRound(NamedTuple):
    """A round of a chain that is still to come."""

    chain: Chain
    number: int


class DrandClient:
    """Asks one server after the other until one of them tells what can be verified.

    Args:
        urls: where the servers are, without the hash of the chain; the first is asked first.
        chain: the hash of the chain, 32 bytes.
        now: tells the date and time, by which rounds are due.
    """

    def __init__(self, urls: Sequence[str], chain: bytes, now: Callable[[], datetime]) -> None:
        self._urls = [url.rstrip("/") for url in urls]
        self._hash = chain
        self._now = now
        self._chain: Chain | None = None
        self._asking = asyncio.Lock()
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    @property
    def usual_wait(self) -> float:
        """How many seconds it takes at most until the next round; the usual guess while the chain is not known yet."""
        return USUAL_PERIOD if self._chain is None else self._chain.period

    async def coming_round(self, seconds: float) -> DueRound:
        """The first round that is due more than so many seconds from now.

        Raises:
            NoRound: no server tells what the chain is made of.
        """
        chain = await self._known_chain()
        return DueRound(chain, chain.first_round_after(self._now().timestamp() + seconds))

    def seconds_until(self, due: DueRound) -> float:
        """How many seconds it takes until a round is due; negative if it is already."""
        return due.chain.due(due.number) - self._now().timestamp()

    async def published(self, due: DueRound, patience: float) -> bytes:
        """Wait for a round and return what its chain has published for it, which is verified.

        Args:
            due: the round.
            patience: how many seconds to wait for it at most, once it is due.

        Returns:
            The signature; under a chained scheme the one of the round before follows it.

        Raises:
            NoRound: no server has told a signature that verifies in time.
        """
        loop = asyncio.get_running_loop()
        wait = max(self.seconds_until(due), 0)
        until = loop.time() + wait + patience
        await asyncio.sleep(wait)
        while True:
            for url in self._urls:
                published = await self._ask_for_round(url, due, until - loop.time())
                if published is not None:
                    return published
            if loop.time() + RETRY_SECONDS >= until:
                raise NoRound(f"round {due.number}")
            await asyncio.sleep(RETRY_SECONDS)

    async def _known_chain(self) -> Chain:
        """The chain, asked for once: its hash binds what it is made of."""
        async with self._asking:
            if self._chain is None:
                self._chain = await self._ask_for_chain()
            return self._chain

    async def _ask_for_chain(self) -> Chain:
        for url in self._urls:
            answer = await self._ask(f"{url}/{self._hash.hex()}/info", ANSWER_SECONDS)
            if answer is None:
                continue
            try:
                return chain_of(answer, self._hash)
            except ChainRefused as why:
                log.warning("drand chain refused", action="the next server is asked", url=url, error=str(why))
        raise NoRound("no server tells of the chain")

    async def _ask_for_round(self, url: str, due: DueRound, seconds: float) -> bytes | None:
        """What a server says was published for a round; ``None`` if it does not say it, or nothing that verifies."""
        if seconds <= 0:
            return None
        chain, number = due
        address = f"{url}/{chain.hash.hex()}/public/{number}"
        answer = await self._ask(address, min(seconds, ANSWER_SECONDS))
        if answer is None:
            return None
        try:
            published = unhexed(answer.get("signature"))
            if chain.scheme.chained:
                published += unhexed(answer.get("previous_signature"))
        except ValueError:
            published = b""
        # Another round is refused as well: it is signed with another number.
        if not is_signed(chain.scheme, chain.public_key, number, published):
            log.warning("drand round refused", action="another server is asked", url=url, round=number)
            return None
        return published

    async def _ask(self, address: str, seconds: float) -> dict[str, Any] | None:
        """The JSON object at an address; ``None`` if there is none, or not in time."""
        if self._session is None:
            # What is compressed could grow without bound.
            self._session = aiohttp.ClientSession(headers={"Accept-Encoding": "identity"}, auto_decompress=False)
        content = b""
        try:
            timeout = aiohttp.ClientTimeout(total=seconds)
            async with self._session.get(address, timeout=timeout, allow_redirects=False) as response:
                if response.status == 200:
                    async for part in response.content.iter_chunked(ANSWER_BYTES):
                        content += part
                        if len(content) > ANSWER_BYTES:
                            break
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning(
                "drand does not answer", action="another server is asked", address=address, error=type(error).__name__
            )
            return None
        if not 0 < len(content) <= ANSWER_BYTES:
            log.warning(
                "drand has no answer", action="another server is asked", address=address, status=response.status
            )
            return None
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError):
            return None
        return answer if isinstance(answer, dict) else None
