"""Those who sit out because they have decided to play no further: their limit is reached, or they take a break.

They finish the hand that they are in. Everybody else sees what they see of anybody who sits out, and only they are told
why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.groups.personal_limits import Hindrance, PersonalLimits
from bot.groups.play_limits import Played
from bot.messages import PlayerId
from bot.tables import seating
from bot.tables.changes import Change
from bot.tables.state import AnyHand, Notice, TableState


async def hindrances(limits: PersonalLimits, state: TableState, hand: AnyHand) -> dict[PlayerId, Hindrance]:
    """Who may play no further once a hand is over that is not stored yet.

    Args:
        limits: what everybody has limited for themselves.
        state: the table after the hand.
        hand: the hand as it was before its last step.
    """
    found = {}
    for chair in state.seated:
        if chair.computer or not (await limits.of(chair.player)).any_at(limits.now()):
            continue
        net = _net(state, hand, chair.player)

        def also(played: Played, net: int | None = net) -> Played:
            if net is None:
                return played
            seconds = int((limits.now() - max(hand.began, limits.day(state.place.group).begins)).total_seconds())
            return Played(played.net + net, played.hands + 1, played.seconds + max(seconds, 0))

        group = state.place.group
        hindrance = await limits.hindrance(chair.player, group, practice=state.practice, also=also)
        if hindrance is not None:
            found[chair.player] = hindrance
    return found


async def busy_elsewhere(limits: PersonalLimits, state: TableState) -> dict[PlayerId, Hindrance]:
    """Who has limits and plays a hand at another table: they play one at a time, or no limit would hold.

    Args:
        limits: what everybody has limited for themselves.
        state: the table, at which a hand is about to begin.
    """
    if state.practice or (state.sealed is not None and state.sealed.stands):
        return {}
    return {
        chair.player: Hindrance(None, "", elsewhere=True)
        for chair in state.people
        if (await limits.of(chair.player)).any_at(limits.now()) and limits.plays_elsewhere(chair.player, state.id)
    }


def _net(state: TableState, hand: AnyHand, player: PlayerId) -> int | None:
    """What a player has won or lost in the hand; ``None`` if they did not play it, or it was called off."""
    seat, over = hand.seat(player), state.hand
    if seat is None or over is None or over.id != hand.id or over.round.settlement is None:
        return None
    return over.round.settlement[seat]


def rested(change: Change, hindered: Mapping[PlayerId, Hindrance]) -> Change:
    """A change, and after it those who are hindered sit out."""
    for player, hindrance in hindered.items():
        chair = change.state.chair_of(player)
        if chair is None or chair.out or chair.gets_up:
            continue
        out = seating.sit_out(change.state, player)
        why = Notice("you-rest", {"what": hindrance.reason, "amount": hindrance.amount, "until": hindrance.until})
        change = replace(
            change,
            state=out.state,
            writes=(*change.writes, *out.writes),
            notices=(*change.notices, *out.notices),
            private={**change.private, player: why},
        )
    return change
