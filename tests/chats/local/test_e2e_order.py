"""What keeps the local room pleasant: pausing, handing over, removing for a time, bans, channels, stopping."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.chats.local.test_e2e_hands import Shown, Tab, scenario, words


def button(page: Shown, label: str) -> dict[str, Any]:
    """What can be pressed or picked on a page, by the beginning of its label."""
    listed = page["select"]["options"] if page["select"] else []
    found = [*listed, *(each for row in page["buttons"] for each in row)]
    return next(each for each in found if each["label"].startswith(label))


async def pressed(tab: Tab, page: Shown, *labels: str) -> Shown:
    """Press one button after another, each on the page to which the one before leads."""
    for label in labels:
        each = button(page, label)
        page = (await tab.does(each["command"], turn=each["turn"]))["message"]
    return page


async def test_an_evening_of_a_host_and_an_admin(tmp_path: Path) -> None:
    async with scenario(tmp_path, "Ani", "Sari", "Budi") as served:
        ani, sari, budi = served.tabs
        await served.sits("qiuqiu")
        seat = served.hand.round.awaited[0]
        asked = served.tab_of(seat)
        menu = (await ani.presses("Table"))["message"]
        await pressed(ani, menu, "Pause", "At once")
        await served.app.wait_until_idle()
        assert "paused by Ani" in words(await budi.sees())
        assert "Check" not in str((await asked.holds())["buttons"]), "the pane shows the table as it stands"
        assert "Ani paused the table." in words((await asked.does("check"))["message"])
        await served.passes(60)
        assert served.hand.round.awaited[0] == seat
        await pressed(ani, (await ani.presses("Table"))["message"], "Resume")
        await served.app.wait_until_idle()
        assert not (await asked.does("check"))["refused"]

        menu = (await ani.presses("Table"))["message"]
        await pressed(ani, menu, "Hand over", "Sari")
        await served.app.wait_until_idle()
        assert "Sari is the host now." in words(await budi.sees())
        await sari.does("/kick budi 20m", kind="say")
        await served.app.wait_until_idle()
        assert "You were removed from this table until 20:21." in words(await budi.holds())
        await ani.does("/ban sari 1h Too loud", kind="say")
        assert "Too loud" in words((await sari.does("/open qiuqiu", kind="say"))["message"])

        menu = (await ani.does("/menu", kind="say"))["message"]
        page = await pressed(ani, menu, "End", "Stop")
        table = served.app.tables.of_group("local:home")
        assert len(table) == 1
        await pressed(ani, page, "Give stakes back")
        assert not served.app.tables.of_group("local:home")
        await ani.does("/channels add", kind="say")
        await served.app.wait_until_idle()
        assert "Ani chose where tables may be opened: #main" in "".join(map(words, await budi.ever_saw()))
