"""Errors of the ledger, each a sentence for the person concerned."""

from __future__ import annotations

from bot.ledger.account import Account


class LedgerError(Exception):
    """Any refusal or failure of the ledger."""


class CannotOpen(LedgerError):
    """The database cannot be used; the text tells the host the reason."""


class AnotherInstance(CannotOpen):
    pass


class Unreached(CannotOpen):
    """The server of the database does not answer, or takes nobody."""


class DatabaseTooNew(CannotOpen):
    pass


class OlderInUse(CannotOpen):
    """Processes use tables that have to be upgraded."""


class Damaged(CannotOpen):
    """The file is damaged or no database."""


class Lost(CannotOpen):
    """Data is missing that people were told of."""


class AuditFailed(CannotOpen):
    pass


class Overdrawn(LedgerError):
    """A transfer exceeds its account; nothing was stored."""

    def __init__(self, account: Account, balance: int, amount: int) -> None:
        super().__init__(f"the {account.kind} of {account.owner!r} holds {balance} chips, not {amount}")
        self.account = account
        self.balance = balance
        self.amount = amount


class NothingDue(LedgerError):
    """The player already has the floor; nothing was stored."""


class ChipsOnTables(LedgerError):
    """Chips lie on a table, moved only by its game; nothing was stored."""


class BeyondLimit(LedgerError):
    """The gift exceeds the daily limit; nothing was stored."""

    def __init__(self, left: int) -> None:
        super().__init__(f"only {left} more chips may be given away today")
        self.left = left


class RepeatedUpdate(LedgerError):
    """The update was carried out before; nothing was stored again."""

    def __init__(self, key: str) -> None:
        super().__init__(f"update {key!r} was carried out before")
        self.key = key


class WriteRefused(LedgerError):
    """The write set contradicts stored data."""


class Contradiction(Exception):
    """An update found no row to change."""


class NotStored(LedgerError):
    """Disk or database failed and nothing was stored; another try is allowed."""


class LedgerClosed(LedgerError):
    """The ledger takes no more write sets."""


class NotCopied(LedgerError):
    """The copy failed; the text tells the host the reason."""


class OutcomeUnknown(LedgerClosed):
    """The disk failed during the commit, so only a new start finds out what is stored.

    After one failure a disk cannot be trusted, so the ledger takes no more.
    """
