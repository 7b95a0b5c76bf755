"""Standing orders as pbem asks for them (``schemas/standing.md``): the game's own sheet in the place of the shared one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.bytes.canon import Json
from pbem.port.game import Answered, Demand, Secrets, Side, Slip
from pbem.port.messages import Message
from pbem_rules.june6.model import Play, State, View
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.standing import answers, names, text
from pbem_rules.june6.standing.sheet import Sheet
from pbem_rules.shared.game import Game


class StandingOrders(Game[State, Data, View, Play]):
    """A game whose sheet speaks of policies for each kind of decision."""

    def standing_template(self, state: State, side: Side) -> str:
        """A commented sheet."""
        return text.template(self.printed(state), state, side)

    def standing_check(self, state: State, side: Side, sheet: Mapping[str, Json]) -> Sequence[Slip]:
        """Every slip in a sheet."""
        return names.sheet_slips(self.printed(state), side, sheet)

    def standing_kinds(self, side: Side) -> Sequence[str]:
        """The open orders that a sheet of this side can give."""
        return answers.kinds(side)

    def standing_answer(
        self, state: State, side: Side, sheet: Mapping[str, Json], secrets: Secrets, demand: Demand
    ) -> Answered:
        """What a sheet answers: a legal order, or why it hands back. Nothing secret is needed for it."""
        if not answers.topic(state, demand):
            return Answered(action=None, reason=answers.SILENT)
        if self.standing_check(state, side, sheet):
            return Answered(
                action=None, reason=Message("the standing orders have slips: pbem standing check")
            )
        data = self.printed(state)
        plain = Sheet(tables=names.spelled_out(data, side, sheet))
        found = answers.answer(data, state, side, plain, demand)
        if isinstance(found, str):
            return Answered(action=None, reason=found)
        wrong = self.check(state, side, found)
        if not wrong:
            return Answered(action=found)
        message, paragraph = wrong[0].message, wrong[0].paragraph
        said = Message("not allowed here: {message} [{paragraph}]", message=message, paragraph=paragraph)
        return Answered(action=None, reason=said)
