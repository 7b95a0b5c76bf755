"""Case files: a position, actions, the faces that come up, and what must come of it (``schemas/case.md``).

A case is text that somebody who knows the printed game, and not the code, can write and check.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pbem.bytes import toml_lines
from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED, DataError, IllegalOrder, PbemError
from pbem.bytes.records import evolve, frozen
from pbem.games import registry
from pbem.games.driver import Driven, Told, kinds
from pbem.games.packs.pack import Pack, PackFile
from pbem.games.packs.reading import read_pack
from pbem.games.toml import parse_toml
from pbem.port.game import Choice, Conceal, Disclose, Outcome, Roll, Rolled, Ruleset, Shown, Table
from pbem.port.messages import Message
from pbem.port.player import think

MAX_CASE = 200_000
_MAX_FOUND = 400
_MANY = 300
_PACK = re.compile(r"[a-z][a-z0-9-]{0,31}")
TOP_KEYS = {"title", "paragraphs", "game", "pack", "data", "scenario", "note", "position", "step", "expect"}
STEP_KEYS = {"order", "side", "breaks", "roll", "faces", "open", "show", "advise", "many", "note"}


@frozen(kw_only=True)
class Case:
    """A case file as read."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    game: str
    scenario: str
    position: Mapping[str, Json]
    steps: tuple[Mapping[str, Json], ...]
    expect: Mapping[str, Json]
    pack: Pack | None = None


@frozen(kw_only=True)
class Tried:
    """Whether a case holds; when not, ``expected`` and ``found`` name the first difference."""

    name: str
    title: str
    paragraphs: tuple[str, ...]
    holds: bool
    expected: str = ""
    found: str = ""


_CHANCE = Told()


@frozen(kw_only=True)
class _Run:
    at: Driven[object]
    outcomes: tuple[Outcome, ...] = ()

    def then(self, at: Driven[object]) -> _Run:
        """A step further."""
        return _Run(at=at, outcomes=(*self.outcomes, *at.outcomes))

    def alone(self) -> _Run:
        """After everything that needs no decision: what was sealed in the case is opened, decks are mixed in order."""
        run = self
        while (following := run.at.followed(_CHANCE)) is not None:
            run = run.then(following)
        return run


class _DifferenceError(Exception):
    def __init__(self, expected: object, found: object) -> None:
        super().__init__(f"{expected} {found}")
        self.expected, self.found = (
            each if isinstance(each, str) else str(each) for each in (expected, found)
        )


def parse(text: str, name: str, folder: Path | None = None) -> Case:
    """A case from TOML; a data pack that it names is in ``folder``.

    Raises DataError naming the file and what is wrong with it.
    """
    table = parse_toml(text.encode("utf-8", "replace"), name, "case")
    unknown = sorted(set(table) - TOP_KEYS)
    missing = sorted({"title", "paragraphs", "game"} - set(table))
    if unknown or missing:
        raise DataError("case", f"{name}: unknown {unknown}, missing {missing}.", hint="See schemas/case.md.")
    steps = table.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(each, dict) for each in steps):
        raise DataError("case", f"{name}: [[step]] must be tables.")
    for each in cast("list[dict[str, Json]]", steps):
        if set(each) - STEP_KEYS:
            raise DataError("case", f"{name}: a step has unknown {sorted(set(each) - STEP_KEYS)}.")
        if not set(each) & {"order", "roll", "open", "show", "advise"}:
            raise DataError(
                "case", f"{name}: a step has no order, no roll, no advice and nothing to open or show."
            )
    for key in ("position", "expect", "data"):
        if not isinstance(table.get(key, {}), dict):
            raise DataError("case", f"{name}: {key} must be a table.")
    paragraphs = table["paragraphs"]
    if not isinstance(paragraphs, list) or not paragraphs:
        raise DataError("case", f"{name}: paragraphs must be a list of paragraph numbers.")
    return Case(
        name=name,
        title=str(table["title"]),
        paragraphs=tuple(str(each) for each in paragraphs),
        game=str(table["game"]),
        scenario=str(table.get("scenario", "empty")),
        position=cast("dict[str, Json]", table.get("position", {})),
        steps=tuple(cast("list[dict[str, Json]]", steps)),
        expect=cast("dict[str, Json]", table.get("expect", {})),
        pack=_pack(table, text, name, folder),
    )


def _pack(table: Mapping[str, Json], text: str, name: str, folder: Path | None) -> Pack | None:
    """The pack that a case names and the values that it writes itself, as one pack; None when it has neither."""
    named = _named(table["pack"], name, folder) if "pack" in table else None
    if "data" not in table:
        return named
    lines = {path[1:]: n for path, n in toml_lines.lines_of(text).items() if path[0] == "data"}
    values = cast("dict[str, Json]", table["data"])
    file = PackFile(name=name, data=text.encode("utf-8", "replace"), tables=values, lines=lines)
    if named is not None:
        return evolve(named, files=(*named.files, file))
    return Pack(name="case", game="", by="", source=f"the case {name}", files=(file,))


def _named(pack: Json, name: str, folder: Path | None) -> Pack:
    """The pack of that plain name beside the case: a folder, or a file. Nothing else becomes a path."""
    if not isinstance(pack, str) or not _PACK.fullmatch(pack):
        raise DataError(
            "case", f"{name}: pack is the plain name of a data pack beside the case, not {pack!r}."
        )
    if folder is None:
        raise DataError(
            "case", f"{name}: the data pack {pack} is looked for beside the case, which is not a file here."
        )
    place = folder / pack
    return read_pack(place if place.is_dir() else folder / f"{pack}.toml")


def read(path: Path) -> Case:
    """A case from a file. Raises DataError."""
    if not path.is_file():
        raise DataError("no-case", f"there is no case file {path}.")
    try:
        with path.open("rb") as file:
            text = file.read(MAX_CASE + 1).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError("case", f"{path.name} cannot be read: {error}.") from error
    if len(text) > MAX_CASE:
        raise DataError("case", f"{path.name} is larger than {MAX_CASE} bytes.")
    return parse(text, path.name, path.parent)


_PLAYABLE = Message("a case that can be played")


def run(case: Case, rules: Ruleset[object] | None = None) -> Tried:
    """Play the case; never raises for what it says."""
    tried = Tried(name=case.name, title=case.title, paragraphs=case.paragraphs, holds=True)
    try:
        ruleset = rules or registry.load(case.game, case.pack).rules
        if not case.expect and not any({"breaks", "advise"} & {*step} for step in case.steps):
            raise _DifferenceError(Message("an expectation"), Message("a case that expects nothing"))
        played = _Run(at=Driven(rules=ruleset, state=ruleset.place(case.scenario, case.position)))
        for step in case.steps:
            played = _step(played, step)
        _expectations(played, case.expect)
    except _DifferenceError as error:
        return evolve(tried, holds=False, expected=error.expected, found=error.found)
    except PbemError as error:
        return evolve(tried, holds=False, expected=_PLAYABLE, found=str(error))
    except (
        CONFUSED
    ) as error:  # a position of parts that cannot be together, which the rules never meet in a game
        found = f"{type(error).__name__}: {error}"[:_MAX_FOUND]
        return evolve(tried, holds=False, expected=_PLAYABLE, found=found)
    return tried


def _step(played: _Run, step: Mapping[str, Json]) -> _Run:
    if "roll" in step:
        return _roll(played.alone(), step)
    if "show" in step:
        return _show(played.alone(), step)
    if "open" in step:
        return played.alone()
    if "advise" in step:
        return _advised(played.alone(), step)
    return _order(played.alone(), step)


def _order(played: _Run, step: Mapping[str, Json]) -> _Run:
    at, rules = played.at, played.at.rules
    due = at.due
    side = str(step.get("side", due.side if due is not None else rules.sides[0]))
    order = rules.complete(at.state, side, rules.actions.parse(str(step["order"])))
    broken = rules.check(at.state, side, order)
    breaks = step.get("breaks", [])
    wanted = sorted(str(each) for each in breaks) if isinstance(breaks, list) else []
    found = sorted({each.paragraph for each in broken})
    if found != wanted:
        reasons = "; ".join(f"[{each.paragraph}] {each.message}" for each in broken)
        raise _DifferenceError(f"{step['order']}: breaks {wanted}", f"breaks {found}: {reasons}")
    if wanted:
        return played
    if rules.actions.kind(order) not in kinds(due):
        raise _DifferenceError(f"{step['order']} to be owed", f"owed is {due}")
    return played.then(at.given(order, _CHANCE))


def _advised(played: _Run, step: Mapping[str, Json]) -> _Run:
    """What the game's own player orders, given: it begins as one of the texts of ``advise`` says.

    ``many``: one of all does that the side orders while it owes the same.
    """
    wanted = step["advise"] if isinstance(step["advise"], list) else [step["advise"]]
    first, found = played.at.due, list[str]()
    while isinstance(due := played.at.due, Choice | Conceal) and (not found or due == first):
        rules, state = played.at.rules, played.at.state
        advice = think(rules, state, due.side, played.at.secrets(due.side), 0)
        found.append(rules.actions.typed(advice.order))
        played = played.then(played.at.given(advice.order, _CHANCE))
        if not step.get("many") or len(found) > _MANY:
            break
    if not any(text.startswith(str(begin)) for text in found for begin in wanted):
        raise _DifferenceError(f"advice {wanted}", f"advice {found}")
    return played


def _told(played: _Run, side: str, action: Table) -> _Run:
    try:
        return played.then(played.at.told(side, action))
    except IllegalOrder as error:
        raise _DifferenceError(f"{action} to be legal", error.message) from error


def _show(played: _Run, step: Mapping[str, Json]) -> _Run:
    """What was sealed or dealt before the case begins is opened, as the step says what it is."""
    due = played.at.due
    if not isinstance(due, Disclose):
        raise _DifferenceError(f"{step['show']!r} to be shown", f"owed is {due}")
    shown = Shown(side=due.side, at=due.at, n=due.ns[0], value=step["show"])
    if "breaks" not in step:
        return _told(played, due.side, shown)
    found = sorted({each.paragraph for each in played.at.rules.check(played.at.state, due.side, shown)})
    if found != step["breaks"]:
        raise _DifferenceError(f"{step['show']!r}: breaks {step['breaks']}", f"breaks {found}")
    return played


def _roll(played: _Run, step: Mapping[str, Json]) -> _Run:
    """The faces of the roll the game waits for, named by its whole name or the beginning of it."""
    due = played.at.due
    if not isinstance(due, Roll) or not due.why.startswith(str(step["roll"])):
        raise _DifferenceError(
            Message("the roll {roll}", roll=step["roll"]), Message("owed is {due}", due=due)
        )
    faces = step.get("faces")
    if not isinstance(faces, list) or len(faces) != len(due.dice):
        raise _DifferenceError(Message("{n} faces for {why}", n=len(due.dice), why=due.why), faces)
    values = tuple(face for face in faces if isinstance(face, int))
    if len(values) != len(faces):
        raise _DifferenceError(Message("faces that are numbers"), faces)
    for face, die in zip(values, due.dice, strict=True):
        if not die.low <= face < die.low + die.sides:
            raise _DifferenceError(
                Message("faces {low} to {high}", low=die.low, high=die.low + die.sides - 1), face
            )
    return _told(played, due.side, Rolled(why=due.why, faces=values))


def _expectations(played: _Run, expect: Mapping[str, Json]) -> None:
    found = {**played.at.rules.facts(played.at.state), **_of_outcomes(played.outcomes)}
    for name, wanted in expect.items():
        if name in ("happened", "not_happened"):
            _happened(played.outcomes, name, wanted)
        elif name not in found:
            raise _DifferenceError(f"{name} = {wanted!r}", f"there is no {name}")
        elif found[name] != wanted:
            raise _DifferenceError(f"{name} = {wanted!r}", f"{name} = {found[name]!r}")


def _happened(outcomes: tuple[Outcome, ...], name: str, wanted: Json) -> None:
    kinds = {each.kind for each in outcomes}
    for kind in wanted if isinstance(wanted, list) else [wanted]:
        if (kind in kinds) != (name == "happened"):
            raise _DifferenceError(f"{name}: {kind}", f"happened: {sorted(kinds)}")


def _of_outcomes(outcomes: tuple[Outcome, ...]) -> dict[str, Json]:
    """Facts of the last combat rolled: its die, total and every modifier with its paragraph."""
    rolled = [each for each in outcomes if each.kind == "combat"]
    if not rolled:
        return {}
    last = rolled[-1]
    return {
        "combat.die": last.faces[0] if last.faces else None,
        "combat.total": last.total,
        "combat.modifier": sum(reason.value for reason in last.reasons),
        "combat.reasons": [f"{reason.paragraph} {reason.text} {reason.value:+d}" for reason in last.reasons],
    }


def cited(cases: Mapping[str, str]) -> frozenset[str]:
    """The paragraphs that a game's cases show."""
    return frozenset(number for name, text in cases.items() for number in parse(text, name).paragraphs)


def _main(arguments: list[str]) -> int:
    failures = 0
    for argument in arguments:
        tried = run(read(Path(argument)))
        failures += not tried.holds
        print(f"{'holds' if tried.holds else 'FAILS'}  {tried.name}  {tried.title}")
        if not tried.holds:
            print(f"       expected {tried.expected}\n       found    {tried.found}")
    return 1 if failures else 0


if __name__ == "__main__":
    import sys

    raise SystemExit(_main(sys.argv[1:]))
