"""The seed of the doubles of the platforms, which is that of all tests."""

from __future__ import annotations

from tests.seeds import SEED

__all__ = ["SEED"]
