command-notify-me = be told when a table waits for players
answer-notify-off-everywhere = You won't be told of tables any more, in any group.
