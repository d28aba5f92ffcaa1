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
def identity(tmp_path: Path) -> Path:
    path = tmp_path / "identity"
    path.write_text(str(KEY), encoding="ascii")
    return path


def test_what_is_encrypted_can_be_opened_again(identity: Path, tmp_path: Path) -> None:
    plain, content = tmp_path / "plain", b"twenty bytes of chips" * 5_000
    plain.write_bytes(content)
    encrypt(plain, tmp_path / "encrypted", str(KEY.to_public()))
    decrypt(tmp_path / "encrypted", tmp_path / "again", identity)
    assert (tmp_path / "again").read_bytes() == content


@pytest.mark.parametrize(
    ("size", "most"),
    [
        pytest.param(500, 100, id="nearly nothing"),
        pytest.param(200_000, 100_000, id="a half"),
        # What is smaller than a buffer of the library is written when it is done.
        pytest.param(66_000, 65_999, id="all but the end"),
    ],
)
def test_where_not_all_of_it_can_be_written_that_is_told(identity: Path, tmp_path: Path, size: int, most: int) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(bytes(size))
    with files_up_to(most), pytest.raises(OSError, match="File too large"):
        encrypt(plain, tmp_path / "cut off", str(KEY.to_public()))
    encrypt(plain, tmp_path / "encrypted", str(KEY.to_public()))
    with files_up_to(most), pytest.raises(NotDecrypted, match="File too large"):
        decrypt(tmp_path / "encrypted", tmp_path / "again", identity)
