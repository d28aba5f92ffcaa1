"""The disk of the machine: it outlives the process, and loses what was not synced when the power is cut."""

from __future__ import annotations

from collections.abc import Callable

from tools.simulation.chance import Chance
from tools.simulation.disk import Disk, Watch
from tools.simulation.mount import Mount

PATH = "/kiu/kiu.sqlite3"


class MachineDisk:
    """What one life after the other stores on.

    Args:
        chance: decides what of what was not synced is found after a power cut.
        now: seconds since 1970.
    """

    url = f"sqlite+aiosqlite:///{PATH}"

    def __init__(self, chance: Chance, now: Callable[[], float]) -> None:
        self._chance = chance
        self._disk = Disk(now=now)
        self._mount: Mount | None = None
        self._cuts = 0

    def mount(self) -> Mount:
        """The disk as a new life finds it."""
        self.unmount()
        self._mount = Mount(self._disk)
        return self._mount

    def unmount(self) -> None:
        """The process is gone; whatever is left of it is refused from now on."""
        if self._mount is not None:
            self._mount.kill()
            self._mount = None

    def cut_power(self) -> None:
        """The process is gone, and of what was not synced who knows what."""
        self.unmount()
        self._cuts += 1
        watch, self._disk = self._disk.watch, self._disk.crash_image(self._chance.stream("power cut", self._cuts))
        self._disk.watch = watch

    @property
    def watch(self) -> Watch | None:
        """What says of each operation whether it fails."""
        return self._disk.watch

    @watch.setter
    def watch(self, watch: Watch | None) -> None:
        self._disk.watch = watch

    @property
    def used(self) -> int:
        """How many bytes its files have."""
        return self._disk.used()
