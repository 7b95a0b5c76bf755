"""Ten pictures byte for byte: whoever changes the drawing sees what changed, and where."""

from __future__ import annotations

from tests.lists import tried_with
from tests.view.goldens import FOLDER, POSITIONS

HOW = "Renew it with `python -m tests.view.goldens` if the change is meant, and look at the picture first."


@tried_with("name", POSITIONS)
def test_a_position_is_drawn_as_it_is_kept(name: str) -> None:
    kept, drawn = (FOLDER / f"{name}.svg").read_text(encoding="utf-8"), POSITIONS[name]()
    first = next((i for i, (a, b) in enumerate(zip(kept, drawn, strict=False)) if a != b), len(kept))
    about = f"{name}.svg differs from byte {first}: {drawn[max(0, first - 60) : first + 60]!r}"
    assert kept == drawn, f"{about}. {HOW}"


def test_there_is_no_picture_of_a_position_that_is_gone() -> None:
    assert sorted(f"{name}.svg" for name in POSITIONS) == sorted(each.name for each in FOLDER.iterdir())
    assert 10 == len(POSITIONS)
    assert {"june6", "pegasus"} <= {name.split("-")[0] for name in POSITIONS}
