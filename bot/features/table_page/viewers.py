"""Everybody who has a table's page open, and the scenes that they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Protocol

from bot.chats.frames import Frame, message_frame
from bot.chats.visitors import Visitor
from bot.dispatch.services import Services
from bot.features.table_page.guesses import Guesses
from bot.features.table_page.merge_patch import merge_patch
from bot.features.table_page.scene import Running, Scenes, Surroundings
from bot.messages import Place, PlayerId
from bot.presenting import newcomers
from bot.wording import Translator
from engine.table.changes import Notice
from engine.table.state import TableState

SAME_CLOCK = 0.5
"""Seconds by which the end of a clock may seem to move without having been moved."""

COUNT_SECONDS = 1.0
"""Seconds until others see that somebody has come to look on, or has gone."""


class Viewer(Protocol):
    """A page that is open."""

    visitor: Visitor
    language: str
    table: str
    """Empty for none."""

    scene: Frame | None
    """The scene that it has."""

    def send(self, text: str) -> None:
        """Take a frame, without waiting."""

    def forget(self) -> None:
        """End, since its person was forgotten."""


class Viewers:
    """The open pages; each gets the new scene after every change of its table.

    Pages with equal scenes share the texts that are sent to them, so that thousands may look on.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: list[Viewer] = []
        self._latest: dict[str, TableState] = {}
        self._notices: dict[str, tuple[Notice, ...]] = {}
        self._clocks: dict[str, tuple[str, Running]] = {}
        self._guesses: dict[str, Guesses] = {}
        self._due: set[str] = set()
        self._counted: set[str] = set()
        services.announcer.on_change.append(self._changed)
        services.announcer.on_page = self.people_at
        services.on_forget.append(self.forget)
        services.announcer.display.on_shown.append(lambda table, _: self._due_soon(table))

    def enter(self, viewer: Viewer, table: str) -> None:
        """Show the wanted table from now on, else their own, or the newest of the group."""
        self._open.append(viewer)
        state = self._table_for(viewer, table)
        if state is None:
            self._show_none(viewer)
            return
        viewer.table = state.id
        self._latest[state.id] = state
        self._show(state, [viewer])
        self._send_guess(viewer)
        self._count_soon(state.id)

    def known(self, visitor: Visitor) -> Visitor:
        """Return a visitor as the person that they play as in their circle."""
        groups, account = self._services.groups, visitor.person.account or visitor.person.id
        person = groups.person(groups.book(visitor.place.group), account)
        if person == visitor.person.id:
            return visitor
        return replace(visitor, person=replace(visitor.person, id=person, account="" if person == account else account))

    def leave(self, viewer: Viewer) -> None:
        self._open.remove(viewer)
        if any(each.table == viewer.table for each in self._open):
            self._count_soon(viewer.table)
        else:
            for kept in (self._latest, self._notices, self._clocks):
                kept.pop(viewer.table, None)

    def forget(self, player: PlayerId) -> None:
        for viewer in self._open:
            if player in (viewer.visitor.person.id, viewer.visitor.person.account):
                viewer.forget()

    def at(self, table: str) -> list[Viewer]:
        return [each for each in self._open if each.table == table]

    def people_at(self, table: str) -> set[PlayerId]:
        return {each.visitor.person.id for each in self.at(table)}

    def state_of(self, viewer: Viewer) -> TableState | None:
        return self._latest.get(viewer.table)

    def guess(self, viewer: Viewer, chair: int) -> None:
        """Take a guess if it is not too late."""
        state = self.state_of(viewer)
        if state is None or state.playing is None or viewer.scene is None or chair not in viewer.scene["contenders"]:
            return
        guesses = self._guesses.setdefault(state.id, Guesses())
        guesses.guess(state.playing, viewer.visitor.person.id, chair)
        for each in self.at(state.id):
            if each.visitor.person.id == viewer.visitor.person.id:
                self._send_guess(each)

    def _send_guess(self, viewer: Viewer) -> None:
        state, guesses = self.state_of(viewer), self._guesses.get(viewer.table)
        if state is None or state.hand is None or guesses is None:
            return
        frame = guesses.own(state.hand, viewer.visitor.person.id)
        if frame is not None:
            viewer.send(_text(frame))

    def place_of(self, viewer: Viewer, state: TableState) -> Place:
        return self._place_for(viewer.visitor, state)

    def _place_for(self, visitor: Visitor, state: TableState) -> Place:
        """Return the place of a table in the visitor's group, or their own: they have no rights in other groups."""
        stands, _ = self._services.announcer.stands_at(state, visitor.place.group)
        return stands if stands.group == visitor.place.group else visitor.place

    def _table_for(self, viewer: Viewer, wanted: str) -> TableState | None:
        tables, visitor = self._services.tables, viewer.visitor
        book = self._services.groups.book(visitor.place.group)
        for found in (
            *(tables.by_id(each) for each in (wanted, visitor.table) if each),
            tables.of_player(visitor.person.id, book),
            *reversed(tables.of_group(book)),
        ):
            if found is not None and self._may_see(visitor, found.state):
                return found.state
        return None

    def _changed(self, state: TableState, notices: tuple[Notice, ...]) -> None:
        table = state.id
        for viewer in self._open:
            shown = self._latest.get(viewer.table)
            if (shown is None or (shown.closed and shown.id != table)) and self._may_see(viewer.visitor, state):
                viewer.table = table
        if self.at(table):
            self._latest[table], self._notices[table] = state, notices
            self._due_soon(table)
        guesses = self._guesses.get(table)
        if guesses is not None and state.hand is not None and guesses.count(state.hand):
            for viewer in self.at(table):
                self._send_guess(viewer)
        if state.closed:
            self._guesses.pop(table, None)

    def _due_soon(self, table: str) -> None:
        # Several changes at once are shown as one, and the clock of the last is set by then.
        if table in self._latest and table not in self._due:
            self._due.add(table)
            asyncio.get_running_loop().call_soon(self._send, table)

    def _count_soon(self, table: str) -> None:
        """Let everybody see who looks on, but not anew for each of a thousand who come at once."""
        if table not in self._counted:
            self._counted.add(table)
            self._services.clock.call_later(COUNT_SECONDS, partial(self._count, table))

    def _count(self, table: str) -> None:
        self._counted.discard(table)
        self._send(table)

    def _send(self, table: str) -> None:
        self._due.discard(table)
        viewers, state = self.at(table), self._latest.get(table)
        if state is not None and viewers:
            self._show(state, viewers)

    def _show(self, state: TableState, viewers: Iterable[Viewer]) -> None:
        """Send some pages the scene of their viewer, or how it has changed."""
        now = self._services.announcer.display.clock.utc().timestamp()
        around = self._surroundings(state, self.at(state.id))
        seated = _seated(state)
        drawn: dict[Translator, Scenes] = {}
        scenes: dict[tuple[Translator, PlayerId], Frame] = {}
        # Scenes are found again by their identity, so those that go are kept until all are sent.
        sent: dict[tuple[int, int], tuple[Frame | None, str]] = {}
        for viewer in viewers:
            # Accounts may have been linked or parted since they came.
            viewer.visitor = self.known(viewer.visitor)
            translate, person = self._translator(viewer), viewer.visitor.person.id
            key = (translate, person if person in seated else PlayerId(""))
            if key not in scenes:
                if translate not in drawn:
                    drawn[translate] = Scenes(state, around, translate)
                scenes[key] = drawn[translate].of(key[1])
            before, after = viewer.scene, scenes[key]
            pair = (id(before), id(after))
            if pair not in sent:
                sent[pair] = before, "" if before == after else _text(_frame(before, after, now))
            viewer.scene = after
            if sent[pair][1]:
                viewer.send(sent[pair][1])

    def _surroundings(self, state: TableState, viewers: Iterable[Viewer]) -> Surroundings:
        people, seated = [each.visitor.person for each in viewers], _seated(state)
        watching = {person.name for person in people if person.id not in seated}
        return Surroundings(
            settings=self._services.groups.of(state.place.group),
            place=self._services.announcer.channel_name(state.place),
            notices=self._notices.get(state.id, ()),
            running=self._running(state),
            watching=tuple(sorted(watching)),
            guessed=None if state.id not in self._guesses else self._guesses[state.id].about(state.hand),
        )

    def _running(self, state: TableState) -> Running | None:
        display = self._services.announcer.display
        turn = "" if state.playing is None else state.playing.turn
        left = display.time_left(state.id, turn)
        if left is None:
            return None
        running = Running(round(display.clock.utc().timestamp() + left.seconds, 2), left)
        mark = f"{turn} {sorted(left.on_time_bank)}"
        before = self._clocks.get(state.id)
        if before is not None and before[0] == mark and abs(before[1].ends - running.ends) < SAME_CLOCK:
            running = running._replace(ends=before[1].ends)
        self._clocks[state.id] = (mark, running)
        return running

    def _translator(self, viewer: Viewer) -> Translator:
        return self._services.members.own_translator(viewer.visitor.place.group, viewer.visitor.person)

    def _may_see(self, visitor: Visitor, state: TableState) -> bool:
        if self._services.groups.book(visitor.place.group) != state.place.group:
            return False
        return state.chair_of(visitor.person.id) is not None or visitor.sees(self._place_for(visitor, state))

    def _show_none(self, viewer: Viewer) -> None:
        message = newcomers.choice_of_game(self._translator(viewer))
        now = self._services.announcer.display.clock.utc().timestamp()
        viewer.send(_text({"type": "none", "now": now, "message": message_frame(message)}))


def _seated(state: TableState) -> set[PlayerId]:
    return {chair.player for chair in state.chairs if chair is not None}


def _frame(before: Frame | None, after: Frame, now: float) -> Frame:
    if before is None:
        return {"type": "scene", "now": now, "scene": after}
    return {"type": "patch", "now": now, "patch": merge_patch(before, after)}


def _text(frame: Frame) -> str:
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
