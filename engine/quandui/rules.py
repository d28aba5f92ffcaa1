"""The house rules of Quan Dui; every field names the decision (QD-…) that settles what it means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.fairness.receivers import Dealing
from engine.house_rules import GameRules, number, one_of, rule, switch


@dataclass(frozen=True)
class QuanDuiRules(GameRules):
    """The defaults are those of the clubs of Amsterdam."""

    stake: int = rule(10, number(1, 1_000_000), section="stakes")
    """Chips that everybody else pays to the winner, and twice as many for quan dui (QD-17)."""

    claim_window: str = rule("all_answered", one_of("all_answered", "full_time"), section="claims")
    """The time for claims ends early once everybody has answered, or always runs to its end (QD-8)."""

    pick_up_dui: str = rule("quiet", one_of("quiet", "exposed"), section="claims")
    """A pick-up that makes a dui: it may stay in the hand, or has to be exposed like a claimed one (QD-11)."""

    four_alike: bool = rule(True, switch(), section="winning")
    """True if four identical cards count as two dui (QD-3)."""

    dealer_wins: bool = rule(True, switch(), section="winning")
    """True if the dealer may win at once with the sixteen cards dealt (QD-14)."""

    forced_win: str = rule("any_discard", one_of("any_discard", "claims"), section="winning")
    """A hand completed with a ka by a discard has to win: also by a pick-up, or only by a claim (QD-12)."""

    after_passing: str = rule("any", one_of("any", "quan_dui"), section="winning")
    """After playing on with a complete hand a player may win in any way, or only with quan dui (QD-13)."""

    stock_end: str = rule("claims", one_of("claims", "win_only"), section="ending")
    """The discard after the last draw may be claimed for a win or a dui, or only for a win (QD-15)."""

    endless: int = rule(10, number(1, 100), section="ending")
    """The hand is drawn after so many turns a player in a row without a card from the stock (QD-16)."""

    claim_seconds: int = rule(8, number(3, 120), section="clock")
    """Seconds for claims to a discard (QD-8)."""

    @cached_property
    def dealing(self) -> Dealing:
        """Six cards to the dealer and five to the others, to the right, then five twice (QD-4)."""
        return Dealing(((5, 5, 5),), first=0, clockwise=False, ahead=1, stock=True)

    @property
    def buy_in(self) -> int:
        """Chips that each player puts on the table: enough to pay for quan dui (QD-17)."""
        return 2 * self.stake


AMSTERDAM = QuanDuiRules()
STRICT = QuanDuiRules(
    claim_window="full_time", pick_up_dui="exposed", dealer_wins=False, after_passing="quan_dui", stock_end="win_only"
)

PRESETS = {"amsterdam": AMSTERDAM, "strict": STRICT}
"""The usual rules, and a set that leaves less to choose."""
