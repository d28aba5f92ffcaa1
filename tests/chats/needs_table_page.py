"""Skip tests of the table page in chats, where that feature went (``tools.without``)."""

import pytest

pytest.importorskip("bot.features.table_page")
