"""Reading the test vectors: their house rules as ours, and their cards as hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kookiew.cards import TwoCards, hand
from engine.kookiew.ranking import Ranking, ranking
from engine.kookiew.rules import KooKiewRules
from tests.engine.vectors import vectors


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
