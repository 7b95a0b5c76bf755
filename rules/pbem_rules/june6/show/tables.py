"""Charts, units, formations and hexes as plain text for people, each row with where its numbers come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.bytes.errors import UsageError
from pbem.port.messages import Message
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.show import charts as showing_charts
from pbem_rules.june6.show import pieces
from pbem_rules.june6.show import scenarios as showing_scenarios
from pbem_rules.june6.show.text import Sheet
from pbem_rules.shared.unknown_table import unknown_table

_EXTRA: dict[str, Callable[[Data], Sheet]] = {
    "schedule": pieces.schedule,
    "formations": pieces.formations,
    "scenarios": showing_scenarios.scenarios,
}


def show(data: Data, name: str) -> str:
    """A chart (``crt``, ``odds``, ``terrain`` ...), a unit (``505/82``), a formation (``82``), a hex or a scenario.

    The first lines say what it is, and plainly when it is a reconstruction. Raises UsageError with the names that
    exist when there is none of that name.
    """
    wanted = name.strip()
    found = _found(data, wanted) or _found(data, _spelt(data, wanted))
    if found is None:
        raise _unknown(data, wanted)
    return found.text()


def _found(data: Data, name: str) -> Sheet | None:
    charts = showing_charts.names(data)
    if name in charts:
        return showing_charts.chart(data, name)
    if name in _EXTRA:
        return _EXTRA[name](data)
    if name in data.scenarios:
        return showing_scenarios.scenario(data, name)
    if name in data.units:
        return pieces.unit(data, name)
    if name in data.formations:
        return pieces.formation(data, name)
    if name in data.ground.terrain:
        return pieces.hex_sheet(data, name)
    return None


def _all(data: Data) -> Mapping[str, tuple[str, ...]]:
    return {
        "charts": (*showing_charts.names(data), *_EXTRA),
        "scenarios": tuple(data.scenarios),
        "units": tuple(data.units),
        "formations": tuple(data.formations),
        "hexes": tuple(data.ground.terrain),
    }


def _spelt(data: Data, name: str) -> str:
    """The name as it is written here, where it differs only in capitals; else as it came."""
    folded = name.casefold()
    return next(
        (known for group in _all(data).values() for known in group if known.casefold() == folded), name
    )


def _unknown(data: Data, name: str) -> UsageError:
    groups = _all(data)
    known = [each for group in groups.values() for each in group]
    also = Message(
        "Scenarios: {scenarios}. Also any unit (505/82), formation (82) or hex (E1940).",
        scenarios=", ".join(groups["scenarios"]),
    )
    return unknown_table(name, groups["charts"], known, also)
