"""Seats: sitting down, sitting out and leaving, each as a change of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.refusal import Refused
from engine.table.changes import Change, Notice, noted
from engine.table.players import PlayerId, is_computer
from engine.table.rules import TableRules
from engine.table.state import Chair, TableState

IDLE_LAPSES = 2
"""The lapsed turns in a row that can free a chair for somebody waiting."""

HOST_SILENT = 600.0
"""The seconds without a sign from the host until another active player hosts."""


class Told(NamedTuple):
    """The messages about a removal, at once or after the running hand."""

    at_once: Notice
    after_hand: Notice
    to_them: Notice | None = None
    to_them_after_hand: Notice | None = None


def join(
    state: TableState, player: PlayerId, name: str, amount: int | None, rules: TableRules, in_wallet: int
) -> Change:
    """Give a player the first free chair, under a name that is told apart from :func:`names_beside`."""
    buy_in = check_join(state, player, amount, rules, in_wallet)
    chair = state.chair_of(player)
    if chair is not None:
        return _stay(state, player) if chair.leaving else sit_back(state, player, 1)
    if None not in state.chairs and (idle := _idle_chair(state)) is not None:
        freed = remove(state, idle.player, told_idle(idle))
        joined = join(freed.state, player, name, amount, rules, in_wallet)
        return replace(freed.then(joined), answer=joined.answer)
    newcomer = Chair(player, name, buy_in, computer=is_computer(player), bank=float(rules.time_bank))
    seated = state.with_chair(state.chairs.index(None), newcomer).tallied(newcomer, brought=buy_in)
    if not newcomer.computer and seated.chair_of(seated.host) is None:
        seated = replace(seated, host=player)
    answer = Notice("you-joined" if state.playing is None else "you-joined-in-hand", {"amount": buy_in})
    return noted(seated, player, f"join {buy_in}", Notice("joined", {"name": name, "amount": buy_in}), answer=answer)


def check_join(state: TableState, player: PlayerId, amount: int | None, rules: TableRules, in_wallet: int) -> int:
    """The buy-in, or 0 for somebody who comes back to their chair; refused to those who cannot."""
    if state.closing:
        raise Refused("table-closing")
    chair = state.chair_of(player)
    if chair is not None:
        _check_not_removed(chair)
        if not chair.leaving and not chair.out:
            raise Refused("already-seated")
        return 0
    if None not in state.chairs and (is_computer(player) or _idle_chair(state) is None):
        raise Refused("table-full", seats=len(state.chairs))
    return _buy_in(amount, rules, in_wallet)


def _idle_chair(state: TableState) -> Chair | None:
    """A chair to give away: its player sits out after lapsed turns, and others remain."""
    idle = [
        chair
        for chair in state.people
        if chair.out and chair.lapses >= min(IDLE_LAPSES, state.clock.lapses) and not state.plays(chair.player)
    ]
    return idle[0] if idle and len(state.people) > 1 else None


def names_beside(state: TableState, player: PlayerId) -> list[str]:
    """The names of others at the table and in its last hand."""
    names = [chair.name for chair in state.seated]
    if state.hand is not None:
        played = zip(state.hand.players, state.hand.names, strict=True)
        names.extend(name for other, name in played if other != player)
    return names


class Bounds(NamedTuple):
    least: int
    usual: int
    most: int

    def within(self, chips: int) -> Bounds:
        return Bounds(self.least, min(self.usual, chips), min(self.most, chips))


def buy_in_bounds(rules: TableRules) -> Bounds:
    return Bounds(rules.min_buy_in, rules.buy_in, rules.max_buy_in)


def rebuy_bounds(chair: Chair, rules: TableRules) -> Bounds:
    """Return the bounds of a rebuy; the most is 0 or less if there is no room."""
    room = rules.max_buy_in - chair.stack
    return Bounds(1, min(max(rules.buy_in - chair.stack, 0) or rules.buy_in, room), room)


def _buy_in(amount: int | None, rules: TableRules, in_wallet: int) -> int:
    bounds = buy_in_bounds(rules)
    if amount is None:
        amount = min(bounds.usual, in_wallet)
    elif not bounds.least <= amount <= bounds.most:
        raise Refused("buy-in-out-of-range", least=bounds.least, most=bounds.most)
    if in_wallet < rules.min_buy_in:
        raise Refused("too-few-chips-to-sit", wallet=in_wallet, least=rules.min_buy_in)
    if amount > in_wallet:
        raise Refused("not-in-wallet", wallet=in_wallet, amount=amount)
    return amount


def rebuy(state: TableState, player: PlayerId, amount: int | None, rules: TableRules, in_wallet: int) -> Change:
    chair = _chair(state, player)
    _check_not_removed(chair)
    if state.plays(player):
        raise Refused("not-during-hand")
    bounds = rebuy_bounds(chair, rules)
    wanted = min(bounds.usual, in_wallet) if amount is None else amount
    if bounds.most <= 0 or wanted > bounds.most:
        raise Refused("rebuy-out-of-range", most=max(bounds.most, 0))
    if wanted > in_wallet or wanted < 1:
        raise Refused("not-in-wallet", wallet=in_wallet, amount=max(wanted, 1))
    seated = state.change(player, stack=chair.stack + wanted, out=False, lapses=0).tallied(chair, brought=wanted)
    notice = Notice("rebought", {"name": chair.name, "amount": wanted})
    answer = Notice("you-rebought", {"amount": wanted, "stack": chair.stack + wanted})
    return noted(seated, player, f"rebuy {wanted}", notice, answer=answer)


def leave(state: TableState, player: PlayerId, *, ends_on_leave: bool = False) -> Change:
    """Let a player get up, at once or as soon as the running hand allows (QQ-28, QD-18).

    With ``ends_on_leave`` the table closes, once a hand has been played and the running one is over.
    """
    chair = _chair(state, player)
    if state.plays(player):
        after = _pass_host_on(state.change(player, leaving=True, decided=None, standing=""))
        leaving = Notice("leaving", {"name": chair.name})
        return noted(after, player, "get-up", leaving, answer=Notice("you-leave-after-hand"))
    left = Notice("left", {"name": chair.name, "amount": chair.stack})
    answer = Notice("you-left", {"amount": chair.stack})
    change = noted(state, player, "get-up", left, answer=answer).then(get_up(state, player))
    if ends_on_leave and state.hands_played and not change.state.closed:
        return change.then(last_hand(change.state))
    return change


def remove(state: TableState, player: PlayerId, told: Told, *, settled: bool = False) -> Change:
    """Remove a player, at once or after the running hand.

    A removal never changes a running hand, or it could win others' stakes; nor does it end the session (QQ-28). A
    player ``settled`` for the next hand gets up after that.
    """
    chair = _chair(state, player)
    at_once = not settled and not state.plays(player)
    to_them = told.to_them if at_once else told.to_them_after_hand
    private = {} if to_them is None or chair.computer else {player: to_them}
    if at_once:
        if state.sealed is not None and state.sealed.cutter == player:
            # Other packs are sealed and counted, or a host could
            # send cutters away unnoticed until an accomplice cuts.
            settled_now = replace(state.sealed, settled=state.players_on([state.number_of(player)]))
            state = replace(state, sealed=settled_now)
        removed = noted(state, player, "removed", told.at_once).then(get_up(state, player))
    elif chair.removed:
        raise Refused("removed-already", name=chair.name)
    else:
        removed = noted(_pass_host_on(state.change(player, removed=True)), player, "removed", told.after_hand)
    return replace(removed, private=private)


def told_gone(chair: Chair) -> Told:
    """The messages about a player who has left the group."""
    return Told(
        Notice("is-gone", {"name": chair.name, "amount": chair.stack}),
        Notice("is-gone-after-hand", {"name": chair.name}),
        to_them_after_hand=Notice("you-were-removed"),
    )


def told_idle(chair: Chair) -> Told:
    """The messages about a player whose chair goes to somebody waiting after lapsed turns."""
    notice = Notice("seat-freed", {"name": chair.name, "amount": chair.stack})
    return Told(notice, notice, Notice("you-lost-your-seat", {"amount": chair.stack}))


def told_removed(chair: Chair) -> Told:
    """The messages about a computer player, or one told the reason apart."""
    return Told(
        Notice("was-kicked", {"name": chair.name, "amount": chair.stack}),
        Notice("was-kicked-after-hand", {"name": chair.name}),
    )


def remove_computer(state: TableState) -> Change:
    computers = [chair for chair in state.seated if chair.computer and not chair.removed]
    if not computers:
        raise Refused("no-computer-here")
    change = remove(state, computers[-1].player, told_removed(computers[-1]))
    return replace(change, done=Notice("did-remove", {"name": computers[-1].name}))


def get_up(state: TableState, player: PlayerId) -> Change:
    """Free a chair and return its chips; a table without people closes."""
    chair = _chair(state, player)
    after = _pass_host_on(state.with_chair(state.number_of(player), None).tallied(chair, took=chair.stack))
    if all(other.computer for other in after.seated):
        return replace(last_hand(after), answer=None)
    return Change(after)


def _pass_host_on(state: TableState) -> TableState:
    host = state.chair_of(state.host)
    if host is not None and not host.gets_up:
        return state
    if not state.people:
        # Nobody could resume it: a hand that stands still goes on.
        return replace(state.going_on, host="")
    return replace(state, host=state.people[0].player)


def hand_over(state: TableState, actor: PlayerId, name: str) -> Change:
    """Make another person at the table its host; refused for computer players and leavers."""
    chair = chair_named(state, name)
    if chair.player == state.host:
        raise Refused("hosts-already", name=chair.name)
    if chair.computer or chair.gets_up:
        raise Refused("cannot-host", name=chair.name)
    after, notice = replace(state, host=chair.player), Notice("host-is", {"name": chair.name})
    return noted(after, actor, "host", notice, answer=Notice("you-handed-over", {"name": chair.name}))


def _stay(state: TableState, player: PlayerId) -> Change:
    after = state.change(player, leaving=False, out=False, lapses=0)
    return noted(after, player, "stay", answer=Notice("you-stay"))


def sit_out(state: TableState, player: PlayerId) -> Change:
    """Keep the chair without being dealt in, from the next hand on."""
    chair = _chair(state, player)
    if chair.out:
        raise Refused("already-out")
    notice = Notice("sits-out", {"name": chair.name})
    return noted(state.change(player, out=True), player, "sit out", notice, answer=Notice("you-sit-out"))


def sit_back(state: TableState, player: PlayerId, least_stack: int) -> Change:
    chair = _chair(state, player)
    _check_not_removed(chair)
    if not chair.out and not chair.leaving:
        raise Refused("not-out")
    if chair.stack < least_stack:
        raise Refused("rebuy-first", least=least_stack)
    after, notice = state.change(player, out=False, leaving=False, lapses=0), Notice("is-back", {"name": chair.name})
    return noted(after, player, "sit back", notice, answer=Notice("you-are-back"))


def close(state: TableState) -> Change:
    """Let everybody take their chips home; odd chips for the next hand stay counted, as nobody's."""
    assert state.playing is None, "a running hand would be posted to stacks that nobody takes home"
    after = state
    for chair in state.seated:
        after = after.tallied(chair, took=chair.stack)
    nobody = (None,) * len(state.chairs)
    after = replace(after, chairs=nobody, running=False, closing=False, closed=True, host="", paused=None)
    return Change(after, notices=(Notice("table-closed"),), answer=Notice("you-closed"))


def close_soon(state: TableState, actor: PlayerId) -> Change:
    """Close a table when its host says so."""
    answer = Notice("you-close-after-hand")
    if state.closing:
        return Change(state, answer=answer)
    change = last_hand(state)
    return replace(noted(state, actor, "close").then(change), answer=change.answer or answer)


def last_hand(state: TableState) -> Change:
    """Close now, or let the running hand be the last one."""
    if state.playing is None:
        return close(state)
    if state.closing:
        return Change(state)
    # A hand that stands still goes on, so its chips come back.
    return Change(replace(state.going_on, closing=True), notices=(Notice("closes-after-hand"),))


def chair_named(state: TableState, name: str) -> Chair:
    """Find a seated player by name, chair number or id; refused unless exactly one fits."""
    wanted = name.strip().removeprefix("@").casefold()
    for number, chair in enumerate(state.chairs, start=1):
        if chair is not None and wanted in (chair.player.casefold(), f"<{chair.player}>".casefold(), str(number)):
            return chair
    named = [chair for chair in state.seated if chair.name.casefold() == wanted]
    if len(named) == 1:
        return named[0]
    raise Refused("several-of-that-name" if named else "nobody-of-that-name", name=name[:40])


def _check_not_removed(chair: Chair) -> None:
    if chair.removed:
        raise Refused("you-were-removed")


def _chair(state: TableState, player: PlayerId) -> Chair:
    chair = state.chair_of(player)
    if chair is None:
        raise Refused("not-seated")
    return chair
