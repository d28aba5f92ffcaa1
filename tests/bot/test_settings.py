"""The settings of a host: what is unknown or wrong is said in sentences, and what is in force can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.environment.settings import Allowed, Settings
from bot.environment.settings_check import PREFIXES
from tests.rows import rows

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def said(command: str = "settings", **environment: str) -> tuple[int, list[str]]:
    """The exit code of a command, and the lines that it says."""
    result = CliRunner().invoke(main, [command], env=environment)
    return result.exit_code, result.output.splitlines()


@pytest.mark.parametrize("command", ["run", "doctor", "settings"])
def test_an_unknown_setting_is_refused_with_the_nearest_name(command: str) -> None:
    code, lines = said(command, KIU_PROT="1")
    assert code == 2
    assert lines == ["Error: Kiu does not know the setting KIU_PROT of the environment; did you mean KIU_PORT?"]


def test_settings_of_platforms_and_of_the_file_are_known_by_name_too() -> None:
    Path(".env").write_text("TELEGRAM_TOKEM=123:secret\nPATH_TO_SOMETHING=else\n")
    code, lines = said(DISCORD_TOKN="secret", DISCORD="somebody else's")
    assert code == 2
    assert lines == [
        "Error: Kiu does not know the setting DISCORD_TOKN of the environment; did you mean DISCORD_TOKEN?",
        "Kiu does not know the setting TELEGRAM_TOKEM in the file .env; did you mean TELEGRAM_TOKEN?",
    ]


@rows(__file__)
def test_a_wrong_value_is_said_with_its_name_and_what_is_allowed(name: str, value: str, allowed: str) -> None:
    code, lines = said(**{name: value})
    assert code == 2
    assert lines == [f"Error: {name} is not right: “{value}”. It has to be {allowed}."]


def test_all_that_is_wrong_is_said_at_once() -> None:
    code, lines = said(KIU_PROT="1", KIU_PORT="x", KIU_LOG_LEVEL="loud")
    assert code == 2
    assert len(lines) == 3


def test_what_is_in_force_is_told_with_its_source_and_without_secrets() -> None:
    Path(".env").write_text("KIU_PORT=8100\nKIU_ROOM_PASSWORD=open-sesame\nDISCORD_TOKEN=from-the-file\n")
    code, lines = said(KIU_PORT="8200", TELEGRAM_TOKEN="123:hidden")
    assert code == 0
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert told["KIU_PORT"] == "8200  (environment)"
    assert told["KIU_ROOM_PASSWORD"] == "(set, not shown)  (.env)"
    assert told["DISCORD_TOKEN"] == "(set, not shown)  (.env)"
    assert told["TELEGRAM_TOKEN"] == "(set, not shown)  (environment)"
    assert told["KIU_HOST"] == "127.0.0.1  (default)"
    assert not any(secret in line for line in lines for secret in ("sesame", "from-the-file", "hidden"))


def test_every_setting_says_what_is_allowed_and_is_explained_to_hosts() -> None:
    explained = (ROOT / ".env.example").read_text(encoding="utf-8")
    for field, info in Settings.model_fields.items():
        name = str(info.validation_alias or f"KIU_{field.upper()}")
        assert name.startswith(PREFIXES)
        assert any(isinstance(each, Allowed) for each in info.metadata), name
        assert f"#{name}=" in explained
