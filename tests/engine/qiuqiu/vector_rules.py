"""Reading the test vectors: their house rules as ours, and their dominoes as tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.qiuqiu.rules import QiuQiuRules
from tests.engine.vectors import vectors


def rules_of(vector: Mapping[str, Any]) -> QiuQiuRules:
    """The house rules that a vector's ``rules`` object names; everything it does not name is as usual."""
    return QiuQiuRules(**{**vector, "specials": tuple(vector["specials"])})


def named_rules(name: str) -> dict[str, QiuQiuRules]:
    """Every named set of rules of one file of vectors."""
    return {each: rules_of(rules) for each, rules in vectors(name)["rules"].items()}
