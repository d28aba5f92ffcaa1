"""Whole hands of QiuQiu written down as they would be told, for tests to read like the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Deal
from engine.play import Event, Seat
from engine.qiuqiu import events as happened
from engine.qiuqiu.game import QiuQiu
from engine.qiuqiu.round import QiuQiuRound
from engine.qiuqiu.rules import PRESETS, STREETS, SUMATRA, QiuQiuRules
from engine.qiuqiu.tiles import NAMES, hand_names, tile_name
from tests.engine.stories import Story, rules_told
from tests.engine.storytelling import Told

QIUQIU = QiuQiu()


class ScriptedHand(Told[QiuQiuRound]):
    """A hand at a table of named players, the first of whom deals unless another is named."""

    def __init__(
        self, seats: Mapping[str, tuple[int, str]], *, dealer: str = "", rules: QiuQiuRules = SUMATRA, carried: int = 0
    ) -> None:
        """Deal to players with stacks and tiles: ``{"Ani": (500, "6-3 5-4 2-1 0-0")}``.

        Tiles that are not given are dealt from what is left, in the order of their numbers.
        """
        names = list(seats)
        first = names.index(dealer) if dealer else 0
        pack = arranged([tiles.split() for _, tiles in seats.values()], first, rules)
        stacks = tuple([stack for stack, _ in seats.values()])
        super().__init__(QIUQIU, names, Deal(rules, stacks, first, tuple(pack), carried), told)

    @property
    def pots(self) -> list[str]:
        """The pots as everybody sees them, each with those who may win it."""
        return [
            " ".join([str(pot.amount), *(self.names[seat] for seat in pot.eligible)])
            for pot in self.now.view(None).pots
        ]

    @property
    def held(self) -> list[str]:
        """The tiles of each player, in the order in which they were dealt."""
        return [" ".join(hand_names(self.now.view(seat).hand)) for seat in range(self.now.seats)]


def hand_of(story: Story) -> ScriptedHand:
    """The hand of a story, dealt."""
    told = story.setting
    rules = rules_told(told.get("rules", ""), SUMATRA, PRESETS)
    return ScriptedHand(story.seats, dealer=told.get("dealer", ""), rules=rules, carried=int(told.get("carried", "0")))


def arranged(wanted: Sequence[Sequence[str]], dealer: Seat, rules: QiuQiuRules) -> list[int]:
    """A pack from which everybody is dealt the wanted tiles, if nobody folds before all are dealt."""
    around = len(wanted)
    first = dealer if rules.first_card == "dealer" else (dealer + 1) % around
    order = [(first + place) % around for place in range(around)]
    places: list[Seat] = []
    for count in [street.tiles for street in STREETS[rules.rounds]]:
        batches = (
            [1] * count if rules.batches == "singly" or count < 3 else [int(each) for each in rules.batches.split("+")]
        )
        for batch in batches:
            places += [seat for seat in order for _ in range(batch)]
    hands = [list(each) for each in wanted]
    spare = [name for name in NAMES if not any(name in each for each in wanted)]
    pack = [hands[seat].pop(0) if hands[seat] else spare.pop(0) for seat in places]
    return [NAMES.index(name) for name in [*pack, *spare, *(name for each in hands for name in each)]]


def told(event: Event, names: Sequence[str]) -> str:
    """An event as a line of the story."""
    match event:
        case happened.Anted(seat, amount, all_in):
            return f"{names[seat]} antes {amount}{_all_in(all_in)}"
        case happened.Carried(amount):
            return f"{amount} from the last hand"
        case happened.Dealt(tiles):
            return f"{tiles} dealt"
        case happened.Checked(seat):
            return f"{names[seat]} checks"
        case happened.Bet(seat, amount, all_in):
            return f"{names[seat]} bets {amount}{_all_in(all_in)}"
        case happened.Called(seat, amount, all_in):
            return f"{names[seat]} calls {amount}{_all_in(all_in)}"
        case happened.Raised(seat, to, all_in):
            return f"{names[seat]} raises to {to}{_all_in(all_in)}"
        case happened.Folded(seat, left):
            return f"{names[seat]} {'leaves' if left else 'folds'}"
        case happened.Returned(seat, amount):
            return f"{amount} back to {names[seat]}"
        case happened.Showed(seat, _, groups, label):
            laid = " | ".join(" ".join(tile_name(each) for each in group) for group in groups)
            return f"{names[seat]} shows {label}: {laid}"
        case happened.Awarded(pot, part, amount, shares, _, carried):
            which = "main pot" if pot == 0 else f"side pot {pot}"
            half = "" if part == "whole" else f", {part} half"
            rest = f", {carried} stays" if carried else ""
            return f"{which}{half} {amount}: " + ", ".join(f"{names[seat]} {chips}" for seat, chips in shares) + rest
        case happened.Uncontested(seat, amount):
            return f"{names[seat]} takes {amount}"
    raise AssertionError(f"nobody can tell {event}")


def _all_in(all_in: bool) -> str:
    return " (all-in)" if all_in else ""
