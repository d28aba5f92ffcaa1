"""A group in which nobody has opened the private chat: the bot is an admin, and shows each their own side there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.chats.telegram_chat.ephemeral_messages import UNCOUNTED
from tests.bot.leaks import dominoes_in
from tests.chats.telegram.double import Button, Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import SECOND, Scenario, group_of
from tests.chats.telegram.usual_limits import with_usual_limits


class Playing:
    """A hand that three play in a group of an admin bot."""

    def __init__(self, telegram: Telegram, scenario: Scenario, group: Chat, *people: Person) -> None:
        self.telegram, self.scenario, self.group, self.people = telegram, scenario, group, people

    def of(self, person: Person) -> list[Post]:
        """What stands in the group for this person alone."""
        return [post for post in self.group.visible() if post.receiver == person.user.id]

    async def sees_hand(self, person: Person) -> Post:
        """Wait until a person has one message with all they hold."""

        def shown() -> Post | None:
            tiles = self.scenario.tiles(person, self.group)
            whole = [each for each in self.of(person) if all(tile in each.text for tile in tiles)]
            return whole[0] if whole and len(self.of(person)) == 1 else None

        return await self.telegram.until(f"the hand of {person.name}", shown)

    async def sees_question(self) -> Post:
        """Wait until whoever is asked has the question in their own message."""
        asked = self.scenario.asked(self.group)
        mark = f"{self.scenario.table(self.group).state.id}:{self.scenario.hand(self.group).turn}:"

        def shown() -> Post | None:
            data = {post: str(post.keyboard) for post in self.of(asked)}
            return next((post for post, buttons in data.items() if f"'{mark}check'" in buttons), None)

        return await self.telegram.until("a question in the group", shown)


@asynccontextmanager
async def playing(folder: Path, *, counted: bool, has_ephemeral: bool = True) -> AsyncIterator[Playing]:
    async with Telegram(second=SECOND, has_ephemeral=has_ephemeral) as telegram:
        telegram.counts_ephemeral = counted
        people = [telegram.person(name) for name in ("Sari", "Budi", "Dewi")]
        group = telegram.group("Friday dominoes", *people, admin=True)
        async with Scenario(telegram, folder) as scenario:
            if not counted:
                known = {UNCOUNTED: True}
                await scenario.app.groups.change(group_of(group), lambda now: replace(now, of_features=known))
            await scenario.sit(group, *people)
            yield Playing(telegram, scenario, group, *people)
            assert dominoes_in(group.ever()) == []
            for person in people:
                others = [post for post in group.posts.values() if post.receiver not in (None, person.user.id)]
                assert all(tile not in post.text for post in others for tile in scenario.tiles(person, group))
            await scenario.sound()


@pytest.mark.parametrize("counted", [True, False])
async def test_everybody_sees_their_own_dominoes_without_a_press(tmp_path: Path, counted: bool) -> None:
    async with playing(tmp_path, counted=counted) as it:
        for person in it.people:
            assert (await it.sees_hand(person)).photo is not None
        for _ in it.people:
            await it.scenario.press_first(it.group, "Check")
        for person in it.people:
            assert len(it.scenario.tiles(person, it.group)) == 4
            await it.sees_hand(person)
        await it.scenario.finish_hand(it.group)
        await it.telegram.until("the end", lambda: not any(map(it.of, it.people)))


async def test_a_question_that_costs_nothing_stands_in_it_and_is_answered_there(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        for person in it.people:
            await it.sees_hand(person)
        await it.scenario.press_first(it.group, "Check")
        for _ in it.people[1:]:
            asked, shown = it.scenario.asked(it.group), await it.sees_question()
            turn, button = it.scenario.hand(it.group).turn, asked.button("Check", it.group)
            assert button is not None
            assert button.post is shown
            await asked.taps(button)
            assert it.scenario.hand(it.group).turn != turn
        assert it.telegram.calls("editEphemeralMessageCaption", it.group), "the picture is not sent again"


async def test_an_amount_is_chosen_below_it_and_a_page_leaves_it_alone(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        for person in it.people:
            await it.sees_hand(person)
        await it.scenario.press_first(it.group, "Check")
        asked, shown = it.scenario.asked(it.group), await it.sees_question()
        await asked.presses("Bet …", in_=it.group)
        await it.telegram.until("the amounts", lambda: any(each.startswith("+") for each in shown.labels))
        await asked.presses("Bet", in_=it.group)
        assert it.scenario.staked(asked, it.group) > 0

        await asked.presses("Rules", in_=it.group)
        await it.telegram.until("a page", lambda: len(it.of(asked)) == 2)
        assert shown in it.of(asked)


async def test_an_amount_that_is_chosen_at_the_table_costs_the_group_no_call(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        for person in it.people:
            await it.sees_hand(person)
        asked, (table,) = it.scenario.asked(it.group), (post for post in it.group.by_bots() if "Bet …" in post.labels)
        (data,) = (each["callback_data"] for row in table.keyboard for each in row if each["text"] == "Bet …")
        await asked.taps(Button(table, "Bet …", data, ""))
        for label in ("+", "Bet"):
            await it.telegram.until("the amounts", lambda: len(it.of(asked)) == 2)
            await asked.presses(label, in_=it.group)
        assert it.scenario.staked(asked, it.group) > 10
        await it.telegram.until("the amounts to go", lambda: len(it.of(asked)) == 1)
        assert not it.telegram.calls("editMessageReplyMarkup", it.group)


async def test_a_bot_that_is_no_admin_any_more_falls_back_to_the_alert(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        for person in it.people:
            await it.sees_hand(person)
        await it.telegram.handled(it.telegram.set_bot_status(it.group, "member", it.people[0]))
        for _ in it.people:
            await it.scenario.press_first(it.group, "Check")
        await it.scenario.app.wait_until_idle()
        for person in it.people:
            tiles = it.scenario.tiles(person, it.group)
            said = await person.presses("My hand", in_=it.group)
            assert all(tile in said.text for tile in tiles)


async def test_a_right_that_was_lost_unseen_is_asked_for_again(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        for person in it.people:
            await it.sees_hand(person)
        it.telegram.bot_member_of(it.group).status = "member"
        for _ in it.people:
            await it.scenario.press_first(it.group, "Check")
        await it.scenario.app.wait_until_idle()
        assert not it.scenario.chat._context.directory.is_administered(it.group.id)


async def test_it_is_brought_up_to_date_after_a_restart(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        before = [await it.sees_hand(person) for person in it.people]
        await it.scenario.restart()
        for _ in it.people:
            await it.scenario.press_first(it.group, "Check")
        assert [await it.sees_hand(person) for person in it.people] == before


async def test_who_opens_the_private_chat_gets_it_there(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=False) as it:
        sari = it.people[0]
        tiles = it.scenario.tiles(sari, it.group)
        await it.sees_hand(sari)
        await sari.opens("Cards in private", in_=it.group)
        await sari.sees(tiles[0], in_=sari.private)
        await it.telegram.until("it to go", lambda: not it.of(sari))


async def test_a_server_that_shows_it_to_all_is_shown_no_domino(tmp_path: Path) -> None:
    async with playing(tmp_path, counted=True, has_ephemeral=False) as it:
        await it.scenario.app.wait_until_idle()
        assert not it.telegram.calls("sendPhoto", it.group)
        it.scenario.chat._context.ephemeral_messages._supported = True
        for _ in it.people:
            await it.scenario.press_first(it.group, "Check")
        await it.scenario.app.wait_until_idle()
        assert [post for post in it.group.posts.values() if post.receiver] == []


@pytest.mark.parametrize(
    ("counted", "line"), [(True, "so they count."), (False, "25 sent at once, so they don’t count.")]
)
def test_a_self_test_finds_out_whether_they_count(tmp_path: Path, counted: bool, line: str) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        sari = scenario.telegram.people[501]
        scenario.telegram.counts_ephemeral = counted
        await scenario.telegram.handled(scenario.telegram.set_bot_status(group, "administrator", sari))
        await scenario.finish_hand(group)
        await sari.types("/pause", in_=group)
        await sari.types("/selftest", in_=group)
        await scenario.app.wait_until_idle()

        assert any(line in post.text for post in group.by_bots())
        assert scenario.chat._context.ephemeral_messages.is_uncounted(group.id) is not counted
        if not counted:
            scenario.telegram.flood_control.close(group, 5)
            await sari.types("/resume", in_=group)
            await scenario.app.wait_until_idle()
            assert not scenario.chat._context.ephemeral_messages.is_uncounted(group.id), "a warning is believed"

    with_usual_limits(tmp_path, story, has_ephemeral=True)
