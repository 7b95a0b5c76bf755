"""A home put back from an old copy notices, and signs nothing twice."""

from __future__ import annotations

import shutil

from .table import Player, decide, play, put_back


def test_an_old_copy_of_a_home_does_not_sign_a_second_version(table: tuple[Player, Player]) -> None:
    ann, ben = table
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    while decide(ann):
        pass
    assert ben("import", ann.sent()).code == 0
    while decide(ben):
        pass
    answer = ben.sent()
    put_back(ann.place / "copy", ann.path)
    said = ann("import", answer)
    assert (6, True) == (said.code, "your own turn file 3 has been signed" in said.sentences)
    said = ann("send", "--partial", "--out", ann.place / "second.pbem")
    assert (6, True) == (said.code, "old copy" in said.sentences)
    assert not (ann.place / "second.pbem").exists()
    assert "old copy" in ann("status").out


def test_a_home_that_is_up_to_date_is_not_called_old(table: tuple[Player, Player]) -> None:
    ann, ben = table
    play(ann, ben, 3)
    for player in table:
        assert "old copy" not in player("status").out
