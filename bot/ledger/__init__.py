"""Accounts, transfers and the journal: all that outlives the process.

Only this package knows the database. A write is declared in ``writes`` with its rows, which ``statements`` store.
"""

from __future__ import annotations

from bot.ledger.account import (
    CARRIED,
    HANDS_A_COUNT,
    MINT,
    MOST_CHIPS,
    STACK,
    WALLET,
    Account,
    carried,
    hand_number,
    mint,
    practice_stack,
    stack,
    wallet,
)
from bot.ledger.auditing import audit, page_damage
from bot.ledger.closed_file import bring_up_to_date, copy_stopped, locked, opened
from bot.ledger.errors import (
    AnotherInstance,
    AuditFailed,
    BeyondLimit,
    CannotOpen,
    ChipsOnTables,
    Damaged,
    DatabaseTooNew,
    LedgerClosed,
    LedgerError,
    Lost,
    NotCopied,
    NothingDue,
    NotStored,
    OlderInUse,
    OutcomeUnknown,
    Overdrawn,
    RepeatedUpdate,
    Unreached,
    WriteRefused,
)
from bot.ledger.expiry import erase_file
from bot.ledger.group_renaming import move_group
from bot.ledger.identities import PSEUDONYM
from bot.ledger.lasting import name_of, outlasting_hash
from bot.ledger.ledger import Ledger, Outcome
from bot.ledger.postings import Posting, Transfer, Write
from bot.ledger.queries import practised
from bot.ledger.read_models import Audit, ErasureRow, HandRow, StatementLine, Wealth
from bot.ledger.replacement import begin_anew, finish_restoring, is_gone, put_in_place, replaced_files
from bot.ledger.storage import LOCAL, Storage, StoredFile, sync_file, sync_folder
from bot.ledger.times import EPOCH, microseconds
from bot.ledger.writes import (
    CardShown,
    DisclosureAgreed,
    ErasureAsked,
    GroupCounted,
    GroupSaved,
    GuestSaved,
    HandAnnounced,
    HandClosed,
    HandOpened,
    HandVoided,
    HeadPosted,
    JournalLine,
    LimitsErased,
    LimitsSaved,
    LogAppended,
    MessageForgotten,
    MessageSaved,
    Once,
    PackDisclosed,
    PacksSealed,
    PersonSaved,
    PostSaved,
    ResultsAnnounced,
    SealBroken,
    TableSaved,
    WriteSet,
    table_number,
)
