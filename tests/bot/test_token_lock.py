"""Two Kius with one token would answer everything twice."""

from __future__ import annotations

import os
import re
import tempfile
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


def test_the_lock_lies_where_all_programs_of_the_machine_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with token_lock("Discord", "a-secret"):
        (file,) = tmp_path.iterdir()
        with pytest.raises(TokenInUse), token_lock("Discord", "a-secret", tmp_path):
            pytest.fail("both of them hold it")
    assert re.fullmatch("kiu-[0-9a-f]{24}.lock", file.name)


def test_another_user_of_the_machine_is_not_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of theirs could not be locked; and they have a token of their own, or are told by the platform."""
    with token_lock("Discord", "a-secret", tmp_path):
        mine = os.getuid()
        monkeypatch.setattr(os, "getuid", lambda: mine + 1)
        with token_lock("Discord", "a-secret", tmp_path):
            assert len(list(tmp_path.iterdir())) == 2
