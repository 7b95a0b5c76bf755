"""A data pack is written, looked at and compared in the reader's language, and is the same pack in every language."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from pbem.games import registry
from pbem.home.packs.template import new_pack
from pbem.home.viewing.languages import tongue
from pbem.port.messages import ENGLISH
from tests.sampling import games_tried

from .test_spoken import ROOT, english, said

pytestmark = pytest.mark.wider

_AT = re.compile(r"(?m)^ *\S+\.toml:\d+: \S+")
"""A file, a line and the keys there."""
_OWN = re.compile(r"made up as an example, not printed|the authors of pbem|\bcohesion:")
"""What whoever typed the pack says of it, and a key that the game has no word for."""
_COMMENT = re.compile(r"  # .*")


@pytest.mark.parametrize("game", games_tried())
def test_a_pack_to_fill_in_has_spanish_comments_and_is_the_same_pack(game: str) -> None:
    spoken = tongue(registry.load(game), "es").say
    ours, theirs = (new_pack(game, "mine", "mine", say) for say in (ENGLISH.say, spoken))
    assert ours.keys() == theirs.keys()
    for name, text in ours.items():
        there = theirs[name]
        assert tomllib.loads(text) == tomllib.loads(there)
        head = 1 if name == "pack.toml" else 3
        lines, told = text.splitlines(), there.splitlines()
        assert [_COMMENT.sub("", each) for each in lines[head:]] == [
            _COMMENT.sub("", each) for each in told[head:]
        ]
        comments = {line.partition("  # ")[2] for line in told[head:]} - {""}
        assert [] == [*english("\n".join((*told[:head], *comments)))]
        assert not {line.partition("  # ")[2] for line in lines[head:]} & comments


def test_what_a_pack_changes_is_told_in_spanish(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples/packs/june6-example", tmp_path / "mine")
    for words in (("check", str(tmp_path / "mine"), "--all"), ("show", str(tmp_path / "mine"))):
        text = _AT.sub("", said(tmp_path, "packs", *words).replace(str(tmp_path), ""))
        assert [] == [*english(_OWN.sub("", text))], words[0]
