"""``node pbem/verifier/verify.mjs``: one verdict a file in plain words, as data, its exit codes, and the vectors."""

import json
import subprocess
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.container import pack
from tests.js.logs import GAMES, bytes_of, twice
from tests.js.node import NODE, needs_node

pytestmark = [pytest.mark.night, needs_node]
ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "schemas/vectors"
KINDS = ("json", "log", "packed", "dice", "deck", "upgrade", "changes")


def verify(*words: object) -> tuple[int, str, str]:
    """Exit code and what was written, in both streams."""
    assert NODE is not None
    command = [NODE, str(ROOT / "pbem/verifier/verify.mjs"), *map(str, words)]
    done = subprocess.run(command, check=False, capture_output=True, timeout=300)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_a_log_that_holds_says_what_was_checked_and_what_was_not(tmp_path: Path) -> None:
    (tmp_path / "game.pbem").write_bytes(pack(twice()))
    code, out, err = verify(tmp_path / "game.pbem")
    assert (0, "") == (code, err)
    first, *rest = out.splitlines()
    assert first.endswith("game.pbem: holds, as far as it can be checked without the rules of the game")
    told = "\n".join(rest)
    for words in (
        "A: Ana, code ",
        "11 entries in 6 turn files",
        "3 dice of 2 rolls",
        "1 of 1 secret opened",
        "2 of 2 vaults",
        "dice: witnessed.",
    ):
        assert words in told
    assert "not checked: whether each move was legal" in told
    assert "For these: pbem verify" in told


def test_a_log_that_does_not_hold_says_where_and_why_first(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(twice(dice=[1, 1]))
    code, out, _ = verify(tmp_path / "bad.jsonl")
    assert 1 == code
    fault = "does NOT hold at entry 6: Other dice follow from the seeds than stand here. (better-dice)"
    assert out.splitlines()[0].endswith(fault)


def test_as_data_it_gives_one_line_a_file(tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_bytes(twice())
    (tmp_path / "cards.jsonl").write_bytes(bytes_of(GAMES["cards"]))
    (tmp_path / "bad.jsonl").write_bytes(twice(dice=[1, 1]))
    code, out, _ = verify("--json", *(tmp_path / f"{name}.jsonl" for name in ("good", "cards", "bad")))
    found: list[dict[str, Json]] = [json.loads(line) for line in out.splitlines()]
    assert (1, ["ok", "ok", "better-dice"], [None, None, 6]) == (
        code,
        [f["code"] for f in found],
        [f["entry"] for f in found],
    )
    assert [True, True, False] == [f["over"] for f in found]


@pytest.mark.parametrize(
    "words", [(), ("--what",), ("/no/such/file",), ("--vectors",), ("--vectors", "/no/such/folder")]
)
def test_what_cannot_be_used_is_exit_code_2(words: tuple[str, ...]) -> None:
    code, out, err = verify(*words)
    assert (2, "") == (code, out)
    assert err
    assert "    at " not in err


def test_a_file_that_is_no_log_is_exit_code_1_and_one_sentence(tmp_path: Path) -> None:
    for name, data in (
        ("empty", b""),
        ("text", b"hello"),
        ("many", b'{"' + b"\n" * 100_000),
        ("cut", pack(twice())[:200]),
    ):
        (tmp_path / name).write_bytes(data)
        code, out, err = verify(tmp_path / name)
        assert (1, "") == (code, err)
        assert "does NOT hold: " in out.splitlines()[0]


def test_a_vector_that_gives_something_else_stands_in_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "changes"
    folder.mkdir()
    lines: list[Json] = [*twice(dice=[1, 1]).decode().splitlines()]
    vector: dict[str, Json] = {"lines": lines, "expect": "better-dice", "entry": 6, "valid_bundles": 2}
    for name, more in (
        ("right", {}), ("other-code", {"expect": "ok"}), ("other-entry", {"entry": 7}),
        ("fewer-bundles", {"valid_bundles": 1}),
        ("only-rules", {"expect": "illegal", "entry": 3, "without_rules": "better-dice"}),
    ):  # fmt: skip
        (folder / f"{name}.json").write_text(json.dumps({**vector, **more}))
    code, out, _ = verify("--vectors", tmp_path)
    assert 1 == code
    wrong = [line for line in out.splitlines() if ": expected " in line]
    assert ["fewer-bundles", "other-code", "other-entry"] == sorted(
        Path(line.split()[0]).stem for line in wrong
    )
    assert out.splitlines()[-1] == "2 as expected, 3 not, 0 of a kind not known here"


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_vectors_come_out_as_they_say(kind: str) -> None:
    if not VECTORS.joinpath(kind).is_dir():
        pytest.skip(f"there are no vectors of this kind: {kind}")
    code, out, err = verify("--vectors", VECTORS / kind)
    assert (0, "") == (code, err), out
