"""Targets: everything that a game reads beside a log: entries, orders, states, terms, pinned steps, decks."""

import json
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import FormatError, PbemError, UsageError
from pbem.crypto import deck, group
from pbem.games import registry
from pbem.log.entries import PROTOCOL
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target
from tests.fuzz.targets_turns import fold_of


def _codec(codec: Callable[[], Codec], *, typed: bool = True) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        obj = {name: value for name, value in canon.decode(data).items() if name != "i"}
        value = codec().load(obj)
        if codec().dump(value) != obj:
            raise WrongError("an entry with two forms was accepted")
        words = codec().write(value)
        if not typed:
            return
        try:
            codec().parse(words)
        except UsageError as error:
            if (
                all(str(each).isprintable() and each not in ("", []) for each in obj.values())
                and "," not in words
            ):
                raise WrongError(f"what is written is not read: {words!r}: {error}") from error

    return run


def _orders(game: str) -> Callable[[bytes], None]:
    def run(data: bytes) -> None:
        codec = registry.load(game).rules.actions
        value = codec.parse(data.decode("utf-8", "surrogateescape"))
        obj = codec.dump(value)
        canon.encode(obj)
        if codec.load(obj) != value:
            raise WrongError("an order is not what its entry says")

    return run


@cache
def _entries(game: str) -> tuple[dict[str, Json], ...]:
    """Entries of each kind in a recorded game, two of each."""
    found: dict[str, list[dict[str, Json]]] = {}
    for bundle in fixtures.recorded(game).bundles:
        for entry in bundle.entries:
            kept = found.setdefault(str(entry["k"]), [])
            if len(kept) < 2:
                kept.append({name: value for name, value in entry.items() if name != "i"})
    return tuple(each for kind in found.values() for each in kind)


def _order_seeds(game: str) -> list[bytes]:
    codec = registry.load(game).rules.actions
    written = [codec.write(codec.load(each)) for each in _entries(game) if codec.knows(str(each["k"]))]
    return [each.encode() for each in written] + [kind.encode() for kind in codec.kinds]


def _vocabulary(game: str) -> list[str]:
    codec = registry.load(game).rules.actions
    said = [word for seed in _order_seeds(game) for word in shlex.split(seed.decode())]
    return sorted({*said, *codec.kinds, "=", ",", "yes", "no", "'", '"', "#"})


def _state(game: str) -> Callable[[bytes], None]:
    """A state from outside, as a checkpoint brings one: one form, or refused."""

    def run(data: bytes) -> None:
        rules = fixtures.version(game).rules
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            return
        canon.encode_value(value)
        state = rules.load(value)
        if rules.write(state) != canon.encode_value(value):
            raise WrongError("a state with two forms was accepted")

    return run


def _states(game: str) -> list[bytes]:
    rules, found = fixtures.version(game).rules, fixtures.moments(game)
    return [rules.write(found[n].position.game) for n in range(0, len(found), 9)]


def _setup(game: str) -> Callable[[bytes], None]:
    """The terms of an invitation: a scenario on one line, options on the next."""

    def run(data: bytes) -> None:
        scenario, _, text = data.partition(b"\n")
        options = canon.decode(text)
        rules = registry.load(game).rules
        rules.write(rules.setup(scenario.decode("utf-8", "replace"), options))

    return run


def _setups(game: str) -> list[bytes]:
    names = [each.encode() for each in registry.info(game).scenarios]
    written = canon.encode_value(fixtures.recorded(game).invite.options)
    found = [name + b"\n" + written for name in names]
    return [
        *found,
        names[0] + b'\n{"victory":40,"weather":"yes"}',
        b"empty\n{}",
        names[-1] + b'\n{"victory":"9"}',
    ]


def _deck(data: bytes) -> None:
    """Points, scalars and proofs that are anything at all."""
    point, scalar, proof = data[:32], data[32:64], data[64:128]
    for act in (lambda: group.check_point(point), lambda: group.check_scalar(scalar)):
        try:
            act()
        except FormatError:
            continue
    sound = point if group.on_curve(point) else group.BASE
    other = scalar if group.on_curve(scalar) else group.BASE
    for each in group.sums(sound, other):
        if not group.on_curve(each):
            raise WrongError("a sum that is no point")
    link = deck.Link(gid=bytes(32), deck="pack", slot=1, seat="A", key=sound, inner=other, outer=sound)
    if deck.check_link(link, proof):
        raise WrongError("a proof that nobody can have made")


def _deck_seeds() -> list[bytes]:
    found = [group.BASE + group.BASE + bytes(64)]
    for _, each in fixtures.vectors("deck"):
        if all(isinstance(each.get(name), str) for name in ("inner", "outer", "proof")):
            found.append(bytes.fromhex(f"{each['outer']}{each['inner']}{each['proof']}"))
    return found


def _kinds_changed(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """An entry: its fields changed, now and then under the name of another kind."""
    rng = Random(seed)
    if rng.random() < 0.1:
        kinds = [
            *PROTOCOL.kinds,
            *(kind for game in fixtures.GAMES for kind in registry.load(game).rules.actions.kinds),
        ]
        try:
            value = canon.decode(data)
            return canon.encode_value({**value, "k": rng.choice(kinds)})
        except PbemError:
            return mutate(data, len(data) + 20)
    return mutators.json_object(data, seed, mutate)


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("deck", _deck, _deck_seeds, largest=256)
    yield target(
        "entry",
        _codec(lambda: PROTOCOL, typed=False),
        lambda: [
            mutators.of_object(e)
            for e in {
                **{str(e["k"]): e for g in fixtures.GAMES for e in _entries(g)},
                **{
                    str(e["k"]): {n: v for n, v in e.items() if n != "i"}
                    for _, _, es in fixtures.whist_turns()
                    for e in es
                },
            }.values()
        ],
        _kinds_changed,
        largest=8192,
    )
    for game in fixtures.GAMES:
        yield from _of_game(game)


def _of_game(game: str) -> Iterator[Target]:
    yield fold_of(game)
    yield target(
        f"entry-{game}", _codec(lambda: registry.load(game).rules.actions),
        lambda: [mutators.of_object(each) for each in _entries(game)], _kinds_changed, largest=8192
    )  # fmt: skip
    yield target(f"orders-{game}", _orders(game), lambda: _order_seeds(game), _words(game), largest=2048)
    yield target(f"setup-{game}", _setup(game), lambda: _setups(game), mutators.json_lines, largest=4096)
    yield target(
        f"state-{game}", _state(game), lambda: _states(game), mutators.json_object, largest=48 * 1024
    )


def _words(game: str) -> Callable[[bytes, int, Mutate], bytes]:
    """Orders changed word by word; the words are looked for when the first is asked for, the game being loaded then."""
    known: list[str] = []

    def change(data: bytes, seed: int, mutate: Mutate) -> bytes:
        if not known:
            known.extend(_vocabulary(game))
        return mutators.words(known)(data, seed, mutate)

    return change
