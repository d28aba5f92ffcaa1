"""Tables: seats, hands, the sealed deal, timers, and the restart.

Pure functions return changes; only ``TableStore`` carries them out.
"""
