"""A refusal, and what stands for a hand where there is none, is whole everywhere: an alert has 200 characters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.chats.fitting import plain
from bot.chats.telegram_chat.formatting import alert_text
from bot.commands import SPECS
from bot.groups import TableRules
from bot.messages import Message
from bot.presenting.presenters import TITLES
from bot.presenting.private_side import private_side
from bot.wording import Translator, in_language, languages
from engine.games import GAMES
from engine.house_rules import HouseRules
from tests.bot.wording.sentences import sentences, text
from tests.bot.wording.test_messages import LONGEST_NAME, table
from tests.bot.wording.used_keys import refused, sources

MOST = 1_000_000_000
"""More chips than anybody names."""


def longest_values(translate: Translator) -> dict[str, str]:
    """The longest that each value of a refusal can be."""
    from bot.features.house_rules.values import allowed

    owners: list[type[HouseRules]] = [*(game.rules for game in GAMES.values()), TableRules]
    typed = "w" * 40
    return {
        "name": LONGEST_NAME,
        "host": LONGEST_NAME,
        "usage": max((spec.usage(translate) for spec in SPECS), key=len),
        "game": max(TITLES.values(), key=len),
        "games": ", ".join(GAMES),
        "presets": max((", ".join(game.presets) for game in GAMES.values()), key=len),
        "languages": ", ".join(languages()),
        "rule": max((name for rules in owners for name in rules.kinds()), key=len),
        "allowed": max((allowed(rules, name, translate) for rules in owners for name in rules.kinds()), key=len),
        "words": ", ".join(verb.name for game in GAMES.values() for verb in game.advance_verbs),
        "verb": max((verb.name for game in GAMES.values() for verb in game.verbs), key=len),
        "value": typed,
        "word": typed,
        "preset": typed,
        "other": LONGEST_NAME,
        "choice": typed,
    }


@pytest.mark.parametrize("language", languages())
def test_no_refusal_is_cut(language: str) -> None:
    translate = in_language(language)
    values, written = longest_values(translate), sentences(text(language))
    longest = 0
    for reason in {use.key for use in refused(sources().values())}:
        fields = {name: values.get(name, MOST) for name in written[f"refused-{reason}"].variables}
        message = Message(lines=(translate(f"refused-{reason}", **fields),))
        whole = plain(message)
        assert not alert_text(message).endswith("…"), f"{reason} is cut: {whole}"
        longest = max(longest, len(whole))
    assert longest > 150, "the longest values were tried"


@pytest.mark.parametrize("language", languages())
def test_what_is_told_instead_of_a_hand_is_not_cut(language: str) -> None:
    translate = in_language(language)
    state = table((0, 7, MOST, MOST), (LONGEST_NAME,) * 4)
    player = state.seated[0].player
    told = set()
    for changes in ({}, {"out": True, "stack": MOST}, {"leaving": True}, {"removed": True}, {"stack": MOST}):
        for practice in (True, False):
            now = replace(state.change(player, **changes), practice=practice)
            message = private_side(now, player, MOST // 2, translate).message
            assert not alert_text(message).endswith("…")
            told.add(alert_text(message))
    assert len(told) == 6, "each says something else, and only who is broke is told more where chips count"
