"""Plays and records ``examples/landings`` anew: a whole campaign, its report, and a picture of the beaches.

Run it when a change means to change behaviour (then raise ``version`` in the game's ``ruleset.toml``), never to make a
test pass: the recorded games are what shows that a refactoring left behaviour alone.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

from attrs import evolve

from pbem import container, demo, registry
from pbem.replay.fold import Happened
from pbem.replay.verify import read, verify
from pbem.ruleset import Outcome
from pbem.view.frame import frame_around
from pbem.view.svg import draw

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SEED = 6
BEACHES = ("E3019", "E1835", "E2544", "E3023")


def main() -> None:
    """Record the campaign and pin its last state."""
    folder = EXAMPLES / "landings"
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "demo"
        demo.run(seed=SEED, out=out, progress=print)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(out / "campaign.pbem", folder)
        report = (out / "report.md").read_text(encoding="utf-8")
    (folder / "report.md").write_text(_without_maps(report), encoding="utf-8")
    data = container.unpack((folder / "campaign.pbem").read_bytes())
    (folder / "beaches.svg").write_text(_picture(data), encoding="utf-8")
    pinned = {}
    for path in sorted(EXAMPLES.rglob("*.pbem")):
        verdict = verify(path.read_bytes())
        pinned[path.relative_to(EXAMPLES).as_posix()] = {
            "entries": verdict.entries,
            "result": verdict.result,
            "state": verdict.state,
            "verdict": verdict.verdict,
        }
    text = json.dumps(pinned, indent=2, ensure_ascii=False) + "\n"
    (EXAMPLES / "signature.json").write_text(text, encoding="utf-8")
    print(text)


def _without_maps(report: str) -> str:
    """The report without its pictures, which are a megabyte each."""
    return "\n".join(line for line in report.splitlines() if not line.startswith("![")) + "\n"


def _picture(data: bytes) -> str:
    """The beaches from Omaha to the Orne at the end of the first turn."""
    rules = registry.load("june6").rules
    states: list[object] = []
    recent: list[Outcome] = []

    def watch(happened: Happened[object]) -> None:
        if rules.moment(happened.position.game).turn == 1:
            states.append(happened.position.game)
            recent.extend(o for o in happened.outcomes if o.kind in demo.SHOWN)

    read(data, watch=watch)
    scene = evolve(rules.scene(states[-1], None, recent=tuple(recent)), panel=())
    frame = frame_around(scene.ground, BEACHES, margin=1.0)
    return draw(scene, title="June 6: the evening of the first day", frame=frame)


if __name__ == "__main__":
    main()
