"""Store, then tell: a change of a table is durable before the table moves on, and before anybody hears of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.commands import Refusal
from bot.groups import GroupSettings, TableRules
from bot.ledger import GroupCounted, HeadPosted, JournalLine, NotStored, Once, PacksSealed, TableSaved, WriteSet
from bot.messages import Place, PlayerId
from bot.tables.store import Services, TableStore, rows
from engine.fairness.transparency_log import Head
from engine.games import GAMES
from engine.qiuqiu.rules import SUMATRA
from engine.table.changes import Change, NewLine, Notice
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.bot.plain_hands import BUDI, SARI, dealt, played
from tests.engine.table.tables import COMPUTER, PLACE, chair, table_of
from tests.manual_clock import ManualClock
from tests.seeded_entropy import SeededEntropy

SPOKEN = Notice("joined", {"name": "Budi"})


class Evening:
    """A table whose store is watched: what it stores and what it tells, in this order."""

    def __init__(self, state: TableState, settings: GroupSettings | None = None) -> None:
        self.happened: list[str] = []
        self.stored: list[WriteSet] = []
        self.notices: list[str] = []
        self.private: dict[PlayerId, str] = {}
        self.full = False
        self.hindered: dict[PlayerId, Refusal] = {}
        self.posted: datetime | None = None
        self.beacon = False
        self.alone = False
        self.clock = ManualClock()
        self.ledger = SimpleNamespace(commit=self._commit, head_posted_at=self._posted_at, log_head=Head(0, bytes(32)))
        services = SimpleNamespace(
            ledger=self.ledger,
            groups=SimpleNamespace(of=lambda _: settings or GroupSettings()),
            clock=self.clock,
            entropy=SeededEntropy("store"),
            listener=self,
            available_chips=self._available,
            sources=(SimpleNamespace(has_beacon=lambda _: False), SimpleNamespace(has_beacon=lambda _: self.beacon)),
            hindrances=SimpleNamespace(after_hand=self._after_hand, on_reached=self._reached),
        )
        self.store = TableStore(state, cast(Services, services), lambda: self.happened.append("changed"))

    async def _commit(self, writes: WriteSet) -> None:
        if self.full:
            raise NotStored("nothing was stored")
        self.happened.append("stored")
        self.stored.append(writes)

    def _posted_at(self, group: str, channel: str) -> datetime | None:
        assert (group, channel) == PLACE
        return self.posted

    async def _available(self, state: TableState, player: PlayerId) -> int:
        assert state is self.store.state
        return len(player)

    async def _after_hand(self, _: TableState, hand: AnyHand) -> dict[PlayerId, Refusal]:
        return {} if hand.over else self.hindered

    def _reached(self, player: PlayerId) -> None:
        self.happened.append(f"limit of {player}")

    def show(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        assert state is self.store.state
        self.happened.append("shown")
        self.notices += [each.key for each in notices]

    def show_own_hand(self, _: TableState, player: PlayerId) -> None:
        self.happened.append(f"hand of {player}")

    def tell(self, _: TableState, player: PlayerId, notice: Notice) -> None:
        self.happened.append("told in private")
        self.private[player] = notice.key

    def others_come(self, _: Place) -> bool:
        return not self.alone

    def writes(self, kind: type[Any]) -> list[Any]:
        return [write for writes in self.stored for write in writes if isinstance(write, kind)]


def two(**fields: Any) -> TableState:
    return table_of(chair("Sari"), chair("Budi"), seq=4, **fields)


# --- the order -------------------------------------------------------------------------------------------------


async def test_a_change_is_stored_with_its_key_and_packs_then_the_table_moves_on_then_all_are_told() -> None:
    table = Evening(two())
    change = Change(two(), (NewLine(None, BUDI, "join"),), (SPOKEN,), private={BUDI: Notice("hello")})
    await table.store.commit(change, "u1")

    assert table.happened == ["stored", "shown", "told in private", "changed"]
    (writes,) = table.stored
    assert (type(writes[0]), writes[1]) == (TableSaved, JournalLine("T1", 5, None, BUDI, "join", "u1"))
    assert Once("u1") not in writes
    assert [each.number for each in table.writes(PacksSealed)] == [1]
    assert table.store.state.seq == 5
    assert table.store.state.sealed is not None
    assert table.notices[0] == "joined"
    assert table.private == {BUDI: "hello"}


async def test_of_what_cannot_be_stored_nobody_hears_and_the_table_stays_as_it_was() -> None:
    before = two()
    table = Evening(before)
    table.full = True
    with pytest.raises(NotStored):
        await table.store.commit(Change(before.change(BUDI, out=True), (NewLine(None, BUDI, "out"),), (SPOKEN,)))
    with pytest.raises(NotStored):
        await table.store.seal(Change(before))

    assert table.happened == []
    assert table.store.state is before


async def test_where_there_is_nothing_to_store_the_disk_is_left_alone() -> None:
    table = Evening(two())
    await table.store.seal(Change(table.store.state, (NewLine(None, SARI, "x"),)))
    assert (table.happened, len(table.stored), table.writes(JournalLine)[0].key) == (["stored"], 1, "")
    await table.store.commit(Change(table.store.state))
    await table.store.store(table.store.state)

    assert table.happened[1:] == ["shown", "changed"]


def test_a_hand_its_key_and_the_counts_of_its_group_are_stored() -> None:
    state, (opened, *_) = two(given_up=2), dealt().writes
    _, written = rows(state, replace(state, given_up=5), (opened,), "u1")

    assert written[1:] == (replace(opened, line=4), Once("u1"), GroupCounted(PLACE.group, "given_up", 3))
    assert rows(state, state, ()) == (state, ())


@pytest.mark.parametrize(
    ("own_hand", "away", "shown"), [("", False, []), (SARI, False, [f"hand of {SARI}"]), (SARI, True, [])]
)
async def test_of_a_silent_change_nobody_else_hears(own_hand: str, away: bool, shown: list[str]) -> None:
    begun = dealt().state
    table = Evening(begun, GroupSettings(away=away))
    change = Change(begun, (NewLine(7, SARI, "x"),), (SPOKEN,), silent=True, own_hand=own_hand)
    await table.store.commit(change)

    assert table.happened == ["stored", *shown, "changed"]


async def test_while_the_bot_is_away_nothing_is_shown() -> None:
    table = Evening(two(), GroupSettings(away=True))
    assert table.store.waits
    await table.store.commit(Change(two(), (NewLine(None, BUDI, "leave"),), (SPOKEN,)))

    assert table.happened == ["stored", "changed"]


# --- who sits out ----------------------------------------------------------------------------------------------


async def test_whoever_has_reached_their_limit_sits_out_after_the_hand_and_is_told_why() -> None:
    begun = dealt().state
    table = Evening(begun)
    table.hindered = {SARI: Refusal("own-limit", what="hands", until="20:00", amount=3)}
    bet, over = played(begun, "bet 20", "fold")
    await table.store.commit(bet)
    assert "limit of " not in "".join(table.happened), "who plays a hand finishes it first"
    table.happened.clear()
    await table.store.commit(over)

    assert table.store.state.seated[0].out
    assert table.private == {SARI: "you-rest"}
    assert table.happened == ["stored", "shown", "told in private", f"limit of {SARI}", "changed"]


async def test_computer_players_that_may_not_play_get_up_in_the_same_step() -> None:
    state = table_of(chair("Sari"), chair("Anoman"), chair("Budi"))
    never = GroupSettings()
    table = Evening(state, replace(never, tables=replace(never.tables, computer_chips="never")))
    assert table.store.owes_room
    await table.store.commit(Change(state))

    assert table.store.state.chair_of(COMPUTER) is None
    assert table.happened[0] == "stored"
    assert not table.store.owes_room


# --- heads of the log ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "ago", "posted"),
    [(0, None, False), (3, None, True), (3, timedelta(minutes=59, seconds=59), False), (3, timedelta(hours=1), True)],
)
async def test_a_head_of_the_log_is_posted_with_a_result_at_most_once_an_hour(
    size: int, ago: timedelta | None, posted: bool
) -> None:
    begun = dealt().state
    table = Evening(begun)
    table.ledger.log_head = Head(size, bytes(32))
    table.posted = None if ago is None else table.clock.utc() - ago
    for change in played(begun, "bet 20", "fold"):
        await table.store.commit(change)

    expected = [HeadPosted(PLACE.group, PLACE.channel, size)] if posted else []
    assert table.writes(HeadPosted) == expected


# --- what is in force ------------------------------------------------------------------------------------------


def test_a_beacon_is_required_only_where_a_platform_draws_one() -> None:
    table = Evening(two())
    assert (table.store.has_beacon, table.store.rules.beacon_required) == (False, False)
    table.beacon = True

    assert (table.store.has_beacon, table.store.rules.beacon_required) == (True, True)


def test_quiet_hours_hold_where_others_come() -> None:
    tables = replace(TableRules(), quiet_hours=True, quiet_from=19, quiet_to=23)
    table = Evening(two(), GroupSettings(tables=tables))
    assert table.store.quiet_until == table.store.now.replace(hour=23)
    table.alone = True

    assert table.store.quiet_until is None


async def test_what_players_may_bring_to_the_table() -> None:
    table = Evening(two(), GroupSettings(tables=replace(TableRules(), min_buy_in=1)))
    least = GAMES["qiuqiu"].least_stack(SUMATRA)

    assert table.store.least_stack == table.store.table_rules.min_buy_in == least
    assert await table.store.available_chips(SARI) == len(SARI)


def test_moments_are_told_in_the_words_of_the_clock_of_the_group() -> None:
    table = Evening(two(), GroupSettings(zone="Asia/Jakarta"))

    assert table.store.moment(table.store.now + timedelta(minutes=5)) == "03:05"


async def test_the_log_tells_once_how_each_hand_and_table_ends() -> None:
    table = Evening(two())
    begun = dealt().state
    bet, over = [change.state for change in played(begun, "bet 20", "fold")]
    assert over.hand is not None
    another = replace(over, hand=replace(over.hand, id=8))
    with capture_logs() as logged:
        for state in (over, over, another, begun, bet, two(), *[two(closed=True)] * 3):
            await table.store.commit(Change(state))

    nets = {SARI: 10, BUDI: -10}
    told = [(each["event"], each.get("hand"), each.get("net")) for each in logged]
    hands = [("hand over", 7, nets), ("hand over", 8, nets), ("hand called off", 7, None)]
    assert told == [*hands, ("table closed", None, None)]


async def test_a_table_that_closes_seals_nothing_more() -> None:
    table = Evening(two())
    await table.store.commit(Change(two(closed=True), (NewLine(None, SARI, "close"),)))

    assert (table.writes(PacksSealed), [each.open for each in table.writes(TableSaved)]) == ([], [False])
