"""The first turn: the German plan, and the gliders."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.values import changed
from pbem.port.messages import Message
from pbem_rules.kernel.board import Board
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, ITEMS, State, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.printed.data import Data
from pbem_rules.pegasus.printed.marks import ALL
from pbem_rules.pegasus.rules.arrivals import set_up
from pbem_rules.pegasus.rules.losses import check_leader, lose_points

USUAL_DICE, MOST_DICE = 12, 60
"""Dice that are asked for at once, unless somebody says otherwise, and at most."""


def read_options(options: Mapping[str, Json], usual: int = USUAL_DICE) -> tuple[int, bool]:
    """Dice asked for at once (``handful``), and whether the optional table is used (``optional``). Raises DataError."""
    handful, optional = options.get("handful", usual), options.get("optional", False)
    few = type(handful) is int and (1 <= handful <= MOST_DICE or handful == usual)
    if type(handful) is not int or not few or type(optional) is not bool:
        raise DataError(
            "bad-option", f"handful is a number from 1 to {MOST_DICE}, optional is true or false."
        )
    unknown = sorted(set(options) - {"handful", "optional"})
    if unknown:
        raise DataError("bad-option", f"Pegasus Bridge has no option {', '.join(unknown)}.")
    return handful, optional


def first_state(data: Data, scenario: str, *, handful: int, optional: bool) -> State:
    """Nothing is drawn yet: eight chits face down, six gliders in the air."""
    terrain, forces = data.terrain, data.forces
    strength = {name: kind.strength for name, kind in forces.kinds.items()}

    def unit(name: str, kind: str, **fields: object) -> Unit:
        return changed(Unit(id=name, kind=kind, strength=strength[kind]), **fields)

    units = [unit("Hickman", "officer"), unit("Schmidt", "officer"), unit("Mercedes", "car")]
    units += [unit(f"Squad{terrain.areas[each].bunker}", "squad") for each in terrain.bunkers]
    for crew in forces.gliders.values():
        platoon = next(name for name in crew if kind_of(name) == "platoon")
        piat = {"shots": data.tables.piat_shots, "bearer": platoon}
        units += [unit(name, kind_of(name), **(piat if name.startswith("PIAT") else {})) for name in crew]
    return State(
        scenario=scenario,
        board=Board.of(units),
        chits=terrain.bunkers,
        guns=(*terrain.guns, terrain.at_gun),
        platoons_left=forces.pool_platoons,
        tanks_left=forces.pool_tanks,
        handful=handful,
        optional=optional,
    )


def kind_of(name: str) -> str:
    """What a unit of the glider crews is, by its name."""
    for ending, kind in (("Platoon", "platoon"), ("Sappers", "sappers"), ("HQ", "hq")):
        if name.endswith(ending):
            return kind
    return "piat" if name.startswith("PIAT") else "leader"


def land_all(play: Play) -> None:
    """The plan is drawn and the gliders come down."""
    plan(play)
    down: list[str] = []
    for group, numbers in play.data.forces.groups.items():
        glide(play, group, numbers, down)


@BOOK.rule("1.1", "1.2", "1.4", "N2")
def plan(play: Play) -> None:
    """The German plan of this game."""
    cup = list(play.data.scenarios[play.state.scenario].plans)
    letter = play.pick("draw/plan", cup)
    found = play.data.forces.plans[letter]
    play.change(
        plan=letter,
        squads_left=found.squads,
        decoys_left=found.decoys,
        charges="hidden" if found.blanks else "",
    )
    if found.hickman:
        play.place("Hickman", play.data.terrain.entries[found.hickman])
    if found.schmidt == "pillbox":
        play.place("Schmidt", play.data.terrain.pillbox)
    for entry, number in found.platoons:
        set_up(play, entry, number)
    coming = tuple(play.data.forces.plan_tanks[play.die("plan-tank")] for _ in range(found.tanks))
    play.change(tanks_coming=coming)
    play.say("plan", Message("The Germans follow plan {letter}.", letter=letter), "1.1", side="german")


@BOOK.rule("4.1", "4.2", "4.3")
def glide(play: Play, group: str, numbers: tuple[int, ...], down: list[str]) -> None:
    """One group of three gliders; ``down`` holds the areas of those that have landed, of either group."""
    forces = play.data.forces
    face = play.die("triangle")
    run = play.data.terrain.runs[f"{group}.{forces.triangle[face]}"]
    lost = 0
    if face == forces.loses:
        lost = numbers[forces.lost[play.die("lost-glider")] - 1]
        for name in forces.gliders[lost]:
            play.mark(name, out=True)
        said = Message("Glider {lost} is lost.", lost=lost)
        play.say("strayed", said, "4.3", side=BRITISH, units=forces.gliders[lost])
    for number in numbers:
        if number != lost:
            land(play, number, run, down)


@BOOK.rule("21.1", "21.2", "N30", "N47")
def land(play: Play, number: int, run: tuple[str, ...], down: list[str]) -> None:
    """One glider comes down; ``down`` holds the areas of those before it."""
    where = run[play.die("glide") - 1]
    crew = play.data.forces.gliders[number]
    for name in crew:
        play.place(name, where)
    face = play.die("landing")
    total = face + play.data.tables.crash_glider * down.count(where)
    down.append(where)
    crashed = total >= play.data.tables.crash_from
    lands = Message("Glider {n} lands in {area}.", n=number, area=where)
    play.say(
        "landed",
        Message("Glider {n} crashes in {area}.", n=number, area=where) if crashed else lands,
        "21.1",
        side=BRITISH,
        units=crew,
        hexes=(where,),
        faces=(face,),
        total=total,
    )
    if crashed:
        crash(play, crew, where)


@BOOK.rule("21.2", "N31")
def crash(play: Play, crew: tuple[str, ...], where: str) -> None:
    """What a crash costs the crew."""
    face = play.die("crash")
    points = play.data.tables.crash[face]
    if points == ALL:
        for name in crew:
            if play.unit(name).where != DEAD and play.unit(name).kind not in ITEMS:
                play.kill(name)
                play.about(
                    name, "eliminated", "{unit} dies in the crash.", "21.2", where=where, faces=(face,)
                )
        return
    for name in sorted((n for n in crew if play.unit(n).strength), key=lambda n: (-play.unit(n).strength, n)):
        taken = min(points, play.unit(name).strength)
        points -= taken
        if taken:
            lose_points(play, name, taken, "21.2")
    if play.data.tables.crash[face]:
        for name in crew:
            if play.unit(name).kind == "leader" and play.unit(name).where == where:
                check_leader(play, name)
