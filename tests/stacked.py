"""Deals whose cards a test chooses: the packs are sealed as always, and only what re-orders them is made to fit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.fairness import SealedDeal


def stack(monkeypatch: pytest.MonkeyPatch, pack: Sequence[int]) -> None:
    """Let every deal from now on consist of these cards, first to last; there may be fewer than in a whole pack.

    Every card can still be opened with its proof; only its position is not the one that chance would have given it.
    """

    def positions(deal: SealedDeal) -> tuple[int, ...]:
        order = deal.picked_pack.order
        return tuple(order.index(card) for card in pack)

    monkeypatch.setattr(SealedDeal, "positions", property(positions))


def let_deal(monkeypatch: pytest.MonkeyPatch, seat: int) -> None:
    """Let the player on this seat, counted among those who are dealt in, deal the first hand of every table."""
    monkeypatch.setattr(SealedDeal, "first_dealer", property(lambda deal: sorted(deal.closing.seats)[seat]))
