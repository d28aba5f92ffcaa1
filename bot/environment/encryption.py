"""Encrypting files to the key of a recipient, and opening them again, with age (https://age-encryption.org)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


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
    from pyrage import encrypt_file

    _make(target)
    encrypt_file(str(source), str(target), [recipient_of(key)])


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
    from pyrage import DecryptError, decrypt_file

    identities = _identities(identity)
    _make(target)
    try:
        decrypt_file(str(source), str(target), identities)
    except (DecryptError, OSError) as error:
        # A file that was changed is an OSError too.
        raise NotDecrypted(f"{source} cannot be opened with {identity}: {error}.") from None


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
