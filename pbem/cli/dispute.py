"""``pbem dispute``: words behind it, each in its own module."""

from pbem.cli.words import Words

COMMAND = Words(
    "dispute",
    help="""What to do about a turn that broke a rule, one of which there are two versions, or one that does not come.

    \b
    Examples:
      pbem dispute refuse
      pbem dispute settle
    """,
    later={
        "refuse": "Refuse a turn that broke a rule.",
        "settle": "Two versions of one turn: see them, and go on from one.",
        "evidence": "Prove two versions of a turn, or a false refusal.",
        "claim": "Prove that an answer is overdue, or check such a proof.",
    },
)
