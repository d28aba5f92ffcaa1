"""Records of hands and proofs of a player's own cards, and opening by agreement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import structlog

from bot.commands import Refusal, Request
from bot.environment.entropy import Entropy
from bot.features.proofs.queries import agreed_to, agreement, last_posted, log_proof
from bot.ledger import HandRow, Ledger, WriteRefused, hand_number, queries
from bot.messages import PlayerId, is_computer
from bot.tables.manager import TableManager
from bot.tables.resume import played_again
from bot.tables.sealing import NotSealed
from engine.fairness import records
from engine.table.hand import AnyHand

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof that needs no trust in Kiu."""

    hand: int

    text: str = field(repr=False)

    players: Mapping[int, PlayerId] = field(repr=False)
    """The players by chair; the record itself has no ids of players."""


class Proofs:
    def __init__(self, ledger: Ledger, tables: TableManager, entropy: Entropy) -> None:
        self._ledger = ledger
        self._tables = tables
        self._entropy = entropy

    async def record(self, group: str, hand: int, log_size: int | None = None) -> Proof:
        """Return a record with its proofs from the log.

        Refused without such a hand or record, or if the log never had that size.
        """
        now = (await self._ledger.newest_head()).size
        if log_size is not None and not 0 < log_size <= now:
            raise Refusal("no-such-log-size", size=str(log_size), most=str(now))
        playing = self._playing(group, hand)
        if playing is None:
            row = await self._stored(group, hand)
            text, players = row.record, row.players
        else:
            text, players = records.record(playing.dealt), playing.players
        chairs = sorted(map(int, records.read(text)["seats"]))
        return Proof(hand, await self._logged(group, text, log_size or 0), dict(zip(chairs, players, strict=True)))

    async def own_cards(self, group: str, hand: int | None, player: PlayerId) -> Proof:
        """Return the proofs of a player's own cards, by default of their present or last hand at an open table.

        Refused if the player has seen no card of it, or the proofs are gone.
        """
        number = self._latest(group, player) if hand is None else hand
        played = self._playing(group, number) or await self._played_again(group, number)
        seat = played.seat(player)
        if seat is None:
            raise Refusal("not-in-that-hand")
        places = played.round.held(seat)
        if not places:
            raise Refusal("nothing-to-prove")
        text = records.own_cards(replace(played.dealt, opened=places), played.chairs[seat])
        return Proof(number, await self._logged(group, text), dict(zip(played.chairs, played.players, strict=True)))

    async def agree(self, request: Request, hand: int) -> int:
        """Count the sender's agreement; the last one opens all cards. Return the number still to agree. Refused if the
        cards are not opened by agreement, are open, or cannot be any more.
        """
        group, player = request.group, request.who.id
        async with self._ledger.record_lock:
            if self._playing(group, hand) is not None:
                raise Refusal("hand-not-over", hand=hand_number(hand))
            row = await self._stored(group, hand)
            if player not in row.players:
                raise Refusal("not-in-that-hand")
            _check_open_to_agreement(row)
            if player in await self._ledger.read(agreed_to, hand):
                raise Refusal("already-answered")
            people = {each for each in row.players if not is_computer(each)}
            try:
                await self._ledger.write(request.receipt, agreement, hand, player, people)
            except WriteRefused as refused:
                # Its time ran out at this very moment.
                raise Refusal("pack-erased", hand=hand_number(hand)) from refused
            return len(people - await self._ledger.read(agreed_to, hand))

    async def _logged(self, group: str, text: str, log_size: int = 0) -> str:
        posted = await self._ledger.read(last_posted, group)
        earlier = sorted({posted, log_size} - {0})
        fields = records.read(text)
        proof = await self._ledger.read(log_proof, bytes.fromhex(fields["table"]), fields["hand"], earlier)
        return records.with_log(text, proof)

    def _playing(self, group: str, hand: int) -> AnyHand | None:
        running = (table.state.playing for table in self._tables.of_group(group))
        return next((each for each in running if each is not None and each.id == hand), None)

    def _latest(self, group: str, player: PlayerId) -> int:
        hands = (table.state.hand for table in self._tables.of_group(group))
        played = [(hand.began, hand.id) for hand in hands if hand is not None and hand.seat(player) is not None]
        if not played:
            raise Refusal("which-hand")
        return max(played)[1]

    async def _stored(self, group: str, hand: int) -> HandRow:
        row = await self._ledger.read(queries.hand, hand)
        if row is None or row.group != group:
            raise Refusal("no-such-hand", hand=hand_number(hand))
        if not row.record:
            raise Refusal("no-record", hand=hand_number(hand))
        return row

    async def _played_again(self, group: str, hand: int) -> AnyHand:
        try:
            return await played_again(self._ledger, self._entropy, await self._stored(group, hand))
        except NotSealed:
            raise Refusal("pack-erased", hand=hand_number(hand)) from None


def _check_open_to_agreement(row: HandRow) -> None:
    fields = records.read(row.record)
    if fields["disclosed"]:
        raise Refusal("opened-already", hand=hand_number(row.hand))
    if records.read(fields["rules"])["disclosure"] != "unanimous":
        raise Refusal("not-unanimous")
    if not row.keys:
        raise Refusal("pack-erased", hand=hand_number(row.hand))
