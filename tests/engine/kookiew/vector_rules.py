"""Reading the test vectors: their house rules as ours, and their cards as hands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.kookiew.cards import TwoCards, hand
from engine.kookiew.ranking import Ranking, ranking
from engine.kookiew.rules import KooKiewRules

VECTORS = Path(__file__).parents[2] / "vectors"


@cache
def vectors(name: str) -> dict[str, Any]:
    """The content of one file of vectors; it is shared, so leave it as it is."""
    content: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return content


def rules_of(vector: Mapping[str, Any]) -> KooKiewRules:
    """The house rules that a vector's ``rules`` object names; everything it does not name is as usual."""
    return KooKiewRules(**{**vector, "colours": tuple(vector["colours"])})


VARIANTS: Mapping[str, Ranking] = {
    name: ranking(rules_of(rules)) for name, rules in vectors("koo_kiew")["rules"].items()
}
"""The order of hands under each variant of the vectors."""


def hand_of(vector: list[str]) -> TwoCards:
    """The hand that a vector writes as ``["yellow general", "red horse"]``."""
    return hand(*vector)
