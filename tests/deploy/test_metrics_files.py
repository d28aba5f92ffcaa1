"""The dashboard and the alert rules ask for nothing that Kiu does not measure, and leave out nothing that it does."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.environment.metrics import (
    FAULTS,
    CallResult,
    CommandResult,
    HandResult,
    Metrics,
    Queue,
    StoreResult,
    TableStatus,
)
from engine.games import GAMES
from tests.deploy.installed import ROOT

DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
RULES = ROOT / "deploy" / "alert-rules.yml"
RULE_TESTS = Path(__file__).with_name("alert-tests.yml")

OF_PROMETHEUS = {"up": {"job", "instance"}}
"""Series that Prometheus makes itself."""

ADDED = {"job", "instance"}
"""Labels that Prometheus adds to every series."""

SELECTOR = re.compile(r"(?<![\w$])((?:kiu|process)_\w+|up)\b(?:\{([^}]*)\})?")
MATCHER = re.compile(r'(\w+)\s*(?:=~|!=|!~|=)\s*"([^"]*)"')

PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(PROMTOOL is None, reason="there is no promtool here (Debian's package prometheus)")


class Series(NamedTuple):
    """A series that Kiu has, once everything has happened."""

    kind: str
    labels: dict[str, set[str]]
    """Every label, with its values."""


@cache
def measured() -> dict[str, Series]:
    """Every series by its name, once everything has happened that Kiu counts."""
    metrics = Metrics("1.0")
    platforms = ("local", "discord", "telegram")
    for platform in platforms:
        for done in CommandResult:
            metrics.command(platform, done, 0.01)
        for status in (200, 400, 429, 500, 0):
            metrics.called(platform, status, 0.01)
        metrics.show_seconds.labels(platform).observe(0.1)
        metrics.ready.labels(platform).set_function(lambda: True)
    for reason in (*FAULTS, "not-your-turn"):
        metrics.refused(reason)
    for stored in StoreResult:
        metrics.stored(stored, 0.01)
    for ended in HandResult:
        metrics.hands_over.labels(ended).inc()
    for game in GAMES:
        metrics.hands_dealt.labels(game).inc()
        for each in TableStatus:
            metrics.tables.labels(game, each).set_function(lambda: 1)
    for queue in Queue:
        metrics.queues.labels(queue).set_function(lambda: 1)
    for size in (metrics.database_bytes, metrics.log_bytes, metrics.free_bytes):
        size.set(1)
    metrics.backup_every.set(3600)
    metrics.newest_backup.set(0)
    metrics.slots.labels("process-1").set(32)
    metrics.loop_lag.observe(0.01)
    found: dict[str, Series] = {}
    for family in text_string_to_metric_families(metrics.text().decode()):
        assert family.samples, f"nothing sets {family.name}"
        for sample in family.samples:
            series = found.setdefault(sample.name, Series(family.type, {}))
            for label, value in sample.labels.items():
                series.labels.setdefault(label, set()).add(value)
    assert set(CallResult) == found["kiu_platform_calls_total"].labels["result"]
    return found


def panels() -> list[dict[str, Any]]:
    dashboard: dict[str, Any] = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    return [each for each in dashboard["panels"] if each["type"] != "row"]


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def questions() -> Iterator[str]:
    """Everything that is asked of Prometheus."""
    for panel in panels():
        for target in panel["targets"]:
            yield target["expr"]
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    yield from (each["expr"] for each in dashboard["annotations"]["list"])
    for rule in rules():
        yield rule["expr"]


@pytest.mark.parametrize("question", sorted(set(questions())))
def test_every_series_that_is_asked_for_exists_with_its_labels_and_their_values(question: str) -> None:
    asked = list(SELECTOR.finditer(question))
    assert asked, question
    for name, matchers in (each.groups() for each in asked):
        if name in OF_PROMETHEUS:
            labels: dict[str, set[str]] = {key: set() for key in OF_PROMETHEUS[name]}
        else:
            assert name in measured(), f"Kiu does not measure {name}"
            labels = measured()[name].labels | {key: set[str]() for key in ADDED}
        for label, value in MATCHER.findall(matchers or ""):
            assert label in labels, f"{name} has no label {label}"
            if label not in ADDED:
                assert set(value.split("|")) <= labels[label], f"{name} has no {label} {value}"
        for label in re.findall(r"by \(([^)]*)\)", question):
            known = {each for name, _ in (one.groups() for one in asked) for each in measured()[name].labels} | ADDED
            assert set(re.split(r",\s*", label)) <= known, question


@pytest.mark.parametrize("question", sorted(set(questions())))
def test_what_only_grows_is_asked_for_its_growth_and_nothing_else_is(question: str) -> None:
    for name, _ in (each.groups() for each in SELECTOR.finditer(question)):
        grows = name in measured() and (name.endswith(("_total", "_bucket")))
        assert (re.search(rf"(?:rate|increase)\({name}\b", question) is not None) == grows, name


def test_everything_that_is_measured_is_on_the_dashboard() -> None:
    shown = {name for panel in panels() for each in panel["targets"] for name, _ in SELECTOR.findall(each["expr"])}
    left_out = {
        name for name in measured() if name not in shown and f"{re.sub('_(sum|count)$', '', name)}_bucket" not in shown
    }
    assert left_out == {"process_virtual_memory_bytes"}, "it says nothing of how much memory is used"


def test_panels_lie_side_by_side_and_each_says_what_it_is() -> None:
    taken: Counter[tuple[int, int]] = Counter()
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    for panel in dashboard["panels"]:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        taken.update((at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"]))
    assert max(taken.values()) == 1
    numbers = [each["id"] for each in dashboard["panels"]]
    assert len(set(numbers)) == len(numbers)
    for panel in panels():
        assert panel["title"]
        assert panel["description"]
        assert {each["datasource"]["uid"] for each in panel["targets"]} == {"${datasource}"}


def test_every_rule_says_how_bad_it_is_and_what_to_do() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    for rule in rules():
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["annotations"]["description"].endswith(".")


def test_every_rule_is_tried() -> None:
    tests = yaml.safe_load(RULE_TESTS.read_text(encoding="utf-8"))["tests"]
    fired = {each["alertname"] for test in tests for each in test["alert_rule_test"] if each["exp_alerts"]}
    assert fired == {rule["alert"] for rule in rules()}


@needs_promtool
def test_prometheus_takes_the_rules_and_they_fire_when_they_should() -> None:
    assert PROMTOOL is not None
    for arguments in (("check", "rules", str(RULES)), ("test", "rules", str(RULE_TESTS))):
        done = subprocess.run((PROMTOOL, *arguments), capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_prometheus_has_nothing_to_say_against_the_names_of_the_series() -> None:
    assert PROMTOOL is not None
    metrics = Metrics("1.0")
    metrics.command("local", CommandResult.DONE, 0.01)
    text = metrics.text().decode()
    done = subprocess.run(
        (PROMTOOL, "check", "metrics"), input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
