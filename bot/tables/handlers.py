"""The handlers of the commands that are about one table; each runs as a job of the table's mailbox.

A handler is told the table as it is, and returns the change or refuses; if it refuses, nothing has changed.
``bot/commands/catalogue.py`` says which command each of them carries out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from bot.commands import Refusal, Request
from bot.commands.durations import duration_of
from bot.groups import TableRules
from bot.groups.personal_limits import Hindrance
from bot.messages import PlayerId
from bot.tables import advance, next_deal, pausing, resting, seating, turns, voiding
from bot.tables.changes import Change
from bot.tables.computers import Computers
from bot.tables.pausing import QuestionTime
from bot.tables.state import Notice, TableState
from engine.fairness import WORD_BYTES
from engine.house_rules import GameRules

STARTED = Notice("did-start")
"""What somebody has done who began the next hand."""


@dataclass(frozen=True, slots=True)
class TableContext:
    """What a handler is told of its table."""

    state: TableState
    rules: TableRules
    """The group's rules for tables, as far as the game of this one allows."""

    house_rules: GameRules
    """The rules that the next hand is played by."""

    least_stack: int
    """The fewest chips with which a player is dealt in."""

    available_chips: Callable[[PlayerId], Awaitable[int]]
    """Tells how many chips a player has for this table."""

    computers: Computers
    busy_elsewhere: Callable[[TableState], Awaitable[Mapping[PlayerId, Hindrance]]]
    """Tells who is not dealt in because they have limits and play at another table."""

    time_bank_used: float
    """How many seconds of the time bank the sender has used for the present question."""

    quiet_until: datetime | None
    """When the quiet hours end that run now; ``None`` if none do."""

    question_time: QuestionTime | None
    """What is left of the time of the present question; ``None`` if no hand is played."""

    now: datetime
    """The date and time, in UTC."""

    moment: Callable[[datetime], str]
    """A moment in words, in the time zone of the group."""

    just_dealt: bool
    """Whether a deal that was closed was dealt right before this command."""


TableHandler: TypeAlias = Callable[[TableContext, Request], Awaitable[Change]]
"""Carries out one command at a table.

It raises :class:`engine.refusal.Refused` where the command cannot be carried out now.
"""


async def play(table: TableContext, request: Request) -> Change:
    """Any action of the game; whoever acts has let no turn pass."""
    change = turns.answered(turns.play(table.state, request), request.who.id, table.time_bank_used)
    before, after = table.state.hand, change.state.hand
    if not request.turn and before is not None and after is not None and before.events == after.events:
        # The answer is sealed: whoever typed it would see nothing of it otherwise, and has no button that took it.
        return replace(change, answer=Notice("you-answered"))
    return change


async def decide_in_advance(table: TableContext, request: Request) -> Change:
    """Decide what to do when it is one's turn."""
    return advance.decide(table.state, request)


async def shuffle(table: TableContext, request: Request) -> Change:
    """Add a word to the next hand; a tap without a word adds the number that the platform gave it."""
    typed = request.word("words")
    word = typed or request.key.rpartition(":")[2][-WORD_BYTES:]
    return next_deal.shuffle(table.state, request.who.id, word, request.question, table.least_stack, typed=bool(typed))


async def start(table: TableContext, request: Request) -> Change:
    """Deal the next hand now, unless somebody else cuts it; a sender who has sat out is back.

    Only the cutter ends a pause before its time: whoever else does could choose when it is closed, and who sits there.
    """
    state, player = table.state, request.who.id
    if table.just_dealt:
        return Change(state, done=STARTED)
    if state.running and state.playing is not None:
        raise Refusal("already-playing")
    if state.paused is not None:
        raise Refusal("table-paused", name=state.paused.by)
    if table.quiet_until is not None:
        if table.rules.quiet_all_day:
            raise Refusal("quiet-all-day")
        raise Refusal("quiet-hours", until=table.moment(table.quiet_until))
    chair, before = state.chair_of(player), Change(state)
    if chair is not None and chair.out:
        before = seating.sit_back(state, player, table.least_stack)
        state = before.state
        if next_deal.cutter(state, table.house_rules) is not None:
            # Whether or not it is theirs to cut now: with more seats there is a pause in which it can be cut.
            return before
    before = resting.rested(before, await table.busy_elsewhere(state))
    state = before.state
    ready = state.ready(table.least_stack)
    if len(ready) < state.game.fewest:
        raise Refusal("too-few-to-start", least=state.game.fewest, ready=len(ready))
    if chair is not None and all(each.computer for each in ready):
        # Computer players never play among themselves: nobody would be there to get up when the hand is over.
        raise Refusal("rebuy-first", least=table.least_stack)
    cutter = next_deal.cutter(state, table.house_rules)
    if cutter is not None and cutter.player != player:
        raise Refusal("cutter-first", name=cutter.name)
    return replace(before, answer=None, done=STARTED, deals=True)


async def join(table: TableContext, request: Request) -> Change:
    """Take a free chair."""
    who = request.who
    until = table.state.kept_out_until(who.id, table.now)
    if until is not None and table.state.chair_of(who.id) is None:
        raise Refusal("kept-out", until=table.moment(until))
    return seating.join(table.state, who, request.amount("buy-in"), table.rules, await table.available_chips(who.id))


async def leave(table: TableContext, request: Request) -> Change:
    """Get up, at once or as soon as the running hand allows."""
    return seating.leave(table.state, request.who.id, ends_on_leave=table.house_rules.ends_on_leave)


async def sit_out(table: TableContext, request: Request) -> Change:
    """Keep the chair without being dealt in."""
    return seating.sit_out(table.state, request.who.id)


async def sit_back(table: TableContext, request: Request) -> Change:
    """Be dealt in again."""
    return seating.sit_back(table.state, request.who.id, table.least_stack)


async def rebuy(table: TableContext, request: Request) -> Change:
    """Put more chips on the table."""
    player = request.who.id
    return seating.rebuy(
        table.state, player, request.amount("amount"), table.rules, await table.available_chips(player)
    )


async def add_computer(table: TableContext, request: Request) -> Change:
    """Let a computer player sit down."""
    computer = await table.computers.newcomer(table.state, table.rules)
    change = seating.join(table.state, computer, None, table.rules, await table.available_chips(computer.id))
    return replace(change, answer=None, done=Notice("did-add", {"name": computer.name}))


async def remove_computer(table: TableContext, request: Request) -> Change:
    """Remove the computer player that sat down last."""
    return seating.remove_computer(table.state)


async def kick(table: TableContext, request: Request) -> Change:
    """Remove somebody from the table."""
    wanted = request.word("player")
    if table.state.chair_of(wanted) is None and (name := request.picked_name(wanted)):
        raise Refusal("does-not-sit-here", name=name)
    time = request.word("time")
    length = duration_of(time) if time else seating.KEPT_OUT
    return seating.kick(table.state, wanted, length, table.now, table.moment(table.now + length))


async def readmit(table: TableContext, request: Request) -> Change:
    """Let somebody sit down again who was removed."""
    return seating.readmit(table.state, request.who.id, request.word("player"), table.now)


async def hand_over(table: TableContext, request: Request) -> Change:
    """Make somebody else the host."""
    return seating.hand_over(table.state, request.who.id, request.word("player"))


async def pause(table: TableContext, request: Request) -> Change:
    """Let no further hand begin."""
    return pausing.pause(table.state, request.who.id, request.who.name, None, table.now)


async def pause_now(table: TableContext, request: Request) -> Change:
    """Let the running hand stand still, too."""
    return pausing.pause(table.state, request.who.id, request.who.name, table.question_time, table.now)


async def resume(table: TableContext, request: Request) -> Change:
    """Let hands follow one another again, at once or when most of those who sit here want it."""
    wanted = pausing.resume if table.state.hosted_by(request.who) else pausing.ask_to_resume
    return wanted(table.state, request.who.id, request.who.name)


async def close(table: TableContext, request: Request) -> Change:
    """Close the table, at once or after the running hand."""
    return seating.close_soon(table.state, request.who.id)


async def stop(table: TableContext, request: Request) -> Change:
    """Call off the running hand and close the table."""
    return voiding.stop(table.state, request.who.id, request.word("reason") or "-", request.who.name)


HANDLERS: Mapping[str, TableHandler] = {
    each.__name__: each
    for each in (
        play,
        decide_in_advance,
        shuffle,
        start,
        join,
        leave,
        sit_out,
        sit_back,
        rebuy,
        add_computer,
        remove_computer,
        kick,
        readmit,
        hand_over,
        pause,
        pause_now,
        resume,
        close,
        stop,
    )
}
"""Every handler, by the name that the declaration of its command gives."""
