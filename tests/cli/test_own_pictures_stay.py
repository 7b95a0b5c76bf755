"""Pictures of a printed game never leave the home: whatever is written is the same with them and without."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

from click.testing import CliRunner
from home.table import Player, stream
from owner import modules

from pbem.cli import main
from pbem.cli.app import Setting
from pbem.home.owner.pictures import album, taking
from pbem.store.home import Home

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
