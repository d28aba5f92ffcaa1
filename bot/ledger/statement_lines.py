"""The lines of statements: how each write changes all that a player has, in wallet, stacks and stakes together.

Chips that a player moves between wallet and table, or stakes in a running hand, are still theirs, and make no line.
A hand makes one when it is closed, and any other movement one for each player who has more or fewer chips by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from bot.ledger import schema
from bot.ledger.writes import POT, STACK, Account, HandClosed, HandVoided, Transfer, WriteSet, wallet

STAKES: Final = ((STACK, POT), (POT, STACK))
"""Between which kinds of accounts chips move in a hand."""


class Counted(Enum):
    """Which running sum of a statement an amount is added to."""

    NOWHERE = "a movement"
    WON = "a hand among people"
    UNRANKED = "a hand with computer players"


class Share(NamedTuple):
    """What one write changes in all that a player has."""

    wallet: Account
    amount: int
    """Chips gained, or lost if negative."""

    hand: int | None
    """The hand that this is the result of."""

    transfer: int | None
    """Which transfer of its write set it is, from 0, if it is no hand's result."""

    counted: Counted

    reason: str = ""
    """Why chips moved; empty for the result of a hand, and for what undoes one."""


class StatementEnd(NamedTuple):
    """The newest line of a statement, from which the next one goes on."""

    number: int = 0
    at: int = 0
    balance: int = 0
    won: int = 0
    unranked: int = 0

    def after(self, amount: int, counted: Counted, at: int) -> StatementEnd:
        """The end with one more line; a clock that was put back does not put it before older ones."""
        return StatementEnd(
            self.number + 1,
            max(self.at, at),
            self.balance + amount,
            self.won + (amount if counted is Counted.WON else 0),
            self.unranked + (amount if counted is Counted.UNRANKED else 0),
        )


BEGINNING: Final = StatementEnd()
"""The statement of somebody who never had a chip."""


def shares(writes: WriteSet) -> Iterator[Share]:
    """What a write set changes in all that each player has, in its order."""
    undone: dict[int, Counted] | None = None
    transfer = -1
    for write in writes:
        if type(write) is Transfer:
            transfer += 1
            source, target, number = write.source, write.target, write.hand
            if number is not None and (source.kind, target.kind) in STAKES:
                continue
            giver, taker = source.player, target.player
            if giver == taker:
                continue
            counted = Counted.NOWHERE
            if number is not None:
                if undone is None:
                    undone = {each.hand: _counted(each) for each in writes if type(each) is HandVoided}
                counted = undone.get(number, counted)
            reason = write.reason if number is None else ""
            if giver:
                yield Share(wallet(write.group, giver), -write.amount, None, transfer, counted, reason)
            if taker:
                yield Share(wallet(write.group, taker), write.amount, None, transfer, counted, reason)
        elif type(write) is HandClosed and write.wallets:
            for account, net in zip(write.wallets, write.settlement, strict=True):
                yield Share(account, net, write.hand, None, _counted(write))


def _counted(write: HandClosed | HandVoided) -> Counted:
    return Counted.UNRANKED if write.with_computers else Counted.WON


def row(account: int, share: Share, end: StatementEnd, transfers: int) -> tuple[Any, ...]:
    """A line as it is stored.

    Args:
        account: the number of the player's wallet.
        share: what changed.
        end: the statement with this line.
        transfers: the number of the first transfer of the write set.
    """
    transfer = None if share.transfer is None else transfers + share.transfer
    return (account, end.number, end.at, share.hand, transfer, share.amount, end.balance, end.won, end.unranked)


def statement_end(connection: Connection, account: int) -> StatementEnd:
    """How far the statement of a player has got, by the number of their wallet."""
    line = schema.statement_line.c
    query = select(line.number, line.at, line.balance, line.won, line.unranked).where(line.account == account)
    found = connection.execute(query.order_by(line.number.desc()).limit(1)).first()
    return BEGINNING if found is None else StatementEnd(*found)
