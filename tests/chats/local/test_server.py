"""What the server serves, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import aiohttp
import pytest

import bot.chats.local_chat
from bot.chats.local_chat import Limits, LocalRoom, PasswordNeeded, RoomServer
from bot.chats.page_files import page_files, script
from bot.chats.web_server import AllowedHosts
from bot.ledger import GuestSaved, LedgerClosed, LedgerError, NotStored, OutcomeUnknown
from bot.wording import languages
from tests.chats.local.served_room import MemoryStore, SocketClient, served_room, token

PAGE = Path(bot.chats.local_chat.__file__).parent / "page"


async def test_the_page_runs_only_what_the_room_serves() -> None:
    async with served_room() as served, served.session.get(served.address) as answer:
        text = await answer.text()
        policy = answer.headers["Content-Security-Policy"]
        assert answer.status == 200
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(r"<script(?![^>]*\ssrc=)|\son[a-z]+=|\sstyle=|javascript:", text)


async def test_all_that_the_page_names_is_served_and_kept_for_ever() -> None:
    async with served_room() as served:
        async with served.session.get(served.address) as answer:
            page, tag = await answer.text(), answer.headers["ETag"]
            assert answer.headers["Cache-Control"] == "no-cache"
        async with served.session.get(served.address, headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304
            assert "Content-Security-Policy" in answer.headers
        # The table page is one of its own.
        named = set(re.findall(r'(?:src|href)="/([^"]+)"', page)) - {"table"}
        assert {re.sub("-[0-9a-f]{32}", "", each) for each in named} == {
            "icon.svg", "room.css", "room.js", "theme.js",
        }  # fmt: skip
        for each in named:
            async with served.session.get(served.address + each) as answer:
                assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
                assert answer.headers["Content-Encoding"] in ("gzip", "deflate")
                packed = await answer.read()
            async with served.session.get(served.address + each, headers={"Accept-Encoding": "identity"}) as answer:
                assert "Content-Encoding" not in answer.headers
                assert await answer.read() == packed


def test_a_change_of_any_file_changes_its_name(tmp_path: Path) -> None:
    shutil.copytree(PAGE, tmp_path / "page")
    before = set(page_files(PAGE))
    with (tmp_path / "page" / "words" / "id.json").open("r+") as words:
        words.write(" ")
    changed = before ^ set(page_files(tmp_path / "page"))
    assert {re.sub("-[0-9a-f]{32}", "", each) for each in changed} == {"/room.js"}


def test_every_module_of_the_page_is_in_its_script_once_and_whole() -> None:
    made = script(PAGE, "room.js")
    assert not re.search(r"^\s*(import|export)\b", made, re.MULTILINE), "a form that is not joined"
    for module in PAGE.glob("*.js"):
        if module.name != "theme.js":
            assert made.count(f"const ${module.stem}_js = ") == 1
            assert module.read_text().count("`") % 2 == 0
            assert not re.search(r"`[^`\n]*$(?!.*`)", module.read_text()), "a text over several lines"
    assert made.index("const $elements_js") < made.index("const $cards_js") < made.index("const $room_js")


async def test_the_page_that_checks_records_stands_in_a_sandbox_of_its_own(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<!doctype html><title>Check</title>")
    async with served_room(checker=page) as served:
        async with served.session.get(served.address + "verify") as answer:
            assert await answer.read() == page.read_bytes()
            assert answer.headers["Content-Type"] == "text/html"
            policy = answer.headers["Content-Security-Policy"].split("; ")
            assert {"default-src 'none'", "sandbox allow-scripts"} <= set(policy)
            assert not any(each.startswith("connect-src") or "allow-same-origin" in each for each in policy)
            assert answer.headers["X-Frame-Options"] == "DENY"
        assert (await (await served.connect()).hello(token(), "Sari"))["checker"] is True


async def test_without_the_page_that_checks_records_nobody_is_sent_to_it() -> None:
    async with served_room(checker=None) as served:
        async with served.session.get(served.address + "verify") as answer:
            assert answer.status == 404
        assert (await (await served.connect()).hello(token(), "Sari"))["checker"] is False


@pytest.mark.parametrize("path", ["room.py", "../room.py", "%2e%2e/room.py", "..%2froom.py", "words", "words/", "x"])
async def test_nothing_else_is_served(path: str) -> None:
    async with served_room() as served, served.session.get(served.address + path) as answer:
        assert answer.status == 404


def test_the_page_never_makes_html_of_text_and_loads_nothing_from_elsewhere() -> None:
    for file in PAGE.rglob("*"):
        if file.suffix in (".js", ".html", ".css"):
            text = file.read_text()
            assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
            assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text), file.name


def test_every_language_of_the_page_says_everything() -> None:
    english = json.loads((PAGE / "words" / "en.json").read_text())
    scripts = "".join(file.read_text() for file in PAGE.glob("*.js"))
    used = set(re.findall(r'translate\((?:[a-z]+ [^"]*\? )?"([a-z-]+)"', scripts))
    assert len(used) > 15
    assert used <= set(english)
    assert {file.stem for file in (PAGE / "words").iterdir()} - set(languages()) == set(), "no such language"


def faults(page: Path, language: str) -> list[str]:
    """What the page lacks to speak a language."""
    file = page / "words" / f"{language}.json"
    if not file.exists():
        return [f"there is no {file.name}: copy en.json and translate it"]
    words, english = json.loads(file.read_text()), json.loads((PAGE / "words" / "en.json").read_text())
    there = [f"{file.name} lacks {name}" for name in english if name not in words]
    there += [f"{file.name} has {name}, which the page never says" for name in words if name not in english]
    there += [
        f"{file.name} names other values in {name}"
        for name in words.keys() & english.keys()
        if set(re.findall(r"\{\w+\}", words[name])) != set(re.findall(r"\{\w+\}", english[name]))
    ]
    if f"./words/{language}.json" not in (page / "words.js").read_text():
        there.append(f"words.js does not list {language}")
    return there


@pytest.mark.parametrize("language", languages())
def test_the_page_speaks_every_language_of_the_wording(language: str) -> None:
    assert faults(PAGE, language) == []


def test_what_the_page_lacks_to_speak_a_language_is_named(tmp_path: Path) -> None:
    shutil.copytree(PAGE, tmp_path / "page")
    planted, english = tmp_path / "page" / "words" / "zh.json", json.loads((PAGE / "words" / "en.json").read_text())

    assert faults(tmp_path / "page", "zh") == ["there is no zh.json: copy en.json and translate it"]
    del english["send"]
    planted.write_text(json.dumps({**english, "sned": "发送", "people-here": "{number} 人"}))
    assert faults(tmp_path / "page", "zh") == [
        "zh.json lacks send",
        "zh.json has sned, which the page never says",
        "zh.json names other values in people-here",
        "words.js does not list zh",
    ]


def test_every_refusal_has_a_sentence() -> None:
    english = json.loads((PAGE / "words" / "en.json").read_text())
    sources = "".join(file.read_text() for file in PAGE.parent.glob("*.py"))
    reasons = set(re.findall(r'RefusedByRoom\(\s*"([a-z-]+)"', sources))
    reasons |= set(re.findall(r'_end\("([a-z-]+)"', sources))
    reasons |= set(re.findall(r'_refuse\(key[^,]*, "([a-z-]+)"', sources))
    assert {"name-taken", "too-fast", "failed", "password-wrong", "forgotten"} <= reasons
    assert reasons <= set(english)


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "192.168.1.4", "localhost.evil.example", "a@b", ""]
)
async def test_another_name_for_this_machine_is_not_served(host: str) -> None:
    async with served_room() as served:
        async with served.session.get(served.address, headers={"Host": host}) as answer:
            assert answer.status == 421 or (not host and answer.status == 400)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await served.session.ws_connect(served.address + "ws", headers={"Host": host, "Origin": f"http://{host}"})


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", "file://", "http://127.0.0.1:1"])
async def test_another_page_may_not_open_the_socket(origin: str) -> None:
    async with served_room() as served:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await SocketClient(served.session, served.address).open(origin)
        assert refused.value.status == 403


async def test_a_socket_without_an_origin_is_refused() -> None:
    async with served_room() as served:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await served.session.ws_connect(served.address + "ws")
        assert refused.value.status == 403


def test_names_by_which_a_room_is_known() -> None:
    loopback = AllowedHosts("127.0.0.1")
    assert all(
        loopback.allows(each) for each in ("localhost:8099", "127.0.0.1", "127.0.0.1:1", "[::1]:8099", "LOCALHOST")
    )
    assert not any(loopback.allows(each) for each in ("10.0.0.7:8099", "kiu.example", "[::2]", "[", "a/b", "x:y"))
    everywhere = AllowedHosts("0.0.0.0")  # noqa: S104 - the very case that is tested
    assert everywhere.allows("10.0.0.7:8099")
    assert not everywhere.allows("evil.example")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "kiu.example"])  # noqa: S104
def test_a_room_open_to_the_network_needs_a_password(host: str) -> None:
    with pytest.raises(PasswordNeeded, match="password"):
        RoomServer(LocalRoom(MemoryStore()), host=host)
    RoomServer(LocalRoom(MemoryStore()), host=host, password="secret")


async def test_the_password_is_asked_of_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chats.local_chat.server.WRONG_PASSWORD_SECONDS", 0.01)
    secret = token()
    async with served_room(password="s3cret ü") as served:
        for password, reason in (("", "password-needed"), ("s3cret", "password-wrong")):
            refused = await (await served.connect()).hello(secret, "Sari", password=password)
            assert refused["reason"] == reason
        assert served.store.registered == []
        assert (await (await served.connect()).hello(secret, "Sari", password="s3cret ü"))["type"] == "room"
        assert (await (await served.connect()).hello(secret, password="x"))["reason"] == "password-wrong"


@pytest.mark.parametrize("trouble", [NotStored("the disk is full"), OutcomeUnknown("the disk failed")])
async def test_while_nothing_can_be_stored_nobody_new_comes_in_and_everybody_else_does(trouble: LedgerError) -> None:
    store, secret = MemoryStore(), token()
    async with served_room(store) as served:
        assert (await (await served.connect()).hello(secret, "Sari"))["type"] == "room"
        store.trouble = trouble
        assert (await (await served.connect()).hello(token(), "Budi"))["reason"] == "not-stored"
        assert (await (await served.connect()).hello(secret))["type"] == "room"
        store.trouble = None
        await served.person("Budi")


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (NotStored("the disk is full"), "not-stored"),
        (OutcomeUnknown("the disk failed"), "outcome-unknown"),
        (LedgerClosed("Kiu ends"), "shutting-down"),
    ],
)
async def test_a_line_of_chat_that_is_not_stored_is_refused_honestly(trouble: LedgerError, told: str) -> None:
    store = MemoryStore()
    async with served_room(store) as served:
        sari = await served.person("Sari")
        store.trouble = trouble
        await sari.say(type="say", id="a:1", text="hello")
        assert (await sari.next("refused"))["reason"] == told


async def test_a_hello_during_the_end_closes_the_page_without_a_word() -> None:
    class Ended(MemoryStore):
        async def guest(self, token_hash: str) -> GuestSaved | None:
            raise LedgerClosed("Kiu ends")

    async with served_room(Ended()) as served:
        tab = await served.connect()
        await tab.say(type="hello", token=token(), name="Sari")
        assert await tab.ended() == 1001


async def test_a_frame_that_is_too_long_ends_the_connection_and_no_other() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        await sari.say(type="say", id="a:1", text="/" + "x" * 70_000)
        assert await sari.ended() == 1009
        await budi.settle()
        assert not served.dispatcher.commands


async def test_a_long_line_within_the_frame_is_for_the_dispatcher_to_refuse() -> None:
    async with served_room() as served:
        sari = await served.person("Sari")
        await sari.say(type="say", id="a:1", text="/" + "x" * 10_000)
        await sari.next("reply")
        assert served.dispatcher.commands[0].text == "x" * 10_000


@pytest.mark.parametrize("frame", ["", "hello", "[1]", '"x"', "[" * 50_000, '{"a":' * 9_000])
async def test_what_is_no_frame_ends_the_connection(frame: str) -> None:
    async with served_room() as served:
        tab = await served.person("Sari")
        await tab.socket.send_str(frame)
        assert await tab.ended() == 1007


async def test_bytes_end_the_connection() -> None:
    async with served_room() as served:
        tab = await served.connect()
        await tab.socket.send_bytes(b"\x00")
        assert await tab.ended() == 1007


@pytest.mark.parametrize("key", [None, 7, [], {}, "x" * 200, "a b"])
async def test_a_frame_of_odd_parts_is_refused(key: object) -> None:
    async with served_room() as served:
        tab = await served.person("Sari")
        await tab.say(type="say", id=key, text=["/call"])
        assert (await tab.next("refused"))["reason"] == "bad-frame"
        await tab.say(type="say", id="a:1", text={"a": 1})
        assert (await tab.next("refused"))["reason"] == "line-empty"


async def test_a_flood_is_refused_while_others_go_on() -> None:
    limits = Limits(frames_per_second=0.001, frames_at_once=5)
    async with served_room(limits=limits) as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        for each in range(6):
            await sari.say(type="say", id=f"f:{each}", text="spam")
        assert (await sari.next("refused"))["reason"] == "too-fast"
        assert len(served.store.rows) <= 5
        await budi.say(type="say", id="b:1", text="/chips")
        assert (await budi.next("reply"))["id"] == "b:1"
