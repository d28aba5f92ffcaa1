"""Going through a long table of cases in one test, which says of a failure in which case it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def for_every(cases: Iterable[Case]) -> Callable[[Callable[[Case], None]], Callable[[], None]]:
    """Make one test of what a test does with one case: hundreds of small ones take longer to announce than to try.

    Args:
        cases: the table, which must not be empty.
    """
    table = list(cases)
    assert table, "a table without cases tests nothing"

    def through_the_table(test: Callable[[Case], None]) -> Callable[[], None]:
        def every_case() -> None:
            for case in table:
                try:
                    test(case)
                except BaseException as broken:
                    broken.add_note(f"in this case: {case}")
                    raise

        every_case.__name__, every_case.__doc__ = test.__name__, test.__doc__
        return every_case

    return through_the_table
