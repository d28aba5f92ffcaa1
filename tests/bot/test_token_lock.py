"""Two Kius with one token would answer everything twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.environment.token_lock import TokenInUse, token_lock


def test_the_second_of_two_is_told_in_a_sentence_without_the_token(tmp_path: Path) -> None:
    with token_lock("Discord", "a-secret", tmp_path):
        with pytest.raises(TokenInUse) as refused, token_lock("Discord", "a-secret", tmp_path):
            pytest.fail("both of them hold it")
        assert "Discord" in str(refused.value)
        assert "a-secret" not in str(refused.value)
    assert "a-secret" not in "".join(path.name for path in tmp_path.iterdir())


def test_another_token_another_platform_and_the_next_run_are_welcome(tmp_path: Path) -> None:
    locks = (token_lock(*each, tmp_path) for each in (("Discord", "one"), ("Discord", "two"), ("Telegram", "one")))
    with next(locks), next(locks), next(locks):
        pass
    with token_lock("Discord", "one", tmp_path):
        pass
