"""Reading the test vectors: their house rules as ours, and their dominoes as tiles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.qiuqiu.rules import QiuQiuRules

VECTORS = Path(__file__).parents[2] / "vectors"


@cache
def vectors(name: str) -> dict[str, Any]:
    """The content of one file of vectors; it is shared, so leave it as it is."""
    content: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return content


def rules_of(vector: Mapping[str, Any]) -> QiuQiuRules:
    """The house rules that a vector's ``rules`` object names; everything it does not name is as usual."""
    return QiuQiuRules(**{**vector, "specials": tuple(vector["specials"])})


def named_rules(name: str) -> dict[str, QiuQiuRules]:
    """Every named set of rules of one file of vectors."""
    return {each: rules_of(rules) for each, rules in vectors(name)["rules"].items()}
