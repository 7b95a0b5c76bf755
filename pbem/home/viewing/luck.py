"""Luck in words: who had it, when it turned, which rolls made it, and what that means."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pbem.audit.luck import Luck, Stroke, luck
from pbem.bytes.canon import Json
from pbem.port.game import Side
from pbem.view.markup import clean

TENTHS = 10
_MOST_UNITS = 3
_NOBODY = (
    "Luck: no roll that counts could have come out otherwise (what was taken back does not count), or this game does not "
    "say what its rolls are worth."
)


def told(lucks: Sequence[Luck]) -> Iterator[str]:
    """The luck of both sides for people: sums, turns, the turning point, the rolls, and how it is reckoned."""
    if not lucks:
        yield _NOBODY
        return
    first, *others = lucks
    yield f"Luck in {first.unit}, over {first.rolls} rolls that could have come out otherwise:"
    for each in lucks:
        yield f"  {_share(each)}"
    yield from _meaning(first)
    yield ""
    yield f"Turn by turn, as {first.side} saw it{f' ({others[0].side}: the same with the other sign)' if others else ''}:"
    for spell in first.turns:
        name = f" ({clean(spell.turn_name, 60)})" if spell.turn_name else ""
        yield f"  turn {spell.turn:>2}{name}: {signed(spell.total)} in {_rolls(spell.rolls)}"
    yield from _turning(first)
    for each in lucks:
        for word, noted in (("Luckiest", each.best), ("Unluckiest", each.worst)):
            if noted:
                yield ""
                yield f"{word} rolls of {each.side}:"
            for stroke in noted:
                yield f"  {stroke_line(stroke)}"


def short(lucks: Sequence[Luck]) -> str:
    """The luck so far in one sentence; "" when nothing is weighed."""
    if not lucks:
        return ""
    sums = ", ".join(f"{each.side} {signed(each.total)}" for each in lucks)
    return f"Luck so far, in {lucks[0].unit} over {lucks[0].rolls} rolls: {sums} (pbem audit tells more)."


def as_json(lucks: Sequence[Luck]) -> list[Json]:
    """The luck of each side as JSON; sums in tenths of ``unit``, rounded."""
    return [_json(each) for each in lucks]


def for_page(sides: tuple[Side, Side], rolls: Sequence[Stroke]) -> Json:
    """The luck for the replay page (``page/luck.js``), figures in tenths of ``unit``; None when nothing is weighed."""
    lucks = [found for side in sides if (found := luck(side, rolls)) is not None]
    if not lucks:
        return None
    numbers = {id(each): number for number, each in enumerate(rolls)}
    turning = lucks[0].turning
    return {
        "unit": lucks[0].unit,
        "sides": list(sides),
        "spread": round(lucks[0].spread),
        "share": [round(100 * each.share) for each in lucks],
        "rolls": [_packed(sides, each) for each in rolls],
        "best": [[numbers[id(each)] for each in found.best] for found in lucks],
        "worst": [[numbers[id(each)] for each in found.worst] for found in lucks],
        "turning": None if turning is None else numbers[id(turning.stroke)],
    }


def _packed(sides: tuple[Side, Side], stroke: Stroke) -> Json:
    """Whole numbers only: what came and the sum over all ways, so that the page's averages are as exact as ours."""
    return [
        stroke.entry,
        stroke.at,
        sides.index(stroke.side),
        round(stroke.luck + stroke.mean),
        round(stroke.mean * stroke.of),
        stroke.of,
        stroke.ways,
        stroke.least,
        stroke.most,
    ]


def odds(ways: int, of: int) -> str:
    """A chance as players say it: ``one in 36``, ``5 in 36``."""
    return f"{ways} in {of}" if of % ways else f"one in {of // ways}"


def signed(tenths: float) -> str:
    """Tenths as a signed decimal: ``+1.9``; halves are rounded away from 0, as the replay page does."""
    found = _rounded(tenths)
    return f"{found / TENTHS:+.1f}" if found else "0"


def plain(tenths: float) -> str:
    """Tenths as a short decimal: ``0.8``, ``-2``."""
    return f"{_rounded(tenths) / TENTHS:g}"


def _rounded(tenths: float) -> int:
    # What is half but for the last bits of a float counts as half.
    size = math.floor(abs(tenths) + 0.5 + 1e-9)
    return size if tenths > 0 else -size


def stroke_line(stroke: Stroke) -> str:
    """One roll with what hung on it: its luck and chance, who and where, its sentence, and what it could have brought."""
    better = "or better" if stroke.luck > 0 else "or worse"
    return (
        f"{signed(stroke.luck)}  {odds(stroke.ways, stroke.of)} {better}  entry {stroke.entry}, turn {stroke.turn}"
        f"{_about(stroke)}: {clean(stroke.text, 400)} (brings {plain(stroke.mean)} on average, "
        f"{plain(stroke.least)} to {plain(stroke.most)})"
    )


def _about(stroke: Stroke) -> str:
    """Who rolled and where, unless the sentence says it itself."""
    units = [clean(each, 40) for each in stroke.units]
    found = ""
    if not all(each in stroke.text for each in units[:_MOST_UNITS]):
        more = len(units) - _MOST_UNITS
        found = f", {', '.join(units[:_MOST_UNITS])}{f' and {more} more' if more > 0 else ''}"
    where = clean(stroke.hexes[-1], 20) if stroke.hexes else ""
    return f"{found} at {where}" if where and where not in stroke.text else found


def _share(found: Luck) -> str:
    less = round(100 * found.share)
    return (
        f"{found.side} {signed(found.total)}: luckier than in {less} of 100 games with these rolls "
        f"({signed(found.own_total)} by its own {_rolls(found.own)}, "
        f"{signed(found.total - found.own_total)} by the other side's {found.rolls - found.own})"
    )


def _meaning(found: Luck) -> Iterator[str]:
    yield (
        "  How it is reckoned: for every roll, what it brought less what it brings on average over all faces of its dice,"
    )
    yield (
        f"  at the modifiers it had, in {found.unit} on a scale of ours. What one side wins so, the other loses. Good"
    )
    yield (
        "  orders are no luck: they make the average better. Chance alone leaves most games within "
        f"{found.spread / TENTHS:.1f} of 0."
    )


def _turning(found: Luck) -> Iterator[str]:
    turning = found.turning
    if turning is None:
        return
    yield ""
    yield (
        f"Fortune turned at entry {turning.stroke.entry} (turn {turning.stroke.turn}): {found.side} had "
        f"{signed(turning.before)} until then, and {signed(turning.after)} from this roll on:"
    )
    yield f"  {stroke_line(turning.stroke)}"


def _rolls(count: int) -> str:
    return f"{count} {'roll' if count == 1 else 'rolls'}"


def _json(found: Luck) -> Json:
    turning = found.turning
    turns: list[Json] = [
        {"turn": each.turn, "name": each.turn_name, "rolls": each.rolls, "tenths": round(each.total)}
        for each in found.turns
    ]
    return {
        "side": found.side,
        "unit": found.unit,
        "rolls": found.rolls,
        "tenths": round(found.total),
        "spread_tenths": round(found.spread),
        "percent": round(100 * found.share),
        "own_rolls": found.own,
        "own_tenths": round(found.own_total),
        "turns": turns,
        "turning": None
        if turning is None
        else {
            "entry": turning.stroke.entry,
            "before_tenths": round(turning.before),
            "after_tenths": round(turning.after),
        },
        "best": [_stroke_json(each) for each in found.best],
        "worst": [_stroke_json(each) for each in found.worst],
    }


def _stroke_json(stroke: Stroke) -> Json:
    return {
        "entry": stroke.entry,
        "turn": stroke.turn,
        "side": stroke.side,
        "tenths": round(stroke.luck),
        "ways": stroke.ways,
        "of": stroke.of,
        "mean_tenths": round(stroke.mean),
        "least_tenths": stroke.least,
        "most_tenths": stroke.most,
        "units": list(stroke.units),
        "hexes": list(stroke.hexes),
        "text": stroke.text,
        "paragraph": stroke.paragraph,
    }
