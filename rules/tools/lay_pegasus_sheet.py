"""Lays out the sheet of Pegasus Bridge: writes ``sheet.toml`` from the borders in ``map.toml``.

    python -m rules.tools.lay_pegasus_sheet [SEED] [STEPS]      # some minutes for 150,000 steps

Simulated annealing (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983) over the middles and weights of a power diagram: areas
that border are to share a side long enough to see, others none, every area is to hold a counter, and nothing is to
wander far from where it lies on the ground. Same seed, same steps, same sheet.
"""

from __future__ import annotations

import math
import random
import sys
import tomllib
from pathlib import Path

from attrs import define

from pbem_rules.pegasus.printed.sheet import Place, Sheet

DATA = Path(__file__).resolve().parents[1] / "pbem_rules" / "pegasus" / "data"
WIDTH, HEIGHT = 1900, 1600
EDGE = 80
LEAST_SIDE = 0.55
HEAD = """\
# The areas as they are drawn: middle and weight of each cell in hundredths of a map unit, laid out from the borders of
# map.toml by rules/tools/lay_pegasus_sheet.py. For the eye only: sight is measured on the metres of map.toml.
provenance = "reconstructed"
source = "laid out for reading from the reconstructed borders"
"""


@define(kw_only=True)
class Layout:
    """The sheet under way; ``home`` is where each area would lie if the crowded middle were only spread out."""

    beside: dict[str, set[str]]
    home: dict[str, tuple[int, int]]
    places: dict[str, Place]

    @classmethod
    def begin(cls, areas: dict[str, dict[str, object]]) -> Layout:
        beside: dict[str, set[str]] = {name: set() for name in areas}
        for name, area in areas.items():
            for kind in ("single", "double", "dashed"):
                for other in _names(area.get(kind, [])):
                    beside[name].add(other)
                    beside[other].add(name)
        across = _spread({name: _metres(area, "x") for name, area in areas.items()}, WIDTH)
        down = _spread({name: -_metres(area, "y") for name, area in areas.items()}, HEIGHT)
        home = {name: (across[name], down[name]) for name in areas}
        places = {name: Place(x=x, y=y, weight=0) for name, (x, y) in home.items()}
        return cls(beside=beside, home=home, places=places)

    def nearest(self, x: int, y: int, count: int) -> list[str]:
        return sorted(self.places, key=lambda n: (self.places[n].x - x) ** 2 + (self.places[n].y - y) ** 2)[
            :count
        ]

    def cost(self, name: str) -> float:
        """How badly one area lies; 0 would be perfect."""
        place = self.places[name]
        near = {each: self.places[each] for each in self.nearest(place.x, place.y, 26)}
        near[name] = place
        ring = Sheet(width=WIDTH, height=HEIGHT, places=near).ring(name)
        if len(ring) < 3:
            return 60.0
        lengths: dict[str, float] = {}
        double = 0.0
        for (start, beyond), (end, _) in zip(ring, [*ring[1:], ring[0]], strict=True):
            lengths[beyond] = lengths.get(beyond, 0.0) + math.dist(start, end)
            double += start[0] * end[1] - start[1] * end[0]
        fair = WIDTH * HEIGHT / 10_000 / len(self.places)
        size, round_it = abs(double) / 2, sum(lengths.values()) ** 2
        cost = 6 * max(0.0, 0.55 * fair - size) + 0.6 * max(0.0, size - 2.2 * fair)
        cost += max(0.0, round_it / (4 * math.pi * size + 1e-9) - 1.6)
        middle = (sum(p[0] for p, _ in ring) / len(ring), sum(p[1] for p, _ in ring) / len(ring))
        cost += 0.8 * math.dist(middle, place.at)
        for other in sorted(self.beside[name]):
            held = lengths.get(other, 0.0)
            cost += 5 * max(0.0, LEAST_SIDE - held) + (1.5 if held == 0 else 0.0)
        cost += sum(
            0.7 + 1.6 * length
            for o, length in lengths.items()
            if o and o not in self.beside[name] and length > 0.02
        )
        x, y = self.home[name]
        return cost + 0.02 * ((place.x - x) ** 2 + (place.y - y) ** 2) / 10_000

    def anneal(self, chance: random.Random, steps: int) -> float:
        """Improve in so many steps; the total cost of the best layout, which is kept."""
        names = sorted(self.places)
        cost = {name: self.cost(name) for name in names}
        total = best = sum(cost.values())
        kept = dict(self.places)
        for step in range(steps):
            left = 1 - step / steps
            name = chance.choice(names)
            old = self.places[name]
            self.places[name] = _nudged(old, chance, 120 * left + 8)
            new = self.places[name]
            touched = sorted({*self.nearest(new.x, new.y, 14), *self.nearest(old.x, old.y, 14), name})
            found = {each: self.cost(each) for each in touched}
            change = sum(found.values()) - sum(cost[each] for each in touched)
            if change <= 0 or chance.random() < math.exp(-change / (2.0 * left**2 + 0.01)):
                cost.update(found)
                total += change
            else:
                self.places[name] = old
            if total < best - 1e-6:
                best, kept = total, dict(self.places)
        self.places = kept
        return best


def _nudged(old: Place, chance: random.Random, far: float) -> Place:
    return Place(
        x=min(WIDTH - 30, max(30, old.x + round(chance.gauss(0, 0.6 * far)))),
        y=min(HEIGHT - 30, max(30, old.y + round(chance.gauss(0, 0.6 * far)))),
        weight=min(250, max(-250, old.weight + round(chance.gauss(0, 0.5 * far)))),
    )


def _spread(metres: dict[str, int], size: int) -> dict[str, int]:
    """Positions over the sheet, half by the ground and half by rank, so that a crowd gets room."""
    line = sorted(metres.values())
    low, high = line[0], line[-1]
    found = {}
    for name, value in metres.items():
        rank = (line.index(value) + len(line) - 1 - line[::-1].index(value)) / 2 / (len(line) - 1)
        share = 0.45 * (value - low) / (high - low) + 0.55 * rank
        found[name] = EDGE + round((size - 2 * EDGE) * share)
    return found


def _names(value: object) -> list[str]:
    assert isinstance(value, list)
    return [each for each in value if isinstance(each, str)]


def _metres(area: dict[str, object], key: str) -> int:
    value = area[key]
    assert isinstance(value, int)
    return value


def main(seed: int = 1, steps: int = 150_000) -> None:
    """Write the sheet and say how well it came out."""
    areas = tomllib.loads((DATA / "map.toml").read_text(encoding="utf-8"))["areas"]
    layout = Layout.begin(areas)
    cost = layout.anneal(random.Random(f"pegasus sheet {seed}"), steps)
    rows = [
        f"{name} = {{ x = {place.x}, y = {place.y}, weight = {place.weight} }}"
        for name, place in layout.places.items()
    ]
    head = f"{HEAD}width = {WIDTH}\nheight = {HEIGHT}\n\n[areas]\n"
    (DATA / "sheet.toml").write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    sides = Sheet(width=WIDTH, height=HEIGHT, places=layout.places).sides
    borders = {(a, b) for a, others in layout.beside.items() for b in others if a < b}
    print(f"cost {cost:.1f}; apart {sorted(borders - set(sides))}; touching {sorted(set(sides) - borders)}")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
