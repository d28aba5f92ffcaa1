"""The disk fails at the operations of a session: nobody is told anything false, and Kiu goes on rightly or ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.ledger import Ledger, OutcomeUnknown, queries
from tests.bot.fast_database import compiled_once
from tests.manual_clock import ManualClock
from tests.simulation.test_disk import ANN, gift
from tools.simulation.disk import Disk, Failure, Kind
from tools.simulation.disk_faults import DiskFaults
from tools.simulation.disk_session import URL, DiskSession, made_disk
from tools.simulation.mount import Mount


async def failed(
    folder: Path, *, lines: int, every: int, how_far: Callable[[str], None] = lambda _: None
) -> DiskFaults:
    faults = DiskFaults(DiskSession(folder / "session", await made_disk()), Random(1), folder, every, how_far)
    await faults.play(lines)
    return faults


async def found_after_a_failed_sync(*, rewritten: bool) -> tuple[int, set[int]]:
    """What somebody has after a commit whose sync has failed, and what they have after a power cut later on."""
    disk = await made_disk()
    first, second = Mount(disk), Mount(disk)
    ledger = await Ledger.open(URL, now=ManualClock().utc, storage=first)
    await ledger.commit(gift(0))
    disk.watch = lambda operation: Failure.ERROR if operation.kind is Kind.SYNC else None
    with pytest.raises(OutcomeUnknown):
        await ledger.commit(gift(1))
    disk.watch = None
    first.kill()
    await ledger.close()
    if not rewritten:
        second.rewrite = lambda path: None  # type: ignore[method-assign]
    async with await Ledger.open(URL, now=ManualClock().utc, storage=second) as again:
        await again.commit(gift(2))
        told, images = await again.read(queries.balance, ANN), [disk.crash_image(Random(seed)) for seed in range(12)]
    return told, {await held(image) for image in images}


async def held(disk: Disk) -> int:
    with compiled_once():
        opened = await Ledger.open(URL, now=ManualClock().utc, storage=Mount(disk))
    async with opened as ledger:
        return await ledger.read(queries.balance, ANN)


async def test_what_a_failed_sync_has_left_in_memory_is_on_the_disk_before_anybody_is_told() -> None:
    assert await found_after_a_failed_sync(rewritten=True) == (30, {30})


async def test_a_start_that_believes_the_log_after_a_failed_sync_is_found_out() -> None:
    told, after = await found_after_a_failed_sync(rewritten=False)
    assert told == 30
    assert min(after) < 30


async def test_nobody_is_told_anything_false_by_a_kiu_whose_disk_fails(tmp_path: Path) -> None:
    faults = await failed(tmp_path, lines=1, every=90)
    assert len(faults.faults) >= 4
    assert faults.wrong == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_the_disk_fails_at_every_operation(tmp_path: Path, how_far: Callable[[str], None]) -> None:
    """Twenty-five minutes on a processor of its own, as Kiu is started three times after each failure."""
    faults = await failed(tmp_path, lines=12, every=1, how_far=how_far)
    ended = Counter((each.failure.name, each.ended) for each in faults.faults)
    how_far(f"{len(faults.faults)} faults, {faults.counts}, ended: {dict(ended)}")
    assert faults.wrong == []
    assert len(faults.faults) >= 2000
