"""The audit of books that are written down here by hand: which fault is found, and what is said of it."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from bot.ledger import auditing, schema
from tests.rows import rows

from .books import write


def test_books_that_balance_are_sound(books: Connection) -> None:
    from bot.features.backups.queries import sum_faults

    audit = auditing.audit(books)

    assert (audit.sound, audit.faults) == (True, ())
    assert (audit.accounts, audit.postings) == (5, 5)
    assert sum_faults(books) == []


def test_whoever_never_moved_a_chip_and_whoever_practises_leave_the_books_sound(books: Connection) -> None:
    """Chips that lie before a seat of practice belong to nobody, so no statement has to come to them."""
    write(
        books,
        "INSERT INTO account VALUES (7, 'wallet', 'g', 'cy', 'cy', 0), (8, 'stack', 'g', 'p/practice/cy', '', 2000)",
        "INSERT INTO posting (id, at, reason, actor, note) VALUES (6, 0, 'practice', '', '')",
        "INSERT INTO entry VALUES (6, 1, -2000, NULL), (6, 8, 2000, NULL)",
        "UPDATE account SET balance = -2150 WHERE id = 1",
    )

    audit = auditing.audit(books)
    assert (audit.faults, audit.accounts, audit.postings) == ((), 7, 6)


def test_of_empty_books_everything_is_zero(empty_books: Connection) -> None:
    audit = auditing.audit(empty_books)

    assert (audit.accounts, audit.postings, audit.sound) == (0, 0, True)


@rows(__file__)
def test_each_fault_is_found_and_named(books: Connection, tampering: str, fault: str) -> None:
    write(books, tampering)

    assert fault in "; ".join(auditing.audit(books).faults)


def test_a_sum_that_stands_under_another_reason_is_found(books: Connection) -> None:
    from bot.features.backups.queries import sum_faults

    write(books, "UPDATE player_sum SET reason = 'unranked' WHERE account = 3 AND reason = 'won'")

    assert auditing.audit(books).sound
    assert sum_faults(books) == [
        "the sum 'unranked' of the wallet 3 says -5 chips, its entries 0",
        "the sum 'won' of the wallet 3 says 0 chips, its entries -5",
    ]


def test_of_many_faults_of_a_kind_the_first_few_are_named(books: Connection) -> None:
    for number in range(10, 18):
        odd = {"id": number, "kind": "carried", "group_id": "g", "owner": f"x{number}", "player": "", "balance": 1}
        books.execute(insert(schema.account).values(odd))
    faults = auditing.audit(books).faults

    assert len([each for each in faults if each.startswith("the carried of")]) == 5
