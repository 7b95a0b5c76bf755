"""What an order may bring, before it is given: its exact chances in lines for people and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

import attrs
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.games import boundary
from pbem.home import sentences
from pbem.home.games import Seen
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.play.orders import Fault, RefusedOrdersError
from pbem.home.play.orders_about import aim, aimed_at, naming
from pbem.home.play.wording import OrderReader
from pbem.port import insight
from pbem.port.game import Choice, Die, Reason, Ruleset
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message, Series, spelled
from pbem.view.markup import clean

_SIGNS = (
    Message("defender hurt"),
    Message("attacker hurt"),
    Message("retreat"),
    Message("breakthrough"),
    Message("rout"),
)
"""The signs that are summed up, in the order of a player's interest."""
_AGAINST = Message(" against ")
_EVERY = 400
"""So many orders are looked at when no order is named."""


def forecast(view: Seen, text: str, place: str = "") -> tuple[str, Forecast]:
    """What one typed order may bring now, or with its units moved to ``place`` first; and the order as it was understood.

    Raises NotYourTurn, RefusedOrdersError with every rule that the order or a move breaks, and UsageError ``no-odds`` when
    no roll hangs on it, ``not-from-there`` when the game does not come from the move to such an order.
    """
    _mine(view)
    rules, state = view.game.rules, view.position.game
    kinds = playing.kinds_of(view.owed)
    if place:
        state, kinds = moved(view, text, place)
    reader = OrderReader(
        rules=rules,
        state=state,
        side=view.side,
        kinds=kinds,
        legal=lambda: rules.options(state, view.side),
        package=view.game.info.package,
    )
    text = reader.line(text).text
    action = boundary.complete(rules, state, view.side, rules.actions.parse(text))
    kind = rules.actions.kind(action)
    if kind not in kinds:
        raise UsageError.of(
            "not-now",
            "{kind!r} is not what the game waits for now.",
            kind=kind,
            hint="See `pbem orders`. While you move: --from HEX asks as if the units stood there.",
        )
    violations = boundary.check(rules, state, view.side, action)
    if violations:
        raise RefusedOrdersError((Fault(line=1, text=order_lines.said(rules, text), violations=violations),))
    found = insight.forecast(rules, state, view.side, action)
    if found is None:
        raise UsageError.of(
            "no-odds", "{kind!r} needs no roll.", kind=kind, hint="`pbem odds` lists the orders with one."
        )
    return text, found


def every(view: Seen, *, unit: str = "", target: str = "") -> tuple[tuple[AttrsInstance, Forecast], ...]:
    """The legal orders that a roll hangs on, the most promising first, those that bring nothing last; so many at most.

    Only those that name ``unit`` or aim at ``target``, where one is given. Raises NotYourTurn and what
    :meth:`pbem.home.play.wording.OrderReader.called` raises.
    """
    _mine(view)
    rules, state = view.game.rules, view.position.game
    tests = [naming(playing.order_reader(view), unit)] if unit else []
    tests += [aimed_at(playing.order_reader(view), target)] if target else []
    wanted = (action for action in playing.options(view) if all(test(action) for test in tests))
    both = ((each, insight.forecast(rules, state, view.side, each)) for each in islice(wanted, _EVERY))
    known = [(action, found) for action, found in both if found is not None]
    return tuple(sorted(known, key=lambda each: (not _brings(each[1]), -worth(each[1]))))


def best(known: Sequence[tuple[AttrsInstance, Forecast]]) -> tuple[tuple[AttrsInstance, Forecast, int], ...]:
    """Of orders in their order the first against each place (else of each forecast), and how many more are like it."""
    like: dict[str, list[tuple[AttrsInstance, Forecast]]] = {}
    for action, found in known:
        like.setdefault(f"{type(action).__name__} {aim(action) or line(found)}", []).append((action, found))
    return tuple((*group[0], len(group) - 1) for group in like.values())


def worth(found: Forecast) -> Fraction:
    """How promising an order is: how much likelier the defender is hurt than the attacker, over all branches alike."""
    shares = [branch.share("defender hurt") - branch.share("attacker hurt") for branch in found.branches]
    return sum(shares, Fraction()) / len(shares)


def _brings(found: Forecast) -> bool:
    return any(branch.share(sign) for branch in found.branches for sign in _SIGNS)


def _mine(view: Seen) -> None:
    due = view.owed
    if due.kind and due.seat != view.seat:
        raise sentences.not_yours(view)


# --- for people -------------------------------------------------------------------------------------------------------


def lines(found: Forecast) -> Iterator[str]:
    """A forecast: what is asked, every modifier with its paragraph, a table for each branch, and what is not in it."""
    yield Message("{text} [{at}]", text=clean(found.text, 200), at=found.paragraph)
    common = _common(found.branches)
    for reason in common:
        yield Message("  {reason}", reason=_reason(reason))
    for branch in found.branches:
        own = [reason for reason in branch.reasons if reason not in common]
        yield ""
        yield Message(
            "{when}: modifier {modifier:+d}",
            when=Series(map(spelled, branch.when), _AGAINST),
            modifier=branch.modifier,
        )
        for reason in own:
            yield Message("  {reason}", reason=_reason(reason))
        yield from _table(branch)
        yield Message("  {summary}", summary=Message("In all: {said}.", said=_signs(branch)))
    if found.notes:
        yield ""
    for note in found.notes:
        yield clean(note, 300)


def line(found: Forecast) -> str:
    """A forecast in one line: each branch with its modifier and how likely what is."""
    said = (
        Message(
            "{when} {modifier:+d}: {signs}",
            when=Series(map(spelled, branch.when), _AGAINST),
            modifier=branch.modifier,
            signs=_signs(branch),
        )
        for branch in found.branches
    )
    return Series(said, "; ")


def _signs(branch: Branch) -> str:
    """How likely what is."""
    said = [
        Message("{sign} {share}", sign=sign, share=percent(branch.share(sign)))
        for sign in _SIGNS
        if branch.share(sign)
    ]
    return Series(said) if said else Message("no effect")


def _common(branches: Sequence[Branch]) -> tuple[Reason, ...]:
    """The modifiers that hold in every branch."""
    first, *others = branches
    return tuple(r for r in first.reasons if all(r in other.reasons for other in others))


def _reason(reason: Reason) -> str:
    return Message(
        "{value:+d} {said} [{at}]",
        value=reason.value,
        said=spelled(clean(reason.text, 80)),
        at=reason.paragraph,
    )


def _table(branch: Branch) -> Iterator[str]:
    shown = [
        (rolls(branch.dice, chance), percent(Fraction(chance.ways, branch.of))) for chance in branch.chances
    ]
    wide = max(len(faces) for faces, _ in shown)
    for (faces, likely), chance in zip(shown, branch.chances, strict=True):
        text = spelled(clean(chance.text, 300))
        yield Message("  {faces} {likely:>7}  {text}", faces=faces.ljust(wide), likely=likely, text=text)
        if chance.then:
            then = Series((clean(each, 400) for each in chance.then), " ")
            yield Message("  {faces} {likely:>7}    {then}", faces=" " * wide, likely="", then=then)


def percent(share: Fraction) -> str:
    """A chance in percent: whole where it is whole, else to a tenth, and never 0 or 100 where it is not."""
    hundred = share * 100
    if hundred.denominator == 1:
        return f"{hundred.numerator} %"
    tenths = min(max(round(hundred * 10), 1), 999)
    return Message("{percent:.1f} %", percent=tenths / 10)


def rolls(dice: Sequence[Die], chance: Chance) -> str:
    """Which rolls of one die a chance stands for (``0, 3-5``); nothing when there are several dice."""
    if len(dice) != 1 or not chance.faces:
        return ""
    faces = sorted(face for (face,) in chance.faces)
    return ", ".join(f"{low}" if low == high else f"{low}-{high}" for low, high in _runs(faces))


def _runs(faces: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Numbers in rising order as runs from the lowest to the highest of each."""
    run: list[int] = []
    for face in faces:
        if run and face != run[-1] + 1:
            yield run[0], run[-1]
            run = []
        run.append(face)
    if run:
        yield run[0], run[-1]


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(found: Forecast) -> Json:
    """A forecast as JSON; chances are whole numbers of ways out of ``of``."""
    return {
        "text": found.text,
        "paragraph": found.paragraph,
        "parts": list(found.parts),
        "branches": [_branch_json(branch) for branch in found.branches],
        "notes": list(found.notes),
    }


def _branch_json(branch: Branch) -> Json:
    return {
        "when": list(branch.when),
        "modifier": branch.modifier,
        "reasons": [{"paragraph": r.paragraph, "text": r.text, "value": r.value} for r in branch.reasons],
        "of": branch.of,
        "chances": [
            {
                "text": chance.text,
                "ways": chance.ways,
                "faces": [list(faces) for faces in chance.faces],
                "then": list(chance.then),
                "signs": list(chance.signs),
            }
            for chance in branch.chances
        ],
    }


# --- if units stood elsewhere -----------------------------------------------------------------------------------------
#
# The units move by legal orders of the game, and the side ends its movement by orders that name nothing (``fight``,
# ``done``) until the order that was asked about may be given. Nothing is written, no secret is used and no die is thrown:
# where one would be, the game cannot say.

_MOST_ENDINGS = 4


def moved(view: Seen, text: str, place: str) -> tuple[object, tuple[str, ...]]:
    """The state with every unit that an order names moved to ``place``, and the kinds of orders that are due in it.

    Raises RefusedOrdersError for a move that breaks a rule, UsageError ``not-from-there``.
    """
    rules, state, side = view.game.rules, view.position.game, view.side
    reader = playing.order_reader(view)
    kind = reader.words.kind(reader.kinds, shlex.split(text)[0])
    for unit in _named(reader, text):
        if _cell_of(rules, state, side, unit) in reader.called(place, "place"):
            continue
        state = _move(rules, state, side, unit, sorted(reader.called(place, "place")))
    for _ in range(_MOST_ENDINGS):
        kinds = _due(rules, state, side)
        if kind in kinds:
            return state, kinds
        state = _ended(rules, state, side, kinds)
    raise _no_way(kind)


def _named(reader: OrderReader, text: str) -> tuple[str, ...]:
    """The units of the side's own in a line."""
    own = {
        counter.name
        for pile in reader.scene.piles
        for counter in pile.counters
        if counter.side == reader.side
    }
    words = [item for word in shlex.split(reader.line(text).text)[1:] for item in word.split(",")]
    found = tuple(word for word in (each.partition("=")[2] or each for each in words) if word in own)
    if not found:
        raise UsageError.of("not-from-there", "The order names no unit of yours that could stand elsewhere.")
    return found


def _cell_of(rules: Ruleset[object], state: object, side: str, unit: str) -> str:
    piles = rules.scene(state, side).piles
    return next((pile.cell for pile in piles for counter in pile.counters if counter.name == unit), "")


def _move(rules: Ruleset[object], state: object, side: str, unit: str, places: Sequence[str]) -> object:
    if not rules.actions.knows("move") or "move" not in _due(rules, state, side):
        raise UsageError.of(
            "not-from-there", "Units do not move now: without --from the odds are as they stand."
        )
    for action in rules.options(state, side):  # a way of several hexes is found among the legal moves
        path = getattr(action, "path", ())
        its = rules.actions.kind(action) == "move" and getattr(action, "unit", "") == unit
        if its and path and path[-1] in places:
            return rules.apply(state, side, rules.complete(state, side, action)).state
    text = shlex.join(("move", unit, places[0]))
    action = boundary.complete(rules, state, side, rules.actions.parse(text))
    if violations := boundary.check(rules, state, side, action):
        raise RefusedOrdersError((Fault(line=1, text=order_lines.said(rules, text), violations=violations),))
    return rules.apply(state, side, action).state


def _due(rules: Ruleset[object], state: object, side: str) -> tuple[str, ...]:
    first = next(iter(rules.demands(state)), None)
    return first.kinds if isinstance(first, Choice) and first.side == side else ()


def _ended(rules: Ruleset[object], state: object, side: str, kinds: tuple[str, ...]) -> object:
    """The state after the one order that names nothing and may be given."""
    for kind in kinds:
        cls = rules.actions.cls(kind)
        if not attrs.fields(cls):
            action: AttrsInstance = cls()
            if not boundary.check(rules, state, side, action):
                return rules.apply(state, side, action).state
    raise _no_way("it")


def _no_way(kind: str) -> UsageError:
    return UsageError.of(
        "not-from-there",
        "Dice or a decision of somebody else come between the move and {kind}: nobody can say yet.",
        kind=kind,
        hint="Move, and ask again.",
    )
