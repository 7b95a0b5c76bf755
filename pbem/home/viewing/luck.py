"""Luck in words: who had it, when it turned, which rolls made it, and what that means."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pbem.audit.luck import Luck, Stroke, luck, promise
from pbem.bytes.canon import Json
from pbem.port.game import Side
from pbem.port.messages import Capital, Message, Series, counted, spelled
from pbem.view.markup import clean

TENTHS = 10
_MOST_UNITS = 3
_NOBODY = Message(
    "Luck: no roll that counts could have come out otherwise (what was taken back does not count), or this game does not "
    "say what its rolls are worth."
)


def told(lucks: Sequence[Luck]) -> Iterator[str]:
    """The luck of both sides for people: sums, turns, the turning point, the rolls, and how it is reckoned."""
    if not lucks:
        yield _NOBODY
        return
    first, *others = lucks
    yield counted(
        first.rolls,
        "Luck in {unit}, over {n} roll that could have come out otherwise:",
        "Luck in {unit}, over {n} rolls that could have come out otherwise:",
        unit=spelled(first.unit),
    )
    for each in lucks:
        yield Message("  {share}", share=_share(each))
    yield from _meaning(first)
    yield ""
    yield (
        Message(
            "Turn by turn, as {side} saw it ({other}: the same with the other sign):",
            side=spelled(first.side),
            other=spelled(others[0].side),
        )
        if others
        else Message("Turn by turn, as {side} saw it:", side=spelled(first.side))
    )
    for spell in first.turns:
        yield counted(
            spell.rolls,
            "  turn {turn:>2}{name}: {sum} in {n} roll",
            "  turn {turn:>2}{name}: {sum} in {n} rolls",
            turn=spell.turn,
            name=Message(" ({name})", name=clean(spell.turn_name, 60)) if spell.turn_name else "",
            sum=signed(spell.total),
        )
    yield from _turning(first)
    for each in lucks:
        side = spelled(each.side)
        luckiest = Message("Luckiest rolls of {side}:", side=side)
        unluckiest = Message("Unluckiest rolls of {side}:", side=side)
        for head, noted in ((luckiest, each.best), (unluckiest, each.worst)):
            if noted:
                yield ""
                yield head
            for stroke in noted:
                yield Message("  {line}", line=stroke_line(stroke))


def short(lucks: Sequence[Luck]) -> str:
    """The luck so far in one sentence; "" when nothing is weighed."""
    if not lucks:
        return ""
    sums = Series(Message("{side} {sum}", side=spelled(each.side), sum=signed(each.total)) for each in lucks)
    return counted(
        lucks[0].rolls,
        "Luck so far, in {unit} over {n} roll: {sums} (pbem audit tells more).",
        "Luck so far, in {unit} over {n} rolls: {sums} (pbem audit tells more).",
        unit=spelled(lucks[0].unit),
        sums=sums,
    )


def promised(side: Side, rolls: Sequence[Stroke]) -> tuple[str, ...]:
    """What the attacks of a side promised and what came, in one sentence; nothing when it made none."""
    found = promise(side, rolls)
    if found is None:
        return ()
    named, share = Capital(spelled(side)), round(found.expected, 1)
    if found.attacks == 1:
        return (
            Message(
                "{side}: one attack, with {share} chances in 100 to gain more than it cost; {said}.",
                side=named,
                share=round(100 * found.expected),
                said=Message("it did") if found.came else Message("it did not"),
            ),
        )
    said = counted(found.came, "{n} did", "{n} did") if found.came else Message("none did")
    if not share:
        text = Message("none could be expected to gain more than it cost; {said}", said=said)
    else:
        text = Message(
            "{share:g} could be expected to gain more than they cost; {said}", share=share, said=said
        )
    return (Message("{side}: of {n} attacks {text}.", side=named, n=found.attacks, text=text),)


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
        stroke.turn,
    ]


def odds(ways: int, of: int) -> str:
    """A chance as players say it: ``one in 36``, ``5 in 36``."""
    if of % ways:
        return Message("{ways} in {of}", ways=ways, of=of)
    return Message("one in {of}", of=of // ways)


def signed(tenths: float) -> str:
    """Tenths as a signed decimal: ``+1.9``; halves are rounded away from 0, as the replay page does."""
    found = _rounded(tenths)
    return Message("{units:+.1f}", units=found / TENTHS) if found else "0"


def plain(tenths: float) -> str:
    """Tenths as a short decimal: ``0.8``, ``-2``."""
    return Message("{units:g}", units=_rounded(tenths) / TENTHS)


def _rounded(tenths: float) -> int:
    # What is half but for the last bits of a float counts as half.
    size = math.floor(abs(tenths) + 0.5 + 1e-9)
    return size if tenths > 0 else -size


def stroke_line(stroke: Stroke) -> str:
    """One roll with what hung on it: its luck and chance, who and where, its sentence, and what it could have brought."""
    return Message(
        "{luck}  {odds} {better}  entry {entry}, turn {turn}{about}: {text} (brings {mean} on average, {least} to {most})",
        luck=signed(stroke.luck),
        odds=odds(stroke.ways, stroke.of),
        better=Message("or better") if stroke.luck > 0 else Message("or worse"),
        entry=stroke.entry,
        turn=stroke.turn,
        about=_about(stroke),
        text=clean(stroke.text, 400),
        mean=plain(stroke.mean),
        least=plain(stroke.least),
        most=plain(stroke.most),
    )


def _about(stroke: Stroke) -> str:
    """Who rolled and where, unless the sentence says it itself."""
    units = [clean(each, 40) for each in stroke.units]
    names = ""
    if not all(each in stroke.text for each in units[:_MOST_UNITS]):
        names = ", " + ", ".join(units[:_MOST_UNITS])
        if (more := len(units) - _MOST_UNITS) > 0:
            names = Message("{names} and {more} more", names=names, more=more)
    where = clean(stroke.hexes[-1], 20) if stroke.hexes else ""
    return (
        Message("{names} at {where}", names=names, where=where)
        if where and where not in stroke.text
        else names
    )


def _share(found: Luck) -> str:
    less = round(100 * found.share)
    return counted(
        found.own,
        "{side} {sum}: luckier than in {less} of 100 games with these rolls ({own} by its own {n} roll, {theirs} by the "
        "other side's {others})",
        "{side} {sum}: luckier than in {less} of 100 games with these rolls ({own} by its own {n} rolls, {theirs} by the "
        "other side's {others})",
        side=spelled(found.side),
        sum=signed(found.total),
        less=less,
        own=signed(found.own_total),
        theirs=signed(found.total - found.own_total),
        others=found.rolls - found.own,
    )


def _meaning(found: Luck) -> Iterator[str]:
    yield Message(
        "  How it is reckoned: for every roll, what it brought less what it brings on average over all faces of its dice,"
    )
    yield Message(
        "  at the modifiers it had, in {unit} on a scale of ours. What one side wins so, the other loses. Good",
        unit=spelled(found.unit),
    )
    yield Message(
        "  orders are not luck: they make the average better. Chance alone leaves most games within {spread:.1f} of 0.",
        spread=found.spread / TENTHS,
    )


def _turning(found: Luck) -> Iterator[str]:
    turning = found.turning
    if turning is None:
        return
    yield ""
    yield Message(
        "Fortune turned at entry {entry} (turn {turn}): {side} had {before} until then, and {after} from this roll on:",
        entry=turning.stroke.entry,
        turn=turning.stroke.turn,
        side=spelled(found.side),
        before=signed(turning.before),
        after=signed(turning.after),
    )
    yield Message("  {line}", line=stroke_line(turning.stroke))


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
