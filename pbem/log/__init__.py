"""The log: who wrote which bytes in which order. What the entries mean is for the floors above.

Specified in ``schemas/log.md``. Reading is strict (``parse_log``), judging is separate (``check_chain``).
"""

from pbem.log.bundle import (
    MAX_ENTRIES,
    REFEREE,
    Bundle,
    Header,
    entry_of,
    head_after,
    sign_bundle,
    verify_bundle,
)
from pbem.log.chain import (
    MAX_SHARE,
    RESERVE,
    ChainEnd,
    ChainReport,
    after,
    check_chain,
    check_genesis,
    check_share,
    extend,
    start_of,
)
from pbem.log.clause import Clause
from pbem.log.fields import is_words
from pbem.log.files import MAX_FILE, Log, parse_log, read_bundles, scan_log
from pbem.log.genesis import (
    MIN_CHAIN,
    Accept,
    FirstSeal,
    Invite,
    Seal,
    Seat,
    check_accept,
    check_invite,
    dice_grade,
    ends_of,
    game_id,
    invite_hash,
    keys_of,
    sign_accept,
    sign_invite,
)
from pbem.log.options import agreed_of, options_line
from pbem.log.referees import (
    Appointment,
    appointment_line,
    appointment_of,
    check_ruler,
    first_referees,
    referees_after,
    rulings_in,
)
from pbem.log.refusals import Refusal, refusal_of
from pbem.log.renewals import Renewal, given_up, renewal_of, renewals_in
from pbem.log.vouched import scan_vouched

__all__ = [
    "MAX_ENTRIES",
    "MAX_FILE",
    "MAX_SHARE",
    "MIN_CHAIN",
    "REFEREE",
    "RESERVE",
    "Accept",
    "Appointment",
    "Bundle",
    "ChainEnd",
    "ChainReport",
    "Clause",
    "FirstSeal",
    "Header",
    "Invite",
    "Log",
    "Refusal",
    "Renewal",
    "Seal",
    "Seat",
    "after",
    "agreed_of",
    "appointment_line",
    "appointment_of",
    "check_accept",
    "check_chain",
    "check_genesis",
    "check_invite",
    "check_ruler",
    "check_share",
    "dice_grade",
    "ends_of",
    "entry_of",
    "extend",
    "first_referees",
    "game_id",
    "given_up",
    "head_after",
    "invite_hash",
    "is_words",
    "keys_of",
    "options_line",
    "parse_log",
    "read_bundles",
    "referees_after",
    "refusal_of",
    "renewal_of",
    "renewals_in",
    "rulings_in",
    "scan_log",
    "scan_vouched",
    "sign_accept",
    "sign_bundle",
    "sign_invite",
    "start_of",
    "verify_bundle",
]
