"""The log: who wrote which bytes in which order. What the entries mean is for the floors above.

Specified in ``schemas/log.md``. Reading is strict (``parse_log``), judging is separate (``check_chain``).
"""

from pbem.log.agents import ANSWERS, AgentKey, Agents, agent_of, agents_in, allowed_kinds
from pbem.log.bundle import (
    MAX_ENTRIES,
    Bundle,
    Header,
    entry_of,
    head_after,
    sign_bundle,
    verify_bundle,
)
from pbem.log.chain import ChainEnd, ChainReport, after, check_chain, check_genesis, extend, start_of
from pbem.log.files import MAX_FILE, Log, parse_log, read_bundles, scan_log
from pbem.log.genesis import (
    Accept,
    Invite,
    Seal,
    Seat,
    check_accept,
    check_invite,
    dice_grade,
    game_id,
    invite_hash,
    sign_accept,
    sign_invite,
)
from pbem.log.renewals import Renewal, given_up, renewal_of, renewals_in

__all__ = [
    "ANSWERS",
    "MAX_ENTRIES",
    "MAX_FILE",
    "Accept",
    "AgentKey",
    "Agents",
    "Bundle",
    "ChainEnd",
    "ChainReport",
    "Header",
    "Invite",
    "Log",
    "Renewal",
    "Seal",
    "Seat",
    "after",
    "agent_of",
    "agents_in",
    "allowed_kinds",
    "check_accept",
    "check_chain",
    "check_genesis",
    "check_invite",
    "dice_grade",
    "entry_of",
    "extend",
    "game_id",
    "given_up",
    "head_after",
    "invite_hash",
    "parse_log",
    "read_bundles",
    "renewal_of",
    "renewals_in",
    "scan_log",
    "sign_accept",
    "sign_bundle",
    "sign_invite",
    "start_of",
    "verify_bundle",
]
