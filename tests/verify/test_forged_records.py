"""For every check there is a lie that it betrays, and of all that a forger can make fit nothing else betrays it.

So a verifier that leaves out a single check, or makes it a little laxer, is found out here.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

from engine.fairness.checks import CHECKS
from tests.verify.forged_records import LIES, TRUTHS, UNUSUAL
from tests.verify.verifiers import BY_PYTHON, engine, lying

ALL_CHECKS = {check.__name__: check for checks in CHECKS.values() for check in checks.values()}


@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_every_lie_is_betrayed_by_the_check_that_it_is_for(verifier: str) -> None:
    found = {lie: lying(BY_PYTHON[verifier](text.encode())) for lie, (text, _) in LIES.items()}
    assert found == {lie: names for lie, (_, names) in LIES.items()}


@pytest.mark.parametrize("skipped", ALL_CHECKS)
def test_a_verifier_that_skips_a_check_is_found_out(skipped: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left_out = set()
    for checks in CHECKS.values():
        for name in [name for name, check in checks.items() if check is ALL_CHECKS[skipped]]:
            monkeypatch.setitem(cast(dict[str, Any], checks), name, lambda fields: True)
            left_out.add(name)
    assert any(lying(engine(text.encode())) != names for text, names in LIES.values() if names & left_out)


@pytest.mark.parametrize("verifier", BY_PYTHON)
def test_the_truth_is_found_to_be_true(verifier: str) -> None:
    for text in (*TRUTHS, *UNUSUAL.values()):
        assert lying(BY_PYTHON[verifier](text.encode())) == set(), text[:200]
