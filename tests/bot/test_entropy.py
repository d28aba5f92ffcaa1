"""A stacked pack is sealed like any other: every card can be proved, and its order is found to be nobody's chance."""

from __future__ import annotations

import pytest

from bot.environment.entropy import Entropy, SystemEntropy
from bot.games.qiuqiu.hand_words import domino_text
from engine.fairness import Chance, Closing, Context, Seal, SealedDeal
from engine.fairness.verifying import verify
from engine.games import GAMES
from tests.bot.proof_pages import record_in
from tests.bot.scenario import Scenario
from tests.seeded_entropy import SeededEntropy, StackedEntropy

CARDS = GAMES["qiuqiu"].pack_names
CLOSING = Closing({0: "test:sari", 2: "test:budi"}, {2: b"kopi"})


def sealed(entropy: Entropy, hand: int = 1) -> Seal:
    return Seal(Context(bytes(16), hand, 0, "{}", CARDS), tuple(entropy.key() for _ in range(4)))


@pytest.mark.parametrize(
    "entropy", [SystemEntropy(), SeededEntropy("some"), StackedEntropy("some")], ids=lambda one: type(one).__name__
)
def test_the_seed_of_the_deal_orders_a_pack_that_nobody_has_stacked(entropy: Entropy) -> None:
    seal = sealed(entropy)
    assert entropy.deal(seal, CLOSING, Chance()) == SealedDeal(seal, CLOSING, Chance())


def test_a_stacked_deal_has_its_cards_and_dealer_and_every_card_is_proved() -> None:
    entropy = StackedEntropy("some")
    seal, wanted = sealed(entropy), tuple(range(20, 5, -1))
    entropy.stack(wanted, dealer=2)

    deal = entropy.deal(seal, CLOSING, Chance())

    assert (deal.pack, deal.first_dealer) == (wanted, 2)
    assert deal.at_rest().pack == wanted
    assert not entropy.by_chance
    context = seal.context.digest()
    for place, card in enumerate(wanted):
        opening = deal.opening(place)
        assert opening.card == card
        assert opening.root(context, deal.pick, len(CARDS)) == seal.roots[deal.pick]


async def test_whoever_checks_the_record_of_a_stacked_hand_finds_it_out(scenario: Scenario) -> None:
    await scenario.deal("sari", "budi", cards="sari: 6-6, 5-5, 4-4; budi: 3-3, 2-2, 1-1")
    await scenario.finish_hand()

    reply = await scenario.say("sari", "verify 1")

    assert reply.message.file is not None
    failed = {check.name for check in verify(record_in(reply.message.file.content)).checks if not check.passed}
    assert failed
    assert failed <= {"openings", "dealt", "dealer"}, "the rest of the record holds"
    assert domino_text("6-6") in scenario.chat.text()
