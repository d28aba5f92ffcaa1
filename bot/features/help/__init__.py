"""People read what there is to do, how the games are played, and which settings are in force."""
