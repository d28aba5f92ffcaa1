"""What the doctor asks the platforms about: the groups and places that the database knows, running or not."""

from __future__ import annotations

import secrets
from pathlib import Path

from pydantic import TypeAdapter

from bot.chats.known_places import KnownPlaces
from bot.environment.settings import Settings
from bot.features.doctor.database_probes import examine_database
from bot.features.doctor.queries import Content
from bot.hosting.control_socket import ask
from bot.messages import Place
from tests.bot.test_kill import running, say


async def known_places(settings: Settings, told: Content | None = None) -> KnownPlaces:
    _, places = await examine_database(settings, told)
    return places


async def test_the_places_are_known_while_kiu_runs_and_when_it_does_not(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, _env_file=None)
    assert await known_places(settings) == KnownPlaces()
    assert not settings.database_file.exists(), "looking makes none"

    async with running(tmp_path) as program:
        one = await program.browser(secrets.token_hex(16), "Sari")
        await say(one, "/open qiuqiu", "1")
        told = (await ask(tmp_path, "status"))["content"]
        there = await known_places(settings, TypeAdapter(Content).validate_python(told))
        await one.close()

    assert there == KnownPlaces(["local:home"], [Place("local:home", "main")])
    assert await known_places(settings) == there
    assert there.on("discord") == KnownPlaces([], [])

    settings.database_file.write_bytes(b"no database" * 100)
    assert await known_places(settings) == KnownPlaces(), "the doctor says elsewhere what is wrong with it"
