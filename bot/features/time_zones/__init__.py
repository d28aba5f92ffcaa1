"""An admin chooses the time zone in which a group is told days and times."""
