"""QiuQiu: its tiles, rules, ranking, showdown, rounds and computer player. It imports no other game."""
