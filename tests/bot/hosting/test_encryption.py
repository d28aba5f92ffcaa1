"""What is encrypted for a recipient is whole, or the disk's error is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyrage
import pytest

from bot.environment.encryption import NotDecrypted, decrypt, encrypt

resource = pytest.importorskip("resource", reason="files can be kept short on POSIX alone")

KEY = pyrage.x25519.Identity.generate()
CONTENT = b"twenty bytes of chips" * 5_000


@contextmanager
def files_up_to(most: int) -> Iterator[None]:
    """Let the disk take so many bytes of a file; writing more is an error."""
    _, hard = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    path = tmp_path / "plain"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    path = tmp_path / "identity"
    path.write_text(str(KEY), encoding="ascii")
    return path


def test_what_is_encrypted_can_be_opened_again(plain: Path, identity: Path, tmp_path: Path) -> None:
    encrypt(plain, tmp_path / "encrypted", str(KEY.to_public()))
    decrypt(tmp_path / "encrypted", tmp_path / "again", identity)
    assert (tmp_path / "again").read_bytes() == CONTENT


@pytest.mark.parametrize("left", [1, 100, 60_000])
def test_where_not_all_of_it_can_be_written_that_is_told(
    plain: Path, identity: Path, tmp_path: Path, left: int
) -> None:
    encrypt(plain, tmp_path / "encrypted", str(KEY.to_public()))
    whole = (tmp_path / "encrypted").stat().st_size
    with files_up_to(whole - left), pytest.raises(OSError, match="File too large"):
        encrypt(plain, tmp_path / "encrypted again", str(KEY.to_public()))
    with files_up_to(len(CONTENT) - left), pytest.raises(NotDecrypted, match="File too large"):
        decrypt(tmp_path / "encrypted", tmp_path / "again", identity)
