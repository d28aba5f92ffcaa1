"""What can go wrong with the ledger, each as one sentence for the person it concerns."""

from __future__ import annotations

from bot.ledger.writes import Account


class LedgerError(Exception):
    """Anything the ledger refuses or cannot do."""


class CannotOpen(LedgerError):
    """The database cannot be used; the text tells the person who starts the program why."""


class AnotherInstance(CannotOpen):
    """Another process has the database open."""


class DatabaseTooNew(CannotOpen):
    """The database was written by a newer version of the program."""


class Damaged(CannotOpen):
    """The file of a database is damaged, or it is none."""


class Lost(CannotOpen):
    """The database has less than Kiu has already told people of."""


class AuditFailed(CannotOpen):
    """Balances and transfers contradict each other."""


class Overdrawn(LedgerError):
    """An account holds fewer chips than a transfer would take from it; nothing of its write set was stored."""

    def __init__(self, account: Account, balance: int, amount: int) -> None:
        super().__init__(f"the {account.kind} of {account.owner!r} holds {balance} chips, not {amount}")
        self.account = account
        self.balance = balance
        self.amount = amount


class NothingDue(LedgerError):
    """A player has as many chips as they are to be filled up to; nothing of the write set was stored."""


class ChipsOnTables(LedgerError):
    """Chips lie on a table, where nothing but its game may move them; nothing of the write set was stored."""


class BeyondLimit(LedgerError):
    """A player would give away more chips than they may in a day; nothing of the write set was stored."""

    def __init__(self, left: int) -> None:
        super().__init__(f"only {left} more chips may be given away today")
        self.left = left


class RepeatedUpdate(LedgerError):
    """This update was carried out before; nothing of its write set was stored again.

    ``reply`` is the answer it got then.
    ``same`` is false when its content was different, so the repetition is a forgery or a mistake.
    """

    def __init__(self, key: str, reply: str, *, same: bool = True) -> None:
        super().__init__(f"update {key!r} was carried out before")
        self.key = key
        self.reply = reply
        self.same = same


class WriteRefused(LedgerError):
    """A write set contradicts what is stored: a journal number used twice, a hand closed twice, an unknown hand."""


class NotStored(LedgerError):
    """The disk or the database failed, so nothing of the write set counts; it may be tried again."""


class LedgerClosed(LedgerError):
    """The ledger takes no more write sets."""


class NotCopied(LedgerError):
    """The database could not be copied; the text tells the host why."""


class OutcomeUnknown(LedgerClosed):
    """The disk failed while a write set was being made durable: only a new start finds out whether it is stored.

    A disk that has failed to write or to sync once cannot be believed when it succeeds the next time, so the ledger
    takes no more write sets.
    """
