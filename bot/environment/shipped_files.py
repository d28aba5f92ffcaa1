from __future__ import annotations

from importlib import metadata
from pathlib import Path

_CHECKOUT = Path(__file__).parents[2]


def shipped_file(name: str) -> Path | None:
    """Return the path of a shipped file; ``None`` if only the code was copied."""
    in_checkout = _CHECKOUT / name
    if in_checkout.is_file():
        return in_checkout
    try:
        installed = metadata.files("kiu") or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(each.locate()) for each in installed if each.as_posix().endswith(f"share/kiu/{name}")), None)
