"""The games: pure functions over immutable values.

Only rules belong here, and what games share. There is no clock, no input or output and no task; chance enters with the
pack, and what people read is written in ``bot``.
"""
