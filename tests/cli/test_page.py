"""Pages and logs as files: a page has what is signed and nothing else, none shows own pictures, folders are verified."""

import base64
import json
import shutil
import zlib
from hashlib import sha256
from pathlib import Path

from click.testing import CliRunner
from home.table import Player, Two, decide, pbem, play, stream
from owner import modules

from pbem.bytes.canon import Json
from pbem.bytes.container import pack, unpack
from pbem.cli import main
from pbem.cli.app import Setting
from pbem.home.owner.pictures import album, taking
from pbem.log import parse_log
from pbem.store.home import Home

from .papers import refused, resignation


def _data(page: Path) -> dict[str, Json]:
    text = page.read_text("utf-8")
    data: dict[str, Json] = json.loads(
        text.split('<script type="application/json" id="data">', 1)[1].split("</script>", 1)[0]
    )
    data["reel"] = json.loads(zlib.decompress(base64.b64decode(str(data["film"]))))
    return data


def _steps(data: dict[str, Json]) -> int:
    reel = data["reel"]
    return len(reel["steps"])


def _signed(player: Player) -> int:
    return sum(len(bundle.entries) for bundle in parse_log(player.folder.log()).bundles)


def test_the_page_of_a_game_holds_its_signed_log_and_every_entry(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 4)
    ann("replay", "--html", tmp_path / "page.html").says(0)
    data = _data(tmp_path / "page.html")
    assert ann.folder.log() == unpack(base64.b64decode(str(data["log"])))
    assert _signed(ann) == _steps(data)


def test_a_draft_is_not_on_the_page(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 3)
    player = next(each for each in table if decide(each))
    signed, all_entries = _signed(player), player("replay", "--json").out.splitlines()
    player("replay", "--html", tmp_path / "page.html")
    assert signed < len(all_entries)
    assert signed == _steps(_data(tmp_path / "page.html"))


def test_a_page_can_end_at_an_entry(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    play(ann, ben, 4)
    ann("replay", "--to", 3, "--html", tmp_path / "page.html")
    assert 4 == _steps(_data(tmp_path / "page.html"))


def test_the_page_of_a_log_that_does_not_hold_says_so_and_so_does_the_exit_code(table, tmp_path):
    ann, ben = table
    play(ann, ben, 4)
    log = ann.folder.log()
    last = parse_log(log).bundles[-1]
    damaged = pack(log.replace(last.seal.line, last.seal.line.replace(b'"sig":"', b'"sig":"0')[:-3] + b'"}'))
    (tmp_path / "bad.pbem").write_bytes(damaged)
    said = pbem("replay", tmp_path / "bad.pbem", "--html", tmp_path / "page.html")
    data = _data(tmp_path / "page.html")
    assert 3 == said.code
    assert base64.b64encode(damaged).decode() == data["log"]
    assert last.header.first == _steps(data)
    assert "rejected" == data["said"]["word"]


WRITERS = (
    ("map", "-o", "map.svg"), ("map", "--text"), ("replay", "--html", "page.html"),
    ("replay", "--report", "report.md", "--appendix"), ("status",), ("invite", "june44", "--out", "invitation.pbem"),
    ("packs", "new", "june44", "pack.toml"), ("backup", "ann.backup"),
)  # fmt: skip


NOISE = modules.MARK + b"".join(sha256(bytes([n])).digest() for n in range(128))
"""Nothing makes this shorter."""


def written(home: Path, into: Path) -> dict[str, bytes]:
    """All that the commands write and say, by file."""
    into.mkdir()
    said = {}
    for n, words in enumerate(WRITERS):
        with_place = [str(into / each) if "." in each and "/" not in each else each for each in words]
        found = CliRunner().invoke(
            main, ["--home", str(home), *with_place], obj=Setting(entropy=stream(f"x{n}"))
        )
        assert 0 == found.exit_code, (words, found.stderr)
        said[f"said {' '.join(words)}"] = found.stdout_bytes.replace(str(into).encode(), b"")
    files = {str(each.relative_to(into)): each.read_bytes() for each in into.rglob("*") if each.is_file()}
    return {**said, **files}


def test_whatever_is_written_is_the_same_with_pictures_and_without(june44: Player, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(june44.path, other)
    Home(other).settle_down()
    plan = modules.board("M", "m.png", modules.grid(52.0, 60.0, 10.0, 20.0)) + modules.slot(
        "1", "Secret name", "front.png"
    )
    parts = {"images/m.png": modules.png(900, 700), "images/front.png": modules.png(60, 60, note=NOISE)}
    (tmp_path / "secret-file.vmod").write_bytes(modules.vmod(plan, parts))
    found = taking.take(june44.home, "june44", tmp_path / "secret-file.vmod", "secret-file.vmod")
    assert 2 == len(found.pictures)
    (tmp_path / "secret-file.vmod").unlink()
    mine, plain = written(june44.path, tmp_path / "a"), written(other, tmp_path / "b")
    assert len(mine) > len(WRITERS)
    assert {*plain} == {*mine}
    for name, data in mine.items():
        assert 200 > abs(len(plain[name]) - len(data)), (
            name
        )  # a backup is packed and locked: its length says what is in it
        for word in (
            modules.MARK, b"Secret name", b"secret-file", b"front.png", b"\x89PNG", *map(str.encode, found.pictures),
        ):  # fmt: skip
            assert word not in data, (name, word)
    assert found == album.read(june44.home, "june44"), "and they are still there"


def test_each_file_of_a_folder_is_judged_as_it_is_alone(table: Two, tmp_path: Path) -> None:
    folder = tmp_path / "disputes" / "of May"
    folder.mkdir(parents=True)
    for name, file in zip(("turn.eml", "no.pbem"), refused(*table), strict=True):
        shutil.copy(file, folder / name)
    shutil.copy(resignation(*table).file, folder / "resigned.pbem")
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "bent.pbem").write_bytes(table[0].folder.log()[:-90])
    (folder / "orders.txt").write_text("move 505/82 W3225")
    files = sorted(each for each in folder.iterdir() if each.suffix != ".txt")
    said = pbem("verify", folder.parent, "--json")
    assert (3, pbem("verify", *files, "--json").out) == (said.code, said.out)
    assert "1 file was passed over" in said.sentences
    names = [json.loads(line)["file"] for line in said.out.splitlines()]
    assert [*map(str, files), "together"] == names
    pbem("verify", folder).says(3, "Ben (blue) refused a legal turn: turn file 3 of Ann (red).")


def test_what_is_named_as_ours_and_holds_nothing_is_a_fault_and_other_files_are_none(table, tmp_path):
    folder = tmp_path / "disputes"
    folder.mkdir()
    pbem("verify", folder).says(2, "There are no files")
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "README.md").write_text("How we quarrelled.")
    (folder / "letter.eml").write_bytes(b"From: ann@example.org\r\nSubject: hello\r\n\r\nNothing here.\r\n")
    pbem("verify", folder).says(0, "2 files were passed over")
    (folder / "broken.pbem").write_bytes(b"nothing")
    pbem("verify", folder).says(3, "broken.pbem")
