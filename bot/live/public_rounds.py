"""Public randomness: a closing names a round of drand that is still to come, and the deal waits for what it signs."""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.drand.chains import Chain
from bot.drand.client import DrandClient, DueRound, NoRound
from bot.groups import Groups
from bot.messages import Place
from bot.tables.services import NoChance
from bot.tables.state import TableState
from engine.fairness import Beacon, BeaconKind, Chance, Closing, PublicRound
from engine.fairness.closing import Scheme

log = structlog.get_logger()

AHEAD_SECONDS = 1.0
"""How far ahead of a closing its round is at least, so that no clock that is a little slow names one that is known."""

AHEAD_SECONDS_AFTER_REVEALS = 3.0
"""The same where players have pledged: all of them have revealed before anybody can know the round."""

LEAST_PATIENCE = 5.0
"""For how many seconds a round that is due is asked for at least; more if the pause between two hands is longer."""


class PublicRounds:
    """Names the rounds of one chain, and waits for them."""

    name = "drand"

    def __init__(self, client: DrandClient, groups: Groups) -> None:
        self._client = client
        self._groups = groups

    def has_beacon(self, place: Place) -> bool:
        """Whether a platform is meant: it is not."""
        return False

    def prepare(self, state: TableState) -> None:
        """Do nothing: rounds come by themselves."""

    def seconds(self, state: TableState) -> float:
        """How many seconds a round usually is ahead of a closing."""
        return AHEAD_SECONDS + self._client.usual_wait

    async def bind(self, state: TableState, closing: Closing) -> Closing:
        """The closing with the next round that nobody can know yet.

        Raises:
            NoChance: no server tells of the chain, and nothing is dealt without its rounds.
        """
        ahead = AHEAD_SECONDS_AFTER_REVEALS if closing.pledges else AHEAD_SECONDS
        try:
            chain, number = await self._client.coming_round(ahead)
        except NoRound as why:
            raise NoChance(str(why)) from why
        return replace(
            closing,
            round=PublicRound(
                chain=chain.hash,
                number=number,
                public_key=chain.public_key,
                scheme=chain.scheme.value,
                period=chain.period,
                genesis=chain.genesis,
                group_hash=chain.group_hash,
                beacon_id=chain.beacon,
            ),
        )

    def awaited(self, closing: Closing) -> bool:
        """Whether the closing names a round."""
        return closing.round is not None

    async def draw(self, state: TableState, closing: Closing, chance: Chance, *, again: bool) -> Chance:
        """The chance with what the chain has signed; that is the same however often it is asked for.

        Raises:
            NoChance: the round was not to be had, as long as the pause allows to wait for it.
        """
        named = closing.round
        assert named is not None
        chain = Chain(
            named.public_key, Scheme(named.scheme), named.period, named.genesis, named.group_hash, named.beacon_id
        )
        patience = max(self._groups.of(state.place.group).tables.pause_seconds, LEAST_PATIENCE)
        try:
            published = await self._client.published(DueRound(chain, named.number), patience)
        except NoRound as why:
            log.warning(
                "no round in time",
                action="the deal goes on without it, unless the rules require it",
                table=state.id,
                round=named.number,
            )
            raise NoChance(str(why)) from why
        return replace(chance, beacons=(*chance.beacons, Beacon(BeaconKind.DRAND, published)))
