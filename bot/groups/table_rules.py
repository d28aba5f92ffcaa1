"""The house rules that hold for the tables of every game: clocks, buy-ins, chips, and what keeps a group pleasant."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.house_rules import BadRule, HouseRules, number, one_of, rule, switch


@dataclass(frozen=True)
class TableRules(HouseRules):
    """How a group runs its tables; seconds are whole, amounts are chips."""

    turn_seconds: int = rule(45, number(5, 3600), section="clock")
    """How long a player may think."""

    time_bank: int = rule(30, number(0, 600), section="clock")
    """Extra seconds each player has for a whole sitting, used up when a turn takes longer."""

    pause_seconds: int = rule(8, number(1, 600), section="clock")
    """The pause between two hands."""

    computer_seconds: int = rule(2, number(0, 30), section="clock")
    """How long a computer player seems to think."""

    lapses: int = rule(2, number(1, 10), section="clock")
    """How many turns in a row a player may let pass before sitting out."""

    buy_in: int = rule(500, number(1, 1_000_000_000), section="chips")
    """The usual buy-in."""

    min_buy_in: int = rule(100, number(1, 1_000_000_000), section="chips", told_with="buy_in")
    """The smallest buy-in."""

    max_buy_in: int = rule(2000, number(1, 1_000_000_000), section="chips", told_with="buy_in")
    """The most chips with which a player may sit down, or to which they may fill up."""

    grant: int = rule(2000, number(0, 1_000_000_000), section="chips")
    """What a newcomer is given."""

    daily: int = rule(500, number(0, 1_000_000_000), section="chips")
    """The floor to which ``daily`` fills up."""

    show_cards: bool = rule(True, switch(), section="fairness")
    """True if players may show cards after a hand that they folded or kept closed."""

    rank_without_dumps: bool = rule(False, switch(), section="fairness", told_with="show_cards")
    """True if rankings leave out what new accounts lost to one person in an unusual way (``integrity``)."""

    quiet_hours: bool = rule(False, switch(), section="order")
    """True if no hand begins for some hours of the day, in the time zone of the group."""

    quiet_from: int = rule(23, number(0, 23), section="order", told_with="quiet_hours")
    """The hour with which these hours begin."""

    quiet_to: int = rule(7, number(0, 23), section="order", told_with="quiet_hours")
    """The hour with which they end, on the next day if that is no later: the same hour means the whole day."""

    tables_per_channel: int = rule(1, number(1, 3), section="order")
    """How many tables may stand in one channel; threads and topics are channels of their own."""

    computer_chips: str = rule("alone", one_of("alone", "always", "never"), section="chips")
    """Where computer players play for real chips: with one person alone, always, or never; to practise they always may.

    Their chips come from the mint, so several people could farm it for one another.
    """
    gifts: int = rule(0, number(0, 1_000_000_000), section="chips")
    """How many chips a player may give others in a day; 0 turns gifts off."""

    @property
    def quiet_all_day(self) -> bool:
        """True if quiet hours never end: those of a day begin when those of the day before are over."""
        return self.quiet_hours and self.quiet_from == self.quiet_to

    def taking(self, least_stack: int) -> TableRules:
        """These rules at a table where it takes so many chips to be dealt in: nobody sits down there with fewer."""
        least = min(max(self.min_buy_in, least_stack), self.buy_in)
        return self if least == self.min_buy_in else replace(self, min_buy_in=least)

    def lets_computers_play(self, people: int) -> bool:
        """True if computer players may play for real chips with so many people."""
        return self.computer_chips == "always" or (self.computer_chips == "alone" and people <= 1)

    def check(self) -> None:
        """Refuse buy-ins that contradict one another."""
        if not self.min_buy_in <= self.buy_in <= self.max_buy_in:
            raise BadRule("buy-ins-out-of-order", least=self.min_buy_in, usual=self.buy_in, most=self.max_buy_in)
