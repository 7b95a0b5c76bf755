"""Plans as TOML: what their author reads, edits and gives back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.games.packs import parse_toml
from pbem.games.packs.writing import toml_value
from pbem.home.play.plans import MAX_PLANS, Plan, Plans, made, planning
from pbem.home.play.standing_orders import Deciding
from pbem.port.game import Slip
from pbem.port.messages import Message

MAX_SHEET = 1024 * 1024


def sheet(plans: Iterable[Plan]) -> str:
    """Plans as TOML, to be edited."""
    return "\n".join(_table(each) for each in plans)


def _table(plan: Plan) -> str:
    lines = ["[[plan]]"]
    for key, value in plan.tables.items():
        if isinstance(value, list) and len(value) > 1:
            lines += [f"{key} = [", *(f"  {toml_value(each)}," for each in value), "]"]
        else:
            lines.append(f"{key} = {toml_value(value)}")
    return "\n".join([*lines, f"# seen = {plan.seen}", ""])


def from_sheet(view: Deciding, data: bytes, name: str) -> Plans:
    """The plans of a sheet, made on the board as it is now. Raises DataError ``plans`` with the first slip of each."""
    tables = parse_toml(data, name, "plans")
    rows = tables.get("plan", [])
    if set(tables) != {"plan"} or not isinstance(rows, list) or not 0 < len(rows) <= MAX_PLANS:
        said = Message("A sheet of plans has tables [[plan]], {n} at most, and nothing else.", n=MAX_PLANS)
        raise DataError("plans", said, hint=Message("The form: pbem plan show"))
    rules, found, wrong = planning(view.game), list[Plan](), list[str]()
    for n, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            wrong.append(Message("plan {n}: this is not a table.", n=n))
            continue
        plain = {key: value for key, value in row.items() if key != "seen"}  # the program's own
        wrong += [_told(n, plain, slip) for slip in rules.plan_check(view.position.game, view.side, plain)]
        found.append(made(view, plain))
    names = [each.when for each in found]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        wrong.append(Message("there are two plans for {when}.", when=twice[0]))
    if wrong:
        raise DataError("plans", Message("{name}: {slips}", name=name, slips="\n".join(wrong)))
    return tuple(found)


def _told(n: int, row: Mapping[str, Json], slip: Slip) -> str:
    path = ".".join(map(str, slip.path)) or "plan"
    return Message(
        "plan {n} ({when}), {path}: {message}",
        n=n,
        when=row.get("when", "?"),
        path=path,
        message=slip.message,
    )
