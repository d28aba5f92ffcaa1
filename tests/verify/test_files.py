"""Record files on the command line: Kiu's own command and the script that stands alone say and end the same."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import cast

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from engine.fairness.checks import CHECKS
from engine.fairness.dealing import reordered
from engine.fairness.encoding import canonical
from engine.fairness.verifying import verify
from tests.removed_features import needs
from tests.verify.forged_records import with_beacons
from tests.verify.making import Kind, chain, made
from tests.verify.tampering import resealed
from tests.verify.verifiers import ROOT, SCRIPT
from verify import kiu_verify

Run = Callable[..., tuple[int, str]]
VECTORS = ROOT / "tests" / "vectors" / "sealed_deal.json"
OVER, OWN = (made(kind, Random(7)).text for kind in (Kind.OVER, Kind.OWN_CARDS))
CHAIN = chain(Random(6), 4)


def by_bot(*arguments: str, piped: str = "") -> tuple[int, str]:
    """Kiu's own command, which runs the script."""
    needs("proofs")
    if piped:
        command = [sys.executable, "-m", "bot", "verify", *arguments]
        done = subprocess.run(command, input=piped.encode(), capture_output=True, cwd=ROOT)
        return done.returncode, (done.stdout + done.stderr).decode()
    result = CliRunner().invoke(main, ["verify", *arguments])
    return result.exit_code, result.output


def by_script(*arguments: str, piped: str = "") -> tuple[int, str]:
    """The script as somebody starts it who has nothing but Python."""
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, *arguments], input=piped.encode(), capture_output=True)
    return done.returncode, (done.stdout + done.stderr).decode()


def by_function(*arguments: str) -> tuple[int, str]:
    """What the script says and ends with, without a process of its own each time."""
    with redirect_stdout(StringIO()) as said, redirect_stderr(said):
        code = kiu_verify.main(list(arguments))
    return code, said.getvalue()


@pytest.fixture(params=[by_bot, by_function])
def run(request: pytest.FixtureRequest) -> Run:
    return cast(Run, request.param)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., list[str]]:
    def written(*contents: str | bytes) -> list[str]:
        paths = [tmp_path / f"kiu-hand-{number}.json" for number in range(len(contents))]
        for path, content in zip(paths, contents, strict=True):
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return [str(path) for path in paths]

    return written


Write = Callable[..., list[str]]


@pytest.mark.parametrize("run", [by_bot, by_script, by_function])
def test_the_last_line_says_that_there_is_no_beacon(run: Run, write: Write) -> None:
    without = with_beacons()
    assert run(*write(without))[1].splitlines()[-1] == "Valid, but no random number from outside."
    code, said = run(*write(without, OVER))
    assert code == 0
    assert said.splitlines()[-1].endswith("but no random number from outside in 1 of them.")


@pytest.mark.parametrize("run", [by_bot, by_script, by_function])
def test_one_line_a_check_and_a_last_line(run: Run, write: Write) -> None:
    code, said = run(*write(OVER))
    lines = said.splitlines()
    marked = [line for line in lines if line.startswith(("  ✓ ", "  ok "))]
    assert (code, lines[-1], len(marked)) == (0, "Valid.", 2 + len(CHECKS["sealed-deck/2 record"]))


def test_what_is_wrong_is_said(run: Run, write: Write) -> None:
    code, said = run(*write(OVER.replace('"attempt":', '"attempt":1', 1)))
    assert code == 1
    assert [line for line in said.splitlines() if line.startswith(("  ✗ ", "  WRONG "))]
    assert said.splitlines()[-1].startswith("NOT VALID")


def test_what_is_no_record_is_not_valid(run: Run, write: Write) -> None:
    for content in (b"", b"\xff", b"[", b"[1", b"[1,]", b"[]", b"[" * 9999, b"{}\n{}\n", b"nothing"):
        assert run(*write(content))[0] == 1, content[:9]


@pytest.mark.parametrize("run", [by_bot, by_script, by_function])
def test_a_file_that_cannot_be_read(run: Run, write: Write, tmp_path: Path) -> None:
    assert run(*write(OVER), str(tmp_path / "none.json"))[0] == 2
    assert run(str(tmp_path))[0] == 2
    assert run()[0] == 2


def test_worked_records_in_a_list_and_one_a_line(run: Run, write: Write) -> None:
    listed = VECTORS.read_text()
    assert run(str(VECTORS))[0] == 0
    one_a_line = "\n".join(json.dumps(each) for each in json.loads(listed))
    assert run(*write(one_a_line))[0] == 0
    assert run(*write(one_a_line.replace("\n", " \r\n\r\n") + "\r\n\n"))[0] == 0
    assert run(*write(json.dumps(json.loads(listed), indent=2)))[0] == 0
    assert run(*write(json.dumps(json.loads(listed)[0], indent=2)))[0] == 0
    assert run(*write(listed.replace('"pos": 15', '"pos": 16')))[0] == 1
    assert run(*write(listed[:-1] + ",{}]"))[0] == 1
    assert run(*write(listed + "x"))[0] == 1


@pytest.mark.parametrize("run", [by_bot, by_script])
def test_piped_in(run: Run) -> None:
    assert run("-", piped=OVER)[0] == 0
    assert run("-", piped=OVER + " ")[0] == 1
    assert run("-", "-", piped=OVER)[0] == 1, "the second time there is nothing"


def test_hands_of_a_table_follow_each_other_in_whatever_order_the_files_are(run: Run, write: Write) -> None:
    code, said = run(*write(CHAIN[2], CHAIN[0], CHAIN[3], OWN, CHAIN[1]))
    assert code == 0
    assert "chain of" in said
    assert run(*write("\n".join(CHAIN) + "\n"))[0] == 0
    for broken in ([CHAIN[0], CHAIN[0]], chain(Random(1), 2, [5, 5])):
        code, said = run(*write(*broken))
        assert code == 1
        assert "NOT VALID" in said


@pytest.mark.parametrize("run", [by_bot, by_script, by_function])
def test_a_hand_that_is_missing_is_named_and_is_no_lie(run: Run, write: Write) -> None:
    code, said = run(*write(CHAIN[0], CHAIN[2]))
    assert (code, said.splitlines()[-1]) == (0, "Valid, but hand 2 is missing.")
    far = chain(Random(4), 12, [1, 4, 5, *range(7, 24, 2)])
    code, said = run(*write("\n".join(far)))
    assert code == 0
    assert " hands 2 to 3, 6, 8, 10, 12, 14 and 4 more are missing." in said.splitlines()[-1]


def test_programs_are_told_what_is_missing(write: Write) -> None:
    found = json.loads(by_script("--json", *write(CHAIN[0], CHAIN[2]))[1])
    assert found["valid"]
    assert found["verdicts"][-1]["said"] == ["hand 2 is missing"]


def test_hands_of_different_tables_need_not_follow_each_other(run: Run, write: Write) -> None:
    assert run(*write(CHAIN[0], OVER, OWN))[0] == 0


def test_names_cannot_steer_the_terminal(run: Run, write: Write) -> None:
    rng = Random(0)
    texts = [each.text for each in (made(Kind.OVER, rng) for _ in range(40)) if "\\u0001" in each.text]
    assert texts
    _, said = run(*write(*texts))
    assert not set(said) & {"\x01", "\u2028", "\u202e", "\x1b", "\x00"}
    assert "\\x01" in said


def test_names_of_files_cannot_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "\u202ename.json"
    path.write_text(OVER)
    code, said = run(str(path))
    assert code == 0
    assert "\u202e" not in said
    assert "\\u202ename" in said


def test_a_terminal_without_the_letters_for_it() -> None:
    """A pipe on Windows, for one."""
    needs("proofs")
    result = CliRunner(charset="cp1252").invoke(main, ["verify", str(VECTORS)])
    assert result.exit_code == 0, result.exception
    assert result.stdout.splitlines()[-1].startswith("Valid")


def test_a_file_of_too_many_records_is_refused_in_one_sentence(run: Run, write: Write) -> None:
    for many in (b"[" + b"1," * 50_000 + b"1]", b"{}\n" * 10_001):
        code, said = run(*write(many))
        lines = said.splitlines()
        assert (code, len(lines)) == (1, 3 if "WRONG" in said else 2), said[:500]
        assert lines[-1].startswith("NOT VALID")
        assert "10,000" in said or "10000" in said
    assert run(*write(OVER, b"{}\n" * 10_001))[0] == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (json.dumps(json.loads(OVER), indent=2), ["re-formatted"]),
        ("\ufeff" + OVER, ["re-formatted"]),
        (OVER.replace('"hand":', '"hand":0,"hand":'), ["re-formatted"]),
        (resealed({**json.loads(OVER), "note\x1b": 1, "pick": 4}), ["added: note\\x1b", "of no such value: pick"]),
        (resealed({**json.loads(OVER), "format": "x"}), ["of no such value: format"]),
        (resealed(dict(list(json.loads(OWN).items())[1:])), ["missing: attempt"]),
        ('{"records":[]}', ["missing: ", " and 15 more", "added: records"]),
        (canonical({"x" * 99: 1}), ["missing: ", "added: " + "x" * 30 + "\n"]),
        ("nothing", []),
        ("1", []),
    ],
)
def test_what_is_no_record_is_told_why(run: Run, write: Write, content: str, told: list[str]) -> None:
    code, said = run(*write(content))
    said = said.replace(".\n", "\n")
    assert code == 1
    assert [each for each in told if each not in said] == []
    reasons = ("re-formatted", "missing: ", "added: ", "of no such value: ")
    assert [each for each in reasons if each in said] == [each for each in reasons if any(each in one for one in told)]


@pytest.mark.parametrize("record", [OVER, OWN])
def test_it_is_said_who_dealt_how_many_cards_and_when_each_open_one_came(run: Run, write: Write, record: str) -> None:
    """The number of the hand is that at its table, whatever the file is called."""
    fields, facts = json.loads(record), verify(record).facts
    assert facts is not None
    order = reordered(bytes.fromhex(fields["seed"]), len(fields["cards"]))
    numbers = [order.index(each["pos"]) + 1 for each in fields["openings"]]
    assert [number for number, _ in facts.opened] == numbers

    _, said = run(*write(record))

    assert numbers
    assert re.findall(r"dealt no\. (\d+)", said) == [str(number) for number in numbers]
    assert f"hand {fields['hand']} at its table" in said
    assert f"seat {fields['dealer']}" in said
    assert re.search(rf"\b{len(fields['dealt_to'])}\b(?! of)", said)
    assert re.findall(r"to seat (\d+)", said) == [str(fields["dealt_to"][number - 1]) for number in numbers]
    assert fields["table"] in said


def test_every_check_has_its_sentence() -> None:
    assert {"text", "fields", *[name for checks in CHECKS.values() for name in checks]} <= kiu_verify.CLAIMS.keys()


def test_the_command_needs_no_settings_and_writes_nothing(write: Write, tmp_path: Path) -> None:
    (path,) = write(OVER)
    environment = {"PYTHONPATH": str(ROOT), "KIU_LOG_LEVEL": "no such level", "KIU_DATABASE": "/no/such/place"}
    command = [sys.executable, "-m", "bot", "verify", path]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == [Path(path)]


def test_the_script_needs_an_old_python_and_nothing_of_kiu() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert plain == {"codecs", "hashlib", "hmac", "json", "re", "sys"}
    parts = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert parts == {"__future__", "itertools", "typing"}


def test_the_script_speaks_to_programs_too(write: Write) -> None:
    code, said = by_script("--json", *write(OVER, CHAIN[0], CHAIN[1], "{}"))
    found = json.loads(said)
    assert (code, found["valid"]) == (1, False)
    assert [each["valid"] for each in found["verdicts"]] == [True, True, True, False, True]
    assert found["verdicts"][3]["checks"] == {"text": True, "fields": False}
    assert found["verdicts"][4]["checks"] == {"numbers": True, "previous": True}
