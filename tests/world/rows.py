"""Everything that anybody does in a world, by its name, and every law, in the order in which they are asked."""

from collections.abc import Mapping

from . import (
    asides,
    beginning,
    court,
    devices,
    hand,
    hostile,
    laws,
    onlookers,
    people,
    programs,
    thefts,
    typed,
)
from .cheats import CHEATS
from .hand import Verb

VERBS: Mapping[str, Verb] = {
    **hand.VERBS,
    **CHEATS,
    **typed.VERBS,
    **devices.VERBS,
    **programs.VERBS,
    **hostile.VERBS,
    **{
        each.__name__: each
        for each in (
            beginning.identity, beginning.invite, beginning.join, beginning.start,
            asides.take_back, asides.note, asides.refuse, asides.renew, asides.offer_version, asides.elsewhere,
            asides.log_put_back, asides.copies, asides.put_back,
            onlookers.judges, onlookers.accuses, onlookers.weighs_refusals, onlookers.streams, onlookers.writes_result,
            thefts.is_copied_by_a_thief, thefts.thief_goes_on, thefts.thief_signs, thefts.thief_resigns,
            court.rule, court.shows, court.rule_late, court.rule_beside,
        )
    },
}  # fmt: skip

LAWS: tuple[laws.Law, ...] = (*laws.LAWS[: laws.ANYTIME], *people.LAWS, *laws.LAWS[laws.ANYTIME :])
"""Who has signed what they may not is found before it counts as signed."""
