"""QiuQiu under the rules of Sumatra as lean as Python allows: the yardstick for whole hands.

Everything changes in place, nobody is checked, nothing is told, nothing can be shown or resumed.
Options come in the same order as the engine's, so that one generator leads both through the same hand.
"""

from __future__ import annotations

from random import Random

from engine.qiuqiu.ranking import ranking
from engine.qiuqiu.rules import SUMATRA
from engine.qiuqiu.tiles import TILES

LEAST, MOST, ANTE = 10, 100, 10


def play(rng: Random, stacks: list[int], dealer: int, pack: list[int]) -> tuple[list[int], int]:
    """Play one hand with random legal actions; return what each seat has won or lost, and how many actions it took."""
    around = len(stacks)
    left = [stack - ANTE for stack in stacks]
    paid = [ANTE] * around
    folded = [False] * around
    order = [*range(dealer, around), *range(dealer)]
    dealt_in = [*order[1:], order[0]]
    hands = [0] * around
    for turn in range(3):
        for place, seat in enumerate(dealt_in):
            hands[seat] |= TILES[pack[turn * around + place]]
    top, live, actions = 3 * around, around, 0
    for street in range(2):
        if street:
            for seat in dealt_in:
                if not folded[seat]:
                    hands[seat] |= TILES[pack[top]]
                    top += 1
        bets = [0] * around
        high = 0
        acted: set[int] = set()
        able = [seat for seat in order if left[seat] and not folded[seat]]
        waiting = len(able)
        while waiting and live > 1:
            seat = able[0]
            stack, bet = left[seat], bets[seat]
            owed = high - bet
            total = bet + stack
            if not owed and len(able) == 1:
                break
            least = most = to = 0
            if owed >= stack:
                ready = ["all-in", "fold"]
            elif len(able) == 1 or (seat in acted and owed):
                ready = ["call", "fold"]
            elif seat in acted:
                ready = ["check"]
            else:
                ready = ["call"] if owed else ["check"]
                least, most = high + LEAST, min(total, high + MOST)
                if least <= most:
                    if least < total:
                        ready.append("least")
                    pot_sized = min(high + owed + sum(paid), most)
                    if least < pot_sized < total:
                        ready.append("pot")
                if most == total:
                    ready.append("all-in")
                if owed:
                    ready.append("fold")
                if least <= most:
                    to = rng.randint(least, most)
                    ready.append("amount")
            verb = rng.choice(ready)
            actions += 1
            del able[0]
            waiting -= 1
            if verb == "check":
                able.append(seat)
                acted.add(seat)
                continue
            if verb == "fold":
                folded[seat] = True
                live -= 1
                continue
            if verb == "call" or (verb == "all-in" and total <= high):
                put = min(owed, stack)
                acted.add(seat)
            else:
                if verb == "all-in":
                    to = total
                elif verb == "least":
                    to = least
                elif verb == "pot":
                    to = pot_sized
                put = to - bet
                acted = {seat} if to - high >= LEAST else acted | {seat}
                high = to
                waiting = len(able)
            left[seat] -= put
            paid[seat] += put
            bets[seat] += put
            if left[seat]:
                able.append(seat)
        if live == 1:
            break
    return _settled(paid, folded, hands, order), actions


def _settled(paid: list[int], folded: list[bool], hands: list[int], order: list[int]) -> list[int]:
    """Share the pots by strength; odd chips go to the winners in ``order``."""
    net = [-amount for amount in paid]
    live = [seat for seat in order if not folded[seat]]
    if len(live) == 1:
        net[live[0]] += sum(paid)
        return net
    table = ranking(SUMATRA).table
    strength = {seat: table[hands[seat]] for seat in live}
    left = list(paid)
    while live:
        level = min(left[seat] for seat in live)
        contested = len(live) == 1
        amount = 0
        for seat, rest in enumerate(left):
            taken = rest if contested else min(rest, level)
            amount += taken
            left[seat] -= taken
        best = max(strength[seat] for seat in live)
        winners = [seat for seat in live if strength[seat] == best]
        each, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            net[seat] += each + (place < odd)
        still = [seat for seat in live if left[seat]]
        if not still and any(left):
            for seat, rest in enumerate(left):
                net[winners[0]] += rest
                left[seat] = 0
        live = still
    return net
