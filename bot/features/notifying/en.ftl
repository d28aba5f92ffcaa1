command-notify-me = be told when a table waits for players
