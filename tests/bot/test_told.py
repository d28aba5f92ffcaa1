"""A reply that tells its receiver what everybody is told says so, and no other does."""

from __future__ import annotations

from tests.bot.scenario import Scenario


async def is_told(scenario: Scenario, name: str, text: str) -> bool:
    """Whether everybody is told what the answer to an accepted command says."""
    before = len(scenario.chat.public())
    reply = await scenario.say(name, text)
    assert not reply.refused, reply.message.lines
    assert not reply.told or len(scenario.chat.public()) > before, "so they must be shown something"
    return reply.told


async def test_at_the_table_everybody_sees_who_comes_goes_and_sits_out(scenario: Scenario) -> None:
    for name, text in (
        ("sari", "open qiuqiu"),
        ("budi", "join"),
        ("wati", "join"),
        ("wati", "sit out"),
        ("wati", "sit back"),
        ("wati", "rebuy 100"),
        ("wati", "leave"),
        ("budi", "shuffle three red dogs"),
        ("sari", "kick budi"),
        ("sari", "close"),
    ):
        assert await is_told(scenario, name, text), text


async def test_what_admins_do_is_read_by_everybody(scenario: Scenario) -> None:
    scenario.admins.add("boss")
    await scenario.do("sari", "chips")
    await scenario.do("boss", "house set hui on")
    for text in ("house apply", "bank grant sari 100 gift !", "bank take sari 1990 fine !"):
        assert await is_told(scenario, "boss", text), text
    assert await is_told(scenario, "sari", "daily")


async def test_answers_that_nobody_else_gets(scenario: Scenario) -> None:
    for text in ("chips", "top", "ledger", "help", "rules", "language en", "daily", "settings", "privacy"):
        assert not await is_told(scenario, "sari", text), text
    await scenario.sit("sari", "budi")
    scenario.stack(dealer="sari")
    await scenario.do("sari", "start")
    await scenario.do("budi", "leave")
    for name, text in (("budi", "join"), ("sari", "table"), ("sari", "status"), ("sari", "hand")):
        assert not await is_told(scenario, name, text), text
    assert await is_told(scenario, "sari", "close")
    assert not await is_told(scenario, "sari", "close"), "they were told before"


async def test_a_typed_answer_that_is_sealed_is_answered_and_a_pressed_one_is_not(scenario: Scenario) -> None:
    await scenario.sit("sari", "budi", "wati", "joko", game="quan-dui")
    await scenario.do("sari", "start")
    dealer = scenario.asked()
    other, third = [name for name in ("sari", "budi", "wati", "joko") if name != dealer][:2]
    choice = scenario.hand().round.options(scenario.hand().round.awaited[0]).ready[0].choice
    assert await scenario.do(dealer, f"discard {choice}") == ""

    assert await scenario.do(other, "pass") == "Your answer is in. It stays secret until everybody's can be shown."
    pressed = await scenario.press(third, scenario.chat.button("Pass"))
    assert not pressed.refused
    assert pressed.message.lines == ()
