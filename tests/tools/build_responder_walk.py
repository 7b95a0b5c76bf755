"""Writes the walk with a responder: two homes, a responder, and Maildirs between them, every command with what it prints.

    python tests/tools/build_responder_walk.py

``tests/responder/test_walk.py`` runs every command of it again and compares.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from build_walk import ROOT, Shell, Writer

WALK = ROOT / "examples" / "responder"
_ROUNDS = 4
_SENDS = "pbem --home ann send --maildir ben-mail --to ben@example.org --from ann@example.org"
_ANSWERS = "pbem --home ben-responder responder --once --from ben-mail --maildir ann-mail --maildir ben-mail"


def keys(walk: Writer) -> None:
    """Keys, invitation, acceptance, the responder's home."""
    walk.say("# A game with a responder")
    walk.say(
        "Ann plays Pegasus Bridge. Ben is her witness: he has nothing to decide, but every die needs his half, so that\n"
        "she cannot bend it. His responder gives it while he sleeps.\n"
        "In a game for two it is the same: a responder answers\n"
        "what needs no decision, and leaves the rest. Here the mails lie in two Maildirs; with\n"
        "`pbem mail setup` they go through your mail server, and `--from` and `--maildir` are left\n"
        "out. Times are written as `# day`, lengths as `# bytes`.\n"
        "The text is written by `tests/tools/build_responder_walk.py` and executed again by `tests/responder/test_walk.py`."
    )
    walk.say("## Two homes and a responder")
    walk.type(*(f"pbem --home {who} identity new {who.capitalize()} --no-password" for who in ("ann", "ben")))
    walk.say("Ben's acceptance names the key of a responder, because he says `--responder`.")
    walk.type("pbem --home ann new pegasus", "pbem --home ben join invitation.pbem --responder")
    walk.say(
        "The responder gets a home of its own. In it lie that key, which is good for answers only, and seeds for so many\n"
        "rolls; Ben's own keys are not there."
    )
    walk.type("pbem --home ben responder setup ben-responder --to ann@example.org --from ben@example.org")
    walk.type("pbem --home ann start acceptance.pbem")


def rounds(walk: Writer) -> None:
    """Ann asks for dice, the responder answers."""
    walk.say("## Ann plays, the responder answers")
    walk.say("Ann sends. From cron, every few minutes, Ben's machine runs the responder for one round:")
    walk.type(_SENDS, _ANSWERS)
    walk.say("Ann's program checks the answer and shows the dice.")
    walk.type("pbem --home ann import ann-mail --yes")
    for _ in range(_ROUNDS):
        orders = walk.orders("ann")
        if orders:
            walk.type(*(f"pbem --home ann do {line}" for line in orders))
        walk.type(_SENDS, _ANSWERS, "pbem --home ann import ann-mail --yes")
    walk.say("Without a new mail there is nothing to answer, however often it runs:")
    walk.type(_ANSWERS)


def looking(walk: Writer) -> None:
    """What it has done, and what Ben knows."""
    walk.say("## What has it done?")
    walk.type("cat ben-responder/responder.log")
    walk.say("Ben asks how it stands, in his own home or in the responder's:")
    walk.type("pbem --home ben responder status")
    walk.say("Each answer has gone to Ben as well, so that his own home knows the game as far as it is:")
    walk.type("pbem --home ben import ben-mail", "pbem --home ben verify")
    walk.say(
        "If the machine were stolen, Ben would type `pbem responder off` with the next turn that is his. In the meantime\n"
        "the thief could give the halves of dice that Ben would have given, and nothing else: a turn signed with that key\n"
        "which holds anything but answers does not verify."
    )


def write(place: Path) -> None:
    """The page."""
    with tempfile.TemporaryDirectory() as folder:
        walk = Writer(Shell(Path(folder)))
        keys(walk)
        rounds(walk)
        looking(walk)
    place.mkdir(parents=True, exist_ok=True)
    (place / "README.md").write_text("\n".join(walk.text).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(WALK)
