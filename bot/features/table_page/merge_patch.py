"""JSON merge patches (RFC 7396): the difference between two scenes."""

from __future__ import annotations

from bot.chats.frames import Frame


def merge_patch(before: Frame, after: Frame) -> Frame:
    """Return the patch that makes ``before`` into ``after``.

    ``null`` deletes a key, so a value of ``None`` is the same as none; lists are replaced as a whole.
    """
    patch: Frame = dict.fromkeys(before.keys() - after.keys())
    for key, value in after.items():
        old = before.get(key)
        if old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            patch[key] = merge_patch(old, value)
        else:
            patch[key] = value
    return patch
