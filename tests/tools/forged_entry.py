"""An entry of a challenge that its dealer never saw: what Eve makes out of the log of somebody who entered.

She names the dealer's public game key, tip and vault in an acceptance of her own, and answers with the seeds that stand in
that log. Whatever she can sign is signed.
"""

from attrs import evolve

from pbem.bytes import container
from pbem.crypto.keys import Keypair
from pbem.log import Log, head_after, parse_log, sign_accept, sign_bundle, sign_invite

EVE, HER_GAME, HER_OTHER_NAME = (Keypair.from_seed(bytes([0xE0 + n]) * 32) for n in range(3))


def forged(entry: bytes) -> bytes:
    """The file of the forgery, out of the file of an honest entry."""
    honest = parse_log(container.unpack(entry))
    theirs, dealer = honest.invite, honest.accepted.seat
    mine = evolve(
        theirs.seat, who="Eve", identity=EVE.public, key=HER_GAME.public, tip=b"\x01" * 32, vault=b"\x02" * 32
    )
    offer = sign_invite(
        EVE,
        HER_GAME,
        mine,
        game=theirs.game,
        scenario=theirs.scenario,
        sides=theirs.sides,
        options=dict(theirs.options),
        digests=(theirs.rules, theirs.data, theirs.setup),
        more={"challenge": theirs.challenge, "pack": theirs.pack},
    )
    seat = evolve(dealer, identity=HER_OTHER_NAME.public)
    log = Log(invite=offer, accept=sign_accept(HER_OTHER_NAME, HER_OTHER_NAME, seat, offer))
    head = log.gid
    for each in honest.bundles[:2]:  # the first request, and the seed that answers it
        made = sign_bundle(
            HER_GAME if each.header.by == "A" else HER_OTHER_NAME,
            by=each.header.by,
            gid=log.gid,
            n=each.header.n,
            prev=head,
            lines=each.lines,
            rules=theirs.rules,
            state=each.header.state,
        )
        head = head_after(head, made.lines)
        log = evolve(log, bundles=(*log.bundles, made))
    return container.pack(log.encode())
