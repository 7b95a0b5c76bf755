"""Everything that anybody does in a world, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from . import asides, beginning, court, hand, onlookers, thefts
from .cheats import CHEATS
from .hand import Verb

VERBS: Mapping[str, Verb] = {
    **hand.VERBS,
    **CHEATS,
    **{
        each.__name__: each
        for each in (
            beginning.identity, beginning.invite, beginning.join, beginning.start,
            asides.take_back, asides.note, asides.refuse, asides.renew, asides.offer_version, asides.elsewhere,
            asides.log_put_back, asides.copies, asides.put_back,
            onlookers.judges, onlookers.accuses, onlookers.encloses, onlookers.streams, onlookers.writes_result,
            thefts.is_copied_by_a_thief, thefts.thief_goes_on, thefts.thief_signs, thefts.thief_resigns,
            court.rule, court.shows, court.rule_late, court.rule_beside,
        )
    },
}  # fmt: skip
