"""Encrypting files to the key of a recipient, and opening them again, with age (https://age-encryption.org)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Self


class NotDecrypted(Exception):
    """An encrypted file cannot be opened; the text is one sentence for the host."""


def recipient_of(key: str) -> Any:
    """The recipient whose public key this is: one of age's (``age1…``) or one of SSH (``ssh-ed25519``, ``ssh-rsa``).

    Raises:
        ValueError: it is neither.
    """
    from pyrage import RecipientError, ssh, x25519

    try:
        return ssh.Recipient.from_str(key) if key.startswith("ssh-") else x25519.Recipient.from_str(key)
    except RecipientError as error:
        raise ValueError(str(error)) from None


def encrypt(source: Path, target: Path, key: str) -> None:
    """Encrypt a file so that only the owner of a public key can open it.

    Raises:
        OSError: the disk failed.
        ValueError: it is no public key.
    """
    from pyrage import encrypt_io

    recipient = recipient_of(key)
    _make(target)
    with source.open("rb") as plain, _Target(target) as encrypted:
        encrypt_io(plain, encrypted, [recipient])


def decrypt(source: Path, target: Path, identity: Path) -> None:
    """Open an encrypted file.

    Args:
        source: the encrypted file.
        target: what is made of it; there may be part of it after an error.
        identity: the file with the secret key, as ``age-keygen`` or ``ssh-keygen`` has written it.

    Raises:
        NotDecrypted: it is not for this key, or damaged, or the disk failed; the text says which.
        OSError: the target cannot be made.
    """
    from pyrage import DecryptError, decrypt_io

    identities = _identities(identity)
    _make(target)
    try:
        with source.open("rb") as encrypted, _Target(target) as plain:
            decrypt_io(encrypted, plain, identities)
    except (DecryptError, OSError) as error:
        # A file that was changed is an OSError too.
        raise NotDecrypted(f"{source} cannot be opened with {identity}: {error}.") from None


class _Target:
    """A file that remembers the first error of writing it, and raises that at the end.

    What age has left to write when it is done, it writes without looking whether that fails.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)
        self._error: OSError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._file.close()
        if self._error is not None and not isinstance(error, OSError):
            raise self._error

    def write(self, data: bytes) -> int:
        """Write some of it, and tell how much."""
        try:
            return self._file.write(data)
        except OSError as error:
            self._error = self._error or error
            raise

    def flush(self) -> None:
        """Nothing is kept back."""


def _make(path: Path) -> None:
    """Make an empty file that only this user can read."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _identities(file: Path) -> list[Any]:
    from pyrage import IdentityError, ssh, x25519

    try:
        content = file.read_bytes()
        if b"PRIVATE KEY" in content:
            return [ssh.Identity.from_buffer(content)]
        keys = [line.strip() for line in content.decode().splitlines()]
        found = [x25519.Identity.from_str(key) for key in keys if key.startswith("AGE-SECRET-KEY-")]
    except (OSError, ValueError, IdentityError) as error:
        raise NotDecrypted(f"The key in {file} cannot be read: {error}.") from None
    if not found:
        raise NotDecrypted(f"There is no secret key in {file}: no line begins with AGE-SECRET-KEY-.")
    return found
