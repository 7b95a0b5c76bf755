"""Everything printed on the maps, the counters and the charts, as typed values. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from pbem.bytes.records import field, frozen
from pbem_rules.kernel.tables import Cited
from pbem_rules.normandy.printed.calendar import Turn
from pbem_rules.normandy.printed.charts import Charts
from pbem_rules.normandy.printed.counters import Formation, Type, Unit
from pbem_rules.normandy.printed.ground import Beach, Ground, Land, Work
from pbem_rules.normandy.printed.scenarios import Arrival, Goal, Level, Scenario
from pbem_rules.shared.provenance import Sources

__all__ = [
    "Arrival",
    "Beach",
    "Charts",
    "Data",
    "Formation",
    "Goal",
    "Ground",
    "Land",
    "Level",
    "Scenario",
    "Turn",
    "Type",
    "Unit",
    "Work",
]


@frozen(kw_only=True, slots=False)
class Data:
    """A whole data pack. ``sources``: where every single value comes from; ``raw`` are the tables as read."""

    land: Land
    laid: Callable[[], Ground] = field(eq=False, repr=False)
    types: Mapping[str, Type] = field(repr=False)
    formations: Mapping[str, Formation] = field(repr=False)
    units: Mapping[str, Unit] = field(repr=False)
    charts: Charts = field(repr=False)
    scenarios: Mapping[str, Scenario]
    sources: Sources = field(repr=False, eq=False)
    cited: Mapping[str, Cited] = field(repr=False)
    raw: Mapping[str, object] = field(repr=False)

    @cached_property
    def ground(self) -> Ground:
        """The whole map, laid when a rule asks for more of it than ``land``."""
        return self.laid()

    @cached_property
    def sides(self) -> Mapping[str, str]:
        """Whose each unit is, by name."""
        return {name: self.formations[unit.formation].side for name, unit in self.units.items()}

    @cached_property
    def kinds(self) -> Mapping[str, Type]:
        """The type of each unit, by name."""
        return {name: self.types[unit.type] for name, unit in self.units.items()}

    def type_of(self, unit: str) -> Type:
        """The type of a unit: what its counter shows. Raises KeyError."""
        return self.types[self.units[unit].type]
