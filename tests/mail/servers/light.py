"""A mail server for people without root, as a process of its own: aiosmtpd takes mails, pymap shows the mailboxes.

    python light.py FOLDER SMTP_PORT IMAP_PORT CERT KEY NAME:PASSWORD...

Prints ``ready`` when both listen, and ends when its standard input does.
"""

import asyncio
import os
import secrets
import ssl
import subprocess
import sys
import time
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from pymap.backend.maildir.users import PasswordsFile, UsersFile
from pysasl.hashing import BuiltinHash


class Delivery:
    """Takes mails for the known names and puts them into their Maildirs as they came."""

    def __init__(self, folder, names):
        self.folder, self.names = folder, names

    async def handle_RCPT(self, server, session, envelope, address, options):
        if not session.authenticated:
            return "530 5.7.0 Authentication required"
        if address.partition("@")[0] not in self.names:
            return "550 5.1.1 No such user here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        for address in envelope.rcpt_tos:
            box = self.folder / address.partition("@")[0]
            name = f"{time.time_ns()}.{secrets.token_hex(4)}.localhost"
            trace = b"Return-Path: <%s>\r\nReceived: from localhost by localhost with ESMTPSA\r\n"
            (box / "tmp" / name).write_bytes(trace % envelope.mail_from.encode() + envelope.content)
            os.rename(box / "tmp" / name, box / "new" / name)
        return "250 OK"


async def users(folder, known):
    quick = BuiltinHash(rounds=1000)
    for name in known:
        for part in ("tmp", "new", "cur"):
            (folder / name / part).mkdir(parents=True, exist_ok=True)
    async with UsersFile.with_write(str(folder)) as file, PasswordsFile.with_write(str(folder)) as words:
        for name, password in known.items():
            file.set(UsersFile.build_record(name, name))
            words.set(PasswordsFile.build_record(name, quick.hash(password)))


def main(folder, smtp_port, imap_port, cert, key, *accounts):
    folder = Path(folder)
    known = dict(account.split(":", 1) for account in accounts)
    asyncio.run(users(folder, known))
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(cert, key)

    def let_in(server, session, envelope, mechanism, data):
        good = known.get(data.login.decode()) == data.password.decode()
        return AuthResult(success=good, handled=False)

    smtp = Controller(
        Delivery(folder, known), hostname="127.0.0.1", port=int(smtp_port), tls_context=tls, require_starttls=True,
        authenticator=let_in, auth_required=True, data_size_limit=8 * 1024 * 1024,
    )  # fmt: skip
    smtp.start()
    imap = subprocess.Popen(
        [
            *(Path(sys.executable).with_name("pymap"), "--host", "127.0.0.1", "--port", imap_port),
            *("--cert", cert, "--key", key, "maildir", str(folder)),
        ],
        stdin=subprocess.DEVNULL,
    )
    print("ready", flush=True)
    try:
        sys.stdin.read()
    finally:
        imap.terminate()
        imap.wait(10)
        smtp.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
