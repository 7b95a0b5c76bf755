"""One side of a conversation: the player of a former commit, in a process of its own that imports that commit alone.

``tests/tools/former.py`` starts it with the commit's folders on ``PYTHONPATH``. A line in is a question as JSON, a line out
the order as JSON; the first line out says where the rules were found. It imports no test, so that any commit can run it.
"""

import json
import sys

import pbem_rules
from pbem.games import registry
from pbem.port.game import Secrets
from pbem.port.player import think


def main(game: str) -> None:
    """Answer questions about positions of a game until there are no more."""
    rules = registry.load(game).rules
    print(json.dumps(pbem_rules.__file__), flush=True)
    for line in sys.stdin:
        question = json.loads(line)
        hand = {
            deck: {int(slot): card for slot, card in cards.items()}
            for deck, cards in question["hand"].items()
        }
        sealed = {label: tuple(values) for label, values in question["sealed"].items()}
        secrets = Secrets(sealed=sealed, hand=hand)
        state = rules.load(question["state"])
        advice = think(rules, state, question["side"], secrets, question["salt"])
        print(json.dumps(rules.actions.dump(advice.order)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
