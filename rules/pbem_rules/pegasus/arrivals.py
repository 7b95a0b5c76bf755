"""Reinforcements of both sides, and the line before an entry area."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.volleys import opportunity

_QUEUE = "queue:"


@BOOK.rule("2.1", text="On turn 4 a die and the plan say which force the Germans send.")
def german_force(play: Play) -> None:
    """The roll of turn 4."""
    if play.state.turn != play.data.tables.german_force or play.state.german_force:
        return
    face = play.die("german-force")
    number = play.data.forces.german_force[play.state.plan][face]
    play.state = evolve(play.state, german_force=number)
    play.say("reinforced", f"The Germans send force {number}.", "2.1", side=GERMAN, faces=(face,))


@BOOK.rule(
    "3.1",
    "3.3",
    text="On turn 7 a die and the German force, or the optional table, say which force the British get.",
)
def british_force(play: Play) -> None:
    """The roll of turn 7."""
    state, forces = play.state, play.data.forces
    if state.turn != play.data.tables.british_force or state.british_force:
        return
    face = play.die("british-force")
    by_german = forces.british_force.get(state.german_force, forces.optional)
    table = forces.optional if state.optional else by_german
    play.state = evolve(state, british_force=table[face])
    play.say("reinforced", f"Force {table[face]} comes to help.", "3.1", side=BRITISH, faces=(face,))


@BOOK.rule(
    "3.2", "N23", text="Pine-Coffin with the platoons, PIATs and bombs of his force comes in at Ranville."
)
def british_arrive(play: Play) -> None:
    """The force of the turn stands in its entry area."""
    state, forces = play.state, play.data.forces
    force = forces.british.get(state.british_force)
    if force is None or force.turn != state.turn:
        return
    where = play.data.terrain.entries[forces.british_entry]
    names = [f"Para{n}" for n in range(1, force.platoons + 1)]
    for name in names:
        play.units[name] = Unit(id=name, kind="para", strength=forces.kinds["para"].strength)
        play.place(name, where)
    play.units["PineCoffin"] = Unit(id="PineCoffin", kind="leader")
    play.place("PineCoffin", where)
    shots = play.data.tables.piat_shots
    for n in range(force.piats):
        play.units[f"PIAT{n + 2}"] = Unit(
            id=f"PIAT{n + 2}", kind="piat", where=where, bearer=names[n], shots=shots
        )
    for n in range(force.gammons):
        bearer = names[(force.piats + n) % len(names)]
        play.units[f"Gammon{n + 1}"] = Unit(id=f"Gammon{n + 1}", kind="gammon", where=where, bearer=bearer)
    play.say(
        "arrived", f"Pine-Coffin and {force.platoons} platoons arrive.", "3.2", side=BRITISH, areas=(where,)
    )


@BOOK.rule("2.2", "23.1", text="A force comes on its turn; 1-4 at LePort, 5-6 at Benouville.")
def german_line_up(play: Play) -> None:
    """The force of the turn, the tanks of plan H and the car line up before their entry areas."""
    state, forces = play.state, play.data.forces
    force = forces.german.get(state.german_force)
    if force is not None and force.turn == state.turn:
        face = play.die("entry")
        tanks, platoons = min(force.tanks, state.tanks_left), min(force.platoons, state.platoons_left)
        entry = forces.entry[face]
        _line_up(play, entry, tanks, platoons, str(state.german_force), free=False)
        play.say(
            "arrived",
            f"{tanks} tanks and {platoons} platoons come in at {entry}.",
            "23.1",
            side=GERMAN,
            faces=(face,),
        )
    for n, word in enumerate(play.state.tanks_coming):
        entry, turn = word.split()
        if int(turn) == state.turn:
            _line_up(play, entry, 1, 0, f"H{n}", free=False)
            play.say("arrived", f"A tank comes in at {entry}.", "1.2", side=GERMAN)
    if state.turn == forces.car_turn and forces.plans[state.plan].schmidt == "car":
        _car(play)


@BOOK.rule("1.6", text="Schmidt comes with the Mercedes.")
def _car(play: Play) -> None:
    where = play.data.terrain.entries[play.data.forces.car_in]
    play.place("Mercedes", where)
    play.place("Schmidt", where)
    play.say("arrived", f"The Mercedes with Schmidt comes in at {where}.", "1.6", side=GERMAN, areas=(where,))
    opportunity(play, "Mercedes")


def _line_up(play: Play, entry: str, tanks: int, platoons: int, force: str, *, free: bool) -> None:
    state, strength = play.state, play.data.forces.kinds["german"].strength
    first = state.numbers
    for n in range(tanks):
        name = f"Tank{first + n + 1:02}"
        inbound = entry == play.data.forces.tank_out
        play.units[name] = Unit(
            id=name, kind="tank", where=_QUEUE + entry, force=force, free=free, inbound=inbound
        )
    for n in range(platoons):
        name = f"German{first + tanks + n + 1:02}"
        play.units[name] = Unit(
            id=name, kind="german", where=_QUEUE + entry, strength=strength, force=force, free=free
        )
    play.state = evolve(
        state,
        numbers=first + tanks + platoons,
        tanks_left=state.tanks_left - tanks,
        platoons_left=state.platoons_left - platoons,
    )


def set_up(play: Play, entry: str, platoons: int) -> None:
    """Platoons of the plan, in their entry area from the start."""
    before = set(play.units)
    _line_up(play, entry, 0, platoons, "", free=True)
    for name in sorted(set(play.units) - before):
        play.place(name, play.data.terrain.entries[entry])


@BOOK.rule(
    "23.2",
    "N24",
    text="Tanks first, then platoons in pairs; the first of the line comes in for nothing, the "
    "next for 1 point, then 2.",
)
def enter(play: Play) -> None:
    """Every line moves up; who cannot pay waits for the next turn."""
    pile = play.data.tables.queue_stack
    for entry in sorted(play.data.terrain.entries):
        line = sorted(
            (u for u in play.units.values() if u.where == _QUEUE + entry),
            key=lambda u: u.id,
        )
        tanks = [[unit.id] for unit in line if unit.kind == "tank"]
        others = [unit.id for unit in line if unit.kind != "tank"]
        groups = [*tanks, *(others[n : n + pile] for n in range(0, len(others), pile))]
        for place, group in enumerate(groups):
            cost = play.data.tables.queue_first + place * play.data.tables.queue_each
            for name in group:
                if cost <= _allowance(play, name):
                    _come_in(play, name, entry, cost)


def _allowance(play: Play, name: str) -> int:
    """The movement points of a unit that waits in line (5.1)."""
    movement = play.data.movement
    return movement.tank if play.units[name].kind == "tank" else movement.german


@BOOK.rule(
    "5.8",
    "9.2",
    "23.2",
    "N48",
    text="Who comes in is fired at, and goes no further where British troops stand.",
)
def _come_in(play: Play, name: str, entry: str, cost: int) -> None:
    """One unit of the line."""
    where = play.data.terrain.entries[entry]
    play.change(name, spent=_allowance(play, name) if play.troops(where, BRITISH) else cost)
    play.place(name, where)
    play.say("entered", f"{name} comes in at {entry}.", "23.2", side=GERMAN, units=(name,), areas=(where,))
    opportunity(play, name)
