"""What Telegram tells a Mini App about the person who opens it, signed for the server of its bot.

This follows https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app, and shares nothing with
the library by which Kiu checks it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from datetime import datetime
from urllib.parse import urlencode

from tests.chats.telegram.double.chats import User


def launch(user: User | None, token: str, at: datetime, start_param: str = "") -> str:
    """Return ``initData`` of a Mini App that was opened just then."""
    fields = {"auth_date": str(int(at.timestamp())), "chat_instance": "-8888", "signature": "of-ed25519"}
    fields |= {"chat_type": "supergroup", "start_param": start_param} if start_param else {"query_id": "AAE-x"}
    if user is not None:
        told = {key: value for key, value in user.json.items() if key != "is_bot" or value}
        fields["user"] = json.dumps({**told, "allows_write_to_pm": True}, separators=(",", ":"))
    return signed(fields, token)


def signed(fields: Mapping[str, str], token: str) -> str:
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return urlencode({**fields, "hash": hmac.new(key, lines.encode(), hashlib.sha256).hexdigest()})
