"""The seed of the chance in the platforms' doubles: the same in every run, unless another is asked for.

A test of a whole hand must hold whatever is dealt, yet nobody should meet a deal that it forgot for the first time
when something else is to be released. ``KIU_SEED=7 make test`` plays the same tests with other cards.
"""

from __future__ import annotations

import os

SEED = int(os.environ.get("KIU_SEED", "1"))
