"""The tiny game with standing orders: what blue's guard does, and what red steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from attrs import evolve
from protocol import tiny

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.port.game import Answered, Choice, Demand, Secrets, Slip

_KEYS = {"guard": ("stand", "run", "ask"), "step": (1, 2, 3, "ask")}


class Ordered(tiny.Tiny):
    """A sheet has ``guard`` and ``step``."""

    def standing_template(self, state: tiny.State, side: str) -> str:
        return 'guard = "ask"\nstep = "ask"\n'

    def standing_check(self, state: tiny.State, side: str, sheet: Mapping[str, Json]) -> Sequence[Slip]:
        return [
            Slip(path=(key,), message=f"{value!r} is not understood.")
            for key, value in sheet.items()
            if value not in _KEYS.get(key, ())
        ]

    def standing_kinds(self, side: str) -> Sequence[str]:
        return ("guard",) if side == "blue" else ("go",)

    def standing_default(self, state: tiny.State, side: str) -> Mapping[str, Json]:
        """None: whoever wants one writes it."""
        return {}

    def standing_answer(
        self, state: tiny.State, side: str, sheet: Mapping[str, Json], secrets: Secrets, demand: Demand
    ) -> Answered:
        if not isinstance(demand, Choice):
            return Answered(action=None, reason="the standing orders leave this to you")
        if self.standing_check(state, side, sheet):
            return Answered(action=None, reason="the standing orders have slips")
        found = sheet.get("guard" if "guard" in demand.kinds else "step", "ask")
        if found == "ask":
            return Answered(action=None, reason=f"the {demand.why} is left to you")
        return Answered(
            action=tiny.Guard(guard=str(found)) if "guard" in demand.kinds else tiny.Go(to=int(str(found)))
        )


GAME = evolve(tiny.GAME, rules=Ordered())


def use_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows this game, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)
    monkeypatch.setattr(registry, "installed", lambda: (GAME.info,))
