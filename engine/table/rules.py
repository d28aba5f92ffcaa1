"""House rules for the tables of every game: clocks, chips, order, fairness."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.house_rules import BadRule, HouseRules, number, one_of, rule, switch


@dataclass(frozen=True)
class TableRules(HouseRules):
    """Rules of a group's tables; seconds are whole, amounts are chips."""

    turn_seconds: int = rule(45, number(5, 3600), section="clock")
    """Time for a turn."""

    time_bank: int = rule(30, number(0, 600), section="clock")
    """Extra seconds for a whole sitting."""

    pause_seconds: int = rule(8, number(1, 600), section="clock")

    computer_seconds: int = rule(2, number(0, 30), section="clock")
    """Apparent thinking time of a computer player."""

    lapses: int = rule(2, number(1, 10), section="clock")
    """Lapsed turns in a row before sitting out."""

    buy_in: int = rule(500, number(1, 1_000_000_000), section="chips")

    min_buy_in: int = rule(100, number(1, 1_000_000_000), section="chips", told_with="buy_in")

    max_buy_in: int = rule(2000, number(1, 1_000_000_000), section="chips", told_with="buy_in")
    """The most chips after sitting down or a rebuy."""

    grant: int = rule(2000, number(0, 1_000_000_000), section="chips")
    """Chips for a newcomer."""

    daily: int = rule(500, number(0, 1_000_000_000), section="chips")
    """The floor of ``daily``."""

    show_cards: bool = rule(True, switch(), section="fairness")
    """True if players may show hidden cards after a hand."""

    rank_without_dumps: bool = rule(False, switch(), section="fairness")
    """True if rankings leave out unusual losses of new accounts (``integrity``)."""

    quiet_hours: bool = rule(False, switch(), section="order")
    """True if no hand begins in some hours, in the group's time zone."""

    quiet_from: int = rule(23, number(0, 23), section="order", told_with="quiet_hours")
    """Their first hour."""

    quiet_to: int = rule(7, number(0, 23), section="order", told_with="quiet_hours")
    """Their end, on the next day unless later; the same hour means none."""

    tables_per_channel: int = rule(1, number(1, 3), section="order")
    """Most tables in one channel, thread or topic."""

    computer_chips: str = rule("alone", one_of("alone", "always", "never"), section="chips")
    """Computer players for real chips; in practice they always may.

    Their chips come from the mint, so several people could farm it.
    """
    gifts: int = rule(0, number(0, 1_000_000_000), section="chips")
    """Chips that a player may give away in a day; 0 forbids gifts."""

    def taking(self, least_stack: int) -> TableRules:
        """Raise the least buy-in to the least stack of a table."""
        least = min(max(self.min_buy_in, least_stack), self.buy_in)
        return self if least == self.min_buy_in else replace(self, min_buy_in=least)

    def lets_computers_play(self, people: int) -> bool:
        """Return true if computer players may play for real chips with so many people."""
        return self.computer_chips == "always" or (self.computer_chips == "alone" and people <= 1)

    def check(self) -> None:
        """Refuse buy-ins that contradict one another."""
        if not self.min_buy_in <= self.buy_in <= self.max_buy_in:
            raise BadRule("buy-ins-out-of-order", least=self.min_buy_in, usual=self.buy_in, most=self.max_buy_in)
