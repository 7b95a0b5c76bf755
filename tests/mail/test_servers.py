"""Real servers between the two players: SMTP AUTH out, IMAP in, on loopback."""

import imaplib
import time
from email.message import EmailMessage
from smtplib import SMTP

import pytest
from home.table import Player, decide, use_tiny

from mail.servers import loopback
from tests.sampling import one_by_turns

pytestmark = pytest.mark.wider

KINDS = {"real": (loopback.real, loopback.real_missing), "light": (loopback.light, loopback.light_missing)}
_PATIENCE = 20.0


@pytest.fixture(scope="module", params=one_by_turns([*KINDS]))
def servers(request, tmp_path_factory):
    """Postfix with Dovecot, or aiosmtpd with pymap, by turns; skipped by name where they are not installed."""
    start, missing = KINDS[request.param]
    if missing():
        pytest.skip(missing())
    with start(tmp_path_factory.mktemp(request.param)) as running:
        yield running


@pytest.fixture
def two(servers, tmp_path, monkeypatch):
    """Ann and Ben with homes and accounts, at no game yet, their mailboxes empty."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    players = []
    for name in ("Ann", "Ben"):
        player = Player(name, tmp_path)
        assert player("identity", "new", name, "--no-password").code == 0
        user = name.lower()
        (tmp_path / f"{user}.word").write_text(loopback.ACCOUNTS[user])
        player(
            *("setup", "mail", "--address", f"{user}@{loopback.DOMAIN}", "--way", "smtp"),
            *("--smtp", f"localhost:{servers.smtp}", "--imap", f"localhost:{servers.imap}"),
            *("--imap-tls", servers.imap_tls, "--user", user, "--ca", servers.ca, "--sent", "Sent"),
            *("--password-command", f"cat {tmp_path / f'{user}.word'}"),
        ).says(0)
        empty(servers, user)
        players.append(player)
    return players


def box(servers, user):
    """A plain client of the standard library, to see what ours did."""
    if servers.imap_tls == "tls":
        client = imaplib.IMAP4_SSL("localhost", servers.imap, ssl_context=loopback.trusting(servers))
    else:
        client = imaplib.IMAP4("localhost", servers.imap)
        client.starttls(loopback.trusting(servers))
    client.login(user, loopback.ACCOUNTS[user])
    return client


def empty(servers, user):
    client = box(servers, user)
    for folder in ("INBOX", "Sent"):
        kind, count = client.select(folder)
        if kind == "OK" and count[0] != b"0":
            client.store("1:*", "+FLAGS", r"(\Deleted)")
            client.expunge()
    client.logout()


def flags(servers, user, folder="INBOX"):
    """Subject and whether it is seen, of every mail."""
    client = box(servers, user)
    client.select(folder, readonly=True)
    found = []
    for number in client.search(None, "ALL")[1][0].split():
        answer = client.fetch(number, "(FLAGS BODY.PEEK[HEADER.FIELDS (SUBJECT)])")[1]
        seen = any(b"\\Seen" in (part[0] if isinstance(part, tuple) else part) for part in answer)
        subject = next(part[1] for part in answer if isinstance(part, tuple))
        found.append((subject.decode().strip().removeprefix("Subject: ").splitlines()[0], seen))
    client.logout()
    return found


def post(servers, user, recipient, subject, text="Nothing to do with a game."):
    """A mail from any other program."""
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = subject, f"{user}@{loopback.DOMAIN}", recipient
    mail.set_content(text)
    with SMTP("localhost", servers.smtp) as client:
        client.starttls(context=loopback.trusting(servers))
        client.login(user, loopback.ACCOUNTS[user])
        client.send_message(mail)


def fetched(player, *words, until="verified"):
    """What a fetch says, once the mail has come through."""
    end = time.monotonic() + _PATIENCE
    while True:
        said = player("import", *words)
        if until in said.sentences or time.monotonic() > end:
            return said
        time.sleep(0.1)


def begin(ann, ben):
    """Invitation and acceptance through the servers."""
    ben_address, ann_address = f"ben@{loopback.DOMAIN}", f"ann@{loopback.DOMAIN}"
    said = ann("invite", "tiny", "--to", ben_address)
    assert f"Sent to {ben_address}" in said.err, said
    hint = fetched(ben, until="pbem accept").err
    file = next(line.split("pbem accept ")[1] for line in hint.splitlines() if "pbem accept " in line)
    assert ben("accept", file, "--to", ann_address).code == 0
    hint = fetched(ann, until="pbem accept").err
    file = next(line.split("pbem accept ")[1] for line in hint.splitlines() if "pbem accept " in line)
    assert ann("accept", file).code == 0


def test_two_players_play_through_the_servers_and_have_the_same_log(servers, two):
    ann, ben = two
    begin(ann, ben)
    for _ in range(6):
        mover, waiter = next(
            (a, b) for a, b in ((ann, ben), (ben, ann)) if '"mine": true' in a("status", "--json").out
        )
        while decide(mover):
            pass
        said = mover("send")
        assert f"through localhost:{servers.smtp}" in said.err, said
        assert "verified" in fetched(waiter).err
    assert ann.folder.log() == ben.folder.log()
    assert {True} == {seen for subject, seen in flags(servers, "ben") if "invites" not in subject}
    assert 3 <= len(flags(servers, "ann", "Sent"))


def test_only_stored_turns_are_marked_and_everything_else_stays_unseen(servers, two):
    ann, ben = two
    begin(ann, ben)
    post(servers, "ann", f"ben@{loopback.DOMAIN}", "Holiday")
    while decide(ann):
        pass
    ann("send")
    assert "verified" in fetched(ben).err
    marked = dict(flags(servers, "ben"))
    assert marked.pop("Holiday") is False
    turns = {seen for subject, seen in marked.items() if "T01" in subject}
    assert {True} == turns


def test_a_reply_threads_under_the_mail_it_answers_even_when_that_got_another_id(servers, two):
    ann, ben = two
    begin(ann, ben)
    while decide(ann):
        pass
    turn = ann.sent()
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "my turn", f"ann@{loopback.DOMAIN}", f"ben@{loopback.DOMAIN}"
    mail["Message-ID"] = "<made.by.another@program.example>"
    mail.set_content("See attachment.")
    mail.add_attachment(turn.read_bytes(), maintype="application", subtype="octet-stream", filename="x.bin")
    with SMTP("localhost", servers.smtp) as client:
        client.starttls(context=loopback.trusting(servers))
        client.login("ann", loopback.ACCOUNTS["ann"])
        client.send_message(mail)
    assert "verified" in fetched(ben).err
    while decide(ben):
        pass
    shown = ben("send", "--dry-run").out
    assert "In-Reply-To: <made.by.another@program.example>" in shown
    assert "References: <" in shown


def test_wrong_passwords_and_unknown_recipients_are_named_with_exit_code_7(servers, two, monkeypatch):
    ann, ben = two
    begin(ann, ben)
    while decide(ann):
        pass
    said = ann("send", "--to", "nobody@elsewhere.example", "--from", f"ann@{loopback.DOMAIN}")
    assert (7, True) == (said.code, "signed and stored" in said.err or "bounce" in said.err), said
    monkeypatch.setenv("PBEM_MAIL_PASSWORD", "wrong")
    for words, code in (
        (("send", "--to", f"ben@{loopback.DOMAIN}"), "does not let ann in"),
        (("import",), "does not let ann in"),
        (("watch", "--once"), "does not let ann in"),
    ):
        said = ann(*words).says(7, code)
    assert "wrong" not in said.sentences


def test_mail_check_logs_in_to_both_servers(servers, two):
    ann, _ = two
    said = ann("setup", "mail", "check")
    assert (0, 2) == (said.code, said.out.count("good"))


def test_a_server_with_another_certificate_is_not_trusted(servers, two, tmp_path):
    ann, _ = two
    other = tmp_path / "other"
    other.mkdir()
    cert, _ = loopback.certificate(other)
    file = ann.path / "mail.toml"
    file.write_text(file.read_text().replace(str(servers.ca), str(cert)))
    said = ann("setup", "mail", "check")
    assert (7, 2) == (said.code, said.out.count("not who it should be")), said


def test_a_fetch_reads_only_what_is_new_and_all_reads_it_again(servers, two):
    ann, ben = two
    begin(ann, ben)
    assert "There was no turn in it." in ben("import").err
    assert "pbem accept" in ben("import", "--all").err or "known" in ben("import", "--all").err
