"""The self-test in the local room, which has no servers and so nothing to tell of them."""

from __future__ import annotations

import base64

from bot.chats.local_chat import LocalRoom, place_of
from bot.chats.local_chat.frames import Frame
from bot.chats.local_chat.guests import Guest
from bot.features.self_test.probes import SelfTest
from bot.wording import in_language
from tests.chats.local.served_room import MemoryStore
from tests.manual_clock import ManualClock

HERE = place_of("main")


class Page:
    """A page that is open in a browser."""

    pledges = False
    origin = "http://127.0.0.1:8099"

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def send(self, frame: Frame) -> None:
        self.frames.append(frame)

    def forget(self) -> None:
        self.frames.append({"type": "refused", "reason": "forgotten"})


async def test_it_leaves_one_post_and_shows_the_file_in_the_pane_of_the_host() -> None:
    room, page, translate = LocalRoom(MemoryStore()), Page(), in_language("en")
    host = Guest("local:1", "Sari", host=True)
    await room.enter(page, host, HERE)

    await SelfTest(room, HERE, host.player, ManualClock(), translate, translate).run()

    (post,) = (await room.enter(Page(), host, HERE))["posts"]
    assert post["message"]["lines"] == [
        "A message: 0 ms",
        "6 edits: 0 ms in the middle, 0 ms at most",
        "A picture: 0 ms",
        "An amount: press the button below and give any",
        "A private message with a file: 0 ms",
        "Waited 0 s so that tables go first.",
    ]
    assert post["message"]["buttons"][0][0]["ask"]["most"] == 1000
    (private,) = [frame["message"] for frame in page.frames if frame["type"] == "private"]
    assert private["file"]["name"] == "self-test.txt"
    assert b"6 edits" in base64.b64decode(private["file"]["src"].partition(",")[2])
