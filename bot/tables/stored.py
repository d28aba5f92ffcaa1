from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from bot import ledger
from bot.ledger import Account, PacksSealed, TableSaved, Transfer, mint, practice_stack, wallet
from bot.messages.lookalikes import all_told_apart
from bot.tables import sealing
from engine.play import AdvanceAction
from engine.table import tally
from engine.table.players import Place, PlayerId
from engine.table.state import Chair, KeptOut, Pause, TableState
from engine.table.tally import Tally

_of_tally = attrgetter("player", *(each.name for each in fields(Tally)[2:]))

_OF_CHAIRS = ("player", "computer", "out", "leaving", "removed", "bank", "decided", "standing")
"""The stored fields of a chair; the ledger knows its stack and name."""

_AS_THEY_ARE = (
    *("preset", "practice", "host", "dealer_chair", "next_dealer_chair", "last_dealer", "streak", "hands_played"),
    *("voids", "given_up", "without_beacon", "not_revealed", "identity", "chain", "last_cutter", "carried", "running"),
    *("closing", "stood_still"),
)
"""The fields of a table that are stored as they are."""


def saved(state: TableState) -> TableSaved:
    text = json.dumps(content(state), separators=(",", ":"))
    return TableSaved(state.id, *state.place, state.game_name, text, not state.closed, state.version)


def content(state: TableState) -> dict[str, Any]:
    paused = state.paused
    return {name: getattr(state, name) for name in _AS_THEY_ARE} | {
        "chairs": [chair and {name: getattr(chair, name) for name in _OF_CHAIRS} for chair in state.chairs],
        "tallies": [_of_tally(each) for each in state.tallies],
        "sealed": state.sealed and state.sealed.to_json(),
        "paused": paused and {**asdict(paused), "by": "", "ends": paused.ends.isoformat()},
        "kept_out": [(each.player, each.until.isoformat()) for each in state.kept_out],
    }


def restored(
    row: TableSaved,
    names: Mapping[PlayerId, str],
    stacks: Mapping[PlayerId, int] | None = None,
    seq: int = 0,
    seal: PacksSealed | None = None,
) -> TableState:
    """The inverse of :func:`saved`.

    Present ``names`` and ``stacks`` are those of the ledger, ``seq`` the last journal line, ``seal`` the keys of the
    next packs.
    """
    stored: dict[str, Any] = json.loads(row.state)
    seated = [each["player"] for each in stored["chairs"] if each is not None]
    apart = all_told_apart({each: names.get(each, "?") for each in seated})
    shown, stacks = defaultdict(lambda: "?", {**names, **apart}), stacks or {}
    chairs = tuple(
        None if each is None else _restored_chair(each, shown[each["player"]], stacks.get(each["player"], 0))
        for each in stored.pop("chairs")
    )
    tallies = tuple([Tally(player, shown[player], *rest) for player, *rest in stored.pop("tallies")])
    packs = stored.pop("sealed")
    paused, kept_out = stored.pop("paused"), stored.pop("kept_out")
    if paused is not None:
        paused |= {"by": shown[paused["player"]], "ends": datetime.fromisoformat(paused["ends"])}
    return TableState(
        id=row.table,
        place=Place(row.group, row.channel),
        game_name=row.game,
        chairs=chairs,
        seq=seq,
        version=row.version,
        sealed=packs and sealing.restored(packs, seal, stored["identity"], row.game, stored["chain"]),
        tallies=tallies,
        paused=paused and Pause(**paused),
        kept_out=tuple([KeptOut(who, shown[who], datetime.fromisoformat(until)) for who, until in kept_out]),
        closed=not row.open,
        **stored,
    )


def _restored_chair(stored: Mapping[str, Any], name: str, stack: int) -> Chair:
    chair = Chair(name=name, stack=stack, **stored)
    if chair.decided is None:
        return chair
    name, amount, stage = chair.decided
    return replace(chair, decided=AdvanceAction(name, amount, tuple(stage)))


def with_reversal(row: TableSaved, nets: Mapping[PlayerId, int]) -> TableSaved:
    """Take a reversed hand with these nets out of a table that is not open."""
    tallies = tally.with_reversal(restored(row, {}).tallies, nets)
    stored = {**json.loads(row.state), "tallies": [_of_tally(each) for each in tallies]}
    return replace(row, state=json.dumps(stored, separators=(",", ":")), version=row.version + 1)


# --- accounts --------------------------------------------------------------------------------------------------


def stack(state: TableState, player: PlayerId) -> Account:
    account = practice_stack if state.practice else ledger.stack
    return account(state.place.group, state.id, player)


def carried(state: TableState) -> Account:
    return ledger.carried(state.place.group, state.id)


def transfers(before: TableState, after: TableState) -> Iterator[Transfer]:
    """The chips that players bring and take away with a change, as their tallies say."""
    sits, gets_up = ("practice", "practice") if after.practice else ("sit-down", "get-up")
    group = after.place.group
    for each in after.tallies:
        earlier = before.tally(each.player) or Tally(each.player, each.name)
        if (each.brought, each.took) == (earlier.brought, earlier.took):
            continue
        there = stack(after, each.player)
        # At a practice table the mint is behind the chips.
        home = mint(group) if after.practice else wallet(group, each.player)
        if more := each.brought - earlier.brought:
            yield Transfer(home, there, more, sits, actor=each.player)
        if more := each.took - earlier.took:
            yield Transfer(there, home, more, gets_up, actor=each.player)
    if after.closed and not before.closed and after.carried:
        yield Transfer(carried(after), mint(group), after.carried, "left-in-pot")
