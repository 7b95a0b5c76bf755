"""``pbem replay --html``: the page of a game of a home or of a file, with what is signed and nothing else."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

from home.table import Player, Two, decide, pbem, play

from pbem.bytes.canon import Json
from pbem.bytes.container import pack, unpack
from pbem.log import parse_log


def _data(page: Path) -> dict[str, Json]:
    text = page.read_text("utf-8")
    data: dict[str, Json] = json.loads(
        text.split('<script type="application/json" id="data">', 1)[1].split("</script>", 1)[0]
    )
    data["reel"] = json.loads(zlib.decompress(base64.b64decode(str(data["film"]))))
    return data


def _steps(data: dict[str, Json]) -> int:
    reel = data["reel"]
    assert isinstance(reel, dict)
    assert isinstance(reel["steps"], list)
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


def test_the_page_of_a_log_that_does_not_hold_says_so_and_so_does_the_exit_code(
    table: Two, tmp_path: Path
) -> None:
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
    assert isinstance(data["said"], dict)
    assert "rejected" == data["said"]["word"]
