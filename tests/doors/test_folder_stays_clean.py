"""Where somebody stands holds afterwards what they have named, and nothing that came unasked."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from home.table import pbem

from pbem.store.home import Home

from .typed import Somebody

pytestmark = pytest.mark.wider


def holds(place: Path) -> set[str]:
    """Every file and folder there, by its name."""
    return {each.relative_to(place).as_posix() for each in place.rglob("*")}


def did(who: Somebody, *words: object, code: int = 0) -> str:
    """What a command printed that ended as it should."""
    said = who(*words).says(code)
    return said.sentences


@pytest.fixture
def forked(tmp_path: Path) -> tuple[Somebody, Somebody, str]:
    """Ann has signed her first turn file twice, from a copy of her home; what Ben's import of the second printed."""
    ann, ben = Somebody(tmp_path / "ann"), Somebody(tmp_path / "ben")
    homes = {who.place.name: who.home / "pbem" for who in (ann, ben)} | {"copy": tmp_path / "copy"}
    post = tmp_path / "post"
    post.mkdir()

    def before(who: str, *words: object) -> None:
        """What is no subject here: a command of this process."""
        pbem("--home", homes[who], *words).says(0)

    before("ann", "identity", "new", "Ann", "--no-password")
    before("ben", "identity", "new", "Ben", "--no-password")
    before("ann", "invite", "june6", "--out", post / "invitation.pbem")
    before("ben", "accept", post / "invitation.pbem", "--out", post / "acceptance.pbem")
    before("ann", "accept", post / "acceptance.pbem")
    shutil.copytree(homes["ann"], homes["copy"])
    Home(homes["copy"]).settle_down()
    for who, first in (("ann", "1"), ("copy", "29")):
        before(who, "do", "buy", f"first={first}")
        before(who, "send", "--partial", "--out", post / f"{first}.pbem")
    before("ben", "import", post / "1.pbem")
    return ann, ben, did(ben, "import", post / "29.pbem", code=6)


def test_evidence_of_an_import_is_kept_in_the_home_and_looked_at_as_printed(forked):
    _, ben, said = forked
    paper = ben.home / "pbem/evidence/evidence-1.pbem"
    assert set() == holds(ben.place)
    assert f"Wrote {paper}" in said
    look = re.findall(r"pbem (verify .*evidence-1\.pbem\S*)", said)[0]
    assert "two versions of turn file 1" in did(ben, *shlex.split(look))
    mail = re.findall(r"pbem (dispute evidence .*--out \S+)", said)[0]
    did(ben, *shlex.split(mail))
    assert {"evidence-1.pbem"} == holds(ben.place)
    assert paper.read_bytes() == (ben.place / "evidence-1.pbem").read_bytes()


def practised(who: Somebody) -> Path:
    """The log of a game against the computer that has just begun."""
    did(who, "practice", "pegasus", "--name", "Ann")
    (log,) = (who.home / "pbem/games").glob("*/log.pbem")
    return log


def test_practice_replay_and_looking_write_only_what_has_a_path(tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann")
    log = practised(ann)
    for words in (("replay",), ("replay", log), ("audit", log), ("open", log), ("orders",), ("status",)):
        did(ann, *words)
    assert set() == holds(ann.place)
    did(ann, "replay", log, "--html", "page.html")
    assert {"page.html"} == holds(ann.place)
