"""Amounts on Telegram, chosen by buttons under the message itself, or typed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.chats.telegram.double import Chat, Person, Post, Telegram
from tests.chats.telegram.scenario import Scenario
from tests.chats.telegram.usual_limits import with_usual_limits


def edits_of_keyboards(telegram: Telegram, chat: Chat) -> int:
    return len([call for call in telegram.calls("editMessageReplyMarkup", chat=chat) if not call.failure])


async def choosing(scenario: Scenario, group: Chat, *people: Person) -> tuple[Person, Post]:
    """A table at which the first player to act chooses what to bet; and its message."""
    await scenario.sit(group, *people)
    bettor = scenario.asked(group)
    assert not (await bettor.presses("Bet …", in_=group)).alert
    await bettor.sees_button("+ 10", in_=group)
    return bettor, (await bettor.sees_button("Bet 10", in_=group)).post


async def shows(telegram: Telegram, table: Post, doing: str) -> None:
    """Wait until the chosen amount stands under a message."""
    await telegram.until(doing, lambda: table.keyboard[0][1]["text"] == doing)


async def test_an_amount_is_chosen_step_by_step_under_the_message_itself(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person, dewi: Person
) -> None:
    bettor, table = await choosing(scenario, group, sari, budi, dewi)
    posts = len(group.by_bots())
    assert [[each["text"] for each in row] for row in table.keyboard[:4]] == [
        ["− 10", "Bet 10", "+ 10"],
        ["½ pot · 15", "Pot · 30", "Most · 100"],
        ["Type …"],
        ["Check", "Bet 10"],
    ]

    said = await bettor.presses("+ 10", in_=group)
    assert said.text.startswith("Bet 20?")
    await bettor.sees_button("Bet 20", in_=group)
    await bettor.presses("+ 10", in_=group)
    await shows(telegram, table, "Bet 30")
    await bettor.presses("− 10", in_=group)
    said = await bettor.taps(await bettor.sees_button("Bet 20", in_=group))

    assert not said.alert
    assert scenario.staked(bettor, group) == 10 + 20
    await telegram.until("the buttons of the next turn", lambda: "Fold" in table.labels)
    assert "Type …" not in table.labels
    assert len(group.by_bots()) == posts, "no message was needed"


async def test_amounts_are_never_below_the_least_nor_above_the_most(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    await scenario.set_rule(sari, group, "max_bet 25")
    bettor, table = await choosing(scenario, group, sari, budi)

    said = [(await bettor.presses("− 10", in_=group)).text]
    for chosen in (20, 25):
        said.append((await bettor.presses("+ 10", in_=group)).text)
        await shows(telegram, table, f"Bet {chosen}")
    said.append((await bettor.presses("+ 10", in_=group)).text)
    await scenario.app.wait_until_idle()

    assert [words.partition("?")[0] for words in said] == ["Bet 10", "Bet 20", "Bet 25", "Bet 25"]
    assert "Bet 25" in table.labels
    await bettor.presses("Bet 25", in_=group)
    assert scenario.staked(bettor, group) == 10 + 25


async def test_a_restart_in_the_middle_loses_nothing(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    bettor, _ = await choosing(scenario, group, sari, budi)
    more, ok = await bettor.sees_button("+ 10", in_=group), await bettor.sees_button("Bet 10", in_=group)
    await scenario.restart("killed")

    assert (await bettor.taps(more)).text.startswith("Bet 20?")
    await bettor.sees_button("Bet 20", in_=group)
    await bettor.taps(ok)

    assert scenario.staked(bettor, group) == 10 + 10


def test_steps_that_come_while_the_chat_takes_nothing_are_one_edit(tmp_path: Path) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        telegram = scenario.telegram
        await scenario.app.wait_until_idle()
        await asyncio.sleep(10)
        bettor = scenario.asked(group)
        await bettor.presses("Bet …", in_=group)
        more, less = await bettor.sees_button("+ 10", in_=group), await bettor.sees_button("− 10", in_=group)
        await scenario.app.wait_until_idle()
        edits = edits_of_keyboards(telegram, group)
        telegram.flood_control.close(group, 5)
        said = [(await bettor.taps(button)).text for button in (more, less, more, less, more)]

        await telegram.until("the last choice", lambda: "Bet 20" in more.post.labels)

        assert [words.partition("?")[0].removeprefix("Bet ") for words in said] == ["20", "10", "20", "10", "20"]
        assert edits_of_keyboards(telegram, group) <= edits + 1

    with_usual_limits(tmp_path, story)


async def test_an_amount_can_still_be_typed_and_the_question_goes_with_its_turn(
    telegram: Telegram, scenario: Scenario, group: Chat, sari: Person, budi: Person
) -> None:
    bettor, _ = await choosing(scenario, group, sari, budi)

    await bettor.presses("Type …", in_=group)
    question = await bettor.sees_question(in_=group)
    assert question.markup["selective"] is True
    assert question.pinged == [bettor.user.id]
    assert (await bettor.presses("Type …", in_=group)).text == "Reply to my question above first."
    other = budi if bettor is sari else sari
    await other.types("60", in_=group, reply_to=question)
    await bettor.answers("sixty", in_=group)
    assert scenario.staked(bettor, group) == 10, "only the bettor answers, and with a number"
    await bettor.answers("60", in_=group)

    assert scenario.staked(bettor, group) == 10 + 60
    await telegram.until("its end", lambda: question.deleted)


def test_a_confirmed_amount_is_shown_before_any_change_of_buttons(tmp_path: Path) -> None:
    async def story(scenario: Scenario, group: Chat) -> None:
        clock, telegram = asyncio.get_running_loop(), scenario.telegram
        await scenario.app.wait_until_idle()
        await asyncio.sleep(10)
        bettor = scenario.asked(group)
        await bettor.presses("Bet …", in_=group)
        table = (await bettor.sees_button("+ 10", in_=group)).post
        for _ in range(6):
            await asyncio.sleep(1.2)
            await bettor.presses("+ 10", in_=group)
        edits, okay = edits_of_keyboards(telegram, group), await bettor.sees_button("Bet ", in_=group)
        await bettor.taps(okay)
        began = clock.time()

        await telegram.until("the question that follows", lambda: "Fold" in table.labels)

        assert clock.time() - began <= 4
        assert edits_of_keyboards(telegram, group) == edits

    with_usual_limits(tmp_path, story, in_private=True)
