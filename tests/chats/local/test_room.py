"""The room over real sockets: who is who, who sees what, and that nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import base64
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.chats.local_chat import LocalRoom, place_of
from bot.ledger import Ledger
from bot.ledger.writes import GuestSaved, PostSaved
from bot.messages import AmountQuestion, Button, Command, File, Message
from tests.chats.local.served_room import COMMANDS, FakeDispatcher, MemoryStore, ServedRoom, picture, served_room, token
from tests.patience import LONGEST_WAIT

MAIN = place_of("main")


class Watcher:
    """Follows the room without a socket."""

    pledges = False
    origin = "http://127.0.0.1:8099"

    def __init__(self) -> None:
        self.frames: list[dict[str, object]] = []

    def send(self, frame: dict[str, object]) -> None:
        self.frames.append(frame)

    def forget(self) -> None:
        self.frames.append({"type": "refused", "reason": "forgotten"})


async def test_a_newcomer_is_told_who_they_are_and_what_was_posted() -> None:
    async with served_room() as served:
        await served.room.post(MAIN, Message(title="A table"))
        room = await (await served.connect()).hello(token(), "Sari")
        assert room["you"]["name"] == "Sari"
        assert room["you"]["id"].startswith("local:")
        assert [each["message"]["title"] for each in room["posts"]] == ["A table"]
        assert [each["name"] for each in room["people"]] == ["Sari"]
        assert [each["name"] for each in room["commands"]] == [each.name for each in COMMANDS]
        assert room["welcome"]["title"] == "Welcome"


async def test_the_same_secret_is_the_same_person_and_only_its_hash_is_kept() -> None:
    async with served_room() as served:
        secret = token()
        first = await (await served.connect()).hello(secret, "Sari")
        assert (await (await served.connect()).hello(secret, "Another name"))["you"] == first["you"]
        assert secret not in repr(served.store)


async def test_only_the_first_person_ever_is_the_host() -> None:
    store, secrets_of = MemoryStore(), [token(), token()]
    async with served_room(store) as served:
        first = await (await served.connect()).hello(secrets_of[0], "Sari")
        second = await (await served.connect()).hello(secrets_of[1], "Budi")
        assert (first["you"]["host"], second["you"]["host"]) == (True, False)
    async with served_room(store) as served:
        second = await (await served.connect()).hello(secrets_of[1])
        first = await (await served.connect()).hello(secrets_of[0])
        assert (first["you"]["host"], second["you"]["host"]) == (True, False)
        tab = await served.connect()
        await tab.hello(secrets_of[0])
        await tab.say(type="say", id="a:1", text="/house")
        await tab.next("reply")
        assert served.dispatcher.commands[-1].who.admin


@pytest.mark.parametrize("name", ["sari", " Sari ", "Ｓａｒｉ", "S\u202eari", "S\u0430ri"])
async def test_a_name_in_use_is_refused_with_a_suggestion_that_is_free(name: str) -> None:
    async with served_room() as served:
        await served.person("Sari")
        secret = token()
        other = await served.connect()
        refused = await other.hello(secret, name)
        assert (refused["type"], refused["reason"]) == ("refused", "name-taken")
        assert await other.ended() == 4001
        assert len(served.store.registered) == 1
        room = await (await served.connect()).hello(secret, refused["suggestion"])
        assert room["you"]["name"] == refused["suggestion"] != "Sari"


@pytest.mark.parametrize(
    ("name", "reason"), [("", "name-needed"), ("\u200b", "name-empty"), ("...", "name-empty"), ("KIU", "name-taken")]
)
async def test_a_name_must_be_a_name_and_not_the_bots(name: str, reason: str) -> None:
    async with served_room() as served:
        assert (await (await served.connect()).hello(token(), name))["reason"] == reason
        assert served.store.registered == []


@pytest.mark.parametrize("secret", ["", "abc", "g" * 32, "A" * 32, None, 7, "１" * 32])
async def test_a_hello_needs_a_secret_of_a_browser(secret: object) -> None:
    async with served_room() as served:
        tab = await served.connect()
        await tab.say(type="hello", token=secret, name="Sari")
        assert (await tab.next("refused"))["reason"] == "no-hello"


async def test_another_tab_cannot_act_for_a_guest_by_naming_them() -> None:
    async with served_room() as served:
        sari = await served.person("Sari")
        budi = await served.person("Budi")
        stored = served.store.registered[0]
        claims = {"name": "Sari", "player": stored.player, "token": stored.token_hash}
        await budi.say(type="say", id="b:1", text="/raise 60", **claims)
        await budi.next("reply")
        await budi.say(type="press", id="b:2", text="fold", turn="t1:4", **claims)
        await budi.next("reply")
        await budi.say(type="say", id="b:3", text="I am Sari", **claims)
        assert (await sari.next("post"))["post"]["name"] == "Budi"
        assert {command.who.name for command in served.dispatcher.commands} == {"Budi"}


async def test_a_stored_hash_is_no_key() -> None:
    async with served_room() as served:
        await served.person("Sari")
        stolen = served.store.registered[0].token_hash[:32]
        assert (await (await served.connect()).hello(stolen))["reason"] == "name-needed"


async def test_commands_and_buttons_reach_the_dispatcher_as_they_were_meant() -> None:
    async with served_room() as served:
        tab = await served.person("Sari", channel="kitchen", language="id-ID")
        await tab.say(type="say", id="local:ab:1", text="  /raise 60 ")
        reply = await tab.next("reply")
        assert (reply["id"], reply["refused"], reply["message"]["lines"]) == ("local:ab:1", False, ["Sari: raise 60"])
        await tab.say(type="press", id="local:ab:2", text="nonsense", turn="t1:4")
        assert (await tab.next("reply"))["refused"]
        who = served.dispatcher.commands[0].who
        assert served.dispatcher.commands == [
            Command(who, place_of("kitchen"), "raise 60", "", f"{who.id}:local:ab:1"),
            Command(who, place_of("kitchen"), "nonsense", "t1:4", f"{who.id}:local:ab:2"),
        ]
        assert (who.name, who.language) == ("Sari", "id-ID")


async def test_posts_and_edits_reach_everybody_in_the_channel_and_nobody_else() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        elsewhere = await served.person("Wayan", channel="kitchen")
        button = Button("Raise", "raise", "t1:4", "primary", AmountQuestion("How much?", 40, 900))
        number = await served.room.post(MAIN, Message(title="Hand 1", buttons=((button,),)))
        await served.room.edit(MAIN, number, Message(title="Hand 1, over"))
        for tab in (sari, budi):
            post = (await tab.next("post"))["post"]
            assert post["message"]["buttons"] == [
                [
                    {
                        "label": "Raise",
                        "command": "raise",
                        "turn": "t1:4",
                        "style": "primary",
                        "ask": {"prompt": "How much?", "least": 40, "most": 900, "doing": "", "about": []},
                    }
                ]
            ]
            edit = (await tab.next("edit"))["post"]
            assert (edit["number"], edit["message"]["title"]) == (post["number"], "Hand 1, over")
            assert edit["at"] == post["at"]
        assert not [each for each in await elsewhere.settle() if each["type"] in ("post", "edit")]


async def test_chat_is_for_all_and_answers_are_for_their_asker() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        await sari.say(type="say", id="a:1", text="hello\u202e <b>all</b>")
        await sari.say(type="say", id="a:2", text="/chips")
        await sari.next("reply")
        seen = await budi.settle()
        assert [each["post"]["text"] for each in seen if each["type"] == "post"] == ["hello <b>all</b>"]
        assert not [each for each in seen if each["type"] == "reply"]
        assert [command.text for command in served.dispatcher.commands] == ["chips"]


async def test_a_private_message_reaches_every_tab_of_its_player_and_no_other_socket() -> None:
    async with served_room() as served:
        secret = token()
        one, two = await served.connect(), await served.connect()
        player = (await one.hello(secret, "Sari"))["you"]["id"]
        await two.hello(secret, channel="kitchen")
        budi = await served.person("Budi")
        hand = picture("red", "6-3, 4-4")
        await served.room.send_private(player, Message(lines=("6-3 4-4",), picture=hand))
        for tab in (one, two):
            shown = (await tab.next("private"))["message"]["picture"]
            assert base64.b64decode(shown["src"].partition(",")[2]) == hand.png
            assert shown["alt"] == "6-3, 4-4"
        everything = json.dumps(await budi.settle())
        assert "6-3" not in everything
        assert base64.b64encode(hand.png).decode() not in everything
        assert not served.room._pictures


async def test_public_pictures_have_addresses_that_cannot_be_guessed() -> None:
    async with served_room() as served:
        tab = await served.person("Sari")
        drawn = picture("green")
        await served.room.post(MAIN, Message(title="Showdown", picture=drawn))
        source = (await tab.next("post"))["post"]["message"]["picture"]["src"]
        async with served.session.get(served.address + source.lstrip("/")) as answer:
            assert await answer.read() == drawn.png
            assert answer.headers["Content-Type"] == "image/png"
            assert "immutable" in answer.headers["Cache-Control"]
        async with ServedRoom(served.store) as after:
            room = await (await after.connect()).hello(token(), "Budi")
            assert room["posts"][0]["message"]["picture"]["src"] != source
        async with served.session.get(served.address + "picture/" + "0" * 32 + ".png") as answer:
            assert answer.status == 404


async def test_a_private_file_travels_in_its_owners_socket_and_nowhere_else() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        served.dispatcher.files["verify mine"] = File("kiu-hand-12-mine.json", b'{"card":"6-3"}')
        await sari.say(type="say", id="a:1", text="/verify mine")
        file = (await sari.next("reply"))["message"]["file"]
        assert (file["name"], file["bytes"]) == ("kiu-hand-12-mine.json", 14)
        kind, content = file["src"].split(",")
        assert kind == "data:application/octet-stream;base64"
        assert base64.b64decode(content) == b'{"card":"6-3"}'
        everything = json.dumps(await budi.settle())
        assert content not in everything
        assert "mine" not in everything
        assert not served.store.rows


async def test_a_closing_message_is_shown_once_however_often_the_program_begins_again() -> None:
    closing, other = (Message("The deal is closed", (f"Sealed: {each * 32}",)) for each in ("a1", "b2"))
    store = MemoryStore()
    async with served_room(store) as served:
        assert await served.room.post_closing(MAIN, closing, again=False) is None
        await served.room.chat(await served.room.guests.register(token(), "Sari"), MAIN, "good luck")
    async with served_room(store) as served:
        assert await served.room.post_closing(MAIN, closing, again=True) is None
        assert len(store.rows) == 2
        assert await served.room.post_closing(MAIN, other, again=True) is None
        assert len(store.rows) == 3
        await served.room.post_closing(place_of("kitchen"), closing, again=True)
        room = await (await served.connect()).hello(token(), "Budi", channel="kitchen")
        assert [each["message"]["lines"] for each in room["posts"]] == [list(closing.lines)]


async def test_a_page_opened_during_a_hand_shows_the_hand() -> None:
    async with served_room() as served:
        served.dispatcher.hands["Sari"] = Message(title="Your hand", picture=picture("red"), pane="t1")
        sari, budi = await served.person("Sari"), await served.person("Budi")
        assert (await sari.next("private"))["message"]["pane"] == "t1"
        assert not [each for each in await budi.settle() if each["type"] in ("private", "reply")]


async def test_presence_follows_who_comes_and_goes() -> None:
    async with served_room() as served:
        sari = await served.person("Sari")
        budi = await served.person("Budi")
        assert [each["name"] for each in (await sari.next("people"))["people"]] == ["Budi", "Sari"]
        await budi.close()
        assert [each["name"] for each in (await sari.next("people"))["people"]] == ["Sari"]


async def test_a_restart_keeps_history_people_and_numbers() -> None:
    store, secret = MemoryStore(), token()
    async with served_room(store) as served:
        tab = await served.connect()
        you = (await tab.hello(secret, "Sari"))["you"]
        first = await served.room.post(MAIN, Message(title="Lobby", picture=picture("blue", "a table")))
        await tab.say(type="say", id="a:1", text="good luck")
        await tab.next("said")
        await served.room.edit(MAIN, first, Message(title="Hand 1", picture=picture("red", "six hands")))
    async with served_room(store) as served:
        tab = await served.connect()
        room = await tab.hello(secret)
        assert room["you"] == you
        assert [each.get("text") or each["message"]["title"] for each in room["posts"]] == ["Hand 1", "good luck"]
        async with served.session.get(
            served.address + room["posts"][0]["message"]["picture"]["src"].lstrip("/")
        ) as answer:
            assert await answer.read() == picture("red").png
        await served.room.edit(MAIN, first, Message(title="Hand 1, resumed"))
        assert (await tab.next("edit"))["post"]["number"] == int(first)
        assert int(await served.room.post(MAIN, Message(title="Hand 2"))) == 3


async def test_the_server_going_away_tells_the_page_to_come_back() -> None:
    served = ServedRoom()
    await served.__aenter__()
    tab = await served.person("Sari")
    await tab.settle()
    async with asyncio.timeout(LONGEST_WAIT):
        await asyncio.gather(tab.ended(), served.server.stop())
    assert tab.socket.close_code == 1001
    await served.session.close()


async def test_history_is_the_last_hundred_posts() -> None:
    async with served_room() as served:
        for count in range(120):
            await served.room.post(MAIN, Message(title=str(count)))
        room = await (await served.connect()).hello(token(), "Sari")
        assert [each["number"] for each in room["posts"]] == list(range(21, 121))


async def test_a_command_under_way_survives_its_socket_and_is_joined_not_repeated() -> None:
    async with served_room() as served:
        secret = token()
        tab = await served.connect()
        await tab.hello(secret, "Sari")
        served.dispatcher.gate = asyncio.Event()
        await tab.say(type="press", id="a:1", text="call", turn="t1:4")
        await served.dispatcher.asked.wait()
        await tab.close()
        again = await served.connect()
        await again.hello(secret)
        await again.say(type="press", id="a:1", text="call", turn="t1:4")
        await asyncio.sleep(0.05)
        served.dispatcher.gate.set()
        assert (await again.next("reply"))["message"]["lines"] == ["Sari: call"]
        assert [command.text for command in served.dispatcher.commands] == ["call"]
        await again.say(type="press", id="a:1", text="call", turn="t1:4")
        assert (await again.next("reply"))["id"] == "a:1"
        assert len(served.dispatcher.commands) == 1


async def test_a_chat_line_sent_again_is_shown_once_even_after_a_restart() -> None:
    store, secret = MemoryStore(), token()
    for start in range(2):
        async with served_room(store) as served:
            tab = await served.connect()
            await tab.hello(secret, "Sari")
            for _ in range(2):
                await tab.say(type="say", id="a:1", text="once")
                await tab.next("said")
            assert len(store.rows) == 1, start


async def test_a_command_that_fails_inside_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async with served_room() as served:
        tab = await served.person("Sari")
        await tab.say(type="say", id="a:1", text="/explode")
        assert (await tab.next("refused"))["reason"] == "failed"
        await tab.say(type="say", id="a:2", text="/chips")
        assert (await tab.next("reply"))["id"] == "a:2"


async def test_commands_of_a_tab_are_answered_in_their_order() -> None:
    async with served_room() as served:
        tab = await served.person("Sari")
        for count in range(20):
            await tab.say(type="say", id=f"a:{count}", text=f"/bet {count}")
        assert [(await tab.next("reply"))["id"] for _ in range(20)] == [f"a:{count}" for count in range(20)]


async def test_posts_become_visible_in_their_order_and_only_once_stored() -> None:
    class SlowFirst(MemoryStore):
        async def commit(self, record: tuple[PostSaved | GuestSaved, ...]) -> None:
            await asyncio.sleep(0.05 if not self.rows else 0)
            await super().commit(record)

    async with served_room(SlowFirst()) as served:
        tab = await served.person("Sari")
        numbers = await asyncio.gather(*(served.room.post(MAIN, Message(title=str(each))) for each in range(5)))
        assert [(await tab.next("post"))["post"]["message"]["title"] for _ in range(5)] == list("01234")
        assert numbers == list("12345")


async def test_the_ledger_keeps_the_room(tmp_path: Path) -> None:
    def now() -> datetime:
        return datetime.now(UTC)

    url = f"sqlite+aiosqlite:///{tmp_path / 'kiu' / 'kiu.sqlite3'}"
    people = {name: token() for name in ("Sari", "Budi", "Wayan", "Ketut")}
    async with await Ledger.open(url, now=now) as ledger:
        room = LocalRoom(ledger)
        await room.open(FakeDispatcher())
        for name, secret in people.items():
            ketut = await room.guests.register(secret, name)
        number = await room.post(MAIN, Message(title="Lobby"))
        await room.edit(MAIN, number, Message(title="Hand 1", picture=picture("red", "six hands")))
        await room.chat(ketut, MAIN, "hello", "a:1")
    async with await Ledger.open(url, now=now) as ledger:
        room = LocalRoom(ledger)
        await room.open(FakeDispatcher())
        known = [await room.guests.by_token(secret) for secret in people.values()]
        assert [guest and guest.name for guest in known] == list(people)
        assert [guest and guest.host for guest in known] == [True, False, False, False]
        assert known[3] is not None
        await room.chat(known[3], MAIN, "hello", "a:1")
        posts = (await room.enter(Watcher(), known[3], MAIN))["posts"]
        assert [each.get("text") or each["message"]["title"] for each in posts] == ["Hand 1", "hello"]
        assert room.picture(posts[0]["message"]["picture"]["src"].split("/")[-1].removesuffix(".png"))


@pytest.mark.parametrize("channel", ["Kitchen!", "../x", "a" * 40, "-a", "ü"])
async def test_a_channel_has_a_plain_name(channel: str) -> None:
    async with served_room() as served:
        assert (await (await served.connect()).hello(token(), "Sari", channel=channel))["reason"] == "bad-channel"


async def test_a_bad_line_is_refused_to_its_sender_alone() -> None:
    async with served_room() as served:
        sari, budi = await served.person("Sari"), await served.person("Budi")
        for key, text, reason in (
            ("a:1", "x" * 1001, "line-too-long"),
            ("a:1", "x" * 1000 + " y", "line-too-long"),
            ("a:2", "   ", "line-empty"),
            ("a:3", "/", "line-empty"),
            ("no spaces", "hello", "bad-frame"),
        ):
            await sari.say(type="say", id=key, text=text)
            refused = await sari.next("refused")
            assert (refused["id"], refused["reason"]) == ("" if reason == "bad-frame" else key, reason)
        await sari.say(type="dance", id="a:5")
        assert (await sari.next("refused"))["reason"] == "bad-frame"
        await sari.say(type="press", id="a:6", text="call", turn="x" * 65)
        assert (await sari.next("refused"))["reason"] == "bad-frame"
        assert not served.store.rows
        assert not served.dispatcher.commands
        assert {each["type"] for each in await budi.settle()} <= {"room", "people", "refused"}


async def test_a_post_that_cannot_be_stored_is_not_shown() -> None:
    class Full(MemoryStore):
        async def commit(self, record: tuple[PostSaved | GuestSaved, ...]) -> None:
            if self.registered:
                raise OSError("no space left")
            await super().commit(record)

    async with served_room(Full()) as served:
        tab = await served.person("Sari")
        with pytest.raises(OSError, match="no space"):
            await served.room.post(MAIN, Message(title="lost"))
        assert not [each for each in await tab.settle() if each["type"] == "post"]
