"""The servers of the tests: Postfix and Dovecot as `pbem demo --mail smtp` starts them, or two written in Python."""

import ssl
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from pbem.dev.loopback import ACCOUNTS, DOMAIN, Servers, certificate, free_port, real, real_missing, wait_for

HERE = Path(__file__).parent
__all__ = [
    "ACCOUNTS", "DOMAIN", "Servers", "certificate", "free_port", "light", "light_missing", "real", "real_missing",
    "trusting", "wait_for",
]  # fmt: skip


def trusting(servers):
    """TLS that trusts the servers' certificate."""
    return ssl.create_default_context(cafile=servers.ca)


def light_missing():
    """Why the servers in Python cannot run here, or ""."""
    missing = [name for name in ("aiosmtpd", "pymap") if find_spec(name) is None]
    return f"not installed: {', '.join(missing)}" if missing else ""


@contextmanager
def light(folder):
    cert, key = certificate(folder)
    smtp, imap = free_port(), free_port()
    accounts = [f"{name}:{word}" for name, word in ACCOUNTS.items()]
    words = folder / "light.log"
    with words.open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, HERE / "light.py", folder / "boxes", str(smtp), str(imap), cert, key, *accounts],
            stdin=subprocess.PIPE, stdout=log, stderr=log,
        )  # fmt: skip
        try:
            for port in (smtp, imap):
                wait_for(port, lambda: words.read_text()[-800:] if server.poll() is not None else None)
            yield Servers(name="aiosmtpd and pymap", smtp=smtp, imap=imap, imap_tls="starttls", ca=cert)
        finally:
            server.stdin.close()
            server.wait(15)
