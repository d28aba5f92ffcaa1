"""The core's queries: functions of a connection, for :meth:`bot.ledger.Ledger.read`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, exists, func, literal, or_, select, true, union

from bot.ledger import schema
from bot.ledger.account import HANDS_A_COUNT, STACK, WALLET, Account, stack_player
from bot.ledger.lasting import name_of
from bot.ledger.read_models import ErasureRow, HandRow, Restoration, Wealth
from bot.ledger.record_packing import unpacked
from bot.ledger.times import microseconds, moment
from bot.ledger.writes import (
    GUESTS,
    LINKED,
    CardShown,
    GroupSaved,
    GuestSaved,
    JournalLine,
    PacksSealed,
    PersonSaved,
    PostSaved,
    TableSaved,
    digest,
    shown_of,
)

_account, _hand = schema.account.c, schema.hand.c
_deal, _key_slot = schema.deal.c, schema.key_slot.c


def balance(connection: Connection, account: Account) -> int:
    """Return the chips of an account; zero if missing."""
    query = select(_account.balance).where(
        _account.kind == account.kind, _account.group_id == account.group, _account.owner == account.owner
    )
    return connection.execute(query).scalar() or 0


def balances(connection: Connection, group: str, kind: str = WALLET) -> dict[str, int]:
    query = select(_account.owner, _account.balance).where(_account.kind == kind, _account.group_id == group)
    return {key: value for key, value in connection.execute(query)}  # noqa: C416


_HANDS: Final = (
    select(schema.hand, schema.rule_set.c.rules, _deal.sealed, _deal.record, _deal.record_hash, _key_slot.content)
    .join(schema.rule_set, schema.rule_set.c.hash == _hand.rules_hash)
    .outerjoin(schema.deal, _deal.hand == _hand.id)
    .outerjoin(schema.key_slot, _key_slot.hand == _hand.id)
)
# Building such a query takes longer than running it.
_BY_NUMBER: Final = _HANDS.where(_hand.id == bindparam("_number"))
_OF_TABLE: Final = _HANDS.where(_hand.table_id == bindparam("_table"))
_NEWEST: Final = _OF_TABLE.order_by(_hand.id.desc()).limit(1)
_UNTOLD: Final = _OF_TABLE.where(schema.UNANNOUNCED, _hand.closed_at.is_not(None)).order_by(_hand.id)


def hand(connection: Connection, number: int) -> HandRow | None:
    row = connection.execute(_BY_NUMBER, {"_number": number}).first()
    return None if row is None else _hand_row(row)


def last_hand(connection: Connection, table: str) -> HandRow | None:
    row = connection.execute(_NEWEST, {"_table": table}).first()
    return None if row is None else _hand_row(row)


def untold_results(connection: Connection, table: str) -> list[HandRow]:
    """Return finished hands of a table without announced result, oldest first."""
    return [_hand_row(row) for row in connection.execute(_UNTOLD, {"_table": table}).all()]


def _hand_row(row: Row[Any]) -> HandRow:
    return HandRow(
        hand=row.id,
        table=row.table_id,
        group=row.group_id,
        number=row.number,
        game=row.game,
        rules=row.rules,
        players=tuple(json.loads(row.players)),
        stacks=tuple(json.loads(row.stacks)),
        dealer=row.dealer,
        carried=row.carried,
        streak=row.streak,
        sealed=row.sealed or "",
        keys=row.content or b"",
        record=record_of(row),
        record_hash=row.record_hash or "",
        opened=moment(row.opened_at),
        closed=None if row.closed_at is None else moment(row.closed_at),
        settlement=None if row.settlement is None else tuple(json.loads(row.settlement)),
        voided=row.voided,
        announced=row.announced,
    )


def seal(connection: Connection, table: str) -> PacksSealed | None:
    sealed = schema.seal.c
    query = select(sealed.table_id, sealed.number, sealed.attempt, _key_slot.content)
    found = query.join(schema.key_slot, _key_slot.table_id == sealed.table_id).where(sealed.table_id == table)
    row = connection.execute(found).first()
    return None if row is None else PacksSealed(*row)


_line = schema.journal.c
OPENED: Final = _hand.opened_at // 1000
OF_HAND: Final = and_(_line.opened == OPENED, _line.table_id == _hand.table_id, _line.hand == _hand.id)
"""The journal lines of a hand, by the key of the journal."""

_JOURNAL: Final = (
    select(_line.table_id, _line.seq, _line.hand, _line.actor, _line.text)
    .where(OF_HAND, _hand.id == bindparam("_number"))
    .order_by(_line.seq)
)


def journal(connection: Connection, number: int) -> list[JournalLine]:
    return [JournalLine(*row) for row in connection.execute(_JOURNAL, {"_number": number})]


def last_seq(connection: Connection, table: str) -> int:
    """Return the number of a table's newest line, or zero."""
    newest = select(_hand.line).where(_hand.table_id == table).order_by(_hand.number.desc()).limit(1)
    opened = newest.with_only_columns(OPENED).scalar_subquery()
    lines = select(func.max(_line.seq)).where(_line.table_id == table, _line.opened.in_((literal(0), opened)))
    found = connection.execute(select(newest.scalar_subquery(), lines.scalar_subquery())).one()
    return max(each or 0 for each in found)


def record_of(row: Any) -> str:
    return unpacked(row.record) if row.record else ""


def cards_shown(connection: Connection, number: int) -> list[CardShown]:
    query = select(_line.seq, _line.actor, _line.text).where(
        _line.opened == select(OPENED).where(_hand.id == number).scalar_subquery(), _line.table_id == shown_of(number)
    )
    return [CardShown(number, *row) for row in connection.execute(query.order_by(_line.seq))]


_TABLES: Final = select(*(each for each in schema.game_table.c if each.name != "number"))


def tables_to_resume(connection: Connection) -> list[TableSaved]:
    tables = schema.game_table.c
    open_ones = select(tables.id).where(tables.open)
    unannounced = select(_hand.table_id).where(schema.UNANNOUNCED, _hand.closed_at.is_not(None))
    wanted = _TABLES.where(tables.id.in_(union(open_ones, unannounced))).order_by(tables.number, tables.id)
    return [TableSaved(*row) for row in connection.execute(wanted)]


def hosted_by(connection: Connection, player: str) -> int:
    """Return the number of open tables that a person hosts, in every process."""
    tables = schema.game_table.c
    hosts = tables.state.contains(f'"host":"{player}"', autoescape=True)
    return connection.execute(select(func.count()).where(tables.open, hosts)).scalar_one()


def table(connection: Connection, number: str) -> TableSaved | None:
    row = connection.execute(_TABLES.where(schema.game_table.c.id == number)).first()
    return None if row is None else TableSaved(*row)


class AsStored(NamedTuple):
    """All of a table at one moment."""

    table: TableSaved
    stacks: Mapping[str, int]
    seq: int
    seal: PacksSealed | None
    people: Mapping[str, PersonSaved]
    hand: HandRow | None
    """The last hand, unless its result is announced or it is void."""

    lines: Sequence[JournalLine]
    """Those of the hand."""


def as_stored(connection: Connection, number: str) -> AsStored:
    saved = table(connection, number)
    assert saved is not None
    hand = last_hand(connection, number)
    if hand is not None and hand.voided:
        hand = None
    return AsStored(
        saved,
        stacks(connection, saved.group, number),
        last_seq(connection, number),
        seal(connection, number),
        people(connection, saved.group),
        hand,
        [] if hand is None else journal(connection, hand.hand),
    )


def newest_change(connection: Connection, table: str) -> tuple[int, int]:
    """Return the version of a table, and its newest line."""
    version = connection.execute(select(schema.game_table.c.version).where(schema.game_table.c.id == table)).scalar()
    return version or 0, last_seq(connection, table)


def newest_group(connection: Connection) -> int:
    """Return the number of the last change of a group's settings."""
    return connection.execute(select(func.max(schema.chat_group.c.change))).scalar() or 0


def groups(connection: Connection, after: int = 0) -> list[GroupSaved]:
    """Return the settings of groups that were changed after a change."""
    kept = schema.chat_group.c
    query = select(kept.id, kept.settings, kept.version, kept.book).where(kept.change > after).order_by(kept.change)
    return [GroupSaved(*row) for row in connection.execute(query)]


def seated_in(connection: Connection, players: Collection[str], group: str = "") -> str:
    """Return the group of the newest open table with chips of a person, under any of their accounts, or nothing.

    With a ``group`` only its tables count.
    """
    tables = schema.game_table.c
    stacks = [tables.id + f"/{player}" for player in players]
    seated = exists().where(
        _account.kind == STACK, _account.group_id == tables.group_id, _account.owner.in_(stacks), _account.balance > 0
    )
    query = select(tables.group_id).where(tables.open, seated, tables.group_id == group if group else true())
    return connection.execute(query.order_by(tables.number.desc()).limit(1)).scalar() or ""


_person = schema.person.c
_PEOPLE: Final = select(_person.player, _person.group_id, _person.known_as, _person.language).where(
    _person.group_id.not_in(("", GUESTS, LINKED))
)


def person_everywhere(connection: Connection, player: str) -> list[PersonSaved]:
    return [_named(row) for row in connection.execute(_PEOPLE.where(_person.player == player))]


def people(connection: Connection, group: str) -> dict[str, PersonSaved]:
    return {row.player: _named(row) for row in connection.execute(_PEOPLE.where(_person.group_id == group))}


def person(connection: Connection, group: str, player: str) -> PersonSaved | None:
    row = connection.execute(_PEOPLE.where(_person.group_id == group, _person.player == player)).first()
    return None if row is None else _named(row)


def _named(row: Any) -> PersonSaved:
    return PersonSaved(row.player, row.group_id, row.known_as or name_of(row.player), row.language)


def newest_posting(connection: Connection, until: datetime, *, before: bool = False) -> int:
    """Return the newest posting up to a moment, or before it, or 0."""
    posting, time = schema.posting.c, microseconds(until)
    at = posting.at < time if before else posting.at <= time
    query = select(posting.id).where(at).order_by(posting.at.desc(), posting.id.desc()).limit(1)
    return connection.execute(query).scalar() or 0


def messages(connection: Connection, table: str) -> dict[str, str]:
    kept = schema.message.c
    query = select(kept.slot, kept.message).where(kept.table_id == table)
    return {key: value for key, value in connection.execute(query)}  # noqa: C416


def posts(connection: Connection, place: str, limit: int) -> list[PostSaved]:
    kept = schema.post.c
    query = select(kept.place, kept.number, kept.body, kept.picture).where(kept.place == place)
    rows = connection.execute(query.order_by(kept.number.desc()).limit(limit)).all()
    return [PostSaved(row.place, row.number, row.body, row.picture) for row in reversed(rows)]


_guest = schema.guest.c
_GUESTS: Final = select(_guest.token_hash, _guest.player, _person.known_as, _person.group_id).join(
    schema.person, _person.player == _guest.player
)


def guest(connection: Connection, token_hash: str, group: str = GUESTS) -> GuestSaved | None:
    row = connection.execute(_GUESTS.where(_guest.token_hash == token_hash, _person.group_id == group)).first()
    return row and GuestSaved(*row)


def guest_name(connection: Connection, player: str) -> str:
    """Return the name of a guest by link, or nothing."""
    query = select(_person.known_as).where(_person.player == player, _person.group_id == LINKED)
    return connection.execute(query).scalar() or ""


def first_guest(connection: Connection) -> str:
    kept, query = schema.guest.c.player, _GUESTS.with_only_columns(_guest.player).where(_person.group_id == GUESTS)
    # Random digits are equally many, so a longer id has a larger number.
    first = connection.execute(query.order_by(func.length(kept), kept).limit(1)).scalar()
    return first or ""


def guests(connection: Connection) -> list[GuestSaved]:
    query = _GUESTS.where(_person.group_id == GUESTS).order_by(_guest.player)
    return [GuestSaved(*row) for row in connection.execute(query)]


def newest(connection: Connection) -> tuple[int, int]:
    """Return the largest hand number of all counts, and table number."""
    hands = connection.execute(select(func.max(_hand.id % HANDS_A_COUNT))).scalar() or 0
    return hands, newest_table(connection)


def newest_table(connection: Connection) -> int:
    return connection.execute(select(func.max(schema.game_table.c.number))).scalar() or 0


def newest_hand(connection: Connection, count: int) -> int:
    there = _hand.id.between(count, count + HANDS_A_COUNT - 1)
    return connection.execute(select(func.max(_hand.id)).where(there)).scalar() or 0


def count_of(connection: Connection, group: str) -> int | None:
    """Return the beginning of a group's count of hands, if any."""
    hand = connection.execute(select(_hand.id).where(_hand.group_id == group).limit(1)).scalar()
    return None if hand is None else hand - hand % (2 * HANDS_A_COUNT)


def next_count(connection: Connection) -> int:
    """Return the beginning of the next group's count."""
    newest = connection.execute(select(func.max(_hand.id))).scalar()
    return 0 if newest is None else newest - newest % (2 * HANDS_A_COUNT) + 2 * HANDS_A_COUNT


def restoration(connection: Connection) -> Restoration | None:
    """Return the last restoration with a loss, if any."""
    columns = schema.restoration.c
    query = select(columns.stored_until, columns.hands, columns.tables).order_by(columns.id.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else Restoration(moment(row.stored_until), row.hands, row.tables)


def stacks(connection: Connection, group: str, table: str) -> dict[str, int]:
    query = select(_account.owner, _account.balance).where(
        _account.kind == STACK, _account.group_id == group, _account.owner.startswith(f"{table}/", autoescape=True)
    )
    return {stack_player(owner): chips for owner, chips in connection.execute(query)}


def wealth(connection: Connection, group: str, player: str) -> Wealth:
    """Return a player's chips in wallet and on tables, without practice."""
    tables = schema.game_table.c
    # Skip closed tables, which have no chips and grow in number.
    seats = select(tables.id + f"/{player}").where(tables.open, tables.group_id == group)
    on_tables = select(func.coalesce(func.sum(_account.balance), 0)).where(
        _account.kind == STACK, _account.group_id == group, _account.owner.in_(seats)
    )
    in_wallet = balance(connection, Account(WALLET, group, player))
    return Wealth(in_wallet, connection.execute(on_tables).scalar_one())


def practised(hand: int) -> bool:
    """Return true for a hand of practice, which has its own count."""
    return hand // HANDS_A_COUNT % 2 == 1


_DONE = select(
    or_(exists().where(schema.once.c.key == bindparam("key")), exists().where(_line.update_key == bindparam("digest")))
)


def is_done(connection: Connection, key: str) -> bool:
    """Return true if an update was carried out, or a gift was given."""
    return bool(connection.execute(_DONE, {"key": key, "digest": digest(key)}).scalar())


def erasures(connection: Connection) -> list[ErasureRow]:
    asked = schema.erasure.c
    query = select(asked.player, asked.at).order_by(asked.id)
    return [ErasureRow(player, moment(at)) for player, at in connection.execute(query)]


def erased_newcomers(connection: Connection) -> dict[str, datetime]:
    """Return hashes of recently forgotten people, with times."""
    kept = schema.erased_newcomer.c
    return {row.hash: moment(row.until) for row in connection.execute(select(kept.hash, kept.until))}
