"""Values of house rules in words."""

from __future__ import annotations

from bot.features.house_rules import pages
from bot.features.house_rules.pages import Reader
from bot.features.house_rules.values import allowed as allowed_values
from bot.groups import GroupSettings
from bot.wording import in_language
from engine.games import GAMES
from tests.rows import rows


@rows(__file__)
def test_what_a_rule_can_be_is_said_in_full(name: str, allowed: str) -> None:
    assert allowed_values(GAMES["qiuqiu"].rules, name, in_language("en")) == allowed


def test_a_rule_that_orders_all_its_words_says_so() -> None:
    allowed = allowed_values(GAMES["koo-kiew"].rules, "colours", in_language("en"))

    assert allowed == "all of yellow, red, green, white, in your order"


def test_a_changed_rule_shows_what_is_usual() -> None:
    settings = GroupSettings().with_rule("qiuqiu", "hui", "on").with_rule("qiuqiu", "turn_seconds", "60")
    translate = in_language("en")

    assert "Hui: on (preset: off)" in pages.rule("qiuqiu", "hui", settings, Reader(translate)).lines
    clock = pages.rule("qiuqiu", "turn_seconds", settings, Reader(translate))
    assert "Seconds for a turn: 60 (preset: 45)" in clock.lines
