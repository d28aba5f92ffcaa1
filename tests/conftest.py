"""What holds for every test: how hypothesis looks for counterexamples, and that a test leaves the log as it was."""

from __future__ import annotations

import gc
import logging
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

import bot.features.installed
import bot.games  # noqa: F401 - commands, presenters and texts are there in every test
from bot.environment.logs import QUIET_LIBRARIES
from tests.thoroughness import TIMES, examples

pytest_plugins = ["tests.workers"]

TESTS = Path(__file__).parent

# A machine shared with other work is slow now and then, which is no fault of the code under test.
settings.register_profile(
    "slow machine",
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
# Each run tries the same examples, so that it passes when the one before has; where there is time, others are sought.
settings.register_profile("repeatable", parent=settings.get_profile("slow machine"), derandomize=True, database=None)
settings.load_profile("slow machine" if TIMES > 1 else "repeatable")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: a million objects that no garbage collection need look at, now or later.

    What tests leave goes sooner or later, too: looking for it as often as usual takes a twentieth of their time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


SLOW = (
    *("bot/hosting", "bot/ledger/test_safety.py", "bot/test_command_line.py", "bot/test_kill.py", "chats/pace"),
    *("chats/test_health.py", "chats/test_process.py", "deploy", "docs/test_tutorial_game.py", "mutating", "releasing"),
    *("simulation", "verify/test_agreement.py", "verify/test_bounded_files.py", "verify/test_given_page.py"),
    *("verify/test_logs.py", "verify/test_page.py", "features/backups/test_backup_drill.py"),
    "bot/test_twin_worlds.py::test_a_planted_leak_is_found[in_a_s",
    "bot/test_twin_worlds.py::test_a_planted_leak_is_found[in_the_length",
    "bot/test_twin_worlds.py::test_a_planted_leak_is_found[in_the_time",
    "bot/test_twin_worlds.py::test_a_planted_leak_is_found[in_who",
    "chats/discord/test_e2e_koo_kiew.py::test_56_people",
    "chats/local/test_private_side.py",
    "chats/local/test_twin_worlds.py::test_a_planted_leak_is_found[in_the_",
    "chats/local/test_twin_worlds.py::test_frames_come_in_the_same_order_in_both_worlds[q",
    "chats/test_checking.py::test_it_is_a_command_of_the_program",
    "engine/fairness/test_evenness.py::test_a_modulo_is_flagged_if_it_is_coarse",
    "engine/fairness/test_evenness.py::test_whole_deals_pass",
    "engine/qiuqiu/test_opponent.py::test_it_beats_simple_players[6",
    "engine/qiuqiu/test_ranking.py::test_all_hands_agree_with_the_slow_ranker[o",
    "engine/quandui/test_opponent.py::test_it_beats_simple_players[6",
    "engine/quandui/test_secrets.py::test_parting_with_the_last_copy_would_tell_what_is_hidden",
    "features/backups/test_backing_up.py::test_a_database_written_anew_meanwhile_makes_no_damaged_backup",
    "features/backups/test_backing_up.py::test_a_ledger_that_closes_gives_up_the_copy_at_once",
    "features/backups/test_backing_up.py::test_killed_at_every_step_there_is_always_a_whole_one",
    "features/backups/test_backing_up.py::test_the_running_program_makes_one_when_it_is_asked_and_plays_on",
    "features/backups/test_restoring.py::test_the_real_program_goes_on_in_mid_hand_from_a_backup",
    "features/house_rules/test_playable_rules.py::test_with_any_rules_that_can_be_applied_a_hand_is_dealt",
    "features/menu/test_table_menu.py::test_whatever_is_offered_is_carried_out[q",
    "features/statistics/test_player_counts.py::test_counts_of_random_evenings_are_those_of_their_hands[q",
    "features/statistics/test_statistics.py::test_the_plotting_library_is_loaded_when_first_needed",
    "verify/test_bounds.py::test_whatever_is_just_within_the_bounds_takes_ten_times_its_size_at_most",
    "verify/test_tampering.py::test_a_change_that_is_made_to_fit_again_is_rejected_too[a hand w",
    "verify/test_tampering.py::test_a_change_that_is_made_to_fit_again_is_rejected_too[a player",
    "verify/test_tampering.py::test_every_change_of_a_worked_record_is_rejected_but_of_what_nothing_binds",
)
"""Folders, files and tests that start programs or browsers, or play whole evenings, worlds or at the pace of people."""

LONG = {"test_tutorial_game.py", "test_hosting_page.py", "test_release.py", "test_world.py", "test_memory.py"}
"""Files with a test that takes many seconds: begun last, it would be waited for when all others are done."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, and mark what belongs to ``make slow``."""
    items.sort(key=lambda item: item.path.name not in LONG)
    for item in items:
        name = f"{item.path.relative_to(TESTS).as_posix()}::{item.name}"
        if name.startswith(SLOW) or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """Whoever starts Kiu sets its log up; the next test would hear nothing of what is below that level."""
    root = logging.getLogger()
    handlers, configured = root.handlers[:], structlog.get_config()
    levels = {logger: logger.level for logger in (root, *map(logging.getLogger, QUIET_LIBRARIES))}
    yield
    root.handlers[:] = handlers
    for logger, level in levels.items():
        logger.setLevel(level)
    structlog.configure(**configured)
