"""Plays and records the games of ``examples/`` anew: each with its report and pictures, the campaign with keys and mails.

    python tests/tools/record_examples.py [pictures] [landings] [campaign] [june44] [darkdecember] [normandy] [pegasus]

Run it when a change means to change behaviour (then raise ``version`` in the game's ``ruleset.toml``), never to make a
test pass: the recorded games are what shows that a refactoring left behaviour alone.
"""

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.dev import demo
from pbem.games import registry
from pbem.home.viewing import languages
from pbem.port.game import Outcome
from pbem.port.messages import ENGLISH, Catalogue
from pbem.port.scene import Scene
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import state_digest
from pbem.replay.verify import read
from pbem.view.language import scene as in_language
from pbem.view.map.frame import frame_around
from pbem.view.map.svg import draw

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
STATES = ROOT / "tests" / "recorded_states.txt"
PLAYERS = ("ann", "ben")
SHOWN = 1000.0
"""How wide a page shows a picture, in pixels."""


@frozen(kw_only=True)
class Picture:
    """A map at the end of a turn: of the hexes round ``about``, or of the whole board.

    ``spanish`` is its title in the Spanish manual, for which it is drawn once more: ``NAME-es.svg``.
    """

    file: str
    turn: int
    title: str
    about: tuple[str, ...] = ()
    spanish: str = ""


@frozen(kw_only=True)
class Recording:
    """A game to be played by the demonstration players, in the folder ``name``.

    ``letters`` keeps their keys and every mail as well.
    """

    name: str
    scenario: str
    seed: int
    pictures: tuple[Picture, ...]
    game: str = "june6"
    letters: bool = False


def _read(row: dict[str, Any]) -> Recording:
    pictures = (Picture(**{**each, "about": tuple(each.get("about", ()))}) for each in row.pop("pictures"))
    return Recording(**row, pictures=tuple(pictures))


RECORDINGS = tuple(
    map(_read, tomllib.loads(Path(__file__).with_name("recordings.toml").read_text("utf-8"))["game"])
)


def main(names: list[str]) -> None:
    """Record the named games, or all, and pin what every log folds to; ``pictures``: only their reports and pictures."""
    for recording in RECORDINGS:
        if "pictures" in names:
            _draw_again(recording)
        elif not names or recording.name in names:
            _record(recording)
    paths = sorted(each for each in EXAMPLES.rglob("*.pbem") if not {"club", "papers"} & {*each.parts})
    found = {path.relative_to(EXAMPLES).as_posix(): folded(path.read_bytes()) for path in paths}
    verdicts = {name: verdict for name, (verdict, _) in found.items()}
    text = json.dumps(verdicts, indent=2, ensure_ascii=False) + "\n"
    (EXAMPLES / "signature.json").write_text(text, encoding="utf-8")
    STATES.write_text("".join(f"{states}  {name}\n" for name, (_, states) in found.items()), encoding="ascii")
    print(text)


def folded(log: bytes) -> tuple[dict[str, Json], str]:
    """What is pinned of a log: its verdict, and one digest of its states after every entry (SHA-256 over 32 bytes each)."""
    states = hashlib.sha256()

    def add(happened: AppliedEntry[object]) -> None:
        states.update(bytes.fromhex(state_digest(happened.position)))

    verdict = read(log, watch=add).verdict
    assert verdict.fault is None
    return {
        key: getattr(verdict, key) for key in ("entries", "result", "state", "verdict")
    }, states.hexdigest()


def _record(recording: Recording) -> None:
    folder = EXAMPLES / recording.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "demo"
        demo.run(
            game=recording.game, scenario=recording.scenario, seed=recording.seed, out=out, progress=print
        )
        shutil.copy(out / "campaign.pbem", folder)
        if recording.letters:
            _keep_letters(out, folder)
    _draw_again(recording)


def _draw_again(recording: Recording) -> None:
    """The report and the pictures of a recorded game as it stands."""
    folder = EXAMPLES / recording.name
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.md"
        words = ("replay", folder / "campaign.pbem", "--report", report, "--appendix")
        subprocess.run(
            [sys.executable, "-m", "pbem", "--home", place, *map(str, words)], check=True, capture_output=True
        )
        text = _with_pictures(report.read_text(encoding="utf-8"), recording.pictures)
    (folder / "report.md").write_text(text, encoding="utf-8")
    data = container.unpack((folder / "campaign.pbem").read_bytes())
    for name, drawn in _drawn(recording.game, data, recording.pictures).items():
        (folder / name).write_text(drawn, encoding="utf-8")


def _keep_letters(out: Path, folder: Path) -> None:
    """Both players' keys, and what each got by mail as one packed mbox (RFC 4155), oldest first."""
    for name in PLAYERS:
        (folder / "keys").mkdir(exist_ok=True)
        shutil.copy(out / name / "home" / "identity.json", folder / "keys" / f"{name}.json")
        box = bytearray()
        for letter in sorted((out / name / "Maildir" / "new").iterdir()):
            box += b"From pbem@example.org Sat Jun  6 06:30:00 2026\n"
            for line in letter.read_bytes().replace(b"\r\n", b"\n").split(b"\n"):
                box += (b">" if _stuffed(line) else b"") + line + b"\n"
        # Without a time in its header the same mails make the same file.
        (folder / f"{name}.mbox.gz").write_bytes(gzip.compress(bytes(box), mtime=0))


def _stuffed(line: bytes) -> bool:
    return line.lstrip(b">").startswith(b"From ")


def _with_pictures(report: str, pictures: tuple[Picture, ...]) -> str:
    """The report without the pictures of the demonstration, a megabyte each, and with those kept here."""
    lines = [line for line in report.splitlines() if not line.startswith("![")]
    kept = [f"![{each.title}]({each.file})" for each in pictures]
    return "\n".join((*lines, "", "## Pictures", "", *kept)) + "\n"


def _drawn(game: str, data: bytes, pictures: tuple[Picture, ...]) -> dict[str, str]:
    """Each picture by its file name, drawn from the log."""
    rules = registry.load(game).rules
    scenes: dict[int, Scene] = {}
    recent: list[Outcome] = []
    last: list[object] = []
    wanted = {each.turn for each in pictures}

    def keep() -> None:
        turn = rules.moment(last[-1]).turn
        if turn in wanted:
            scenes[turn] = rules.scene(last[-1], None, recent=tuple(recent))

    def watch(happened: AppliedEntry[object]) -> None:
        state = happened.position.game
        if last and rules.moment(state).turn != rules.moment(last[-1]).turn:
            keep()
            recent.clear()
        last[:] = [state]
        recent.extend(o for o in happened.outcomes if o.kind in demo.SHOWN)

    read(data, watch=watch)
    keep()
    spanish = {each.file.replace(".svg", "-es.svg"): each for each in pictures if each.spanish}
    tongue = languages.tongue(registry.load(game), "es")
    return {each.file: _picture(scenes[each.turn], each, each.title, ENGLISH) for each in pictures} | {
        file: _picture(scenes[each.turn], each, each.spanish, tongue) for file, each in spanish.items()
    }


def _picture(scene: Scene, picture: Picture, title: str, tongue: Catalogue) -> str:
    scene = in_language(tongue, scene)
    if not picture.about:
        return draw(scene, title=title, width=SHOWN, word=tongue.say)
    scene = evolve(scene, panel=())
    frame = frame_around(scene.ground, picture.about, margin=1.0)
    return draw(scene, title=title, frame=frame, width=SHOWN, word=tongue.say)


if __name__ == "__main__":
    main(sys.argv[1:])
