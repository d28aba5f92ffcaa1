"""Everything the program can say has words in every language, and no words are left over."""

from __future__ import annotations

import re

import pytest
from fluent.runtime import FluentResource
from fluent.syntax.ast import Message, Term

from bot import wording
from bot.commands import COMMANDS
from bot.games.qiuqiu.hand_words import label_text
from bot.presenting.presenters import PRESENTERS
from bot.wording import ENTRY, FALLBACK, Sentences, has, in_language, languages
from engine.games import GAMES
from engine.qiuqiu.rules import SPECIALS
from tests.bot.wording import used_keys
from tests.bot.wording.sentences import disagreements, ends, ends_well, is_whole, sentences, shared, text, without_end
from tests.rows import rows

LANGUAGES = languages()
NAMING_A_COMMAND = ("something-missing", "too-much")
"""Refusals that tell how a command is typed: the dispatcher puts its usage in the place of its name."""
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")


def test_english_comes_first_and_indonesian_is_there() -> None:
    assert LANGUAGES[0] == FALLBACK == "en"
    assert "id" in LANGUAGES


def test_every_language_has_a_name_of_its_own() -> None:
    names = {language: in_language(language)("language-name") for language in LANGUAGES}

    assert len(set(names.values())) == len(names), f"two languages have one language-name: {names}"


def test_the_program_uses_every_sentence_and_lacks_none() -> None:
    there = set(sentences(text("en")))

    wanted = used_keys.all_keys(used_keys.sources().values())

    assert wanted - there == set(), "said, but without words"
    assert there - wanted - shared(text("en")) == set(), "words that nobody says"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_values(language: str) -> None:
    assert disagreements(sentences(text("en")), sentences(text(language))) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_sentences_end_like_sentences(language: str) -> None:
    assert len([key for key in sentences(text(language)) if is_whole(key)]) > 150
    assert without_end(text(language)) == [], f"sentences of {language}.ftl end with {' '.join(ends(text(language)))}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_unfinished_or_invisible(language: str) -> None:
    words = text(language)

    assert not re.search(r"TODO|FIXME|XXX", words)
    assert not INVISIBLE.search(words)
    assert not INVISIBLE.search(in_language(language)("notice-opened", name="Sari"))
    assert "Sari" in in_language(language)("notice-opened", name="Sari")


def test_every_sentence_is_given_the_values_it_names() -> None:
    there = sentences(text("en"))
    sources = list(used_keys.sources().values())
    # The dispatcher puts the player's name in the place of a seat, and adds what a rule can be.
    added = {
        "not-your-turn": {"name"},
        "bad-rule-value": {"allowed"},
        "no-tables-here": {"channels"},
        **{key: {"usage"} for key in NAMING_A_COMMAND},
    }
    uses = [(use.key, use.fields) for use in used_keys.said(sources) if use.key in there]
    uses += [
        (f"refused-{use.key}", None if use.fields is None else use.fields | added.get(use.key, set()))
        for use in used_keys.refused(sources)
    ]
    uses += [(used_keys.wording_of_notice(use.key), use.fields) for use in used_keys.noted(sources)]

    checked = [(key, fields) for key, fields in uses if fields is not None]

    assert len(checked) > 150
    assert [key for key, fields in checked if not there[key].variables <= fields] == []


QIUQIU = GAMES["qiuqiu"]


def qiuqiu_explained(language: str = "en", **changes: str) -> str:
    rules = QIUQIU.rules()
    for name, value in changes.items():
        rules = rules.replace(name, value)
    pages = PRESENTERS["qiuqiu"].rules_pages(rules, None, in_language(language))
    drawn = pages[0].draw().alt if pages[0].draw else ""
    return "\n".join([*(line for page in pages for line in page.lines), drawn])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["special_tie", "seri_tie", "three_doubles", "tie", "hui", "compare", "min_raise"])
def test_every_value_of_a_rule_that_decides_between_hands_is_explained(language: str, name: str) -> None:
    choices = QIUQIU.rules.kinds()[name].choices

    assert len({qiuqiu_explained(language, seri="on", **{name: choice}) for choice in choices}) == len(choices) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_special_hand_has_one_name_in_a_language(language: str) -> None:
    names = {each: {in_language(each)(f"special-{label}") for label in SPECIALS} for each in LANGUAGES}
    other = set().union(*names.values()) - names[language]

    assert not [name for name in other if name in text(language)]
    for label in SPECIALS:
        choice = in_language(language)(f"choice-specials-{label}", sentence="no", besar_min=39, kecil_max=9)
        assert choice == label_text(label, in_language(language)) == in_language(language)(f"special-{label}")


def sentences_told(cell: str) -> list[str]:
    """Read what is told, parted by strokes; one within a hand has spaces around it that do not break."""
    return [each.replace("9/9", "9\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}9") for each in cell.split(" / ") if each]


@rows(__file__, told=sentences_told, untold=sentences_told)
def test_rules_are_only_explained_where_they_hold(changes: dict[str, str], told: list[str], untold: list[str]) -> None:
    """QQ-5, QQ-9, QQ-12: two players never hold the same Six Gods, so only Pure hands and seri are compared."""
    explained = qiuqiu_explained(**changes)

    assert [each for each in told if each not in explained] == []
    assert [each for each in untold if each in explained] == []


def test_indonesian_writes_numbers_its_own_way_and_knows_no_plural() -> None:
    translate = in_language("id")

    assert translate("hand-pot", amount=1234567) == "Pot 1.234.567"
    assert in_language("en")("hand-pot", amount=1234567) == "Pot 1,234,567"
    assert [each.key for each in sentences(text("id")).values() if each.plural] == []


def test_english_counts_one_and_more() -> None:
    translate = in_language("en")

    assert translate("lobby-waiting", missing=1) == "Waiting for one more player to begin."
    assert translate("lobby-waiting", missing=2) == "Waiting for 2 more players to begin."
    assert translate("event-carried", amount=1) == "In the pot from the last hand: 1."


def test_a_regional_language_is_its_language_and_an_unknown_one_english() -> None:
    assert in_language("id-ID")("button-join") == "Gabung"
    assert in_language("tlh")("button-join") == "Join"


def test_an_unknown_key_and_a_missing_value_are_errors() -> None:
    assert has("button-join")
    assert not has("button-jion")
    with pytest.raises(KeyError, match="button-jion"):
        in_language("en")("button-jion")
    with pytest.raises(ValueError, match="notice-opened"):
        in_language("en")("notice-opened")


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    english, lacking = wording.sentences("en"), Sentences("id", "")
    monkeypatch.setattr(wording, "sentences", lambda language: english if language == "en" else lacking)

    assert in_language.__wrapped__("id")("button-join") == "Join"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_is_read_by_itself_is_the_one_of_the_whole_file(language: str) -> None:
    entries = [each for each in FluentResource(text(language)).body if isinstance(each, (Message, Term))]
    whole = {("-" if isinstance(each, Term) else "") + each.id.name: each for each in entries}
    alone = {each["key"]: FluentResource(each[0]).body[0] for each in ENTRY.finditer(text(language))}
    assert alone.keys() == whole.keys()
    assert [key for key in whole if not whole[key].equals(alone[key], ["span", "comment"])] == []


def test_what_a_sentence_refers_to_is_read_with_it() -> None:
    file = "-coin = chip\n\n# How many.\namount =\n    { $n ->\n        [one] one { -coin }\n\n"
    file += "       *[other] { $n } { -coin }s\n    }\nwon = You won { amount }.\nround = { round } and { lost }\n"
    assert Sentences("en", file).format("won", {"n": 2}) == "You won 2 chips."
    assert Sentences("en", file).format("amount", {"n": 1}) == "one chip"
    assert not Sentences("en", file).has("-coin"), "a term is no sentence"
    with pytest.raises(ValueError, match="wording of round"):
        Sentences("en", file).format("round", {})


# --- the limits of the platforms, and of a phone ---------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_menus_have_room_for_every_description(language: str) -> None:
    translate = in_language(language)

    assert [spec.name for spec in COMMANDS if len(translate(spec.key)) > 100] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_for_an_amount_fit_a_form(language: str) -> None:
    translate = in_language(language)

    for key in ("ask-bet", "ask-raise"):
        assert len(translate(key, least=1_000, most=1_000_000)) <= 45


# --- these checks can fail -------------------------------------------------------------------------------------


def test_a_planted_difference_between_languages_is_found() -> None:
    english = sentences("one = { $name } sat down.\ntwo = Bye.\nthree = { NUMBER($amount) } chips.")
    other = sentences("one = Duduk.\nthree = { NUMBER($amount) } chip.\nfour = Lagi.")

    assert disagreements(english, other) == {"one", "two", "four"}


@pytest.mark.parametrize("broken", ["one = { $name", "one = A.\none = B."])
def test_a_file_that_cannot_be_read_is_found(broken: str) -> None:
    with pytest.raises(ValueError, match=r"unreadable|twice"):
        sentences(broken)


def test_a_planted_key_is_found_wherever_it_is_said() -> None:
    planted = [
        'translate("planted-plainly", name=name)',
        'translate("planted-yes" if it else "planted-no", **fields)',
        'in_language(language)("planted-aloud")',
        'self._translator(command)("planted-by-method")',
        'raise Refusal("planted-no-way", most=3)',
        'Notice("planted-notice", {"name": name})',
    ]

    keys = used_keys.all_keys(planted)

    assert {
        "planted-plainly", "planted-yes", "planted-no", "planted-aloud", "planted-by-method", "refused-planted-no-way",
        "notice-planted-notice",
    } <= keys  # fmt: skip
    assert used_keys.refused(planted) == [used_keys.Use("planted-no-way", frozenset({"most"}))]
    assert used_keys.noted(planted) == [used_keys.Use("planted-notice", frozenset({"name"}))]
    assert used_keys.Use("planted-yes", None) in used_keys.said(planted)


def test_a_key_put_together_in_a_new_way_has_to_be_explained() -> None:
    with pytest.raises(LookupError, match="planted-"):
        used_keys.all_keys(['translate(f"planted-{word}")'])


def test_a_sentence_without_an_end_is_found() -> None:
    planted = sentences(
        "a = No end\nb = Fine.\nc = { $n ->\n  [one] Fine.\n *[other] not\n}\nd = Reason: { $why }\n"
        'e = Fine.{ $n ->\n  [one] More.\n *[other] { "" }\n}\nf = No{ $n ->\n  [one] .\n *[other] { "" }\n}\n'
    )

    assert [key for key, each in planted.items() if not ends_well(each, (".", "!", "?"))] == ["a", "c", "f"]


def test_a_language_ends_its_sentences_with_its_own_marks_once_it_says_so() -> None:
    planted = "event-checked = { $name } 过牌。\nevent-left = { $name } 离开了牌桌\nevent-bet = Bet: { $amount }\n"

    with pytest.raises(ValueError, match="how sentences end, as in: ### Sentences end with"):
        without_end(planted)
    assert without_end("### Sentences end with . ! ?\n\n" + planted) == ["event-checked", "event-left"]
    assert without_end("### In Chinese.\n### Sentences end with 。 ！ ？\n\n" + planted) == ["event-left"]


@pytest.mark.parametrize("language", languages())
def test_no_sentence_writes_a_value_like_a_domino_or_breaks_either(language: str) -> None:
    """A domino has a hyphen at which no line is broken, a value a slash with such spaces; what is typed is plain."""
    written = text(language)

    assert re.findall(r".*(?<![\d-])\d-\d(?![\d-]).*", written) == []
    assert re.findall(r".*\d / \d.*", written) == []
    assert "6\N{NON-BREAKING HYPHEN}6" in written
    assert "9\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}9" in written
