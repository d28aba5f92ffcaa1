"""Faults of the sealed deal: other cards than those whose fingerprint was posted, and records that do not hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables import hands, next_deal, resume, sealing, stored
from engine.fairness import Seal, records
from engine.table.state import TableState
from tools.simulation.planted_faults.planted_fault import Patch, Planted

planted = Planted()
SEALED, SAME = "sealed deals verify", "the same after a restart"


def _other_seal(seal: Seal) -> Seal:
    """Packs for the same hand, with other keys."""
    return Seal(seal.context, tuple(bytes(byte ^ 0x5A for byte in key) for key in seal.keys))


@planted(14, f"{SAME} | {SEALED} | no unexpected errors in the log | durable before told", 6)
def dealt_again_after_a_restart(patch: Patch) -> None:
    """A running hand is dealt anew from other packs after a restart."""
    deal_of = sealing.deal_of

    def another(row: Any, entropy: Any) -> Any:
        deal = deal_of(row, entropy)
        return entropy.deal(_other_seal(deal.seal), deal.closing, deal.chance)

    patch.setattr(resume, "deal_of", another)


@planted(14, SEALED, 12)
def dealt_from_other_packs(patch: Patch) -> None:
    """A hand is dealt from other packs than those whose fingerprint was posted."""
    begin = hands.begin

    def switched(state: TableState, *more: Any) -> Any:
        assert state.sealed is not None
        return begin(replace(state, sealed=replace(state.sealed, seal=_other_seal(state.sealed.seal))), *more)

    patch.setattr(hands, "begin", switched)


@planted(14, f"{SAME} | {SEALED} | the process starts", 8)
def sealed_anew_after_a_restart(patch: Patch) -> None:
    """What lies sealed for the next hand is thrown away by a restart, and nobody is told."""
    restored = stored.restored
    patch.setattr(resume, "restored", lambda *args: replace(restored(*args), sealed=None))


@planted(14, SEALED, 2)
def chain_broken(patch: Patch) -> None:
    """The next hand is sealed with nothing of the one before."""
    sealed = next_deal._sealed

    def unchained(state: TableState, *more: Any) -> TableState:
        return replace(sealed(replace(state, chain="00" * 32), *more), chain=state.chain)

    patch.setattr(next_deal, "_sealed", unchained)


@planted(13, f"{SEALED} | journals without a gap that replay", 2)
def record_with_a_forged_result(patch: Patch) -> None:
    """The record of a hand is changed after it was made."""
    record = records.record

    def forged(*args: Any) -> str:
        text: str = record(*args)
        return text.replace('"attempt":0', '"attempt":1', 1)

    patch.setattr(records, "record", forged)


@planted(14, SEALED, 8)
def void_opens_the_pack(patch: Patch) -> None:
    """A hand that is called off opens its pack, which nobody was to see."""
    record = records.record

    def opened(dealt: records.Dealt, outcome: records.Outcome | None = None) -> str:
        text = record(dealt, outcome)
        return (
            text
            if outcome is None or not outcome.voided
            else records.with_picked_pack(text, dealt.deal.picked_pack.key)
        )

    patch.setattr(records, "record", opened)
