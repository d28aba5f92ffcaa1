"""What comes again with the same key is carried out once; and while the gate is closed nothing is carried out."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.dispatch.admission import Gate
from bot.dispatch.dispatcher import Idempotency
from bot.messages import Command, Message, Reply
from tests.bot.plain_tables import person
from tests.engine.table.tables import PLACE
from tests.patience import LONGEST_WAIT

STAKE = Command(person("Sari"), PLACE, "bet 20", "T1:7.1", key="k1")


class Handler:
    """Carries commands out, and counts them."""

    def __init__(self, *, transient: bool = False) -> None:
        self.commands: list[Command] = []
        self.transient = transient
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def __call__(self, command: Command) -> Reply:
        self.commands.append(command)
        await self.may_go_on.wait()
        return Reply(Message(), transient=self.transient, toast=f"answer {len(self.commands)}")


@pytest.mark.parametrize("text", [STAKE.text, "bet 21"])
async def test_whatever_comes_again_with_a_key_is_given_the_first_answer(text: str) -> None:
    once, handler = Idempotency(), Handler()

    first, second = await once.reply(STAKE, handler), await once.reply(replace(STAKE, text=text), handler)

    assert second is first
    assert handler.commands == [STAKE]


async def test_the_same_while_it_is_carried_out_waits_for_the_same_answer_even_if_the_first_goes_away() -> None:
    once, handler = Idempotency(), Handler()
    handler.may_go_on.clear()
    first = asyncio.create_task(once.reply(STAKE, handler))
    second = asyncio.create_task(once.reply(STAKE, handler))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    handler.may_go_on.set()

    assert (await second).toast == "answer 1"
    assert handler.commands == [STAKE]


async def test_a_key_of_somebody_else_is_another() -> None:
    once, handler = Idempotency(), Handler()
    mine, theirs = await once.reply(STAKE, handler), await once.reply(replace(STAKE, who=person("Budi")), handler)

    assert (mine.toast, theirs.toast) == ("answer 1", "answer 2")


async def test_what_could_not_be_done_now_may_be_tried_again() -> None:
    once, handler = Idempotency(), Handler(transient=True)
    for _ in range(2):
        await once.reply(STAKE, handler)

    assert len(handler.commands) == 2


# --- the gate --------------------------------------------------------------------------------------------------


async def test_a_closed_gate_waits_for_those_inside_and_keeps_others_out() -> None:
    gate, happened = Gate(), list[str]()
    leave = {name: asyncio.Event() for name in ("first", "second", "late")}

    async def carry_out(name: str) -> None:
        async with gate.through():
            happened.append(f"{name} begins")
            await leave[name].wait()
            happened.append(f"{name} ends")

    async def close() -> None:
        async with gate.closed():
            happened.append("closed")
            await asyncio.sleep(0)
            happened.append("opened")

    tasks = [asyncio.create_task(carry_out("first")), asyncio.create_task(carry_out("second"))]
    await _settle()
    tasks += [asyncio.create_task(close()), asyncio.create_task(carry_out("late"))]
    await _settle()
    leave["first"].set()
    await _settle()
    assert happened == ["first begins", "second begins", "first ends"], "one is still inside"
    leave["second"].set()
    leave["late"].set()
    await asyncio.gather(*tasks)

    assert happened[3:] == ["second ends", "closed", "opened", "late begins", "late ends"]


@pytest.mark.parametrize("inside", [True, False])
async def test_whatever_goes_wrong_the_gate_opens_again(inside: bool) -> None:
    gate = Gate()
    with pytest.raises(RuntimeError):
        async with gate.through() if inside else gate.closed():
            raise RuntimeError("gone wrong")

    async with asyncio.timeout(LONGEST_WAIT), gate.closed():
        pass
    async with asyncio.timeout(LONGEST_WAIT), gate.through():
        pass


async def _settle() -> None:
    """Let everybody get as far as they can."""
    for _ in range(10):
        await asyncio.sleep(0)
