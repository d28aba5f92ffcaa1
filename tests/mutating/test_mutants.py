"""Which mutants a file has."""

from __future__ import annotations

from pathlib import Path

from tools.mutating.mutants import Mutant, mutants_of


def mutants(folder: Path, source: str) -> list[Mutant]:
    path = folder / "game.py"
    path.write_text(source, encoding="utf-8")
    return mutants_of(path, folder)


def afters(folder: Path, source: str) -> list[str]:
    return [mutant.name.after for mutant in mutants(folder, source)]


def test_a_comparison_is_moved_by_one_and_turned(tmp_path: Path) -> None:
    assert afters(tmp_path, "def pays(chips):\n    return chips >= 5\n") == [
        "return not chips >= 5",
        "return chips > 5",
        "return chips < 5",
        "return chips >= 6",
        "return chips >= 4",
    ]


def test_a_refusal_is_left_out_and_always_given(tmp_path: Path) -> None:
    source = "def bet(seat, turn):\n    if seat != turn:\n        raise Refused('not-your-turn')\n"

    assert afters(tmp_path, source) == ["if seat == turn", "if True", "pass", "raise Refused('not-your-turn?')"]


def test_conditions_lose_their_parts(tmp_path: Path) -> None:
    assert afters(tmp_path, "def f(a, b, c):\n    x = a and b and not c\n") == [
        "x = a or b or (not c)",
        "x = b and (not c)",
        "x = a and (not c)",
        "x = a and b",
        "x = a and b and c",
    ]


def test_chips_are_added_instead_of_taken_and_arguments_swapped(tmp_path: Path) -> None:
    assert afters(tmp_path, "def f(a, b):\n    a.chips -= b\n    move(a, b, why=1)\n") == [
        "pass",
        "a.chips += b",
        "pass",
        "move(b, a, why=1)",
        "move(a, b)",
        "move(a, b, why=2)",
        "move(a, b, why=0)",
    ]


def test_the_parts_of_a_query_stay_in_their_order(tmp_path: Path) -> None:
    source = "def query(a, b):\n    found.where(a, b).join(or_(a, b), b)\n"

    assert afters(tmp_path, source) == ["pass", "found.where(a, b).join(b, or_(a, b))"]


def test_types_sentences_and_the_log_have_none(tmp_path: Path) -> None:
    source = (
        '"""A module."""\nfrom typing import TypeVar\nT = TypeVar("T")\nHand = int | None\n'
        "def f(a: tuple[int, 3]) -> 4:\n"
        '    """A function."""\n    assert a is not None\n    log.info("this", a=1)\n'
        '    raise ValueError("a sentence for developers") from None\n'
    )

    assert afters(tmp_path, source) == ["pass"]


def test_a_mutant_keeps_its_name_when_lines_come_above_it(tmp_path: Path) -> None:
    source = "class Pot:\n    def plus(self, more):\n        return self.chips + more\n"

    [_, here] = mutants(tmp_path, source)
    [_, moved] = mutants(tmp_path, "\n\n" + source)

    assert here.name == moved.name
    assert (here.name.function, here.lines, moved.lines) == ("Pot.plus", range(3, 4), range(5, 6))


def test_the_compiled_mutant_has_the_fault_and_the_next_has_not(tmp_path: Path) -> None:
    found = mutants(tmp_path, "def f(a):\n    return a + 1\n")
    values = {}
    for mutant in found:
        module: dict[str, object] = {}
        exec(mutant.compiled(tmp_path / "game.py"), module)  # noqa: S102 - it is written above
        function = module["f"]
        assert callable(function)
        values[mutant.name.after] = function(5)

    assert values == {"return None": None, "return a - 1": 4, "return a + 2": 7, "return a + 0": 5}


def test_what_runs_at_the_import_is_told_apart(tmp_path: Path) -> None:
    found = mutants(tmp_path, "MOST = 3\ndef f(few=2):\n    return 1\n")

    assert [(each.name.after, each.in_function) for each in found] == [
        ("MOST = 4", False),
        ("MOST = 2", False),
        ("def f(few=3)", False),
        ("def f(few=1)", False),
        ("return None", True),
        ("return 2", True),
        ("return 0", True),
    ]
