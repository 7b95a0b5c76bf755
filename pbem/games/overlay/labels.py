"""What an entry says of where its values come from, once a pack has been laid over it."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.games.overlay.shape import IN_PART, TYPED
from pbem.games.overlay.words import LABELS, LISTED, texts
from pbem.port.messages import Message


def labelled(
    merged: dict[str, Json], touched: set[str], ours: dict[str, Json], origin: str, *, takes: bool
) -> dict[str, Json]:
    """An entry with a label, or that ``takes`` one, says what of it is from ``origin``, unless the pack wrote the label."""
    own = ours.get("provenance")
    if "provenance" in touched or not (isinstance(own, str) or takes):
        return merged
    values = [key for key in merged if key not in LABELS]
    for word in LISTED:
        if word in merged:
            merged = {**merged, word: [each for each in texts(merged[word]) if each not in touched]}
    if touched.issuperset(values):
        return {**merged, "provenance": TYPED, "source": origin}
    names = ", ".join(sorted(touched - LABELS))
    rest = (
        Message("the rest {own}: {value}", own=own, value=ours.get("source", ""))
        if isinstance(own, str)
        else Message("the rest is ours")
    )
    return {
        **merged,
        "provenance": IN_PART,
        "source": Message("{names} from {origin}; {rest}", names=names, origin=origin, rest=rest),
    }


def label_kept(ours: dict[str, Json], given: dict[str, Json]) -> dict[str, Json]:
    """The label of an entry that the pack writes whole."""
    return {key: ours[key] for key in ("provenance", "source") if key in ours and key not in given}
