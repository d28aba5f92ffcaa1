"""The engine plays a hand with the standard library alone; the other layers are checked by import-linter."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from tests.cases import for_every

ENGINE = Path(__file__).parents[1] / "engine"


def foreign_imports(source: str) -> set[str]:
    """Name the top-level packages that ``source`` imports from outside the standard library and the engine."""
    roots: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            roots.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            roots.add(str(node.module).partition(".")[0])
    return roots - sys.stdlib_module_names - {"engine"}


@for_every(sorted(ENGINE.rglob("*.py")))
def test_engine_needs_no_package(path: Path) -> None:
    assert foreign_imports(path.read_text(encoding="utf-8")) == set()


def test_a_foreign_import_would_be_found() -> None:
    source = (
        "import math\nfrom engine.play import Seat\ndef late():\n    import numpy.linalg\n    from bot import clock\n"
    )

    assert foreign_imports(source) == {"numpy", "bot"}


@for_every(sorted(path for folder in ("bot", "engine") for path in (ENGINE.parent / folder).rglob("__init__.py")))
def test_a_package_says_what_belongs_in_it(path: Path) -> None:
    assert len((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split()) > 4
