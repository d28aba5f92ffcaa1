"""The image and the services of Compose: linted by their own tools, and held against what they say of each other."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from compose_spec import PyCompose
from dockerfile_parse import DockerfileParser

from bot.__main__ import main
from bot.environment.settings import Settings
from bot.environment.settings_check import PREFIXES, in_force
from bot.running import LAST_SECONDS
from tests.deploy.installed import ROOT

COMPOSE = ROOT / "compose.yaml"
YAML_FILES = [COMPOSE, *sorted((ROOT / "deploy").glob("*.yml"))]
YAML_RULES = "{extends: default, rules: {line-length: {max: 140}, document-start: disable}}"
KNOWN = {each.name for each in in_force(Settings())}
"""Every setting."""

PROGRAMS = Path(sysconfig.get_path("scripts"))


def linted(*command: str | Path) -> str:
    """What a linter finds; nothing if all is well."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode == 0) == (done.stdout + done.stderr == ""), done.stdout + done.stderr
    return done.stdout + done.stderr


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each stage of the Dockerfile, with what follows them."""
    found: list[list[tuple[str, str]]] = []
    with (ROOT / "Dockerfile").open("rb") as file:
        for each in DockerfileParser(fileobj=file).structure:
            if each["instruction"] == "FROM":
                found.append([])
            if each["instruction"] != "COMMENT":
                found[-1].append((each["instruction"], each["value"]))
    return found


def last(instruction: str) -> str:
    """What the image is told by an instruction."""
    return [value for name, value in stages()[-1] if name == instruction][-1]


def image_variables() -> dict[str, str]:
    """The environment that the image starts with."""
    return dict(each.split("=", 1) for each in shlex.split(last("ENV")))


def compose() -> dict[str, Any]:
    """What Compose is told."""
    loaded: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    return loaded


def test_hadolint_finds_nothing() -> None:
    assert linted(PROGRAMS / "hadolint", ROOT / "Dockerfile") == ""


def test_the_image_is_made_of_the_python_that_the_tests_run_with() -> None:
    version = (ROOT / ".python-version").read_text(encoding="utf-8").strip()
    assert {value.split()[0] for stage in stages() for name, value in stage if name == "FROM"} == {
        f"python:{version}-slim-bookworm"
    }


def test_the_image_has_two_stages_a_numeric_user_and_commands_that_need_no_shell() -> None:
    assert len(stages()) == 2
    user, _, group = last("USER").partition(":")
    assert int(user) > 999
    assert int(group) > 999
    assert f"--owner={user} --group={group}" in last("RUN")
    assert yaml.safe_load(last("CMD")) == ["kiu"]
    health = yaml.safe_load(last("HEALTHCHECK").partition(" CMD ")[2])
    assert health[0] == "kiu"
    assert set(health[1:]) <= set(main.list_commands(click.Context(main)))


def test_the_image_sets_only_what_kiu_knows() -> None:
    variables = image_variables()
    assert {name for name in variables if name.startswith(PREFIXES)} <= KNOWN
    assert variables["KIU_DATA"] == last("WORKDIR") == yaml.safe_load(last("VOLUME"))[0]


def test_only_what_the_image_is_made_of_is_handed_to_docker() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    copied = {
        source.split("/")[0]
        for name, value in stages()[0]
        if name == "COPY"
        for source in shlex.split(value)[:-1]
    }  # fmt: skip
    assert rules[0] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == copied
    assert all((ROOT / source).exists() for source in copied)


@pytest.mark.parametrize("file", YAML_FILES, ids=lambda path: path.name)
def test_yamllint_finds_nothing(file: Path) -> None:
    assert linted(PROGRAMS / "yamllint", "--strict", "-d", YAML_RULES, file) == ""


def test_compose_has_the_form_that_compose_reads() -> None:
    # Its reader knows no merged keys.
    read = PyCompose.from_yaml(yaml.safe_dump(compose()))
    read.validate()
    assert sorted(read.service_names()) == ["grafana", "kiu", "kiu-b", "kiu-c", "postgresql", "prometheus"]


@pytest.mark.parametrize(("name", "volume"), [("kiu", "data"), ("kiu-b", "data-b"), ("kiu-c", "data-c")])
def test_kiu_in_compose_can_write_its_volume_and_nothing_else(name: str, volume: str) -> None:
    kiu = compose()["services"][name]
    assert kiu["read_only"] is True
    assert kiu["cap_drop"] == ["ALL"]
    assert kiu["volumes"] == [f"{volume}:{last('WORKDIR')}"]
    assert set(kiu["environment"]) <= KNOWN
    assert kiu["environment"]["KIU_ADDRESS"] == f"{kiu['environment']['KIU_PROCESS']}:8099" == f"{name}:8099"
    assert kiu["environment"]["KIU_DATA"] == last("WORKDIR")
    assert float(kiu["stop_grace_period"].removesuffix("s")) > LAST_SECONDS


def test_ports_are_published_to_this_machine_alone() -> None:
    ports = [port for service in compose()["services"].values() for port in service.get("ports", ())]
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert len(ports) == len(set(ports)) == 4


def test_the_metrics_are_optional_and_their_files_are_there() -> None:
    services = compose()["services"]
    assert {name for name, service in services.items() if service.get("profiles") == ["metrics"]} == {
        "prometheus",
        "grafana",
    }
    mounted = [volume.split(":")[0] for service in services.values() for volume in service["volumes"]]
    assert [file for file in mounted if file.startswith("./") and not (ROOT / file).is_file()] == []
    (scraped,) = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text(encoding="utf-8"))["scrape_configs"]
    assert scraped["static_configs"] == [
        {"targets": [f"kiu:{services['kiu']['environment']['KIU_HEALTH_PORT']}"]}
    ]  # fmt: skip


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
def test_prometheus_finds_nothing_wrong_with_its_settings_and_the_alerts() -> None:
    found = subprocess.run(
        ["promtool", "check", "config", ROOT / "deploy" / "prometheus.yml"],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    assert re.search(r"\b[1-9]\d* rules found", found.stdout)
