"""What the page is told of orders: a unit's, a cell's, all of a kind; what one would do, and why another is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError
from pbem.games import boundary
from pbem.home.play import odds
from pbem.port import insight
from pbem.port.described import described
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.table import decision, forms
from pbem.table.legal_orders import Legal, Stand, tokens
from pbem.view.map.counters import describe
from pbem.view.markup import clean

_PAGE = 60
_NEAR = 40


def kinds(stand: Stand) -> list[Json]:
    """The kinds of order that are owed: name, how many are legal, what it is, how it is typed, whether it is sealed.

    Of a ``wide`` kind it is counted how many units may have some.
    """
    counts = dict.fromkeys(stand.kinds, 0) | {kind: len(units) for kind, units in stand.wide.items()}
    for each in stand.legal:
        counts[each.kind] += 1
    return [
        {
            "kind": kind,
            "count": count,
            "wide": kind in stand.wide,
            "help": described(stand.codec.cls(kind)),
            "secret": kind in stand.game.rules.secret,
        }
        for kind, count in counts.items()
    ]


def listed(stand: Stand, kind: str, words: str, start: int) -> dict[str, Json]:
    """One page of the legal orders of a kind whose text holds all of ``words``; ``more`` says where the next begins.

    Of a wide kind no more is looked at than the page needs.
    """
    wanted = words.casefold().split()
    found, count = list[Json](), 0
    for each in stand.of_kind(kind):
        text = stand.codec.write(each.action).casefold() if wanted else ""
        if all(word in text for word in wanted):
            count += 1
            if start < count <= start + _PAGE:
                found.append(decision.order(stand, each.action))
            if kind in stand.wide and count > start + _PAGE:
                break
    return {"orders": found, "count": count, "more": start + _PAGE if count > start + _PAGE else None}


def unit(stand: Stand, names: Sequence[str]) -> dict[str, Json]:
    """What units can do: cells that orders of theirs aim at, by kind, and the orders that aim at none.

    With one unit also its card. Raises UsageError ``no-unit``.
    """
    for name in names or ("",):
        if name not in stand.places:
            raise UsageError.of("no-unit", "There is no unit {name!r} here.", name=name[:60])
    targets: dict[str, list[Legal]] = {}
    plain: list[Json] = []
    mine = stand.of_units(names)
    for each in mine:
        if each.target and each.target != stand.places[names[0]]:
            targets.setdefault(each.target, []).append(each)
        elif len(plain) < _NEAR:
            plain.append(decision.order(stand, each.action))
    found: dict[str, Json] = {
        "units": [clean(name, 60) for name in names],
        "cell": stand.places[names[0]] if names else "",
        "targets": {cell: _target(stand, found) for cell, found in targets.items()},
        "orders": plain,
        "count": len(mine),
    }
    if len(names) == 1:
        found["card"] = card(stand, names[0])
    return found


def _target(stand: Stand, found: Sequence[Legal]) -> dict[str, Json]:
    """A cell that orders aim at: their kinds, and what the first of them costs where the game counts that."""
    first = _plainest(found)[0]
    words = ""
    if first.kind not in stand.game.rules.secret and len(first.units) == 1:
        words = clean(insight.toll(stand.game.rules, stand.state, stand.side, first.action), 8)
    return {"kinds": [*dict.fromkeys(each.kind for each in found)], "words": words}


def card(stand: Stand, name: str) -> dict[str, Json]:
    """A unit's card: what its counter shows in words, and its sheet with where each number comes from."""
    counter = stand.counter(name)
    return {
        "name": clean(name, 60),
        "side": counter.side if counter is not None else "",
        "said": clean(describe(counter), 600) if counter is not None else "",
        "sheet": sheet(stand, name),
    }


def sheet(stand: Stand, name: str) -> list[Json]:
    """What the game's own books say of a unit, a cell or a chart, line by line; nothing when they say nothing."""
    try:
        text = stand.game.rules.show(name)
    except PbemError:
        return []
    return [line.rstrip()[:300] for line in text.splitlines()[:60]]


def aimed(stand: Stand, names: Sequence[str], cell: str) -> dict[str, Json]:
    """The legal orders of these units that aim at a cell, the plainest first."""
    found = [each for each in stand.of_units(names) if each.target == cell]
    if not names:
        found = [each for each in found if not each.units & stand.own]
    if not found:
        return {"orders": [], "count": 0}
    exact = [each for each in found if each.units <= {*names, *_in(stand, cell)}]
    shown = _plainest(exact or found)
    return {
        "orders": [{**decision.order(stand, e.action), "kind": e.kind} for e in shown],
        "count": len(found),
        "first": preview(stand, shown[0].action),
        "plain": len({each.kind for each in found}) == 1,
    }


def _in(stand: Stand, cell: str) -> frozenset[str]:
    return frozenset(name for name, where in stand.places.items() if where == cell)


def _plainest(found: Sequence[Legal]) -> list[Legal]:
    """A few orders: the shortest of each kind, then the rest, in the game's order."""
    return sorted(found, key=lambda each: (len(each.units), len(each.obj)))[:12]


def why(stand: Stand, names: Sequence[str], cell: str) -> list[Json]:
    """For every kind of order that these units and this cell could mean: the rules that it would break."""
    rules = stand.game.rules
    told: list[Json] = []
    for action in forms.meant(stand, names, cell):
        whole = boundary.complete(rules, stand.state, stand.side, action)
        broken = boundary.check(rules, stand.state, stand.side, whole)
        if broken:
            kind = stand.codec.kind(action)
            told.append(
                {"kind": kind, "violations": decision.violations(broken), "obj": stand.codec.dump(action)}
            )
    return told


def preview(stand: Stand, action: AttrsInstance) -> dict[str, Json]:
    """What an order would do now: broken rules, or what happens at once with every number and its reason.

    A sealed order says nothing of itself. Nothing is changed.
    """
    rules = stand.game.rules
    whole = boundary.complete(rules, stand.state, stand.side, action)
    kind = stand.codec.kind(whole)
    found: dict[str, Json] = {**decision.order(stand, whole), "kind": kind, "secret": kind in rules.secret}
    found["cells"] = _way(stand, whole)
    broken = boundary.check(rules, stand.state, stand.side, whole)
    found["violations"] = decision.violations(broken)
    if not broken and kind not in stand.kinds:
        found["violations"] = [
            {
                "paragraph": "",
                "message": Message("{kind!r} is not what the game waits for now.", kind=kind),
                "subject": "",
            }
        ]
    elif not broken and kind not in rules.secret:
        found.update(decision.ahead(stand, whole))
        step = boundary.carry_out(rules, stand.state, stand.side, whole)
        found["outcomes"] = [outcome(each) for each in step.outcomes]
        chances = insight.forecast(rules, stand.state, stand.side, whole)
        if chances is not None:
            found["forecast"] = odds.as_json(chances)
    return found


def _way(stand: Stand, action: AttrsInstance) -> list[Json]:
    """The places an order runs through: where its first unit lies, and the cells it names."""
    words = tuple(tokens(stand.codec.dump(action)))
    first = next((stand.places[word] for word in words if word in stand.places), None)
    cells = [word for word in words if word in stand.cells]
    return [*([first] if first is not None and cells else []), *cells]


def outcome(each: Outcome) -> dict[str, Json]:
    """Something that happened, with its dice and every modifier."""
    return {
        "kind": each.kind,
        "text": clean(each.text, 600),
        "paragraph": each.paragraph,
        "side": each.side or "",
        "hexes": [*each.hexes],
        "faces": [*each.faces],
        "total": each.total,
        "reasons": [
            {"paragraph": r.paragraph, "text": clean(r.text, 160), "value": r.value} for r in each.reasons
        ],
    }
