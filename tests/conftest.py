"""What holds for every test: how hypothesis looks for counterexamples."""

from __future__ import annotations

import os

from hypothesis import settings

# A machine shared with other work is slow now and then, which is no fault of the code under test.
settings.register_profile("here", deadline=None, print_blob=True)
# Where a run decides whether work is accepted, it tries the same examples each time.
settings.register_profile("ci", parent=settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")
