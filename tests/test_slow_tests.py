"""The list of slow tests names tests that there are."""

from __future__ import annotations

import pytest

from tests.conftest import SLOW, TESTS


@pytest.mark.parametrize("prefix", SLOW)
def test_every_line_of_the_list_names_a_folder_a_file_or_a_test(prefix: str) -> None:
    path, _, name = prefix.partition("::")

    assert (TESTS / path).exists()
    assert not name or f"def {name.partition('[')[0]}" in (TESTS / path).read_text("utf-8")
