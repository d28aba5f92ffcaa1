"""The pages of a circle's groups, attacked: nobody comes in by what is another group's, and nobody stays."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chats.local.served_room import token
from tests.features.circles.pages_of_groups import Pages, pages_of_groups

OTHER_TOKEN = "7700000002:AAanother_bot_that_is_valid_nowhere_000"


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[Pages]:
    """Sari and Budi are on Telegram, Andi and Wati on Discord; Sari and Andi are admins, and at a table."""
    async with pages_of_groups(tmp_path) as served:
        await served.both.begin_hand()
        yield served


async def test_what_is_anothers_lets_nobody_in(pages: Pages) -> None:
    both = pages.both
    eve = both.telegram.person("Eve")
    both.telegram.group("Others", eve)
    mallory = both.server.member("Mallory", guild=both.server.discord.guild("Far"))
    sari = await pages.says(pages.telegram(both.sari, pages.table))
    andi = await pages.says(pages.discord(both.andi))
    for page in (sari, andi):
        assert page.scene["table"] == pages.table
    of_telegram, of_discord = await pages.link(sari, "play"), await pages.link(andi, "watch everyone")
    ani = await pages.let_in(sari, of_telegram)
    assert "mine" not in ani.scene
    signed, code = pages.telegram(both.sari, pages.table), pages.discord(both.wati)
    assert await pages.gets(signed, "one") == "scene"
    attacks = {
        "another group's member by the table's number": (pages.telegram(eve, pages.table), "not-member"),
        "the signature of another bot": (pages.telegram(both.sari, pages.table, token=OTHER_TOKEN), "not-let-in"),
        "a signature for another table": (
            {"telegram": signed["telegram"].replace(f"start_param={pages.table}", "start_param=zz")},
            "not-let-in",
        ),
        "a signature in another browser": (signed, "not-let-in"),
        "a signature as Discord's code": ({**pages.discord(both.wati), "discord": signed["telegram"]}, "not-let-in"),
        "a code as a signature": ({"telegram": code["discord"]}, "not-let-in"),
        "a code with the Telegram group": (
            {**pages.discord(both.wati), "guild": pages.on_telegram.partition(":")[2], "channel": "0"},
            "not-let-in",
        ),
        "an instance of another guild": (
            {**pages.discord(both.wati), "instance": pages.discord(mallory)["instance"]},
            "not-let-in",
        ),
        "another guild's member in the channel": (
            {**pages.discord(mallory), **{key: code[key] for key in ("instance", "guild", "channel")}},
            "not-let-in",
        ),
        "a guest's secret at the other group": (
            {**of_telegram, "mark": of_discord["mark"], "code": ""},
            "guest-link-over",
        ),
        "a link's code at the other group": (
            {**of_discord, "mark": of_telegram["mark"], "guest": token()},
            "guest-link-over",
        ),
        "a circle's number as a mark": ({**of_discord, "mark": "circle:1", "guest": token()}, "guest-link-over"),
        "a signature as a guest's secret": ({**of_telegram, "guest": signed["telegram"]}, "guest-link-over"),
        "a guest's secret as a signature": ({"telegram": of_telegram["guest"]}, "not-let-in"),
    }
    got = {name: await pages.gets(hello, "another") for name, (hello, _) in attacks.items()}
    assert got == {name: reason for name, (_, reason) in attacks.items()}
    assert await pages.gets(code, "another") == "scene"
    assert await pages.gets(code, "another") == "not-let-in", "a code is used up"
    assert (await pages.says(pages.telegram(eve))).scene == {}
    assert (await pages.says(pages.discord(mallory))).scene == {}


async def test_rights_end_at_ones_own_group(pages: Pages) -> None:
    both, groups = pages.both, pages.both.app.groups
    andi = await pages.says(pages.discord(both.andi))
    before = groups.of(pages.on_telegram)
    for silent in (False, True):
        if silent:
            await both.app.membership.place_gone(pages.on_discord, str(both.andi.channel.id))
        assert not (await andi.press("guests watch"))["refused"]
        assert not (await andi.press("house language en"))["refused"]
    assert groups.of(pages.on_telegram) == before
    assert groups.of(pages.on_discord).of_features["guest_links"]["links"]
    budi = await pages.says(pages.telegram(both.budi, pages.table))
    for line in ("guests watch", "link end 1", "link here", f"ban {both.andi.player}"):
        assert (await budi.press(line))["refused"], line


async def test_a_page_shows_nothing_of_an_account_that_was_parted(pages: Pages) -> None:
    both = pages.both
    budi = await pages.says(pages.telegram(both.budi, pages.table))
    await pages.play()
    await both.sari.types("/close", in_=both.group)
    code = (await budi.press("link me"))["message"]["lines"][1]
    wati = await pages.says(pages.discord(both.wati))
    await wati.press("chips")
    assert not (await wati.press(f"link mine {code}"))["refused"]
    await budi.press("open qiuqiu")
    await wati.until("lobby")
    assert [seat["name"] for seat in wati.scene["seats"].values() if seat["me"]] == ["Budi"]
    await budi.press("leave", f"{pages.table}:")
    await budi.press("link undo")
    await both.andi.slash("table open", game="qiuqiu")
    await budi.press("join", f"{pages.table}:")
    await budi.press("add computer", f"{pages.table}:")
    await pages.settled()
    await wati.press("chips")
    assert not any(seat["me"] for seat in wati.scene["seats"].values())
    assert "mine" not in wati.scene


async def test_after_the_end_pages_are_of_their_own_group(pages: Pages) -> None:
    both, table = pages.both, pages.table
    signed = pages.telegram(both.budi, table)
    budi, andi = await pages.says(signed), await pages.says(pages.discord(both.andi))
    await pages.play()
    await both.sari.types("/close", in_=both.group)
    await andi.press("link end 1")
    for page, group, player in (
        (budi, pages.on_telegram, f"telegram:{both.budi.user.id}"),
        (andi, pages.on_discord, both.andi.player),
    ):
        chips = await pages.chips(group, player)
        assert f"{chips:,}" in json.dumps(await page.press("chips")).replace(".", ",")
        assert (await page.press("join", f"{table}:"))["refused"]
        assert (await page.press("menu", f"{table}:"))["refused"]
    await both.sari.types("/open qiuqiu", in_=both.group)
    await pages.settled()
    seen = len(andi.seen)
    await budi.until("lobby")
    assert budi.scene["table"] == pages.table
    await andi.press("status")
    assert f"{pages.table}:" not in json.dumps(andi.seen[seen:])
    assert (await andi.press("join", f"{pages.table}:"))["refused"]
    assert "scene" not in [frame["type"] for frame in (await pages.says(pages.discord(both.wati))).seen]
    assert await pages.gets({**pages.discord(both.wati), "table": pages.table}) == "none"


async def test_somebody_banned_stays_out_by_every_way(pages: Pages) -> None:
    both = pages.both
    sari, andi = await pages.says(pages.telegram(both.sari)), await pages.says(pages.discord(both.andi))
    hello = await pages.link(sari, "play")
    ani = await pages.let_in(sari, hello)
    wati = await pages.says(pages.discord(both.wati))
    for page in (ani, wati):
        await page.press("chips")
    for name in ("Ani", "Wati"):
        assert not (await andi.press(f"ban {name}"))["refused"]
    assert (await ani.next("refused"))["reason"] == "guest-out"
    by_discord = {**await pages.link(andi, "play"), "guest": hello["guest"]}
    for again in ({**hello, "code": ""}, hello, by_discord):
        assert await pages.gets(again) == "guest-out"
    for number, page in enumerate((wati, await pages.says(pages.discord(both.wati)))):
        for line in ("join", "open qiuqiu"):
            assert (await page.press(line, key=f"{line[:4]}-{number}"))["refused"]
    await pages.play()
    await both.sari.types("/close", in_=both.group)
    await andi.press("link end 1")
    assert await pages.gets({**hello, "code": ""}) == "guest-out"
    assert await pages.gets(by_discord) == "guest-out"
