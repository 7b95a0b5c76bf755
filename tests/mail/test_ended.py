"""The demonstration's mail servers end with it, however it ends."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.bytes.errors import MailError
from pbem.dev import loopback

pytestmark = [
    pytest.mark.wider,
    pytest.mark.skipif(loopback.real_missing() != "", reason=loopback.real_missing() or "installed"),
]
ROOT = Path(__file__).resolve().parents[2]
DEMO = [sys.executable, "-m", "pbem", "demo", "--mail", "smtp", "--out"]


def listens(port: int) -> bool:
    """Whether somebody takes connections on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_demonstration_that_is_told_to_end_takes_its_servers_with_it(tmp_path, how):
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'rules'}", "PBEM_HOME": str(tmp_path)}
    command = [*DEMO, str(tmp_path / "out")]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as played:
        try:
            assert played.stderr is not None
            words = [word.strip(",.") for word in played.stderr.readline().split()]
            ports = [int(word) for word in words if word.isdigit()]
            assert [True, True] == [listens(port) for port in ports]
            played.send_signal(how)
            code = played.wait(60)
        finally:
            played.kill()
    assert [False, False] == [listens(port) for port in ports]
    assert not (Path("/run") / f"pbem-mail-{played.pid}").exists()
    assert code != 0


def test_a_server_that_does_not_start_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def nobody(port: int, dead: object) -> None:
        asked.append(port)
        if len(asked) == 1:
            WAIT(port, lambda: None)
            return
        raise MailError("server", "nobody listens")

    monkeypatch.setattr(loopback, "wait_for", nobody)
    with pytest.raises(MailError, match="nobody listens"), loopback.real():
        pass
    assert [False, False] == [listens(port) for port in asked]
    assert not (Path("/run") / f"pbem-mail-{os.getpid()}").exists()


WAIT = loopback.wait_for


def test_the_signals_mean_again_what_they_meant_before() -> None:
    before = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)]
    with loopback.real():
        assert before != [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)]
    assert before == [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)]
