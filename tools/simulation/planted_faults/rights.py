"""Faults in who may do what, and in what a restart forgets of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.commands import Refusal
from bot.dispatch import admission, dispatcher
from bot.groups.groups import Groups
from bot.tables import resume, stored, table
from bot.tables.hindrances import Hindrances
from bot.tables.table import Table
from engine.play import Round, Seat
from engine.table import turns
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tools.simulation.planted_faults.planted_fault import Patch, Planted

planted = Planted()
ENTITLED, SAME, ONCE = "only the entitled act", "the same after a restart", "each update once"


@planted(15, f"{ENTITLED} | {ONCE}", 2)
def wrong_presser_accepted(patch: Patch) -> None:
    """Whoever presses a button acts for the player who is asked."""

    def anybody(state: TableState, player: str, question: str) -> tuple[AnyHand, Seat]:
        hand = state.playing
        if hand is None:
            raise Refusal("no-hand-now")
        return hand, hand.round.awaited[0]

    patch.setattr(turns, "in_play", anybody)


@planted(16, ENTITLED, 12)
def stale_button_accepted(patch: Patch) -> None:
    """A button that was made for an earlier question answers the present one."""
    in_play = turns.in_play
    patch.setattr(turns, "in_play", lambda state, player, question: in_play(state, player, ""))


@planted(15, ENTITLED, 4)
def members_do_what_admins_do(patch: Patch) -> None:
    """Nobody looks whether whoever orders something of the bank or the house administers the group."""
    check_sender = admission.check_sender
    patch.setattr(
        dispatcher, "check_sender", lambda who, *rest: check_sender(replace(who, admin=True, anonymous=False), *rest)
    )


@planted(15, ENTITLED, 6)
def guests_do_what_the_host_does(patch: Patch) -> None:
    """Nobody looks whether whoever removes others is the host of the table."""
    check_at_table = table.check_at_table

    def unchecked(state: TableState, request: Any) -> None:
        check_at_table(state, replace(request, who=replace(request.who, admin=True)))

    patch.setattr(table, "check_at_table", unchecked)


@planted(15, ENTITLED, 30)
def banned_play_on(patch: Patch) -> None:
    """A ban is written down, and keeps nobody from anything."""
    from bot.features.bans.standing import Bans

    async def unhindered(*_: object, **__: object) -> None:
        return None

    patch.setattr(Bans, "hindrance", unhindered)


@planted(15, ENTITLED, 40)
def banned_in_the_cut_keep_their_seats(patch: Patch) -> None:
    """Whoever is banned while a hand is being cut stays at the table."""
    sent_away = Table.send_away

    async def not_in_the_cut(table: Table, player: str, told: Any) -> None:
        if not table._dealing.cutting:
            await sent_away(table, player, told)

    patch.setattr(Table, "send_away", not_in_the_cut)


@planted(15, ENTITLED, 50)
def own_break_passed_over(patch: Patch) -> None:
    """Whoever takes a break of their own may play all the same."""

    async def unchecked(*_: Any, **__: Any) -> None:
        return None

    patch.setattr(Hindrances, "check", unchecked)


def _forgets(patch: Patch, **forgotten: Any) -> None:
    restored = stored.restored
    patch.setattr(resume, "restored", lambda *args: replace(restored(*args), **forgotten))


@planted(7, SAME, 40)
def restart_forgets_who_was_kept_out(patch: Patch) -> None:
    """Whoever the host has removed may sit down again after a restart."""
    _forgets(patch, kept_out=())


@planted(7, SAME, 25)
def restart_forgets_the_pause(patch: Patch) -> None:
    """A table that was paused goes on after a restart."""
    _forgets(patch, paused=None)


@planted(7, SAME, 40)
def restart_in_a_pause_forgets_who_hosts(patch: Patch) -> None:
    """A table that was paused between two hands has its last player as the host after a restart."""
    restored = stored.restored

    def hosted(*args: Any) -> TableState:
        state = restored(*args)
        return replace(state, host=state.seated[-1].player) if state.paused is not None and state.seated else state

    patch.setattr(resume, "restored", hosted)


@planted(14, SAME, 25)
def restart_forgets_what_was_called_off(patch: Patch) -> None:
    """How many hands of a table were called off, and how many deals given up, is counted anew after a restart."""
    _forgets(patch, voids=0, given_up=0)


@planted(7, SAME, 40)
def restart_forgets_who_leaves(patch: Patch) -> None:
    """Whoever wanted to leave after the hand stays after a restart."""
    restored = stored.restored

    def staying(*args: Any) -> TableState:
        state = restored(*args)
        chairs = tuple(None if chair is None else replace(chair, leaving=False, out=False) for chair in state.chairs)
        return replace(state, chairs=chairs)

    patch.setattr(resume, "restored", staying)


@planted(7, f"{SAME} | {ENTITLED}", 30)
def restart_forgets_bans(patch: Patch) -> None:
    """Whoever is banned may play again after a restart."""
    load = Groups.load

    async def without(groups: Groups) -> None:
        await load(groups)
        groups._settings = {group: each.with_feature("bans", {}) for group, each in groups._settings.items()}

    patch.setattr(Groups, "load", without)


@planted(7, f"{SAME} | {ENTITLED}", 30)
def restart_forgets_own_limits(patch: Patch) -> None:
    """What somebody has limited for themselves holds until the next restart."""
    from bot.features.personal_limits.limits import PersonalLimits
    from bot.features.personal_limits.play_limits import NONE

    of = PersonalLimits.of

    async def forgotten(limits: PersonalLimits, player: str) -> Any:
        if player not in limits._limits:
            limits._limits[player] = NONE
        return await of(limits, player)

    patch.setattr(PersonalLimits, "of", forgotten)


@planted(15, f"{ENTITLED} | no unexpected errors in the log", 4)
def options_not_looked_at(patch: Patch) -> None:
    """An action is carried out for whoever takes it, whether or not it is among their options."""

    def unchecked(now: Round[Any], seat: Seat, action: Any) -> Any:
        return now._after(now.awaited[0] if now.awaited else seat, action)

    patch.setattr(Round, "play", unchecked)
    in_play = turns.in_play

    def at_once(state: TableState, player: str, question: str) -> tuple[AnyHand, Seat]:
        return in_play(state, player, "")

    patch.setattr(turns, "in_play", at_once)
