"""Mails that any reader can be tried with."""

import json
from pathlib import Path

from pbem.bytes.errors import PbemError
from pbem.mail.extract import turns_in
from tests.lists import tried_with
from tests.vectors.make_mail_vectors import DATA, FOLDER, vectors

MAILS = sorted(FOLDER.glob("*.eml"))


def expectation(path: Path):
    record = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return record["expect"], record["turns"]


@tried_with("path", MAILS, ids=lambda path: path.stem)
def test_vector(path):
    """Each mail gives the turns beside it, or is refused with the code beside it."""
    try:
        outcome = "ok", [found.digest for found in turns_in(path.read_bytes())]
    except PbemError as error:
        outcome = error.code, []
    assert expectation(path) == outcome


def test_the_vectors_say_what_the_generator_means():
    meant = {vector.name: (vector.expect, len(vector.turns)) for vector in vectors()}
    assert meant == {path.stem: (expectation(path)[0], len(expectation(path)[1])) for path in MAILS}


def test_the_vectors_arrived_as_they_were_made():
    """Line ends are part of a mail: the checkout has not changed them."""
    assert (FOLDER / "complete.eml").read_bytes().count(b"\r\n") > 40
    assert b"\r\n" not in (FOLDER / "lone-line-feeds.eml").read_bytes()
    assert DATA.count(b"\n") == 12


def test_the_specification_shows_the_complete_vector():
    """The example of ``schemas/mail.md`` is the first vector, byte for byte but for line ends, with its digest."""
    spec = (FOLDER.parents[2] / "schemas" / "mail.md").read_text(encoding="utf-8")
    mail = (FOLDER / "complete.eml").read_bytes().replace(b"\r\n", b"\n").decode().rstrip("\n")
    assert mail == spec.split("```\n")[1].rstrip("\n")
    assert expectation(FOLDER / "complete.eml")[1][0] in spec


def test_the_specification_names_every_refusal_of_the_vectors():
    spec = (FOLDER.parents[2] / "schemas" / "mail.md").read_text(encoding="utf-8")
    assert [] == [path.stem for path in MAILS if f"`{expectation(path)[0]}`" not in spec]
