"""Plans as JSON, so that one that was shrunk, and follows from no seed any more, can be kept and carried out again."""

from __future__ import annotations

from pydantic import TypeAdapter

from tools.simulation.plan import Plan

_PLANS = TypeAdapter(Plan)


def to_text(plan: Plan) -> str:
    """A plan as text."""
    return _PLANS.dump_json(plan, indent=1).decode() + "\n"


def from_text(text: str) -> Plan:
    """The inverse of :func:`to_text`.

    Raises:
        ValueError: it is no plan.
    """
    return _PLANS.validate_json(text)
