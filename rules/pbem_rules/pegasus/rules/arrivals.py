"""Reinforcements of both sides, and the line before an entry area."""

from __future__ import annotations

from pbem.port.messages import Message, counted
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, QUEUE, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.germans import car
from pbem_rules.pegasus.rules.small_arms import opportunity


@BOOK.rule("2.1")
def german_force(play: Play) -> None:
    """The roll of turn 4."""
    if play.state.turn != play.data.tables.german_force or play.state.german_force:
        return
    face = play.die("german-force")
    number = play.data.forces.german_force[play.state.plan][face]
    play.change(german_force=number)
    said = Message("The Germans send force {number}.", number=number)
    play.say("reinforced", said, "2.1", side=GERMAN, faces=(face,))


@BOOK.rule("3.1", "3.3")
def british_force(play: Play) -> None:
    """The roll of turn 7."""
    state, forces = play.state, play.data.forces
    if state.turn != play.data.tables.british_force or state.british_force:
        return
    face = play.die("british-force")
    by_german = forces.british_force.get(state.german_force, forces.optional)
    table = forces.optional if state.optional else by_german
    play.change(british_force=table[face])
    said = Message("Force {table} comes to help.", table=table[face])
    play.say("reinforced", said, "3.1", side=BRITISH, faces=(face,))


@BOOK.rule("3.2", "N23")
def british_arrive(play: Play) -> None:
    """The force of the turn stands in its entry area."""
    state, forces = play.state, play.data.forces
    force = forces.british.get(state.british_force)
    if force is None or force.turn != state.turn:
        return
    where = play.data.terrain.entries[forces.british_entry]
    names = [f"Para{n}" for n in range(1, force.platoons + 1)]
    strength, shots = forces.kinds["para"].strength, play.data.tables.piat_shots
    play.put(*(Unit(id=name, kind="para", strength=strength) for name in names))
    play.put(Unit(id="PineCoffin", kind="leader"))
    for name in (*names, "PineCoffin"):
        play.place(name, where)
    for n in range(force.piats):
        play.put(Unit(id=f"PIAT{n + 2}", kind="piat", where=where, bearer=names[n], shots=shots))
    for n in range(force.gammons):
        bearer = names[(force.piats + n) % len(names)]
        play.put(Unit(id=f"Gammon{n + 1}", kind="gammon", where=where, bearer=bearer))
    said = counted(
        force.platoons, "Pine-Coffin and {n} platoon arrive.", "Pine-Coffin and {n} platoons arrive."
    )
    play.say("arrived", said, "3.2", side=BRITISH, hexes=(where,))


@BOOK.rule("2.2", "23.1")
def german_line_up(play: Play) -> None:
    """The force of the turn, the tanks of plan H and the car line up before their entry areas."""
    state, forces = play.state, play.data.forces
    force = forces.german.get(state.german_force)
    if force is not None and force.turn == state.turn:
        face = play.die("entry")
        tanks, platoons = min(force.tanks, state.tanks_left), min(force.platoons, state.platoons_left)
        entry = forces.entry[face]
        line_up(play, entry, tanks, platoons, str(state.german_force), free=False)
        said = counted(
            platoons,
            "{tanks} tanks and {n} platoon come in at {entry}.",
            "{tanks} tanks and {n} platoons come in at {entry}.",
            tanks=tanks,
            entry=entry,
        )
        play.say("arrived", said, "23.1", side=GERMAN, faces=(face,))
    for n, word in enumerate(play.state.tanks_coming):
        entry, turn = word.split()
        if int(turn) == state.turn:
            line_up(play, entry, 1, 0, f"H{n}", free=False)
            play.say("arrived", Message("A tank comes in at {entry}.", entry=entry), "1.2", side=GERMAN)
    if state.turn == forces.car_turn and forces.plans[state.plan].schmidt == "car":
        car.arrive(play)


def line_up(play: Play, entry: str, tanks: int, platoons: int, force: str, *, free: bool) -> tuple[str, ...]:
    """New tanks and platoons stand in line before an entry area; their names."""
    state, forces, where = play.state, play.data.forces, QUEUE + entry
    first, inbound = state.numbers + 1, entry == forces.tank_out
    armour = [f"Tank{n:02}" for n in range(first, first + tanks)]
    foot = [f"German{n:02}" for n in range(first + tanks, first + tanks + platoons)]
    for name in armour:
        play.put(Unit(id=name, kind="tank", where=where, force=force, free=free, inbound=inbound))
    for name in foot:
        strength = forces.kinds["german"].strength
        play.put(Unit(id=name, kind="german", where=where, strength=strength, force=force, free=free))
    play.change(
        numbers=state.numbers + tanks + platoons,
        tanks_left=state.tanks_left - tanks,
        platoons_left=state.platoons_left - platoons,
    )
    return (*armour, *foot)


def set_up(play: Play, entry: str, platoons: int) -> None:
    """Platoons of the plan, in their entry area from the start."""
    for name in line_up(play, entry, 0, platoons, "", free=True):
        play.place(name, play.data.terrain.entries[entry])


@BOOK.rule("23.2", "N24")
def enter(play: Play) -> None:
    """Every line moves up; who cannot pay waits for the next turn."""
    pile = play.data.tables.queue_stack
    for entry in sorted(play.data.terrain.entries):
        line = play.board.stack(QUEUE + entry)
        tanks = [[unit.id] for unit in line if unit.kind == "tank"]
        others = [unit.id for unit in line if unit.kind != "tank"]
        groups = [*tanks, *(others[n : n + pile] for n in range(0, len(others), pile))]
        for place, group in enumerate(groups):
            cost = play.data.tables.queue_first + place * play.data.tables.queue_each
            for name in group:
                if cost <= allowance(play, name):
                    come_in(play, name, entry, cost)


def allowance(play: Play, name: str) -> int:
    """The movement points of a unit that waits in line (5.1)."""
    movement = play.data.movement
    return movement.tank if play.unit(name).kind == "tank" else movement.german


@BOOK.rule("5.8", "9.2", "23.2", "N48")
def come_in(play: Play, name: str, entry: str, cost: int) -> None:
    """One unit of the line."""
    where = play.data.terrain.entries[entry]
    play.mark(name, spent=allowance(play, name) if play.troops(where, BRITISH) else cost)
    play.place(name, where)
    play.about(name, "entered", "{unit} comes in at {entry}.", "23.2", where=where, side=GERMAN, entry=entry)
    opportunity(play, name)
