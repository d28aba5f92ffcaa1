"""The first minutes in the local room: the welcome, an address with its code, and being told of a table that waits."""

from __future__ import annotations

import base64
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.messages import TableAddress
from bot.pictures.qr_code import qr_code
from tests.chats.local.served_room import served_room, token
from tests.chats.local.test_e2e_hands import scenario, words


async def test_the_address_of_a_table_is_that_of_the_browser_with_a_code_and_as_text(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Budi") as served:
        ani, _ = served.tabs
        await served.sits("qiuqiu")

        shared = (await ani.does("/share", kind="say"))["message"]

        assert shared["lines"][-1] == served.address
        assert "Only this computer can open this address." in words(shared), "it listens on loopback"
        assert shared["picture"]["alt"] == f"A QR code with the address {served.address}"
        png = base64.b64decode(shared["picture"]["src"].partition(",")[2])
        assert png == qr_code(served.address, "").png


async def test_an_address_that_others_can_open_says_so_and_names_the_channel() -> None:
    async with served_room() as served:
        you = (await (await served.connect()).hello(token(), "Ani", channel="side"))["you"]
        place = next(iter(served.room._channels))
        (tab,) = served.room._tabs_of(you["id"])
        tab.origin = "http://192.168.1.5:8099"

        address = served.room.address_of(place, "1", None, you["id"])

        assert address == TableAddress("http://192.168.1.5:8099/#side", "room", scanned=True)


def test_a_code_is_dark_on_white_with_the_margin_that_cameras_need() -> None:
    picture = Image.open(BytesIO(qr_code("http://192.168.1.5:8099/", "").png)).convert("L")
    side, module = picture.width, 8
    assert picture.height == side
    assert (side // module - 8 - 17) % 4 == 0, "a QR code has 17 modules and four for each version"
    margin = [picture.getpixel((x, y)) for x in range(0, side, module) for y in (0, module * 4 - 1, side - 1)]
    assert set(margin) == {255}
    for x, y in ((4, 4), (side // module - 5, 4), (4, side // module - 5)):
        assert picture.getpixel((x * module, y * module)) == 0, "the three corners that a camera looks for"
    assert qr_code("http://192.168.1.6:8099/", "").png != qr_code("http://192.168.1.5:8099/", "").png
