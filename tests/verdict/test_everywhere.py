"""A log that pbem rejects is rejected first, in the same words, by whatever reads it, with the exit code of verify."""

import json
import re

import pytest
from attrs import evolve
from home.table import Said, pbem

from pbem.bytes import container
from pbem.home import identity, verdict_sentence
from pbem.home.arriving.receiving import pieces_of
from pbem.home.challenges import comparison
from pbem.home.games import open_session
from pbem.home.viewing import logs as looking
from pbem.mail.sources import Letter
from pbem.table import incoming
from tests.lists import held

from .conftest import Rejected

pytestmark = pytest.mark.night

PRINTED = (
    "verify FILE",
    "open FILE",
    "replay FILE",
    "replay FILE --to 1",
    "replay FILE --report out.md",
    "replay FILE --html out.html",
    "audit FILE",
)
"""What prints sentences on standard output."""
WRITTEN = (
    "map FILE -o out.svg",
    "map FILE --at 1 -o out.svg",
    "replay spectate FILE --delay 0 --out watch.pbem",
)
"""What writes pictures and files: there the sentence is on standard error."""
VALUES = ("replay FILE --json", "audit FILE --json")
OWN = (
    *(
        "status",
        "orders",
        "odds",
        "send",
        "import FILE",
        "do go 1",
        "setup doctor",
        "verify",
        "replay",
        "audit",
    ),
    *("map --text", "map -o out.svg", "replay spectate"),
)
"""What a home does with a game of its own."""


def run(log: Rejected, line: str) -> Said:
    return pbem("--home", log.home.path, *(log.file if word == "FILE" else word for word in line.split()))


def sentence(log: Rejected) -> str:
    """What verify says of it."""
    return run(log, "verify FILE").out.splitlines()[0].removeprefix(f"{log.file}: ")


def cause(log: Rejected) -> str:
    """The same without what is said of the entries before."""
    return sentence(log).removesuffix(" What comes before it holds.")


def as_in_a_sentence(words: str) -> str:
    return words[:1].lower() + words[1:]


def test_whatever_reads_a_log_says_first_that_it_does_not_hold(rejected: Rejected) -> None:
    expected = sentence(rejected)
    assert expected.startswith(rejected.said)
    assert expected.endswith(
        "Nothing comes before it." if rejected.entry == 0 else "What comes before it holds."
    )

    def tried(line: str) -> None:
        said = run(rejected, line)
        assert 3 == said.code, said
        if line in VALUES:
            first = json.loads(said.out.splitlines()[0])
            assert ("rejected", expected) == (first["verdict"], first["said"])
        else:
            printed = said.out if line in PRINTED else said.err
            assert expected == printed.splitlines()[0].removeprefix(f"{rejected.file}: ")
            assert "goes on" not in said.sentences

    held(((line, line) for line in (*PRINTED, *WRITTEN, *VALUES)), tried)


def test_report_picture_letters_and_page_begin_with_it(illegal, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    expected = sentence(illegal)
    run(illegal, "replay FILE --report out.md --html out.html")
    title, blank, first, *_ = (tmp_path / "out.md").read_text("utf-8").splitlines()
    assert (True, "") == (title.startswith("# "), blank)
    assert expected == as_in_a_sentence(first.replace("\\", "").strip("*"))
    page = (tmp_path / "out.html").read_text("utf-8")
    said = json.loads(page.split('"said":', 1)[1].split("}", 1)[0] + "}")
    assert ("rejected", expected) == (said["word"], as_in_a_sentence(said["message"]))
    letters = run(illegal, "map FILE --text").out.partition("\n\n")[0].splitlines()
    assert all(len(line) <= 80 for line in letters)
    assert expected == as_in_a_sentence(" ".join(letters))
    run(illegal, "replay FILE --report es.md --lang es")
    assert f"**Rechazada en la entrada {illegal.entry} (" in (tmp_path / "es.md").read_text("utf-8")
    for more, begun in (
        ("", "Rejected at entry"),
        (" --bare", "Rejected at entry"),
        (" --lang es", "Rechazada en la entrada"),
    ):
        assert 3 == run(illegal, f"map FILE -o out.svg{more}").code
        warned = (tmp_path / "out.svg").read_text("utf-8").partition('class="warning"')[2]
        words = " ".join(re.findall("<text[^>]*>([^<]*)</text>", warned))
        assert words.startswith(f"{begun} {illegal.entry} (")
    assert 0 == illegal.other("map", "-o", "good.svg").code
    assert "warning" not in (tmp_path / "good.svg").read_text("utf-8")


def test_spectators_get_the_turn_when_all_before_it_may_be_shown_and_are_told_in_any_case(illegal, tmp_path):
    run(illegal, WRITTEN[-1])
    assert sentence(illegal) in pbem("--home", tmp_path / "nobody", "verify", "watch.pbem").out
    said = run(illegal, "replay spectate FILE --delay 9")
    assert sentence(illegal) in said.err.splitlines()[0]
    assert (3, True) == (said.code, "No turn file is 9 turns old yet" in said.err)


def test_evidence_referee_recheck_and_import_name_the_same_place_and_cause(illegal: Rejected) -> None:
    said = run(illegal, "dispute evidence FILE FILE")
    assert sentence(illegal) == said.err.splitlines()[0].removeprefix(f"{illegal.file}: ")
    error = verdict_sentence.RejectedError(looking.film(illegal.file).verdict, "cheat.pbem")
    assert f"cheat.pbem is {sentence(illegal)}" == str(error)
    said = run(illegal, "verify recheck FILE")
    assert (3, True) == (said.code, cause(illegal).removeprefix("rejected at ") in said.out)
    said = illegal.other("import", illegal.file)
    assert (3, True) == (said.code, cause(illegal)[1:] in said.err)


def test_a_comparison_rejects_first_and_ranks_last(illegal, monkeypatch):
    bad = comparison.entrant("bad.pbem", looking.film(illegal.file))
    good = comparison.entrant("good.pbem", looking.film_of_game(illegal.other.folder, draft=False))
    ranked = comparison.ranked((evolve(bad, score=99), good))
    assert ["good.pbem", "bad.pbem"] == [each.file for each in ranked]
    monkeypatch.setattr(comparison, "read", lambda files, home: comparison.Field(entrants=ranked))
    said = run(illegal, "challenge compare FILE FILE")
    assert (3, f"bad.pbem: {sentence(illegal)}") == (said.code, said.out.splitlines()[0])


def test_a_table_that_looks_at_the_turn_rejects_it_first_in_the_same_words(illegal: Rejected) -> None:
    other = illegal.other
    who = identity.unlock(other.home, "")
    pieces, bad = pieces_of(Letter(data=illegal.file.read_bytes(), where="cheat.pbem"), "")
    came = incoming.look(other.home, who, other.folder.name, pieces, bad, open_session)
    notes = came.json()["notes"]
    first = notes[0]
    assert ("refused", cause(illegal)[1:]) == (first["kind"], str(first["text"])[1:])


def test_a_home_whose_own_game_does_not_hold_says_so_in_the_same_words(illegal: Rejected) -> None:
    stored = illegal.other.folder.path / "log.pbem"
    lines = container.unpack(illegal.file.read_bytes())

    def tried(line: str) -> None:
        stored.write_bytes(lines)
        said = illegal.other(*(illegal.file if word == "FILE" else word for word in line.split()))
        assert (1 if line == "setup doctor" else 3) == said.code, said
        assert sentence(illegal)[1:] in " ".join(said.sentences.split())

    held(((line, line) for line in OWN), tried)
