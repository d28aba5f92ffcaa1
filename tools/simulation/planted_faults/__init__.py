"""Faults that are planted in Kiu to prove that its checks would notice them: one file for each kind of promise.

Each replaces something of Kiu by name, says which promise it breaks, which check finds it and within how many seeds;
a test plants every one of them. Nothing here is ever used outside the simulation and its tests.
"""

from __future__ import annotations

from tools.simulation.planted_faults import chips, deadlines, messages, rights, sealed_packs, secrets_told, storing
from tools.simulation.planted_faults.planted_fault import PlantedFault, Where

PLANTED_FAULTS: tuple[PlantedFault, ...] = tuple(
    fault
    for file in (chips, storing, sealed_packs, rights, secrets_told, messages, deadlines)
    for fault in file.planted.faults
)
"""Every planted fault, in the order of the files and of what is in them."""


def planted_fault(name: str) -> PlantedFault:
    """A planted fault by its name.

    Raises:
        KeyError: there is none of that name.
    """
    return {fault.name: fault for fault in PLANTED_FAULTS}[name]


__all__ = ["PLANTED_FAULTS", "PlantedFault", "Where", "planted_fault"]
