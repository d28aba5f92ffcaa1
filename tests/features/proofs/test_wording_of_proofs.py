"""What is said of a sealed deal: the fingerprint to the letter, words as they were posted, all of it within limits."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.chats.fitting import plain
from bot.features.proofs import pages as verification
from bot.features.proofs.queries import DealCounts
from bot.groups import GroupSettings
from bot.ledger import MOST_CHIPS
from bot.messages import Button, Message
from bot.presenting import private_hands, sealed_deal, table_buttons, table_messages
from bot.presenting.presenters import PRESENTERS
from bot.tables.next_deal import close_deal
from bot.wording import in_language, languages
from engine.fairness import Beacon, BeaconKind, records
from engine.fairness.checks import CHECKS
from engine.fairness.sealed import with_word
from engine.fairness.transparency_log import Head
from engine.fairness.verifying import verify
from engine.games import GAMES
from engine.table.state import TableState
from tests.bot.fake_chat import fingerprints
from tests.bot.proof_pages import record_in
from tests.bot.wording.dealing import begun, deal, sealed
from tests.bot.wording.test_messages import LONGEST_NAME, SHOWDOWN, length, table
from tests.bot.wording.test_messages import played as hand_played
from tests.engine.fairness.example_deals import so_far

CAPTION = 1_024
"""The most characters that stand beside a file on the strictest platform."""

PHONE = 44
"""How many characters stand on a line of a phone."""

DISCORD = Beacon(BeaconKind.DISCORD, b"1234567890123456789")
TELEGRAM = Beacon(BeaconKind.TELEGRAM, bytes([64, 7]))


def waiting(
    count: int, game: str = "qiuqiu", words: Mapping[int, str] | None = None, names: tuple[str, ...] = ()
) -> TableState:
    """A table with so many players, for whom packs lie sealed, and words that some have added."""
    state = table((MOST_CHIPS // 56,) * count, names or (LONGEST_NAME,) * count, game)
    packs = sealed(game, GAMES[game].rules(), "waiting")
    for seat, word in (words or {}).items():
        packs = with_word(packs, f"local:{seat}", word)
    return replace(state, sealed=replace(packs, cutter="local:1"))


def closed(state: TableState) -> TableState:
    return close_deal(state, GAMES[state.game_name].least_stack(GAMES[state.game_name].rules()))


def folded(message: Message) -> tuple[str, ...]:
    assert message.fold is not None
    return message.fold.lines


def in_short(message: Message) -> str:
    """What shows of a fingerprint, behind its sign."""
    assert message.fold is not None
    return message.fold.sign.removeprefix("🔒 ")


def labels(message: Message) -> list[list[str]]:
    return [[button.label for button in row] for row in message.buttons]


# --- before the deal -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_the_fingerprint_stands_in_full_on_a_line_of_its_own_until_the_deal(language: str) -> None:
    translate, state = in_language(language), waiting(3)
    assert state.sealed is not None
    *_, (played, over) = hand_played(1, GAMES["qiuqiu"].rules())
    played = replace(played, sealed=state.sealed)

    lobbies = [table_messages.lobby(now, GroupSettings(), (), translate).message for now in (state, closed(state))]
    result = table_messages.hand_message(played, over, GroupSettings(), (), translate).message
    closing = sealed_deal.closing_message(closed(state), translate)
    for message in (*lobbies, result, closing):
        assert state.sealed.commitment in folded(message)
        assert in_short(message) == state.sealed.commitment[:8]
        assert fingerprints(message) == [state.sealed.commitment], "one line of letters, and no more"


@pytest.mark.parametrize("language", languages())
def test_while_a_hand_is_played_nothing_of_its_seal_stands_there(language: str) -> None:
    state = begun(table((500, 500), ("Sari", "Budi")), GAMES["qiuqiu"].rules(), 12)
    assert state.hand is not None

    message = table_messages.hand_message(state, state.hand, GroupSettings(), (), in_language(language)).message

    assert message.small_print == ()


@pytest.mark.parametrize("language", languages())
def test_of_a_seal_there_are_few_words_and_the_letters_come_last(language: str) -> None:
    translate, state = in_language(language), waiting(3, names=("Sari", "Budi", "Wati"))
    added = waiting(3, words={0: "kopi"}, names=("Sari", "Budi", "Wati"))

    for message in (
        table_messages.lobby(state, GroupSettings(), (), translate).message,
        table_messages.lobby(state, GroupSettings(), (), translate, quotable=True).message,
        table_messages.lobby(added, GroupSettings(), (), translate).message,
        sealed_deal.closing_message(closed(added), translate),
        sealed_deal.closing_message(closed(state), translate),
    ):
        *words, letters = folded(message)
        assert len(" ".join(words).replace("·", "").split()) <= 20
        assert re.fullmatch("[0-9a-f]{64}", letters)
        assert not any(re.search("[0-9a-f]{9}", line) for line in (message.title, *message.lines))
        assert "/shuffle" not in plain(message)


def test_the_lobby_says_who_has_mixed_in_what_and_who_cuts() -> None:
    state = waiting(3, words={0: "kopi", 2: "teh panas"}, names=("Sari",) * 3)

    message = table_messages.lobby(state, GroupSettings(), (), in_language("en")).message

    assert "Mixed in: Sari “kopi” · Sari “teh panas”" in folded(message)
    assert "Sari cuts" in folded(message)
    assert message.footer == "Play chips only"


def test_the_button_to_shuffle_is_for_the_packs_that_lie_sealed() -> None:
    translate, state = in_language("en"), waiting(3)

    lobby = table_messages.lobby(state, GroupSettings(), (), translate).message
    (button,) = [each for row in lobby.buttons for each in row
                 if each.label == "Shuffle"]  # fmt: skip

    assert button.data == "t1:1.0:shuffle"
    assert "Shuffle" not in str(
        labels(table_messages.lobby(replace(state, sealed=None), GroupSettings(), (), translate).message)
    )


# --- the closing message ---------------------------------------------------------------------------------------


def test_the_closing_message_says_all_that_is_mixed() -> None:
    state = closed(waiting(3, words={1: "kopi  tubruk", 2: "é"}, names=("Sari", "Budi", "Wati")))
    assert state.sealed is not None

    message = sealed_deal.closing_message(state, in_language("en"))

    assert message.lines == ("Mixed in: Budi “kopi tubruk” · Wati “é”",)
    assert folded(message) == (
        f"1. Sari · 2. Budi “kopi tubruk [{b'kopi  tubruk'.hex()}]” · 3. Wati “é” · Budi cut"
        " · first dealer drawn at random",
        state.sealed.commitment,
    )
    assert (message.title, message.buttons, message.file) == ("", (), None)


def test_the_closing_of_a_deal_to_which_nobody_added_a_word_is_one_line() -> None:
    message = sealed_deal.closing_message(closed(waiting(3)), in_language("en"))

    assert (message.title, message.lines) == ("", ())
    assert message.footer == ""
    seats, _ = folded(message)
    assert "cut" not in seats
    assert [each[:1] for each in seats.split(" · ")[:3]] == ["1", "2", "3"], "who sits there stands in it"


def test_the_closing_message_tells_who_deals() -> None:
    translate, state = in_language("en"), waiting(3, names=("Sari", "Budi", "Wati"))
    deals = sealed_deal.closing_message(closed(replace(state, next_dealer_chair=1)), translate)
    assert folded(deals)[0].endswith(" · Budi deals")
    banker = waiting(3, "koo-kiew", names=("Sari", "Budi", "Wati"))
    bank = sealed_deal.closing_message(closed(replace(banker, next_dealer_chair=2)), translate)
    assert folded(bank)[0].endswith(" · Wati holds the bank")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("word", ["@everyone <@1>", "\N{RIGHT-TO-LEFT OVERRIDE}abc", "a\nb\nSari “x”", "\x00\x07"])
def test_no_word_breaks_out_of_its_line(language: str, word: str) -> None:
    usual = sealed_deal.closing_message(closed(waiting(3, words={1: "x"})), in_language(language))
    odd = sealed_deal.closing_message(closed(waiting(3, words={1: word})), in_language(language))

    assert (len(odd.lines), len(folded(odd))) == (len(usual.lines), len(folded(usual)))
    assert all(character.isprintable() for line in (*odd.lines, *folded(odd)) for character in line)
    assert word.encode().hex() in plain(odd) or word in plain(odd)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("letters", ["w" * 64, "卒" * 21, "w", ""])
def test_no_word_of_56_players_is_left_out(language: str, letters: str) -> None:
    words = {seat: f"{letters[:62]}{seat:02}"[-64:] for seat in range(56)} if letters else {}
    state = waiting(56, "koo-kiew", {seat: word for seat, word in words.items() if len(word.encode()) <= 64})
    assert state.sealed is not None

    message = sealed_deal.closing_message(closed(state), in_language(language))
    assert [word for word in state.sealed.words.values() if word not in plain(message)] == []
    assert len(message.lines) <= 1
    assert len(folded(message)) < 70


# --- records and own cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("beacon", [DISCORD, TELEGRAM])
def test_the_check_of_a_record_fits_beside_its_file_and_on_a_phone(
    language: str, game: str, beacon: Beacon, many: bool
) -> None:
    """However many have played, and whatever they have mixed in."""
    translate, players = in_language(language), GAMES[game].most
    words = dict.fromkeys(range(players), b"w" * 64) if many else {0: b"w" * 22, 1: b"w"}
    dealt = deal(game, GAMES[game].rules(), players, "record", words, beacon)
    outcome, first = records.Outcome(dict.fromkeys(range(players), 0)), so_far(dealt)
    all_open = replace(first, opened=range(len(first.dealt_to)))

    texts = records.record(first), records.record(all_open, outcome)
    running, over = [verification.record(1_234_567, each, {}, translate) for each in texts]
    details = [
        verification.record_details(1_234_567, each, dict.fromkeys(range(players), LONGEST_NAME), translate)
        for each in texts
    ]

    assert "w" * 22 in plain(details[0]) or many
    for message in (running, over, *details):
        assert length(message) <= CAPTION
        assert "✗" not in plain(message)
        assert [line for line in message.lines if line.startswith("✓") and len(line) > PHONE] == []
    said = [translate(f"checked-{part}") for part in verification.PARTS]
    assert [line for line in details[1].lines if line.startswith("✓")] == [f"✓ {each}" for each in said]
    assert len(set(said)) == len(said)
    checks = len(verify(texts[1]).checks)
    assert over.lines == (translate("record-passed", checks=checks, hand="1234567"), translate("record-means"))
    assert running.lines == (*over.lines[:1], *over.lines[1:], translate("record-running"))
    assert over.file is not None
    assert over.file.name == "kiu-hand-1234567.html"
    for message in (over, details[1]):
        assert json.loads(record_in(over.file.content))["commit"] in folded(message)
        assert in_short(message) == json.loads(record_in(over.file.content))["commit"][:8]
    assert details[1].file is None, "the record stays where it is, and the details come below"


@pytest.mark.parametrize("language", languages())
def test_a_record_that_is_wrong_is_said_to_be_wrong(language: str) -> None:
    translate = in_language(language)
    right = records.record(so_far(deal("qiuqiu", GAMES["qiuqiu"].rules(), 2, "wrong", {0: b"kopi"}, TELEGRAM), 0, 1))
    wrong = records._sealed_up(records.read(right) | {"contributions": {"0": b"teh".hex()}})

    message = verification.record(1, wrong, {}, translate)
    details = verification.record_details(1, wrong, {0: "Sari", 1: "Sari"}, translate)

    assert message.title == translate("record-title-wrong", hand="1")
    for each in (message, details):
        assert [line for line in each.lines if line.startswith("✗")] == [f"✗ {translate('checked-added')} (seed)"]
    assert message.lines[0] == translate("record-failed", failed=1, checks=len(verify(wrong).checks), hand="1")
    assert translate("record-means") not in message.lines
    assert verification.record(1, right, {}, translate).title == translate("record-title", hand="1")


@pytest.mark.parametrize("language", languages())
def test_a_deal_without_a_beacon_is_never_said_to_be_in_order_or_proved(language: str) -> None:
    translate = in_language(language)
    dealt = so_far(deal("qiuqiu", GAMES["qiuqiu"].rules(), 2, "none", {0: b"kopi"}))
    dealt = replace(dealt, opened=[place for place, chair in enumerate(dealt.dealt_to) if chair == 1])
    whole = verification.record(1, records.record(dealt), {}, translate)
    places = [place for place, chair in enumerate(dealt.dealt_to) if chair == 1]
    own = verification.own_cards(1, records.own_cards(replace(dealt, opened=places), 1), {}, translate)

    assert whole.title == translate("record-title-no-beacon", hand="1")
    assert own.title == translate("own-cards-title-no-beacon", hand="1")
    assert translate("record-beacon-none") in whole.lines
    said = plain(whole) + plain(own)
    assert not any(word in said.casefold() for word in ("proved", "in order", "beres", "terbukti"))
    if language == "en":
        assert "no random number from outside" in whole.title


def test_every_check_belongs_to_one_part() -> None:
    named = [name for names in verification.PARTS.values() for name in names]

    assert sorted(named) == sorted({"text", "fields", *CHECKS[records.RECORD], *CHECKS[records.OWN_CARDS]})


def test_a_record_names_the_beacon_and_what_became_of_the_hand() -> None:
    translate, rules = in_language("en"), GAMES["qiuqiu"].rules()

    def lines(beacon: Beacon, outcome: records.Outcome | None) -> tuple[str, ...]:
        dealt = deal("qiuqiu", rules, 2, "said", {1: b"kopi"}, beacon)
        record = records.record(so_far(dealt, 0), outcome)
        message = verification.record_details(7, record, {0: "Sari", 1: "Budi"}, translate)
        return (*message.lines, *folded(message))

    voided = lines(TELEGRAM, records.Outcome({0: 0, 1: 0}, "spilled coffee"))
    assert "Dice from Telegram: 64, 7" in voided
    assert "It was called off. Reason: spilled coffee" in voided
    assert "All cards of its pack are open." not in voided
    running = lines(DISCORD, None)
    assert "Random number from Discord: 1234567890123456789" in running
    assert "The hand is still being played." in running
    assert "Cards open with their proofs: 1." in running
    assert "Mixed in: Budi “kopi”" in running
    said = re.compile(r"(Sari|Budi) dealt pack [1-4]; cards: 6\.")
    assert sum(bool(said.fullmatch(line)) for line in running) == 1
    assert "Hand 1 at this table." in running, "at its table it has another number"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_own_cards_are_named_as_players_name_them(game: str, language: str) -> None:
    translate, rules = in_language(language), GAMES[game].rules()
    dealt = deal(game, rules, 2, "own", {}, TELEGRAM)
    first = so_far(dealt)
    places = [place for place, chair in enumerate(first.dealt_to) if chair == 1]
    cards = {place: GAMES[game].pack_names[dealt.pack[place]] for place in places}
    said = [(place + 1, PRESENTERS[game].card(name, translate)) for place, name in cards.items()]

    message = verification.own_cards(7, records.own_cards(replace(first, opened=places), 1), {}, translate)

    assert length(message) <= CAPTION
    assert message.title == translate("own-cards-title", hand="7")
    assert len(said) >= 2
    assert message.lines[: len(said)] == tuple(
        "✓ " + translate("own-card", card=name, number=number) for number, name in said
    )
    assert message.file is not None
    assert message.file.name == "kiu-hand-7-mine.html"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_a_pack_has_its_words(game: str, language: str) -> None:
    translate, pack = in_language(language), set(GAMES[game].pack_names)

    assert len({PRESENTERS[game].card(name, translate) for name in pack}) == len(pack)


def test_own_cards_that_are_wrong_are_said_to_be_wrong() -> None:
    translate = in_language("en")
    fields = records.read(records.own_cards(so_far(deal("qiuqiu", GAMES["qiuqiu"].rules(), 2, "wrong"), 0, 1), 0))
    fields["openings"][0]["card"] = (fields["openings"][0]["card"] + 1) % 28

    message = verification.own_cards(7, records._sealed_up(fields), {}, translate)

    assert message.title == "Your cards in hand 7 are NOT proved"
    assert f"✗ {translate('checked-open')} (openings)" in message.lines
    assert not any(line.startswith("✓") for line in message.lines)


# --- what it means ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("disclosure", ["never", "at-close", "unanimous"])
@pytest.mark.parametrize(("beacon", "has_beacon"), [("required", True), ("if-there-is-one", True), ("required", False)])
def test_what_is_proved_fits_a_message_and_names_what_is_not(
    language: str, disclosure: str, beacon: str, has_beacon: bool
) -> None:
    translate = in_language(language)

    head = Head(1_234_567, bytes(range(32)))
    rules = GAMES["koo-kiew"].rules().replace("disclosure", disclosure).replace("beacon", beacon)
    counted = DealCounts(hands=1_341, voids=2, given_up=31, without_beacon=57)
    message = verification.explanation("koo-kiew", rules, 7, counted, has_beacon, translate)
    details = verification.explanation_details(head, translate)

    assert length(message) < CAPTION + 300, "what holds here is short"
    assert 1_200 < length(details) < SHOWDOWN
    assert f"/verify {translate('parameter-hand').upper()}" in plain(message)
    assert "2^256" in plain(details)
    assert [button.data for page in (message, details) for row in page.buttons for button in row] == [
        "::fairness details",
        "::fairness",
    ]
    assert translate("fairness-here", game="Koo Kiew", disclosure=disclosure, days=7) in message.lines
    assert "1,341" in plain(message) or "1.341" in plain(message)
    assert any("1234567" in line and head.root.hex() in line for line in details.lines)
    assert "31" in plain(message)
    assert "57" in plain(message)
    assert translate("fairness-beacon", beacon=beacon if has_beacon else "none") in message.lines


# --- buttons ---------------------------------------------------------------------------------------------------


def rows(*counts: int) -> tuple[tuple[Button, ...], ...]:
    return tuple((Button("x", "pass"),) * count for count in counts)


@pytest.mark.parametrize(
    ("before", "added", "after"),
    [
        ((), 1, [1]),
        ((3,), 2, [3, 2]),
        ((2, 4, 4, 4), 2, [2, 4, 4, 4, 2]),
        ((1, 4, 4, 4, 4), 2, [1, 4, 4, 5, 5]),
        ((1, 5, 5, 5, 5), 2, [3, 5, 5, 5, 5]),
        ((3,), 0, [3]),
    ],
)
def test_added_buttons_find_room_on_every_chat(before: tuple[int, ...], added: int, after: list[int]) -> None:
    placed = table_buttons.with_room_for([Button("y", "hint")] * added, rows(*before))

    assert list(map(len, placed)) == after
    assert sum(button.label == "y" for row in placed for button in row) == added


@pytest.mark.parametrize("practice", [False, True])
@pytest.mark.parametrize("game", ["qiuqiu", "quan-dui"])
def test_a_private_hand_can_be_verified_where_there_is_one(game: str, practice: bool) -> None:
    translate = in_language("en")
    state = begun(replace(table((5_000,) * 3, ("Sari",) * 3, game), practice=practice), GAMES[game].rules(), 7)
    for seat in range(3):
        message = private_hands.private_hand(state, f"local:{seat}", translate).message
        buttons = [button for row in message.buttons for button in row]
        assert [each.data for each in buttons if each.label == "Verify my cards"] == ["t1::verify mine 7"]
        assert ("Hint" in [each.label for each in buttons]) == practice
        assert len(message.buttons) <= table_buttons.ROWS
        assert all(len(row) <= table_buttons.BUTTONS_A_ROW for row in message.buttons)


def test_where_nobody_has_a_hand_nobody_verifies_one() -> None:
    state = begun(table((5_000,) * 3, ("Sari",) * 3, "koo-kiew"), GAMES["koo-kiew"].rules(), 7)

    assert "Verify my cards" not in str(labels(private_hands.private_hand(state, "local:1", in_language("en")).message))
