"""A table of cases is gone through to its end, and a case that fails is named."""

from __future__ import annotations

import pytest

from tests.cases import for_every


def test_the_case_that_fails_is_named() -> None:
    @for_every(["red", "green"])
    def is_red(case: str) -> None:
        assert case == "red"

    with pytest.raises(AssertionError) as broken:
        is_red()
    assert broken.value.__notes__ == ["in this case: green"]


def test_an_empty_table_is_no_test() -> None:
    with pytest.raises(AssertionError, match="tests nothing"):
        for_every([])
