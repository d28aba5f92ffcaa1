"""Nothing private reaches the wrong eyes: every byte said to anybody is searched for what they may not see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from bot.ledger.account import hand_number
from bot.messages import PlayerId
from bot.presenting.presenters import TITLES
from bot.wording import in_language, languages
from engine.fairness.dealing import SealedDeal
from engine.fairness.sealing import Seal
from engine.table.hand import AnyHand
from engine.table.state import TableState
from tests.bot.leaks import bytes_told, cards_named
from tools.simulation.checks.check import Check
from tools.simulation.checks.observed import EVERYBODY, Said, verb_of


class NothingPrivateElsewhere(Check):
    """No hidden card, key or salt is said to anybody who may not know it, nor written to the log."""

    name = "nothing private to the wrong eyes"

    def __init__(self) -> None:
        super().__init__()
        self._answers: set[tuple[PlayerId, str, str]] = set()
        """Every answer so far: a command that comes again gets its first answer, though another hand is played."""

        self._keys: dict[str, _Keys] = {}
        """The keys that each table had when something was last looked for them."""

    def shown(self, said: Said) -> None:
        if self.life is None:
            return
        if said.how == "reply":
            answer = (said.receiver, said.answer_to, said.text)
            if answer in self._answers:
                return
            self._answers.add(answer)
        told = bytes_told(said.text)
        meant = self._meant(said)
        for table in self.life.app.tables.all_open():
            state = table.state
            if told and not told.isdisjoint(self._keys_of(state)):
                raise self.fail(f"a key of table {state.id} is told to {said.receiver or 'everybody'}")
            groups = self.life.app.groups
            if said.place is not None and groups.table_place(said.place) != state.place:
                continue
            if meant and state.id != meant:
                continue
            hand = state.playing
            if hand is None or not _concerns(said, state, hand):
                continue
            if hidden := cards_named(said.text, hand.deal.seal.context.cards) & hidden_from(
                hand, groups.person(state.place.group, said.receiver)
            ):
                raise self.fail(
                    f"the hidden cards {sorted(hidden)} of hand {hand.id} are told to {said.receiver or 'everybody'}, "
                    f"by {said.how}"
                )

    def _meant(self, said: Said) -> str:
        """The table that an answer is about where several stand in one place; empty if it may be any of them."""
        assert self.life is not None
        if said.table or said.how != "reply":
            return said.table
        here = [] if said.place is None else [table.state for table in self.life.app.tables.all_at(said.place)]
        person = self.life.app.groups.person
        own = [each.id for each in here if each.chair_of(person(each.place.group, said.receiver)) is not None]
        return own[0] if len(own) == 1 else ""

    def _keys_of(self, state: TableState) -> frozenset[bytes]:
        """The keys of a table that nobody may know."""
        sealed, hand = state.sealed, state.playing
        seal, deal = None if sealed is None else sealed.seal, None if hand is None else hand.deal
        known = self._keys.get(state.id)
        if known is None or known.seal is not seal or known.deal is not deal:
            known = self._keys[state.id] = _Keys.of(seal, deal)
        return known.keys

    def logged(self, entry: Mapping[str, Any]) -> None:
        if self.life is None:
            return
        text = repr(dict(entry))
        told = bytes_told(text)
        named: dict[tuple[str, ...], set[str]] = {}
        for table in self.life.app.tables.all_open():
            hand = table.state.playing
            if told and not told.isdisjoint(self._keys_of(table.state)):
                raise self.fail(f"a key of table {table.state.id} is written to the log")
            if hand is not None:
                names = tuple(hand.deal.seal.context.cards)
                if names not in named:
                    named[names] = cards_named(text, names)
                if named[names] and (hidden := named[names] & hidden_from(hand, EVERYBODY)):
                    raise self.fail(f"the hidden cards {sorted(hidden)} of hand {hand.id} are written to the log")


def hidden_from(hand: AnyHand, who: PlayerId) -> set[str]:
    """The names of cards that are dealt and that somebody cannot know; one of several alike tells of all."""
    names, pack, now = hand.deal.seal.context.cards, hand.deal.pack, hand.round
    seat = hand.seat(who) if who else None
    known = {*now.opened, *(() if seat is None else now.held(seat))}
    closed = {names[pack[place]] for place in range(now.dealt) if place not in known}
    return closed - {names[pack[place]] for place in known}


class _Keys(NamedTuple):
    """The keys of one table, and what they belong to."""

    seal: Seal | None
    deal: SealedDeal | None
    keys: frozenset[bytes]

    @classmethod
    def of(cls, seal: Seal | None, deal: SealedDeal | None) -> Self:
        """Those of the packs that are sealed for the next hand, and of the one that is played with."""
        # Those of the other packs are opened with the deal.
        dealt = () if deal is None else (deal.picked_pack.key,)
        return cls(seal, deal, frozenset((*(() if seal is None else seal.keys), *dealt)))


def _concerns(said: Said, state: TableState, hand: AnyHand) -> bool:
    """Whether something that is said at its place, or to a person, is said of this very hand: in its messages, or in
    the answer to what was done in it."""
    if said.how == "reply":
        return bool(verb_of(said.answer_to)) or said.answer_to.startswith("advance")
    private_hand = (f"verify mine {hand.id}", f"{state.id}:") in said.buttons
    if said.receiver or private_hand:
        # Wherever it stands: what is meant for one player alone may be shown to everybody by mistake.
        return private_hand
    return is_of(said, state, hand)


def is_of(said: Said, state: TableState, hand: AnyHand) -> bool:
    """Whether the title of a hand stands in what is said."""
    number, game = hand_number(hand.id), TITLES[state.game_name]
    titles = (in_language(code)("hand-title", game=game, number=number) for code in languages())
    return any(re.search(rf"{re.escape(title)}(?!\d)", said.text) for title in titles)
