"""A hand is settled within what its rules allow, reckoned apart from the code that settles it."""

from __future__ import annotations

from engine.qiuqiu.round import QiuQiuRound
from engine.quandui.events import Claimed, Won
from engine.quandui.round import QuanDuiRound
from engine.table.hand import AnyHand
from tools.simulation.checks.check import Check


class HandsSettled(Check):
    """Nobody loses more than they brought, nor wins from anybody more than they could; claims come in their order."""

    name = "hands settled by the rules"

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, int] = {}

    async def quiet(self) -> None:
        assert self.life is not None
        for table in self.life.app.tables.all_open():
            hand = table.state.hand
            if hand is not None and hand.over and self._seen.get(table.state.id) != hand.id:
                self._seen[table.state.id] = hand.id
                self._look_at(hand)

    def _look_at(self, hand: AnyHand) -> None:
        now = hand.round
        assert now.settlement is not None
        nets = [now.settlement[seat] for seat in range(now.seats)]
        if sum(nets) != now.carried_in - now.carried_out:
            raise self.fail(f"the nets of hand {hand.id} come to {sum(nets)} chips")
        for seat, net in enumerate(nets):
            if net < -hand.stacks[seat]:
                raise self.fail(f"{hand.names[seat]} loses {-net} chips in hand {hand.id}, and had {hand.stacks[seat]}")
        if isinstance(now, QiuQiuRound):
            self._look_at_pots(hand, now, nets)
        if isinstance(now, QuanDuiRound):
            self._look_at_claims(hand, now)

    def _look_at_pots(self, hand: AnyHand, now: QiuQiuRound, nets: list[int]) -> None:
        """QQ-25: from each other a player wins at most what they have put in themselves; who folds wins nothing."""
        staked, folded = now.staked, now.betting.folded
        for seat, net in enumerate(nets):
            if seat in folded and net != -staked[seat]:
                raise self.fail(f"{hand.names[seat]} has folded hand {hand.id}, and it changes their chips by {net}")
            most = sum(min(staked[seat], other) for each, other in enumerate(staked) if each != seat)
            # What folded players put in above all others belongs to the last pot, whoever wins it.
            live = max(staked[each] for each in range(now.seats) if each not in folded)
            most += now.carried_in + sum(max(staked[each] - live, 0) for each in folded)
            if net > most:
                raise self.fail(
                    f"{hand.names[seat]} wins {net} chips in hand {hand.id}, at most {most} are theirs to win"
                )

    def _look_at_claims(self, hand: AnyHand, now: QuanDuiRound) -> None:
        """QD-8: a win goes before a dui, and of two alike the one who would have been in turn sooner."""
        discarder = None
        for event in hand.events:
            seat = getattr(event, "seat", None)
            if type(event).__name__ == "Discarded":
                discarder = seat
            later = getattr(event, "later", ())
            if not isinstance(event, Won | Claimed) or discarder is None or not later:
                continue
            mine = (isinstance(event, Claimed), (discarder - event.seat) % now.seats)
            for claim in later:
                theirs = (claim.claim.verb == "dui", (discarder - claim.seat) % now.seats)
                if theirs < mine:
                    raise self.fail(
                        f"in hand {hand.id} the claim of seat {claim.seat} came first, and {event.seat} got the card"
                    )
