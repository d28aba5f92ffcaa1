"""Only who is entitled to an action takes it: no button of somebody else, none that is stale, works."""

from __future__ import annotations

from bot.commands import CommandSpec, Who, spec_of
from bot.messages import Command, PlayerId, Reply
from bot.tables.table import Table
from engine.table.seating import HOST_SILENT
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import Position, verb_of
from tools.simulation.checks.own_limits import personal_limits


class OnlyTheEntitledAct(Check):
    """An action that is somebody's at no moment from asking to answering is never done; the banned keep no seat."""

    name = "only the entitled act"

    def __init__(self) -> None:
        super().__init__()
        self._forbidden: dict[str, str] = {}
        """Why the command with this key must be refused."""

        self._under_way: dict[str, Command] = {}
        """Those of them that are not answered yet."""

        self._asked: set[str] = set()

    def crashed(self) -> None:
        super().crashed()
        self._under_way.clear()

    def asked(self, command: Command) -> None:
        # What comes again may have been carried out before, without an answer.
        if command.key and command.key not in self._asked:
            self._asked.add(command.key)
            if why := self._why_not(command):
                self._forbidden[command.key] = why
        if command.key in self._forbidden:
            self._under_way[command.key] = command
            self._allow_what_is_allowed()

    def answered(self, command: Command, reply: Reply) -> None:
        self._allow_what_is_allowed()
        self._under_way.pop(command.key, None)
        why = self._forbidden.get(command.key)
        if why is not None and not reply.refused and not reply.confirms:
            raise self.fail(f"{command.text!r} of {command.who.id} was carried out, though {why}")

    def _allow_what_is_allowed(self) -> None:
        """A ban or a break may be over, and the host another, before a command has its turn, or when it comes again."""
        for key, command in list(self._under_way.items()):
            if not self._why_not(command):
                del self._forbidden[key], self._under_way[key]

    async def quiet(self) -> None:
        assert self.life is not None
        app = self.life.app
        for table in app.tables.all_open():
            group = table.state.place.group
            # A slow disk may still hold up the job that lets them get up.
            busy = table.store.waits or not table.mailbox.idle
            for chair in () if busy else table.state.people:
                if app.hindrances.expelled(chair.player, group) and not chair.gets_up:
                    raise self.fail(f"{chair.player} is banned, and keeps a seat at table {table.state.id}")

    def _why_never(self, command: Command, spec: CommandSpec) -> str:
        """Why somebody may not use this kind of command at all now."""
        assert self.life is not None
        app, who, now = self.life.app, self.life.player(command), self.life.clock.utc()
        if spec.for_admins and not command.who.admin:
            return "it is for admins"
        group = app.groups.book(command.where.group)
        if spec.plays_on and app.hindrances.expelled(who, group):
            return "they are banned"
        limits = getattr(personal_limits(app), "_limits", {}).get(who)
        if spec.plays_on and limits is not None and limits.on_break(now):
            return "they take a break of their own"
        if spec.who is Who.HOST and not command.who.admin:
            tables = app.tables.all_at(command.where)
            if len(tables) == 1 and not app.tables.by_id(command.turn) and not _may_host(tables[0], who, spec):
                return "it is for the host"
        return ""

    def _why_not(self, command: Command) -> str:
        """Why an action is not allowed as things stand."""
        if self.life is None:
            return ""
        spec, app = spec_of(command.text), self.life.app
        if spec is not None and (why := self._why_never(command, spec)):
            return why
        if not verb_of(command.text):
            return ""
        table_id, _, question = command.turn.partition(":")
        if question:
            table = app.tables.by_id(table_id)
        else:
            at = app.tables.all_at(command.where)
            table = at[0] if len(at) == 1 else None
        if table is None:
            return "its table is closed" if question else ""
        hand = table.state.playing
        if not question or question.count(".") != 1:
            return ""
        number, _, asked = question.partition(".")
        if not number.isdigit() or not asked.isdigit():
            return "its button was forged"
        made_for = Position(int(number), int(asked))
        newest = table.state.hands_played
        if made_for.hand < newest or (hand is None and made_for.hand == newest):
            return f"hand {made_for.hand} is over"
        if hand is None or made_for.hand > hand.number:
            return ""
        if (seat := hand.seat(self.life.player(command))) is None:
            return "they have no cards in that hand"
        if made_for.question < hand.round.question:
            return f"question {made_for.question} is answered, and {hand.round.question} stands"
        if made_for.question == hand.round.question and seat not in hand.round.awaited:
            return "somebody else is asked"
        return ""


def _may_host(table: Table, player: PlayerId, spec: CommandSpec) -> bool:
    """Whether somebody hosts a table, may do what they want without that, or hosts it once they do anything."""
    state = table.state
    if state.host in ("", player):
        return True
    silent = table.clock.silent_for(state.host) >= HOST_SILENT
    return state.chair_of(player) is not None and (silent or spec.name == "resume")
