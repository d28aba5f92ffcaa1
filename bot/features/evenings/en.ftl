parameter-evening = evening
discord-parameter-evening = the number of its table; without one, the latest
command-evening = how an evening at a table went, and who owes whom
