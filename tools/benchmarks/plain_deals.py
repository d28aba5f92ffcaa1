"""Koo Kiew and Quan Dui under their usual rules, written plainly: the yardsticks for whole deals.

Everything lies in lists that change in place, nobody is checked, nothing is told, nothing can be shown or resumed.
Cards are the same numbers as the engine's, and chance is asked in the same order, so that one generator leads both
through the same deal.
"""

from __future__ import annotations

from random import Random

LARGEST_STAKE = 50

RIVAL = 0.2
"""The chance that one opponent wins in one round of turns, as the engine's computer players reckon with it."""

STAKE = 10
ENDLESS = 10
KINDS = 30
NUMBERS = [list(range(6)), *([first, first + 1, first + 2] for first in range(6, KINDS, 3))]
"""The different cards of each number: six ones, three of every other."""


# --- Koo Kiew --------------------------------------------------------------------------------------------------


def koo_kiew(rng: Random, stacks: list[int], banker: int, pack: list[int]) -> tuple[list[int], int]:
    """Play one deal with random stakes; return what each seat has won or lost, and how many actions it took."""
    around, left = len(stacks), stacks[banker]
    stakes = [0] * around
    for seat in range(around):
        if seat != banker:
            stakes[seat] = rng.randint(1, min(stacks[seat], LARGEST_STAKE))
    for distance in range(1, around):
        seat = (banker + distance) % around
        stakes[seat] = min(stakes[seat], left)
        left -= stakes[seat]
    net = [0] * around
    worth = []
    for seat in range(around):
        place = (seat - banker - 1) % around
        one, other = pack[place] // 4, pack[around + place] // 4
        points = 10 if one == other else (one % 7 + other % 7 + 2) % 10
        worth.append((points, -min(one, other)))
    for seat in range(around):
        if seat != banker:
            net[seat] = stakes[seat] if worth[seat] > worth[banker] else -stakes[seat]
    net[banker] = -sum(net)
    return net, around


# --- Quan Dui --------------------------------------------------------------------------------------------------


class _Table:
    """A hand of Quan Dui: for each seat how often it holds each card, and which dui lie face up."""

    def __init__(self, around: int, dealer: int, pack: list[int]) -> None:
        self.around = around
        self.held = [[0] * KINDS for _ in range(around)]
        self.exposed: list[list[int]] = [[] for _ in range(around)]
        self.middle: list[int] = []
        self.cards = [number // 4 for number in pack]
        self.top = 0
        order = [(dealer - distance) % around for distance in range(around)]
        for batch in (6, 5, 5):
            for seat in order:
                for _ in range(batch if seat == dealer else 5):
                    self.draw(seat)

    def draw(self, seat: int) -> None:
        self.held[seat][self.cards[self.top]] += 1
        self.top += 1

    @property
    def stock(self) -> int:
        return len(self.cards) - self.top

    def odd(self, seat: int) -> list[list[int]]:
        """For each number, the cards of which a seat has a hidden one over when all its dui are made."""
        held = self.held[seat]
        return [[card for card in number if held[card] % 2] for number in NUMBERS]

    def stakes(self, seat: int) -> int:
        """How many stakes the sixteen cards of a seat win."""
        odd = self.odd(seat)
        if any(len(cards) % 2 for cards in odd):
            return 0
        return 1 if any(odd) else 2

    def pairs_a_single(self, seat: int, card: int) -> bool:
        """Whether a card leaves fewer singles."""
        number = next(number for number in NUMBERS if card in number)
        return sum(self.held[seat][each] for each in number) % 2 == 1

    def unseen(self, seat: int) -> list[int]:
        """How many copies of each card a seat does not see."""
        left = [4 - count for count in self.held[seat]]
        for card in self.middle:
            left[card] -= 1
        for exposed in self.exposed:
            for card in exposed:
                left[card] -= 2
        return left

    def plays_on(self, seat: int, unseen: list[int]) -> bool:
        """Whether a seat with sixteen cards had better wait for quan dui."""
        odd = [card for cards in self.odd(seat) for card in cards]
        if self.stakes(seat) != 1 or len(odd) != 2:
            return False
        found = min(1.0, self.around * max(unseen[card] for card in odd) / sum(unseen))
        beaten = 1 - (1 - RIVAL) ** (self.around - 1)
        played = len(self.middle) // self.around
        entropy, undecided = 0.0, 1.0
        for coming in range(played, played + self.stock // self.around):
            entropy += undecided * found
            undecided *= (1 - found) * (1 - (beaten if coming >= 1 else 0))
        return (self.around - 1) * 2 * entropy - (1 - entropy) > self.around - 1

    def claim(self, seat: int, card: int) -> str:
        """What a computer player answers when a card was discarded."""
        held = self.held[seat]
        makes_dui = held[card] > 0
        held[card] += 1
        wins = self.stakes(seat) > 0
        held[card] -= 1
        if wins and makes_dui:
            unseen = self.unseen(seat)
            held[card] -= 1
            playing_on = self.plays_on(seat, unseen)
            held[card] += 1
            return "dui" if playing_on else "win"
        if wins:
            return "win"
        return "dui" if makes_dui and self.pairs_a_single(seat, card) else "pass"

    def discard(self, seat: int, rng: Random) -> int:
        """Let a computer player discard what is hardest to pair; it goes to the middle."""
        unseen, odd = self.unseen(seat), self.odd(seat)
        singles = [cards[-1] for cards in odd if len(cards) % 2]
        mates = {card: sum(unseen[each] for each in number) for number in NUMBERS for card in number}
        if singles:
            least = min(singles, key=lambda card: (mates[card], unseen[card], rng.random()))
        else:
            loose = [card for cards in odd for card in cards]
            least = min(loose, key=lambda card: (unseen[card], mates[card], rng.random()))
        self.held[seat][least] -= 1
        self.middle.append(least)
        return least


def quan_dui(rng: Random, around: int, dealer: int, pack: list[int]) -> tuple[list[int], int]:
    """Let computer players play one hand; return what each seat has won or lost, and how many actions it took."""
    table = _Table(around, dealer, pack)
    turn, without_stock, actions = dealer, 0, 0
    while True:
        actions += 1
        if table.stakes(turn) and not table.plays_on(turn, table.unseen(turn)):
            return _won(table, turn), actions
        card = table.discard(turn, rng)
        order = [(turn - distance) % around for distance in range(1, around)]
        answers = [table.claim(seat, card) for seat in order]
        actions += len(answers)
        if "win" in answers:
            turn = order[answers.index("win")]
            table.held[turn][card] += 1
            return _won(table, turn), actions
        if "dui" in answers:
            turn = order[answers.index("dui")]
            table.middle.pop()
            table.held[turn][card] -= 1
            table.exposed[turn].append(card)
            without_stock += 1
            if not any(table.held[turn]):
                return _won(table, turn), actions
            continue
        if not table.stock or without_stock >= ENDLESS * around:
            return [0] * around, actions
        turn = order[0]
        actions += 1
        if not table.pairs_a_single(turn, card):
            table.draw(turn)
            without_stock = 0
            continue
        table.middle.pop()
        makes_dui = table.held[turn][card] > 0
        table.held[turn][card] += 1
        without_stock += 1
        if table.stakes(turn) and not makes_dui:
            return _won(table, turn), actions


def _won(table: _Table, winner: int) -> list[int]:
    paid = STAKE * table.stakes(winner)
    return [paid * (table.around - 1) if seat == winner else -paid for seat in range(table.around)]
