"""Packs that travel: one file from one home to the other, what it changes, and what is said where it is missing."""

import re
import shutil
from pathlib import Path

import pytest
from home.table import Player, pbem

from pbem.bytes import container
from pbem.games.packs.reading import write_file

pytestmark = pytest.mark.wider

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "packs" / "june6-example"


def code_in(text: str) -> str:
    found = re.search(r"\(code ([0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})\)", text)
    assert found is not None, text
    return found[1]


def test_a_pack_goes_from_one_home_to_the_other_as_one_file(two: list[Player], tmp_path: Path) -> None:
    ann, ben = two
    said = ann("packs", "pack", "mine").says(0, "types: pbem packs add june6-example-pack.pbem")
    file = tmp_path / "june6-example-pack.pbem"
    assert 0 == ann("packs", "pack", "mine", "--out", "again.pbem").code
    assert file.read_bytes() == (tmp_path / "again.pbem").read_bytes()
    added = ben("packs", "add", file)
    assert (0, code_in(said.out)) == (added.code, code_in(added.out))
    assert (
        "  Combat Results Table\n    row 7-8, assault against stand, attacker: F dis1 -> E dis1" in added.out
    )
    assert "  Unit 16/1\n    combat strength: 6 -> 7\n    reduced side, combat strength: 3 -> 4" in added.out
    assert "  Map, names of places\n    E2225: new: Example-sur-Seulles village" in added.out
    assert 0 == ben("packs", "pack", "june6-example", "--out", "third.pbem").code
    assert file.read_bytes() == (tmp_path / "third.pbem").read_bytes()
    assert added.out == ben("packs", "show", code_in(added.out)).out


def test_opening_or_importing_the_file_installs_it(two: list[Player], tmp_path: Path) -> None:
    ann, ben = two
    ann("packs", "pack", "mine", "--out", "p.pbem")
    said = ben("open", "p.pbem")
    assert (0, True, 0) == (said.code, "usable. pack" in said.out, len(ben.home.packs()))
    assert "It needs no signature" in said.out
    assert (0, 1) == (ben("open", "p.pbem", "--yes").code, len(ben.home.packs()))
    said = ann("import", "p.pbem")
    assert (0, 1, True) == (said.code, len(ann.home.packs()), "Installed." in said.err)


def test_an_invitation_carries_the_pack_beside_it(two: list[Player], tmp_path: Path) -> None:
    ann, ben = two
    said = ann("invite", "june6", "--pack", "mine", "--with-pack", "--out", "invitation.pbem").says(
        0, "On your pack june6-example (code "
    )
    assert (tmp_path / "invitation-pack.pbem").is_file()
    shutil.rmtree(tmp_path / "mine")
    unseen = ben("accept", "invitation.pbem")
    assert (2, True) == (unseen.code, "Add --yes" in unseen.err)
    assert "Ann invites you to play on the data pack june6-example (code " in unseen.err
    assert "row 7-8, assault against stand, attacker: F dis1 -> E dis1" in unseen.err
    assert () == ben.home.games() == ben.home.packs()
    assert 0 == ben("accept", "invitation.pbem", "--yes", "--out", "acceptance.pbem").code
    assert 0 == ann("accept", "acceptance.pbem").code
    assert f"On the data pack june6-example (code {code_in(said.err)})." in ben("status").out
    assert "On the data pack june6-example (code " in ben("verify").out
    assert 0 == ben("map", "-o", "now.svg").code
    assert "On the data pack june6-example" in (tmp_path / "now.svg").read_text(encoding="utf-8")
    assert 0 == ann("replay", "--report", "r.md", "--html", "r.html").code
    assert "typed by the authors of pbem" in (tmp_path / "r.md").read_text(encoding="utf-8")


def test_a_missing_pack_is_no_word_against_the_log(two: list[Player], tmp_path: Path) -> None:
    ann, ben = two
    ann("invite", "june6", "--pack", "mine", "--out", "i.pbem")
    ben("accept", "i.pbem", "--pack", "mine", "--out", "a.pbem")
    ann("accept", "a.pbem")
    shutil.copy(ann.folder.path / "log.pbem", tmp_path / "whole.pbem")
    cleo = Player("Cleo", tmp_path)
    for words in (("verify",), ("open",), ("replay",), ("map", "--text"), ("audit",)):
        said = cleo(*words[:1], "whole.pbem", *words[1:])
        assert 0 != said.code
        assert "Nothing is known against the log" in said.sentences, words
        assert "pbem packs add FILE" in said.sentences, words
        for word in ("refuse", "it was made so", "rejected", "forge"):
            assert word not in said.sentences, words
    found = cleo("verify", "whole.pbem", "--json")
    assert '"verdict":"unchecked"' in found.out.replace(" ", "")
    shutil.rmtree(ben.home.path / "packs")
    said = ben("status")
    assert "Nothing is known against the log" in said.sentences


def test_all_changes_are_listed_or_their_number_is_told(tmp_path: Path) -> None:
    lines = "\n".join(f'E{n:04d} = "woods"' for n in range(114, 180) if 14 <= n % 100 <= 52)
    hexes = [f'E{row:02d}{column} = "woods"' for row in (1, 2) for column in range(14, 50)]
    assert lines
    text = '[pack]\nname = "many"\ngame = "june6"\n[map.terrain]\n' + "\n".join(hexes)
    (tmp_path / "many.toml").write_text(text)
    said = pbem("packs", "show", tmp_path / "many.toml")
    assert "... and 32 of 72 more: Map, terrain of hexes 32. --all lists them all." in said.out
    whole = pbem("packs", "show", tmp_path / "many.toml", "--all").out
    assert (72, False) == (whole.count(" -> woods"), "more" in whole)


def test_a_template_is_usable_before_anything_is_typed(bare: Path) -> None:
    assert 0 == pbem("packs", "new", "pegasus", "my-copy").code
    said = pbem("packs", "check", "my-copy")
    assert (0, True) == (said.code, "\n0 of " in f"\n{said.out.splitlines()[-1]}")
    pbem("packs", "new", "pegasus", "my-copy").says(2, "is there already")


def test_rows_cells_and_hexes_are_shown_as_theirs() -> None:
    crt = pbem("rules", "show", "june6", "crt", "--pack", EXAMPLE).out
    assert "On the data pack june6-example (code " in crt
    assert re.search(r"7-8 +E dis1 +E red .*typed \[", crt)
    assert re.search(
        r"names? +|village; typed", pbem("rules", "show", "june6", "E2225", "--pack", EXAMPLE).out
    )
    assert "(village; typed [" in pbem("rules", "show", "june6", "E2225", "--pack", EXAMPLE).out


def test_a_hostile_pack_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    good = write_file({"pack.toml": b'[pack]\nname = "x"\ngame = "june6"\n'})
    head, _, rest = good.partition(b"\n")
    bad = {
        "path": head.replace(b"pack.toml", b"../pack.toml") + b"\n" + rest,
        "twice": head.replace(b"}],", b'},{"bytes":0,"name":"pack.toml"}],') + b"\n" + rest, "short": good[:-1],
        "long": good + b"x", "kind": head.replace(b'"v":1', b'"v":true') + b"\n" + rest,
        "size": head.replace(b'"bytes":', b'"bytes":-') + b"\n" + rest,
        "deep": write_file({"pack.toml": b'[pack]\nname = "x"\n' + b"a." * 100_000 + b"a = 1\n"}),
    }  # fmt: skip
    files = {name: container.pack(data) for name, data in bad.items()}
    files["bomb"] = container.pack(head + b"\n" + b"#" * 9_000_000)
    for name, data in files.items():
        (tmp_path / f"{name}.pbem").write_bytes(data)
        said = pbem("packs", "add", tmp_path / f"{name}.pbem", "--home", tmp_path / "h")
        assert (2, True) == (said.code, f"{name}.pbem: " in said.err or "more than 16 parts" in said.err), (
            name,
            said,
        )
        assert 0 != pbem("open", tmp_path / f"{name}.pbem", "--home", tmp_path / "h").code
    assert not (tmp_path / "h" / "packs").exists()


def test_a_link_in_a_folder_is_not_passed_on(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "secret.toml").write_text("[units]\n")
    (tmp_path / "p" / "units.toml").symlink_to(tmp_path / "secret.toml")
    pbem("packs", "check", tmp_path / "p", "--game", "june6").says(2, "is a link")


def test_a_mail_carries_invitation_and_pack(two: list[Player], tmp_path: Path) -> None:
    ann, ben = two
    way = ("--to", "ben@example.org", "--from", "ann@example.org", "--eml", "i.eml")
    assert 0 == ann("invite", "june6", "--pack", "mine", "--with-pack", *way).code
    mail = (tmp_path / "i.eml").read_text(encoding="utf-8")
    assert 1 == mail.count('-pack.pbem"')
    assert "On the data pack june6-example (code " in mail
    assert 0 == ben("accept", "i.eml", "--yes", "--out", "acceptance.pbem").code
    assert 1 == len(ben.home.packs())
