"""A whole archive on a cluster of this machine: judged once, gone on with, and no worse for workers that die."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from distributed import Client
from home.table import pbem

from pbem.archive import judging, work
from pbem.archive.tables import Tables
from pbem.bytes.errors import UsageError

from .conftest import PEGASUS

pytestmark = [pytest.mark.wider, pytest.mark.filterwarnings("default")]

JUDGE = "0" * 64


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with work.cluster(workers=2) as made:
        yield made


def run(client: Client, archive: Path, tables: Path, told: object = None) -> work.Count:
    said = told if callable(told) else lambda _: None
    return work.Run(client, Tables(tables), JUDGE, 60.0, said).all(str(archive))


def test_an_archive_is_judged_file_by_file_as_verify_does_and_never_twice(client, archive, small, tmp_path):
    tables = tmp_path / "tables"
    first = run(client, archive, tables)
    assert first.found == len(small) + 5
    assert (
        first.judged == len(set(small.values())) + 3
    )  # three mails are new bytes; the zip and the tar are not opened
    found = list(Tables(tables).run(1, JUDGE))
    wanted = {f"deep/er/{name}": judging.judged(data, JUDGE) for name, data in small.items()}
    assert {name: (each.verdict, each.said, each.exit_code) for name, each in wanted.items()} == {
        name: (verdict, said, code) for name, verdict, said, code in found if name in wanted
    }
    again = run(client, archive, tables)
    assert (first.found, 0, first.judged) == (again.found, 0, again.known)
    assert [each[0] for each in found] == [each[0] for each in Tables(tables).run(2, JUDGE)]
    assert first.found == len(found)


def test_a_run_that_was_stopped_goes_on_where_it_was(client: Client, archive: Path, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop(count: work.Count) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        run(client, archive, tmp_path / "tables", stop)
    kept = Tables(tmp_path / "tables").known(JUDGE)
    assert kept
    rest = run(client, archive, tmp_path / "tables")
    assert rest.known >= len(kept)
    assert rest.judged + rest.known + rest.problems == rest.found


def test_a_worker_that_is_killed_loses_nothing(archive: Path, tmp_path: Path) -> None:
    for n in range(6):
        (archive / f"copy-{n}.pbem").write_bytes(PEGASUS.read_bytes() + b"\n" * n)
    killed = []

    with work.cluster(workers=2) as client:

        def kill(_: work.Count) -> None:
            if not killed:
                killed.extend(client.run(os.getpid).values())
                os.kill(killed[0], signal.SIGKILL)

        count = run(client, archive, tmp_path / "tables", kill)
    assert killed
    assert count.judged + count.known + count.problems == count.found
    assert not [each for each in Tables(tmp_path / "tables").records(JUDGE) if each.code == "killed"]


def test_a_scheduler_that_does_not_answer_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="No Dask scheduler answers"), work.cluster("tcp://127.0.0.1:9"):
        pass


def test_the_command_judges_an_archive_and_so_do_workers_that_were_started_as_the_manual_tells(
    archive: Path, tmp_path: Path
) -> None:
    """What does not hold is named. By hand: a scheduler and two workers, each a process of its own, as on two machines."""
    where = "tcp://127.0.0.1:18786"
    dask, own = [sys.executable, "-m", "dask"], {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    work_place = ["--local-directory", str(tmp_path)]
    started = [
        subprocess.Popen([*dask, *words], **own)
        for words in (
            ["scheduler", "--host", "127.0.0.1", "--port", "18786", "--no-dashboard"],
            *(["worker", where, "--nthreads", "1", "--no-dashboard", *work_place] for _ in range(2)),
        )
    ]
    try:
        alone, many = tmp_path / "alone", tmp_path / "many"
        wait_for(where, 2)
        words = ["club", "archive", archive]
        by_hand = pbem(*words, "--json", "--into", many, "--scheduler", where)
        here = pbem(*words, "--json", "--into", alone, "--workers", 2)
        told = json.loads(here.out)
        assert told == json.loads(by_hand.out)
        assert 1 == by_hand.code == here.code, "files that could not be read, before those that are rejected"
        assert told["verdicts"]["rejected"] >= 2
        assert told["verdicts"]["unchecked"] > 10
        again = pbem(*words, "--into", alone, "--scheduler", where)
        assert "judged now: 0" in again.err, again
        assert "deep/er/51-parts.eml: rejected" in again.out, again
        assert "old.zip: is a packed archive" in again.out, again
    finally:
        for each in started:
            each.terminate()
            each.wait(20)


def test_the_engines_own_pages_answer_nobody(client: Client) -> None:
    """The scheduler's and each worker's; whoever has no key of the run gets nothing at any door."""
    told = client.scheduler_info()
    ports = [told["services"].get("dashboard")]
    ports += [each["services"].get("dashboard") for each in told["workers"].values()]
    assert 3 == len(ports)
    for port in ports:
        for page in ("/", "/status", "/health", "/info/main/workers.html", "/metrics"):
            with pytest.raises(HTTPError, match="404"):
                urlopen(f"http://127.0.0.1:{port}{page}")
        with urlopen(f"http://127.0.0.1:{port}/sitemap.json") as listed:
            assert {"paths": ["/sitemap.json"]} == json.load(listed)


def wait_for(where: str, workers: int) -> None:
    """Until so many workers are there."""
    with Client(where, timeout="60s") as client:
        client.wait_for_workers(workers, timeout=60)
