"""To whom each card of a deal goes: by the game, its rules, who sits where, and what everybody has seen played.

This is written apart from the rounds of the games, which say the same of themselves: so a record is held against the
rules, and not against the program that has played the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

FOLD, STREET, DRAW = "fold", "street", "draw"
"""Words of an order of play: a player folds, the dealer deals the next street, a player draws from the stock."""

PICK_UP, DUI, WIN = "pick-up", "dui", "win"
"""The words after which the number of a card stands, which a player has taken from the middle."""

Chairs: TypeAlias = tuple[int, ...]


class Move(NamedTuple):
    """One step of the order of play, which everybody has seen."""

    chair: int
    word: str


class NotDealtLikeThis(ValueError):
    """No hand of the game is dealt and played like this."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What decides to whom the cards of a hand go."""

    rules: Mapping[str, str]
    """The rules in force by name; ``game`` is one of them."""

    chairs: Chairs
    """The chairs that were dealt in, ascending, which is clockwise."""

    dealer: int
    banker: int | None
    """The chair that bought the bank; ``None`` where it is not sold, or not yet."""

    play: Sequence[Move]

    def receivers(self) -> Chairs:
        """The chair that each card of the deal was dealt or drawn by, in order.

        Raises:
            NotDealtLikeThis: the game is unknown, or no hand of it goes like this.
        """
        game = GAMES.get(self.rules.get("game", ""))
        if game is None or self.dealer not in self.chairs:
            raise NotDealtLikeThis
        return tuple(game(self))

    def clockwise(self, first: int) -> Chairs:
        """All chairs clockwise, beginning with this one."""
        at = self.chairs.index(first)
        return self.chairs[at:] + self.chairs[:at]

    def left_of(self, chair: int) -> int:
        """The chair that comes next clockwise."""
        return (*self.clockwise(chair), chair)[1]

    def right_of(self, chair: int) -> int:
        """The chair that comes next anticlockwise."""
        return self.clockwise(chair)[-1]


def taken(play: Iterable[Move]) -> dict[int, int]:
    """The chair that took each card from the middle last, by the number of the card, counted from 1.

    Words that take no card, and words that name none, are passed over.
    """
    words = [(chair, *word.partition(" ")) for chair, word in play]
    return {int(number): chair for chair, _, _, number in words if _is_number(number)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and not text.startswith("0") and len(text) <= len(str(1 << 16))


def _require(held: bool) -> None:
    if not held:
        raise NotDealtLikeThis


def _value(hand: Hand, rule: str, values: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    _require(hand.rules.get(rule) in values)
    return values[hand.rules[rule]]


_STREETS: Mapping[str, tuple[int, ...]] = {"two": (3, 1), "three": (2, 1, 1), "one": (3, 1)}
"""How many tiles everybody still in gets at first, and after each betting round (QQ-24)."""

_BATCHES: Mapping[str, tuple[int, ...]] = {"singly": (1, 1, 1), "1+2": (1, 2), "2+1": (2, 1), "3": (3,)}
"""In which batches three tiles are handed out (QQ-24)."""


def _qiuqiu(hand: Hand) -> Iterator[int]:
    """Tiles go clockwise, from the dealer's left unless the rules say otherwise, to those who have not folded."""
    batches = _value(hand, "batches", _BATCHES)
    streets = iter(_value(hand, "rounds", _STREETS))
    _require(hand.rules.get("first_card") in ("dealer", "left_of_dealer") and hand.banker is None)
    first = hand.dealer if hand.rules["first_card"] == "dealer" else hand.left_of(hand.dealer)
    live = list(hand.clockwise(first))

    def dealt(tiles: int) -> Iterator[int]:
        singly = (1,) * tiles if hand.rules["batches"] == "singly" else (tiles,)
        for batch in batches if tiles == len(_BATCHES["singly"]) else singly:
            for chair in live:
                yield from [chair] * batch

    yield from dealt(next(streets))
    for chair, word in hand.play:
        _require(len(live) > 1)
        if word == FOLD:
            _require(chair in live)
            live.remove(chair)
        else:
            tiles = next(streets, 0)
            _require(word == STREET and chair == hand.dealer and tiles > 0)
            yield from dealt(tiles)


def _koo_kiew(hand: Hand) -> Iterator[int]:
    """Two cards singly, clockwise from the left of the banker, once it is known who that is (KK-14)."""
    sold = hand.rules.get("bank") == "highest_bidder"
    _require("bank" in hand.rules and not hand.play and (sold or hand.banker is None))
    banker = hand.banker if sold else hand.dealer
    if banker is not None:
        _require(banker in hand.chairs)
        yield from hand.clockwise(hand.left_of(banker)) * 2


def _quan_dui(hand: Hand) -> Iterator[int]:
    """Six cards to the dealer and five to the others to the right, then five twice; then what is drawn (QD-4, QD-8)."""
    _require(hand.banker is None)
    order = hand.clockwise(hand.dealer)[:1] + hand.clockwise(hand.dealer)[:0:-1]
    holders = [hand.dealer]
    for _ in range(3):
        holders += [chair for chair in order for _ in range(5)]
    yield from holders
    discarder, over = hand.dealer, False
    for chair, written in hand.play:
        word, _, number = written.partition(" ")
        _require(not over and chair in hand.chairs)
        if word in (DRAW, PICK_UP):
            _require(chair == hand.right_of(discarder))
        else:
            _require(word in (DUI, WIN) and chair != discarder)
        if word == DRAW:
            _require(written == DRAW)
            holders.append(chair)
            yield chair
        else:
            _require(_is_number(number) and int(number) <= len(holders))
            _require(holders[int(number) - 1] == discarder)
            holders[int(number) - 1] = chair
        discarder, over = chair, word == WIN


GAMES: dict[str, Callable[[Hand], Iterator[int]]] = {
    "qiuqiu": _qiuqiu,
    "koo-kiew": _koo_kiew,
    "quan-dui": _quan_dui,
}
"""How each game is dealt, by the name that its rules give it."""


def add(game: str, dealt_to: Callable[[Hand], Iterator[int]]) -> None:
    """Add the way in which the game of an installed package is dealt."""
    GAMES[game] = dealt_to
