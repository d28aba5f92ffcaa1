"""The private hand in the group for the eyes of one, on servers that can do that, and on those that cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from structlog.testing import capture_logs

from bot.games.qiuqiu.hand_words import domino_text
from tests.bot.leaks import dominoes_in
from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario
from tests.patience import until


@dataclass(frozen=True)
class Playing:
    """A hand that two play who have never opened the private chat."""

    telegram: Telegram
    scenario: Scenario
    group: Chat
    sari: Person
    budi: Person

    async def rest(self) -> None:
        """Wait until the table has no use for what the group takes; only then is there room for private hands."""
        await self.scenario.app.wait_until_idle()
        await self.scenario.rest()

    def shown_to(self, person: Person) -> list[Post]:
        """What stands in the group for this person alone."""
        return [post for post in self.group.visible() if post.receiver == person.user.id]


@asynccontextmanager
async def playing(folder: Path, *, has_ephemeral: bool) -> AsyncIterator[Playing]:
    async with Telegram(second=SECOND, has_ephemeral=has_ephemeral) as telegram:
        sari, budi = telegram.person("Sari"), telegram.person("Budi")
        group = telegram.group("Friday dominoes", sari, budi)
        async with Scenario(telegram, folder) as scenario:
            await scenario.sit(group, sari, budi)
            it = Playing(telegram, scenario, group, sari, budi)
            await it.rest()
            yield it
            assert dominoes_in(group.ever()) == []
            await scenario.sound()


async def test_my_hand_shows_the_picture_to_the_presser_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        said = await it.sari.presses("My hand", in_=it.group)
        tiles = it.scenario.tiles(it.sari, it.group)
        assert list(map(domino_text, dominoes_in(said.text)[:3])) == list(tiles)

        await it.telegram.until("the hand", lambda: any(tiles[0] in post.text for post in it.shown_to(it.sari)))
        (hand,) = it.shown_to(it.sari)
        assert hand.photo is not None
        assert all(tile in hand.text for tile in tiles)
        assert hand.versions[0] == "Your dominoes are ready"
        assert it.shown_to(it.budi) == []


async def test_the_hand_follows_the_table_and_goes_with_its_end(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        await it.sari.presses("My hand", in_=it.group)
        await it.telegram.until("the hand", lambda: bool(it.shown_to(it.sari)))
        for _ in range(2):
            await it.scenario.press_first(it.group, "Check")
        tiles = it.scenario.tiles(it.sari, it.group)
        assert len(tiles) == 4
        await it.telegram.until("four tiles", lambda: all(tiles[3] in post.text for post in it.shown_to(it.sari)))
        await it.rest()
        await it.scenario.press_first(it.group, "Bet 10")
        await it.scenario.press_first(it.group, "Fold")
        await it.telegram.until("its end", lambda: it.shown_to(it.sari) == [])


async def test_a_hand_that_vanished_with_the_app_is_shown_anew(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        await it.sari.presses("My hand", in_=it.group)
        tiles = it.scenario.tiles(it.sari, it.group)
        await it.telegram.until("the hand", lambda: any(tiles[0] in post.text for post in it.shown_to(it.sari)))
        it.sari.restarts_the_app()
        assert it.shown_to(it.sari) == []
        await it.rest()

        said = await it.sari.presses("My hand", in_=it.group)

        assert all(tile in said.text for tile in tiles)
        await it.telegram.until("the hand", lambda: any(tiles[0] in post.text for post in it.shown_to(it.sari)))
        assert len(it.shown_to(it.sari)) == 1


async def test_a_hand_that_is_refused_stands_in_the_alert(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        with capture_logs() as logged:
            press = it.sari.presses_without_waiting(await it.sari.sees_button("My hand", in_=it.group))
            press.ephemeral_until = 0.0
            said = await it.sari.hears(press)
            await until(lambda: [each for each in logged if "refused" in each["event"]])

        assert all(tile in said.text for tile in it.scenario.tiles(it.sari, it.group))
        assert [entry for entry in logged if entry["log_level"] == "error"] == []


async def test_where_no_new_picture_is_taken_the_words_come(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        it.telegram.takes_ephemeral_uploads = False
        await it.sari.presses("My hand", in_=it.group)
        tiles = it.scenario.tiles(it.sari, it.group)

        await it.telegram.until("the hand", lambda: any(tiles[0] in post.text for post in it.shown_to(it.sari)))


async def test_an_older_server_is_asked_first_and_left_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=False) as it:
        posts = len(it.group.posts)
        for person in (it.sari, it.budi, it.sari):
            assert dominoes_in((await person.presses("My hand", in_=it.group)).text)
        await it.scenario.press_first(it.group, "Check")
        await it.sari.sees("checked", in_=it.group)

        assert len(it.group.posts) == posts


async def test_a_server_that_shows_it_to_all_is_shown_no_tile(tmp_path: Path) -> None:
    async with playing(tmp_path, has_ephemeral=True) as it:
        it.telegram.has_ephemeral = False
        posts = len(it.group.posts)

        await it.sari.presses("My hand", in_=it.group)
        await it.telegram.until("the try to be tidied away", lambda: it.telegram.calls("deleteMessage", it.group))
        await it.budi.presses("My hand", in_=it.group)

        shown = list(it.group.posts.values())[posts:]
        assert [(post.text, post.deleted) for post in shown] == [("Your dominoes are ready", True)]
