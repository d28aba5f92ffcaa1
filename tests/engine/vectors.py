"""Reading the files of test vectors."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


@cache
def vectors(name: str) -> dict[str, Any]:
    """The content of one file of vectors; it is shared, so leave it as it is."""
    content: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return content
