export-title = Export
export-what-hands = Hands: each hand you played, with your chips before it and your net.
export-what-movements = Movements: your statement, line by line, with the balance after each.
export-what-evening = Evening: every hand of the table here, with everybody's net.
export-how = CSV files: any spreadsheet opens them.
export-made-hands = { $count ->
    [one] The one hand that you played.
   *[other] The { NUMBER($count) } hands that you played, newest first.
}
export-made-movements = { $count ->
    [one] The one line of your statement.
   *[other] The { NUMBER($count) } lines of your statement, newest first.
}
export-made-evening = { $count ->
    [one] The one hand of this table.
   *[other] The { NUMBER($count) } hands of this table, newest first.
}
export-cut = Only the newest { NUMBER($most) } are in the file.
button-export-hands = Hands
button-export-movements = Movements
button-export-evening = Evening
refused-nothing-to-export = There is nothing to export yet. Play a hand first.
refused-nothing-of-that-name-to-export = I can export { $words }, not { $word }.
parameter-what = what
discord-parameter-what = hands, movements or evening
command-export = get your hands, movements or this evening as a CSV file
