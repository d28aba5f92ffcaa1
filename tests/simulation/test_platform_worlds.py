"""People play on the doubles of Telegram and Discord, reached by the real adapters over the network in memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages import Message, Place
from simulation.discord_heartbeat import heartbeat_without_thread
from simulation.in_flight import InFlight
from simulation.plan import ChatKind, Plan
from simulation.readings import asked_in, bounds_in, without_marks
from simulation.world import World
from tests.chats.fast_time import fast_forward


@pytest.mark.parametrize(
    ("text", "name", "asked"),
    [
        ("▸ 1. Sari · 490\n2. Budi · 490\n\n▸ Sari to act · 45 s", "Sari", True),
        ("▸ 1. Sari · 490\n2. Budi · 490\n\n▸ Sari to act · 45 s", "Budi", False),
        ("▸ Sari2 to act · 45 s", "Sari", False),
        ("▸ Who takes 8 wan from Budi? Win, dui or pass · 8 s", "Budi", None),
        ("1. Sari · 500 chips · host", "Sari", None),
    ],
)
def test_people_read_who_is_asked(text: str, name: str, asked: bool | None) -> None:
    assert asked_in(text, name) is asked


@pytest.mark.parametrize(
    ("text", "bounds"),
    [("Raise to how much? From 20 to 1,490 chips.", (20, 1_490)), ("How much?", (0, 0)), ("At most 5.", (0, 0))],
)
def test_people_read_what_they_may_give(text: str, bounds: tuple[int, int]) -> None:
    assert bounds_in(text) == bounds


def test_a_message_is_known_by_its_first_line_while_kiu_is_sending_it() -> None:
    place, message = Place("telegram:-1", "0"), Message("Koo Kiew · hand 1", ("**Bank**",))

    class Adapter:
        async def post(self, place: Place, message: Message) -> str:
            text = without_marks("### Koo Kiew · hand 1\nBank")
            assert flying.arriving(place, "", text) == "post"
            assert flying.arriving(place, "", "another message") is None
            assert flying.arriving(place._replace(channel="1"), "", text) is None
            assert flying.arriving(place, "telegram:5", text) is None
            return "7"

        edit = ping = post_closing = send_private = post

    flying, adapter = InFlight(lambda: 0.0), Adapter()
    flying.listen(adapter)  # type: ignore[arg-type]
    assert fast_forward(adapter.post(place, message)) == "7"
    assert flying.arriving(place, "", "Koo Kiew · hand 1") is None


@pytest.mark.soak
@pytest.mark.parametrize("kind", [ChatKind.TELEGRAM, ChatKind.DISCORD])
def test_an_evening_on_a_platform_keeps_every_promise(kind: ChatKind) -> None:
    plan = Plan.of(2, 0.15, tables=1)
    plan = replace(plan, faults=(), groups=tuple(replace(group, chat=kind) for group in plan.groups))
    with heartbeat_without_thread():
        worlds = [World(plan), World(plan)]
        outcomes = [world.run() for world in worlds]
    assert [outcome.violation for outcome in outcomes] == [None, None]
    assert outcomes[0].hands > 5
    assert outcomes[0].hash == outcomes[1].hash
