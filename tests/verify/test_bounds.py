"""No file takes a verifier longer than a second, nor more memory than ten times its size."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from time import process_time

import pytest

from tests.verify.heavy_files import heavy
from tests.verify.verifiers import BY_PYTHON, lying

HEAVY = heavy()

BASE_BYTES = 1 << 20
"""What the smallest record may take, and the largest besides ten times its size."""

TIMES = 10


@pytest.mark.parametrize("name", HEAVY)
@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_a_heavy_file_is_refused_in_a_moment(verifier: str, name: str) -> None:
    content = HEAVY[name]()
    began = process_time()
    findings = BY_PYTHON[verifier](content)
    took = process_time() - began
    assert lying(findings)
    assert took < 1
    assert peak(BY_PYTHON[verifier], content) <= max(BASE_BYTES, TIMES * len(content))


def peak(verify: Callable[[bytes], object], content: bytes) -> int:
    """The most bytes of memory that a verifier takes, besides the record itself."""
    tracemalloc.start()
    try:
        verify(content)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
