"""The command line: arguments in, one function of the desk, and what came of it in words.

Data goes to standard output, talk to standard error.
"""

from pbem.cli.app import main
from pbem.cli.audit import COMMANDS as _AUDIT
from pbem.cli.entrants import COMMANDS as _ENTRANTS
from pbem.cli.hand import COMMANDS as _HAND
from pbem.cli.invite import COMMANDS as _INVITE
from pbem.cli.keep import COMMANDS as _KEEP
from pbem.cli.look import COMMANDS as _LOOK
from pbem.cli.mailbox import COMMANDS as _MAILBOX
from pbem.cli.odds import COMMANDS as _ODDS
from pbem.cli.people import COMMANDS as _PEOPLE
from pbem.cli.picture import COMMANDS as _PICTURE
from pbem.cli.play import COMMANDS as _PLAY
from pbem.cli.post import COMMANDS as _POST
from pbem.cli.proofs import COMMANDS as _PROOFS
from pbem.cli.recheck import COMMANDS as _RECHECK
from pbem.cli.responder import COMMANDS as _RESPONDER
from pbem.cli.results import COMMANDS as _RESULTS
from pbem.cli.rulesets import COMMANDS as _RULESETS
from pbem.cli.silence import COMMANDS as _SILENCE
from pbem.cli.solo import COMMANDS as _SOLO
from pbem.cli.spectate import COMMANDS as _SPECTATE
from pbem.cli.standing import COMMANDS as _STANDING
from pbem.cli.table import COMMANDS as _TABLE
from pbem.cli.takeback import COMMANDS as _TAKEBACK
from pbem.cli.tools import COMMANDS as _TOOLS

for _command in (
    *_PEOPLE,
    *_SOLO,
    *_INVITE,
    *_PLAY,
    *_HAND,
    *_ODDS,
    *_PICTURE,
    *_STANDING,
    *_TABLE,
    *_POST,
    *_MAILBOX,
    *_RESPONDER,
    *_KEEP,
    *_SILENCE,
    *_LOOK,
    *_ENTRANTS,
    *_AUDIT,
    *_TAKEBACK,
    *_PROOFS,
    *_SPECTATE,
    *_RESULTS,
    *_RECHECK,
    *_RULESETS,
    *_TOOLS,
):
    main.add_command(_command)

__all__ = ["main"]
