"""An archive judged on all cores: Dask's own cluster on this machine, or one whose scheduler is named.

Bytes travel with the work, so that a worker needs this program and nothing else; few batches are out at a time, so that
memory stays flat however large the archive is. A batch whose worker dies is tried again file by file, and a file that takes
its worker with it is named.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, cast

import dask
from distributed import Client, LocalCluster, as_completed

from pbem.archive import judging
from pbem.archive.places import Item, items
from pbem.archive.record import Place, Record
from pbem.archive.tables import Tables
from pbem.bytes.errors import UsageError
from pbem.bytes.records import define, field, frozen
from pbem.port.messages import Message

FILES, BYTES = 8, 128 * 1024
"""A batch is full with so many files, or so many bytes."""
AHEAD = 3
"""Batches out for each worker."""
_TRIES = 2
_NO_PAGES: Mapping[str, list[str]] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}
"""The engine opens a port for pages without asking for a key, here and in each worker: nothing is answered there."""


class _Future(Protocol):
    status: str

    def result(self) -> list[Record]: ...
    def release(self) -> None: ...


@frozen(kw_only=True)
class Count:
    """How far a run is: files found, judged in this run, judged before, and those that hold, by their verdicts."""

    found: int = 0
    judged: int = 0
    known: int = 0
    problems: int = 0


@contextmanager
def cluster(scheduler: str = "", workers: int = 0) -> Iterator[Client]:
    """A client of the scheduler at that address, or of a cluster of this machine with a worker a core.

    Raises UsageError ``no-scheduler``.
    """
    if scheduler:
        try:
            client = Client(scheduler, timeout="10s")
        except (OSError, ValueError) as error:
            raise UsageError.of(
                "no-scheduler",
                "No Dask scheduler answers at {scheduler}: {error}.",
                scheduler=scheduler,
                error=error,
            ) from error
        with client:
            yield client
        return
    size = {"n_workers": workers} if workers else {}
    with (
        dask.config.set(_NO_PAGES),
        LocalCluster(
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            security=True,
            silence_logs=logging.CRITICAL,
            **size,
        ) as local,
        Client(local) as client,
    ):
        yield client


@define
class Run:
    """One archive on its way through a cluster into tables."""

    client: Client
    tables: Tables
    judge: str
    seconds: float
    told: Callable[[Count], None]
    known: set[str] = field(init=False)
    run: int = field(init=False)
    _out: dict[_Future, list[Item]] = field(factory=dict, init=False)
    _found: int = field(default=0, init=False)
    _judged: int = field(default=0, init=False)
    _before: int = field(default=0, init=False)
    _problems: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.known, self.run = self.tables.known(self.judge), self.tables.next_run()

    def all(self, archive: str) -> Count:
        """Every file of an archive, judged unless it was before."""
        done = as_completed()
        try:
            for batch in batches(self._new(archive, items(archive))):
                self._send(done, batch)
                while len(self._out) >= AHEAD * self._width():
                    self._take(done, next(done))
            while self._out:
                self._take(done, next(done))
        finally:
            self.tables.flush()
        return self.count

    @property
    def count(self) -> Count:
        """How far it is."""
        return Count(found=self._found, judged=self._judged, known=self._before, problems=self._problems)

    def _new(self, archive: str, found: Iterable[Item]) -> Iterator[Item]:
        """Those whose content nobody has judged; where each was found is noted."""
        for item in found:
            self._found += 1
            content = judging.content_id(item.data) if not item.problem else ""
            self._problems += bool(item.problem)
            self.tables.add(
                Place(
                    archive=archive,
                    name=item.name,
                    content=content,
                    size=len(item.data),
                    problem=item.problem,
                    run=self.run,
                )
            )
            if item.problem:
                continue
            if content in self.known:
                self._before += 1
                continue
            self.known.add(content)
            yield item

    def _width(self) -> int:
        return max(1, len(self.client.nthreads()))

    def _send(self, done: as_completed, batch: list[Item]) -> None:
        data = [each.data for each in batch]
        future = self.client.submit(judging.batch, data, self.judge, self.seconds, pure=False, retries=_TRIES)
        self._out[cast("_Future", future)] = batch
        done.add(future)

    def _take(self, done: as_completed, future: _Future) -> None:
        batch = self._out.pop(future)
        if future.status == "finished":
            self._keep(future.result())
        elif len(batch) > 1:  # a worker died on one of them: which, the next tries tell
            for each in batch:
                self._send(done, [each])
        else:
            first = Record(content=judging.content_id(batch[0].data), judge=self.judge)
            self._keep(
                [judging.unread(first, "killed", Message("took its worker down with it, several times"))]
            )
        future.release()

    def _keep(self, records: list[Record]) -> None:
        self._judged += len(records)
        self.tables.add(*records)
        self.told(self.count)


def batches(found: Iterable[Item]) -> Iterator[list[Item]]:
    """Files in batches that are worth a worker's while and travel well."""
    batch: list[Item] = []
    size = 0
    for item in found:
        batch.append(item)
        size += len(item.data)
        if len(batch) >= FILES or size >= BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
