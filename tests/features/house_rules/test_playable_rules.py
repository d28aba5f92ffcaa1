"""House rules that no table can be played with are refused, and with any others a hand can be dealt."""

from __future__ import annotations

from random import Random

import pytest

from bot.groups import TableRules
from bot.groups.local_time import moment, quiet_until
from engine.games import GAMES
from engine.house_rules import HouseRules, Kind
from tests.bot.fake_chat import words
from tests.bot.scenario import Scenario, sentence
from tests.rows import rows
from tests.seeds import SEED

PEOPLE = ("sari", "budi", "wati", "dewi")
RICH = 1_000_000_000
TRIED = 12
"""How many sets of rules are tried in a sample."""


@rows(__file__)
async def test_a_table_that_nobody_can_play_at_is_refused_in_the_draft(
    scenario: Scenario, lines: tuple[str, ...], told: str
) -> None:
    scenario.admins.add("boss")
    *before, last = lines
    for line in before:
        await scenario.do("boss", f"house {line}")
    reply = await scenario.say("boss", f"house {last}")
    assert reply.refused
    assert told in sentence(reply)


async def test_with_the_other_rule_changed_first_it_is_allowed(scenario: Scenario) -> None:
    await scenario.set_rules("max_buy_in 50000", "buy_in 20000", "ante 5000")
    assert scenario.app.groups.of(scenario.name).game("qiuqiu").rules.texts()["ante"] == "5000"
    refusal = await scenario.say("admin", "house reset koo-kiew")
    assert "Then QiuQiu takes 5,000 chips" in words(refusal.message), "it is about the other game and its tables"


async def test_what_was_stored_unplayable_can_be_mended_one_rule_at_a_time(scenario: Scenario) -> None:
    settings = (
        scenario.app.groups.of(scenario.name).with_rule("qiuqiu", "ante", "5000").with_rule("quan-dui", "stake", "400")
    )
    await scenario.app.groups.change(scenario.name, lambda _: settings)
    assert await scenario.refused("sari", "open qiuqiu") == "buy-in-too-small"
    await scenario.set_rules("ante 20")
    await scenario.do("sari", "open qiuqiu")
    assert await scenario.refused("sari", "house set ante 5000") == "admin-only"
    assert await scenario.refused("admin", "house set ante 5000") == "buy-in-too-small"


async def test_a_preset_that_the_usual_buy_in_does_not_reach_opens_no_table(scenario: Scenario) -> None:
    await scenario.set_rules("ante 1", "stake 1", "min_buy_in 5", "buy_in 9", "max_buy_in 20")
    assert await scenario.refused("sari", "open qiuqiu sumatra") == "buy-in-too-small"
    await scenario.do("sari", "open qiuqiu")


async def test_nobody_sits_down_with_too_few_chips_to_be_dealt_in(scenario: Scenario) -> None:
    await scenario.set_rules("ante 300")
    await scenario.do("sari", "open qiuqiu")
    reply = await scenario.say("budi", "join 200")
    assert reply.refused
    assert sentence(reply) == "Name a buy-in of 300 to 2,000 chips."
    assert "buy-in 500 (300 to 2,000)" in scenario.chat.text()


def any_text(kind: Kind, rng: Random) -> str:
    """A value of a rule, as somebody types it: small, large or of any size between."""
    if kind.least is None or kind.most is None:
        return rng.choice([*kind.choices, ">".join(rng.sample(kind.choices, rng.randint(1, len(kind.choices))))])
    return str(rng.choice([kind.least, kind.most, min(kind.most, int(max(kind.least, 1) * 10 ** rng.uniform(0, 5)))]))


async def any_rules(scenario: Scenario, rng: Random) -> None:
    """An admin changes rules of any game and of all tables; what is refused is left."""
    owners: list[type[HouseRules]] = [*(game.rules for game in GAMES.values()), TableRules]
    for _ in range(rng.randint(1, 25)):
        kinds = rng.choice(owners).kinds()
        name = rng.choice([each for each in kinds if not each.endswith("_seconds")])
        await scenario.say("admin", f"house set {name} {any_text(kinds[name], rng)}")
        if rng.random() < 0.3:
            game = rng.choice(list(GAMES))
            await scenario.say("admin", f"house preset {rng.choice(list(GAMES[game].presets))} {game}")
    await scenario.say("admin", "house apply")


async def let_quiet_hours_end(scenario: Scenario) -> None:
    """Wait until quiet hours are over, if they run now; who opens a table meanwhile is told truly until when."""
    now, settings = scenario.clock.utc(), scenario.app.groups.of(scenario.name)
    until = quiet_until(now, settings)
    if until is None:
        return
    reply = await scenario.say(PEOPLE[0], f"open {next(iter(GAMES))}")
    assert reply.refused
    assert f"no hand begins until {moment(until, now, settings)}." in sentence(reply)
    await scenario.wait((until - now).total_seconds())


async def try_any_rules(scenario: Scenario, seed: str, tried: int) -> None:
    """With any rules that were applied a table of every game is opened, joined and played at, at any hour."""
    scenario.admins.add("admin")
    for number in range(tried):
        rng = Random(f"{seed}/{SEED}/{number}")
        scenario.name = f"test:group-{seed}-{number}"
        await scenario.do("sari", "chips")
        await any_rules(scenario, rng)
        if scenario.app.groups.of(scenario.name).tables.quiet_hours:
            await scenario.wait(rng.randrange(24) * 3600)
            await let_quiet_hours_end(scenario)
        settings = scenario.app.groups.of(scenario.name)
        for name in PEOPLE:
            await scenario.do(name, "chips")
            for _ in range(3):
                await scenario.do("admin", f"bank grant {name} {RICH} to play with")
        for game in GAMES:
            rules = settings.game(game).rules.texts() | settings.tables.texts()
            people = PEOPLE[: max(GAMES[game].fewest, 2)]
            await scenario.sit(*people, channel=game, game=game)
            await scenario.say(people[0], "start", channel=game)
            hand = scenario.state(game).playing or scenario.state(game).hand
            assert hand is not None, rules
            assert len(hand.players) == len(people), rules
            for name in people:
                if scenario.sits(name, game):
                    await scenario.say(name, "leave", channel=game)
            if scenario.is_open(game):
                await scenario.say("admin", f"bank void {hand.id} enough !", channel=game)


async def test_with_any_rules_that_can_be_applied_a_hand_is_dealt(scenario: Scenario) -> None:
    await try_any_rules(scenario, "few", TRIED)


@pytest.mark.soak
@pytest.mark.timeout(1800)
async def test_with_many_rules_that_can_be_applied_a_hand_is_dealt(scenario: Scenario) -> None:
    await try_any_rules(scenario, "many", 50 * TRIED)
