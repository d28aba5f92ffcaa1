"""The table page as Telegram's Mini App: who gets in, and who gets nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from bot.environment import logs
from tests.chats.telegram.double import TOKEN, Chat, Person, Telegram
from tests.chats.telegram.double.mini_app import launch, signed
from tests.chats.telegram.scenario import Scenario, place
from tests.chats.telegram.table_page import PublicPage, public_page

HOUR = timedelta(hours=1)
OTHER_TOKEN = "7700000002:AAanother_bot_that_is_valid_nowhere_000"


@pytest.fixture
async def page(scenario: Scenario, tmp_path: Path) -> AsyncIterator[PublicPage]:
    async with public_page(scenario) as served:
        yield served


def opens(person: Person, scenario: Scenario, table: str = "", *, ago: timedelta = timedelta()) -> str:
    """What Telegram tells the page when somebody opens it."""
    return launch(person.user, TOKEN, scenario.clock.utc() - ago, table)


# --- who gets in -----------------------------------------------------------------------------------------------------


async def test_a_player_acts_on_the_page_that_a_link_opens(
    scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    asked, before = scenario.asked(group), scenario.hand(group).turn
    table = scenario.state(group).id
    async with page.opened(opens(asked, scenario, table)) as client:
        scene = await client.first_scene()
        assert scene["table"] == table
        assert scene["mine"]["question"]
        button = next(each for row in scene["mine"]["buttons"] for each in row if each["command"] == "check")
        answer = await client.presses(button)
        assert not answer["refused"]
        assert scenario.hand(group).turn != before
        assert (await client.presses(button, "press-2"))["refused"], "a stale button"
        turn = scenario.hand(group).turn
        assert await client.presses(button) == answer, "the same press comes twice"
        assert scenario.hand(group).turn == turn


async def test_without_a_table_the_page_shows_ones_own(
    scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    async with page.opened(opens(sari, scenario)) as client:
        assert (await client.first_scene())["mine"] is not None
    assert await page.gets(opens(dewi, scenario)) == "none", "nothing is known of her yet"


async def test_the_browser_that_came_first_comes_back_all_evening(
    scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    data = opens(sari, scenario, scenario.state(group).id)
    assert await page.gets(data, browser="hers") == "scene"
    assert await page.gets(data, browser="hers") == "scene"
    assert await page.gets(data, browser="another") == "not-let-in"
    assert await page.gets(data) == "not-let-in"
    scenario.clock.ahead += 2 * HOUR
    assert await page.gets(data, browser="hers") == "scene"
    assert await page.gets(data, browser="another") == "not-let-in"
    scenario.clock.ahead += 11 * HOUR
    assert await page.gets(data, browser="hers") == "not-let-in"


async def test_without_a_cookie_nobody_comes_back_after_an_hour(
    scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    data = opens(sari, scenario, scenario.state(group).id)
    assert await page.gets(data) == "scene"
    assert await page.gets(data) == "scene"
    scenario.clock.ahead += HOUR + timedelta(seconds=1)
    assert await page.gets(data) == "not-let-in"


async def test_a_page_whose_table_has_closed_comes_back_to_its_group(
    scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await sari.types("/open qiuqiu", in_=group)
    data = opens(sari, scenario, scenario.state(group).id)
    assert await page.gets(data, browser="hers") == "scene"
    await sari.types("/leave", in_=group)
    assert not scenario.is_open(group)
    assert await page.gets(data, browser="hers") == "none"
    await budi.types("/open qiuqiu", in_=group)
    assert await page.gets(data, browser="hers") == "scene"


# --- who gets nothing ------------------------------------------------------------------------------------------------


def _changed(data: str, **fields: str) -> str:
    return urlencode({**dict(parse_qsl(data)), **fields})


def _without_user(data: str) -> str:
    fields = {name: value for name, value in parse_qsl(data) if name not in ("user", "hash")}
    return signed(fields, TOKEN)


def _of_a_bot(data: str) -> str:
    fields = dict(parse_qsl(data))
    del fields["hash"]
    return signed({**fields, "user": '{"id":501,"first_name":"Sari","is_bot":true}'}, TOKEN)


ATTACKS: dict[str, Callable[[str], str]] = {
    "nothing": lambda _: "",
    "no data at all": lambda _: "sari",
    "a forged hash": lambda data: _changed(data, hash="0" * 64),
    "no hash": lambda data: data.partition("&hash=")[0],
    "an empty hash": lambda data: _changed(data, hash=""),
    "another person": lambda data: _changed(data, user='{"id":502,"first_name":"Budi"}'),
    "a second person": lambda data: data + "&user=%7B%22id%22%3A502%2C%22first_name%22%3A%22Budi%22%7D",
    "another start_param": lambda data: _changed(data, start_param="2"),
    "a later date": lambda data: _changed(data, auth_date=str(int(dict(parse_qsl(data))["auth_date"]) + 1)),
    "an endless date": lambda data: _changed(data, auth_date="9" * 5000),
    "a nested person": lambda data: _changed(data, user="[" * 20_000),
    "bytes that are no text": lambda data: data + "%ff",
    "no person": _without_user,
    "a bot": _of_a_bot,
}


@pytest.mark.parametrize("attack", ATTACKS)
async def test_what_telegram_has_not_signed_gets_nothing(
    attack: str, scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    table = scenario.state(group).id
    assert await page.gets(ATTACKS[attack](opens(sari, scenario, table)), table) == "not-let-in"


@pytest.mark.parametrize(
    ("token", "ago", "got"),
    [
        (OTHER_TOKEN, timedelta(), "not-let-in"),
        (TOKEN, HOUR + timedelta(seconds=1), "not-let-in"),
        (TOKEN, timedelta(days=400), "not-let-in"),
        (TOKEN, timedelta(seconds=-61), "not-let-in"),
        (TOKEN, HOUR, "scene"),
        (TOKEN, timedelta(seconds=-60), "scene"),
    ],
)
async def test_only_fresh_signatures_for_this_bot_open_the_page(
    token: str, ago: timedelta, got: str, scenario: Scenario, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    moment: datetime = scenario.clock.utc() - ago
    assert await page.gets(launch(sari.user, token, moment, scenario.state(group).id)) == got


async def test_strangers_learn_of_no_table_whether_it_is_there(
    scenario: Scenario, telegram: Telegram, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    ani, table = telegram.person("Ani"), scenario.state(group).id
    telegram.group("Another group", ani)
    assert await page.gets(opens(ani, scenario, table)) == "not-member"
    assert await page.gets(opens(ani, scenario), table) == "not-member"
    assert await page.gets(opens(ani, scenario, "999")) == "not-member"
    assert await page.gets(opens(ani, scenario), "local:1") == "not-member"
    assert await page.gets(opens(sari, scenario, table)) == "scene"


async def test_a_signature_for_one_group_opens_no_other(
    scenario: Scenario, telegram: Telegram, page: PublicPage, group: Chat, sari: Person, budi: Person
) -> None:
    other = telegram.group("Sunday dominoes", sari, budi)
    await scenario.sit(group, sari, budi)
    await budi.types("/open qiuqiu", in_=other)
    data = opens(sari, scenario)
    assert await page.gets(data, scenario.state(group).id, browser="hers") == "scene"
    assert await page.gets(data, scenario.state(other).id, browser="hers") == "not-let-in"
    linked = opens(sari, scenario, scenario.state(group).id)
    async with page.opened(linked, scenario.state(other).id) as client:
        assert (await client.first_scene())["table"] == scenario.state(group).id, "the signed table counts"


async def test_somebody_who_left_the_group_can_press_nothing_more(
    scenario: Scenario, telegram: Telegram, page: PublicPage, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    telegram.bot_member_of(group).status = "administrator"
    table, data = scenario.state(group).id, opens(dewi, scenario)
    async with page.opened(data, table, browser="hers") as client:
        joining = next(each for each in (await client.first_scene())["open"] if each["command"] == "join")
        await telegram.handled(telegram.set_status(group, dewi, "kicked", sari))
        assert (await client.presses(joining))["refused"]
    assert not scenario.sits(dewi, group)
    assert await page.gets(data, table, browser="hers") == "not-member"


async def test_no_field_of_the_room_opens_the_public_page(scenario: Scenario, page: PublicPage) -> None:
    async with page.line() as client:
        await client.socket.send_json({"type": "hello", "table": "", "room": "t" * 43, "name": "Sari"})
        assert await client.all_frames() == [{"type": "refused", "reason": "no-hello", "id": ""}]


async def test_a_silent_line_is_closed(page: PublicPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.table_page.page_session.HELLO_SECONDS", 0.01)
    async with page.line() as client:
        assert await client.all_frames() == []


async def test_while_telegram_does_not_answer_the_page_tries_again(
    scenario: Scenario, telegram: Telegram, page: PublicPage, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    await scenario.sit(group, sari, budi)
    telegram.hides_members = True
    async with page.opened(opens(dewi, scenario), scenario.state(group).id) as client:
        assert await client.all_frames() == []
        assert client.socket.close_code == 1001


# --- secrets ---------------------------------------------------------------------------------------------------------


async def test_no_signature_is_ever_logged(
    telegram: Telegram, tmp_path: Path, group: Chat, sari: Person, budi: Person, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("debug")
    async with Scenario(telegram, tmp_path / "kiu") as scenario, public_page(scenario) as page:
        await scenario.sit(group, sari, budi)
        table = scenario.state(group).id
        data = opens(sari, scenario, table)
        assert await page.gets(data, browser="browser-of-sari") == "scene"
        assert await page.gets(data, browser="browser-of-budi") == "not-let-in"
        for attack in ATTACKS.values():
            await page.gets(attack(data), table)
        assert scenario.app.tables.at(place(group)) is not None
    written = capfd.readouterr().err
    assert "page not opened" in written
    for secret in (dict(parse_qsl(data))["hash"], "of-ed25519", "allows_write_to_pm", "auth_date", "browser-of-sari"):
        assert secret not in written
