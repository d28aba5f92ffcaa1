"""Tables: one a place, each with a mailbox and timers; seats, hands, the sealed deal, and resuming after a restart.

Pure functions return changes; only ``TableStore`` carries them out. Nothing here knows how anything is shown.
"""
