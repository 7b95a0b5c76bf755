"""Plans: what a side means to do with an activation, written down before it comes (``schemas/standing.md``, version 2).

A game that lets its activations be planned offers :class:`TakesPlans` besides :class:`pbem.port.game.Ruleset`. A plan is
what its TOML table says; where it lies and who may read it is not the game's affair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from attrs import AttrsInstance, frozen

from pbem.bytes.canon import Json
from pbem.port.game import Answered, Demand, Secrets, Side, Slip

_S_contra = TypeVar("_S_contra", contravariant=True)


@frozen(kw_only=True)
class Occasion:
    """What goes on that a plan may have been made for.

    ``begins``: the plans that may begin now, by the word in their ``when``, the first one that was made first, each with a
    name for the activation that it would begin: no two activations of a game have the same. ``at``: the name of the one
    that goes on; "" where none has begun.
    """

    begins: tuple[tuple[str, str], ...]
    at: str = ""


@frozen(kw_only=True)
class Planned(Answered):
    """What a plan says to a demand: a legal order; none and a reason: it is handed back; neither: it does not speak of it.

    ``legal``: how many orders of the plan are still legal when it is handed back.
    """

    legal: int = 0
    action: AttrsInstance | None = None


@runtime_checkable
class TakesPlans(Protocol[_S_contra]):
    """What a game offers so that activations can be planned. Every method is pure."""

    def plan_markers(self, state: _S_contra, side: Side, secrets: Secrets) -> Mapping[str, str]:
        """The words for ``when`` that a plan of this side may be made for now, each with what people call it.

        Those whose marker may still come up come first; ``secrets`` tell which these are.
        """

    def plan_occasion(self, state: _S_contra, side: Side) -> Occasion | None:
        """What goes on that this side may have planned; None where nothing is."""

    def plan_template(self, state: _S_contra, side: Side, marker: str) -> Mapping[str, Json]:
        """The adviser's plan for a marker, as if it came up in this position: a plan without slips."""

    def plan_check(self, state: _S_contra, side: Side, plan: Mapping[str, Json]) -> Sequence[Slip]:
        """Every slip in a plan of this side."""

    def plan_doubts(
        self, then: _S_contra, now: _S_contra, side: Side, plan: Mapping[str, Json]
    ) -> Sequence[str]:
        """Why a plan without slips would be handed back if its marker came up now, as far as that can be told before."""

    def plan_answer(
        self,
        then: _S_contra,
        now: _S_contra,
        side: Side,
        plan: Mapping[str, Json],
        secrets: Secrets,
        demand: Demand,
    ) -> Planned:
        """What a plan without slips, made on the position ``then``, says to a demand of its side ``now``."""


__all__ = ["Occasion", "Planned", "TakesPlans"]
