"""Ten positions whose pictures are kept byte for byte in ``golden/``. Renew them with ``python -m tests.view.goldens``.

Look at what changed before you keep it: ``git diff --stat tests/view/golden``, and the pictures in a browser.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port import insight
from pbem.port.game import Outcome, Ruleset
from pbem.port.scene import Scene
from pbem.view.map.frame import frame_around
from pbem.view.map.svg import draw
from tests.view import demo

FOLDER = Path(__file__).resolve().parent / "golden"


@cache
def rules(game: str) -> Ruleset[object]:
    return registry.load(game).rules


def picture(scene: Scene, *around: str, margin: float = 0.7, title: str = "") -> str:
    """The part of a scene round some cells, without the panel."""
    found = evolve(scene, panel=())
    return draw(found, title=title, frame=frame_around(found.ground, around, margin=margin))


def placed(game, position, *around, recent=(), layers=()):
    """A position of a case file, drawn."""
    state = rules(game).place("empty", position)
    found = tuple(insight.layer(rules(game), state, side, name) for name, side in layers)
    scene = rules(game).scene(state, None, recent=recent)
    return picture(evolve(scene, layers=tuple(each for each in found if each is not None)), *around)


def beginning(*around: str) -> str:
    """June 6 before the first move."""
    state = rules("june6").setup("landings", {})
    return picture(rules("june6").scene(state, None), *around)


_FRONT: dict[str, Json] = {
    "505/82": "E0745", "508/82": "E0745", "507/82": "E0644", "914/352": "E0645",
    "915/352": {"at": "E0544", "disorder": 2, "reduced": True},
}  # fmt: skip


def fought() -> str:
    """What an attack looks like on the map: the arrow, the retreat, the losses."""
    happened = (
        Outcome(kind="moved", text="507/82 moved to E0644.", hexes=("E0743", "E0644")),
        Outcome(kind="attack", text="505/82 attacked 914/352 in E0645.", hexes=("E0745", "E0645")),
        Outcome(
            kind="combat", text="Assault: 5+3 = 8.", paragraph="12.5", hexes=("E0645",), faces=(5,), total=8
        ),
        Outcome(kind="retreated", text="914/352 retreated to E0545.", hexes=("E0645", "E0545")),
        Outcome(kind="advanced", text="505/82 advanced to E0645.", hexes=("E0745", "E0645")),
    )
    units: dict[str, Json] = {**_FRONT, "914/352": {"at": "E0545", "disorder": 1}}
    return placed("june6", {"units": units}, "E0645", recent=happened)


POSITIONS: Mapping[str, Callable[[], str]] = {
    "june6-omaha": lambda: beginning("E2821"),
    "june6-utah": lambda: beginning("W2922"),
    "june6-caen": lambda: beginning("E1937"),
    "june6-cherbourg": lambda: beginning("W4514"),
    "june6-attack": fought,
    "june6-zones": lambda: placed(
        "june6", {"units": _FRONT}, "E0645", layers=(("zoc", "allied"), ("zoc", "german"))
    ),
    "june6-supply": lambda: placed(
        "june6", {"units": _FRONT}, "E0645", layers=(("supply", "allied"), ("supply", "german"))
    ),
    "pegasus-bridge": lambda: placed(
        "pegasus", {"chits": ["B1", "B3"], "squads_left": 1, "decoys_left": 1}, "PB"
    ),
    "pegasus-blown": lambda: placed("pegasus", {"pegasus": "destroyed"}, "PB"),
    "every-style": lambda: draw(demo.scene(), title="Every style", frame=None),
}


def renew() -> None:
    """Write every picture anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in POSITIONS.items():
        (FOLDER / f"{name}.svg").write_text(make(), encoding="utf-8")


if __name__ == "__main__":
    renew()
