"""What `pbem rules show june44` prints of every table: dice as ranges, words for people, each source where it stands."""

from __future__ import annotations

import re

from pbem.games import registry
from pbem_rules.june44.game import June44
from pbem_rules.june44.show.charts import span, spans
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES
TABLES = (
    "combat", "terrain", "weather", "supply", "air", "ranges", "schedule", "scenarios", "cards", "units",
)  # fmt: skip
LABELS = ("published", "quoted", "inferred", "history", "reconstructed")


@tried_with("name", [*TABLES, "2806", "2203", "2911", "mulberry", "2 Arm"])
def test_every_table_is_in_words_and_says_where_it_comes_from(name: str) -> None:
    said = GAME.show(name)
    assert not re.search(r"True|False|None|[\[{_]", said)
    assert any(f"({label}: " in said for label in LABELS)


def test_the_faces_of_a_die_are_ranges() -> None:
    assert ["1-4", "5", "6-0", "0"] == [span(1, 4), span(5, 5), span(6, 10), span(10, 10)]
    assert [(1, 2, "a"), (3, 3, "b"), (4, 5, "a")] == list(spans("aabaa"))
    assert "1-4 Clear, 5-7 Overcast, 8-9 Rain, 0 Storm" in GAME.show("weather")
    assert "\n  2-3: 2 points, Allied 1, German 0\n" in GAME.show("supply")
    assert "\n  1 or less: 1 point, " in GAME.show("supply")
    assert "\n  0 or more: " in GAME.show("supply")
    assert "6 Air comes down by the die: 1-5 in 2402, 6-0 in 2502" in GAME.show("scenarios")


def test_each_line_of_the_charts_has_its_own_source_and_says_which_part_is_printed() -> None:
    terrain = GAME.show("terrain").splitlines()
    assert all(any(f"({label}: " in line for label in LABELS) for line in terrain[1:])
    assert next(line for line in terrain if "City" in line).endswith(
        "(reconstructed: cost ours; published: defence (11.3 example 1))"
    )
    assert "column +3: miss on 1, miss on 2 (published: told (13.0 examples 1 and 2))" in GAME.show("combat")
    assert "51 Br at Juno (published: 13.0 example 2)" in GAME.show("schedule")
