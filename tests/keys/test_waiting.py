"""A renewal that cannot be made at once waits: the next turn of its player that may begins with it."""

from home.table import decide, play

from pbem.log import parse_log, renewals_in

from .test_commands import Two, mover


def test_a_renewal_asked_for_out_of_turn_is_written_by_a_later_send(table: Two) -> None:
    """The player asks once, goes on playing as ever, and is told when it is done, with the code."""
    ann, ben = table
    play(ann, ben, 2)
    _, waiting = mover(ann, ben)
    waiting("seat", "renew").says(5, "Your new keys are asked for")
    assert "Your new keys wait" in waiting("status").out
    for _ in range(8):
        who, other = mover(ann, ben)
        while decide(who):
            pass
        place = who.place / f"turn-{len(list(who.place.glob('turn-*')))}.pbem"
        who("send", "--out", place).says(0)
        assert 0 == other("import", place).code
        if renewals_in(parse_log(who.folder.log()).bundles):
            break
    else:
        raise AssertionError("the new keys were never written")
    assert who.name == waiting.name
    made = renewals_in(parse_log(other.folder.log()).bundles)
    assert 1 == len(made)
    assert "Your new keys wait" not in waiting("status").out
    assert "its code to be read out: " in waiting("seat").out
    play(ann, ben, 2)
    assert ann.folder.log() == ben.folder.log()


def test_a_renewal_that_waits_can_be_dropped(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    _, waiting = mover(ann, ben)
    assert 5 == waiting("seat", "renew").code
    assert 0 == waiting("seat", "renew", "--cancel").code
    assert "Your new keys wait" not in waiting("status").out
    play(ann, ben, 6)
    assert () == renewals_in(parse_log(ann.folder.log()).bundles)
