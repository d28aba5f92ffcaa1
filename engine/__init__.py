"""Rules of the games as pure functions over immutable values: no clock, no input or output, no tasks."""
