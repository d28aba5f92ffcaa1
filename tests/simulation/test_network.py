"""Connections in memory break with the process that had them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

import aiohttp
import pytest
from aiohttp import web

from tools.simulation.chance import Chance
from tools.simulation.loop import SimulatedLoop
from tools.simulation.network import Network
from tools.simulation.scheduler import Scheduler


class World:
    def __init__(self) -> None:
        self.scheduler = Scheduler()
        self.network = Network(Chance(1))
        self.server = SimulatedLoop(self.scheduler, "server", self.network)
        self.kiu = SimulatedLoop(self.scheduler, "kiu", self.network)
        self.address = ""

    async def serve(self) -> None:
        async def hello(request: web.Request) -> web.Response:
            if seconds := float(request.query.get("after", 0)):
                await asyncio.sleep(seconds)
            return web.Response(body=await request.read() or b"hello")

        async def talk(request: web.Request) -> web.WebSocketResponse:
            line = web.WebSocketResponse()
            await line.prepare(request)
            async for message in line:
                await line.send_str(message.data.upper())
            return line

        application = web.Application(client_max_size=1 << 30)
        application.router.add_route("*", "/", hello)
        application.router.add_get("/talk", talk)
        runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.address = "http://{}:{}".format(*runner.addresses[0])

    @property
    def at(self) -> tuple[str, int]:
        return "127.0.0.1", int(self.address.rpartition(":")[2])


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    def connected(*_: object) -> None:
        raise AssertionError("a real socket is connected")

    monkeypatch.setattr(socket, "create_connection", connected)
    monkeypatch.setattr(socket, "create_server", connected)
    world = World()
    world.scheduler.run_until_complete(world.server, world.serve())
    yield world
    world.network.close()


def test_what_a_killed_process_had_sent_arrives_and_then_its_connections_break(world: World) -> None:
    answers: list[int] = []

    async def ask() -> None:
        async with aiohttp.ClientSession() as session, session.get(f"{world.address}/?after=60") as answer:
            answers.append(answer.status)

    world.kiu.create_task(ask())
    world.server.call_later(10, world.kiu.kill)
    world.scheduler.run(5)
    assert world.network.connections == 1
    world.scheduler.run(100)
    assert world.network.connections == 0
    assert not answers
    again = SimulatedLoop(world.scheduler, "kiu 2", world.network)

    async def ask_again() -> str:
        async with aiohttp.ClientSession() as session, session.get(world.address) as answer:
            return await answer.text()

    assert world.scheduler.run_until_complete(again, ask_again()) == "hello"
