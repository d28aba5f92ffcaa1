"""What the doctor says about each platform, and what the exit code says."""

from __future__ import annotations

import os
import re
import sys
from asyncio.subprocess import STDOUT
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.chats.discord_chat.slash_commands import payload
from bot.chats.known_places import KnownPlaces
from bot.chats.telegram_chat import bot_check
from bot.commands import COMMANDS
from bot.environment.settings import Settings
from bot.features.doctor import examining
from bot.features.doctor.examining import Report, platform_sections
from bot.hosting.exit_codes import EXIT_NOT_REACHED, EXIT_TO_MEND, EXIT_TOKEN_REFUSED
from bot.messages import Place
from tests.chats.discord.double.operations import install_params
from tests.chats.discord.double.permissions import BOT_PERMISSIONS, Permission
from tests.chats.discord.double.server import Discord
from tests.chats.telegram.double import Telegram
from tests.child_processes import completed
from tests.rows import cells

ROOT = Path(__file__).parents[3]


class Host:
    """A host with a bot on each platform, set up as the README tells it, who checks them."""

    def __init__(self, discord: Discord, telegram: Telegram, data: Path) -> None:
        self.discord = discord
        self.telegram = telegram
        self.sync_file = data / "discord-commands.txt"
        self.environment = {
            "KIU_DATA": str(data),
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.server.address,
        }
        self.lines: list[str] = []
        self.known = KnownPlaces()

    def started_once(self) -> None:
        """Kiu has run before: the commands are registered."""
        self.discord.operations.register(2, [*payload()])

    async def check(self, monkeypatch: pytest.MonkeyPatch, **changed: str) -> int:
        """Check with these settings changed; return the exit code and keep what was written."""
        for name in [name for name in os.environ if name.startswith(("KIU_", "DISCORD_", "TELEGRAM_"))]:
            monkeypatch.delenv(name)
        for name, value in (self.environment | changed).items():
            monkeypatch.setenv(name, value)
        self.lines = []
        settings = Settings(_env_file=None)
        report = Report(settings, self.lines.append)
        for title, findings in await platform_sections(settings, self.known):
            report.add(title, findings)
        code = report.end()
        for secret in (self.discord.token, self.telegram.token, *changed.values()):
            assert len(secret) < 30 or secret.startswith("http") or secret not in self.text
        return code

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def to_mend(self) -> list[str]:
        """What has to be mended, each with its remedy."""
        marked = [(line[:8].strip(), line[8:]) for line in self.lines if line.startswith("  ")]
        found: list[str] = []
        last = ""
        for mark, words in marked:
            last = mark or last
            if last == "mend":
                if mark:
                    found.append(words)
                else:
                    found[-1] += f" {words}"
        return found


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    async with AsyncExitStack() as opened:
        discord = await opened.enter_async_context(Discord())
        discord.validate_answers()
        one = Host(discord, await opened.enter_async_context(Telegram()), tmp_path)
        one.started_once()
        yield one
    assert discord.faults == []


async def test_if_all_is_set_up_as_the_readme_says_nothing_has_to_be_mended(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.discord.guild("Home")

    assert await host.check(monkeypatch) == 0

    known = {"application": host.discord.world.bot.id, "commands": len(COMMANDS)}
    assert host.lines == [line.format(**known) for (line,) in cells(__file__, "a host with both platforms")]


async def test_what_the_table_page_lacks_on_telegram_is_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.discord.guild("Home")
    address = "https://kiu.example.org"
    await host.check(monkeypatch, KIU_PUBLIC_URL=address)
    assert "Groups get no button for the table page." in host.text
    await host.check(monkeypatch, KIU_PUBLIC_URL=address, KIU_TELEGRAM_APP="table")
    assert "the table page" not in host.text

    host.telegram.api.menu_button = {"type": "web_app", "text": "Table", "web_app": {"url": f"{address}/table"}}
    assert await host.check(monkeypatch) == EXIT_TO_MEND
    assert host.to_mend == [
        "The menu button of private chats opens a page that is not there. "
        "Set KIU_PUBLIC_URL, or remove the button: send /setmenubutton to @BotFather."
    ]


async def test_without_a_token_there_is_nothing_to_ask(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await host.check(monkeypatch, DISCORD_TOKEN="", TELEGRAM_TOKEN="") == 0

    assert "No token is set" in host.text
    assert len(host.discord.calls) == 0


# --- Discord -------------------------------------------------------------------------------------------------------


INSTALLED = "integration_types_config"


def installed(params: dict[str, Any]) -> dict[str, Any]:
    """Settings of an application whose install link for servers asks for this."""
    return {INSTALLED: {"0": {"oauth2_install_params": params}}}


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        (
            {"interactions_endpoint_url": "https://old.example/kiu?key=secret"},
            EXIT_TO_MEND,
            "Commands and presses go to old.example, and none of them to Kiu. In the Developer Portal, under General "
            "Information, empty Interactions Endpoint URL and save.",
        ),
        ({INSTALLED: {}}, EXIT_TO_MEND, "cannot be installed in a server"),
        ({INSTALLED: {"1": {}}}, EXIT_TO_MEND, "cannot be installed in a server"),
        (installed(install_params(scopes=("bot",))), EXIT_TO_MEND, "does not ask for applications.commands."),
        (installed(install_params(scopes=("applications.commands",))), EXIT_TO_MEND, "does not ask for bot."),
        (
            installed(install_params(Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)),
            EXIT_TO_MEND,
            "does not ask for Attach Files, Embed Links, Send Messages in Threads.",
        ),
        (installed(install_params(BOT_PERMISSIONS | Permission.MANAGE_GUILD)), 0, "asks for all that Kiu needs."),
    ],
)
async def test_settings_of_the_application_are_judged(
    host: Host, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], code: int, said: str
) -> None:
    host.discord.guild()
    host.discord.operations.application |= settings

    assert await host.check(monkeypatch) == code
    assert len(host.to_mend) == (code == EXIT_TO_MEND)
    assert said in " ".join(host.text.split())
    assert INSTALLED not in settings or not code or "Guild Install" in host.to_mend[0]
    assert "secret" not in host.text


async def test_a_server_in_which_permissions_are_missing_is_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Home", "Club", "Hall"):
        host.discord.guild(name)
    host.discord.guild("Rude \x1b[2J").bot_permissions = BOT_PERMISSIONS & ~Permission.ATTACH_FILES
    host.discord.guild("Chief").bot_permissions = Permission.ADMINISTRATOR

    assert await host.check(monkeypatch) == EXIT_TO_MEND

    assert [each.partition(". ")[0] for each in host.to_mend] == [
        r"In Rude \x1b[2J the bot's roles lack permissions: Attach Files"
    ]
    assert "ok    In 4 servers (Home, Club, Hall, Chief) the bot's roles have" in host.text


async def test_commands_that_are_not_registered_are_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.discord.guild()
    host.discord.world.commands = [each for each in host.discord.world.commands if each["name"] != "hand"]

    assert await host.check(monkeypatch) == EXIT_TO_MEND
    assert "another version than this Kiu's: /hand." in host.to_mend[0]
    assert f"Stop Kiu, delete {host.sync_file} if it is there, and start it again" in host.to_mend[0]


async def test_a_command_that_is_not_of_this_kiu_is_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.discord.guild()
    host.discord.world.commands.append({**host.discord.world.commands[0], "options": [], "name": "toss"})

    assert await host.check(monkeypatch) == EXIT_TO_MEND
    assert "another version than this Kiu's: /toss." in host.text


# --- Telegram ------------------------------------------------------------------------------------------------------


async def test_a_webhook_that_was_left_set_is_named_with_its_remedy(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.telegram.api.webhook = {"url": f"https://old.example/{host.telegram.token}"}

    assert await host.check(monkeypatch, DISCORD_TOKEN="") == EXIT_TO_MEND

    assert len(host.to_mend) == 1
    assert "updates are brought to old.example" in host.to_mend[0]
    assert "Start Kiu again: it removes the webhook." in host.to_mend[0]


async def test_a_bot_that_cannot_join_groups_is_named_with_its_remedy(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.telegram.api.abilities["can_join_groups"] = False

    assert await host.check(monkeypatch, DISCORD_TOKEN="") == EXIT_TO_MEND
    assert host.to_mend == ["It cannot be added to groups. Send /setjoingroups to @BotFather and choose Enable."]


async def test_what_the_bot_may_not_send_in_a_group_is_named(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "MOST_GROUPS", 6)
    sari = host.telegram.person("Sari")
    titles = ("Friday", "Quiet", "Strict", "Past", "Hidden rights", "Chief", "Too many")
    groups = [host.telegram.group(each, sari) for each in titles]
    _, quiet, strict, past, _, chief, _ = groups
    quiet.forbidden = {"photos", "dice"}
    host.telegram.bot_member_of(strict).status = "restricted"
    host.telegram.bot_member_of(past).status = "kicked"
    chief.forbidden = {"photos"}
    host.telegram.bot_member_of(chief).status = "administrator"
    ids = [f"telegram:{each.id}" for each in groups]
    host.known = KnownPlaces([*ids, "telegram:501", "discord:1"], [Place(ids[3], "0")])

    assert await host.check(monkeypatch, DISCORD_TOKEN="") == EXIT_TO_MEND

    allow = "Allow it in the permissions of that group, or make the bot an administrator there."
    assert host.to_mend == [
        f"In Quiet the bot is not allowed: sending photos, sending dice (stickers and GIFs). {allow}",
        "In Strict the bot is not allowed: sending messages, sending photos, sending files, "
        f"sending dice (stickers and GIFs). {allow}",
    ]
    assert "ok    It may send all that Kiu needs in Friday, Hidden rights, Chief." in host.text
    assert "note  Groups with open tables that no longer have the bot: 1." in host.text
    assert "note  Groups that were not asked about: 1." in host.text


async def test_where_members_are_hidden_a_group_counts_as_allowed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    group = host.telegram.group("Friday", host.telegram.person("Sari"))
    host.telegram.hides_members = True
    host.known = KnownPlaces([f"telegram:{group.id}"])

    assert await host.check(monkeypatch, DISCORD_TOKEN="") == 0
    assert "ok    It may send all that Kiu needs in Friday." in host.text


# --- nothing can be asked ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "platform"),
    [
        ({"DISCORD_TOKEN": "nobody.knows.this-token-of-a-stranger-indeed"}, "Discord"),
        ({"TELEGRAM_TOKEN": "123456789:AAnobodyKnowsThisTokenOfAStranger123"}, "Telegram"),
        ({"TELEGRAM_TOKEN": "no token at all, whoever may say so"}, "Telegram"),
    ],
)
async def test_a_token_that_is_refused_is_said_in_one_sentence_and_the_other_platform_is_checked(
    host: Host, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str], platform: str
) -> None:
    assert await host.check(monkeypatch, **wrong) == EXIT_TOKEN_REFUSED

    start = host.lines.index(platform)
    assert host.lines[start + 1].startswith("  mend  ")
    assert platform in host.lines[start + 1]
    assert host.lines[start + 2] == ""
    assert host.text.count("  ok    ") >= 5, "the other platform"


async def test_a_platform_that_cannot_be_reached_is_said_in_one_sentence(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = {"DISCORD_API_URL": "http://127.0.0.1:9/api/v10"}
    with host.telegram.server.away():
        assert await host.check(monkeypatch, **nowhere) == EXIT_NOT_REACHED

    assert host.lines == [line for (line,) in cells(__file__, "a host whose platforms cannot be reached")]


async def test_a_platform_that_never_answers_is_given_up(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examining, "LONGEST", 0.05)
    with host.telegram.server.held("getMe"):
        assert await host.check(monkeypatch, DISCORD_TOKEN="") == EXIT_NOT_REACHED
    assert "Telegram cannot be reached (TimeoutError)." in host.text


async def test_it_is_a_command_of_the_program(host: Host) -> None:
    host.discord.guild()
    host.discord.operations.application["interactions_endpoint_url"] = "https://old.example/kiu"
    foreign = ("KIU_", "DISCORD_", "TELEGRAM_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    check = await completed(
        sys.executable, "-m", "bot", "doctor", cwd=ROOT, env=environment | host.environment, stderr=STDOUT
    )

    text = check.stdout
    assert check.returncode == EXIT_TO_MEND, text
    assert "Discord\n  ok    This is the application Kiu" in text
    assert "mend  Commands and presses go to old.example" in text
    assert "No webhook is set" in text
    assert not re.search(re.escape(host.discord.token) + "|" + re.escape(host.telegram.token), text)
