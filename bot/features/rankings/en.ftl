command-top = who leads, by chips or by what was won
command-season = the running season
command-season-open = begin a season
ranking-title = Ranking { $by }
ranking-by-balance = by chips
ranking-by-week = this week
ranking-by-month = this month
ranking-by-season = this season
ranking-line = { $place }. { $name } · { $chips }{ $own ->
    [yes] { " " }(you)
   *[no] { "" }
}
ranking-heads = Place | Player | Chips
ranking-empty = Nobody is ahead or behind yet.
ranking-without-you = Play a hand with other people to have a place here.
ranking-no-season = No season is running. An admin begins one with /season open NAME.
ranking-how = Chips won from or lost to computer players don't count.
button-ranking-balance = Balance
button-ranking-week = Week
button-ranking-month = Month
button-ranking-season = Season
season-title = Season
season-named = Season { $name }
season-since = Since { $day }.
season-close-asked = Close this season? Its table is kept. A running hand does not count.
season-reset-asked = Close this season and set every wallet to { NUMBER($grant) } chips?
season-reset-moves = Wallets that change: { NUMBER($wallets) }; back: { NUMBER($taken) } chips; given: { NUMBER($given) }.
season-reset-how = Each change is a line in its player's /ledger.
season-over-title = Season { $name } is over
season-podium = { $place ->
    [1] First
    [2] Second
   *[3] Third
}: { $name } { $chips }
season-place = { $place }. { $name } { $chips }
season-closed-by = Closed by { $name }.
season-was-reset = Every wallet was set to { NUMBER($grant) } chips: see /ledger.
season-line = { $name }: { $opened } to { $closed }{ $reset ->
    [yes] , wallets reset
   *[no] { "" }
}
season-line-running = { $name }: since { $opened }, running
seasons-title = Seasons
seasons-none = There has been no season yet.
seasons-pick = See the table of a season …
notice-season-opened = { $admin } opened season { $name }: /top season.
refused-no-such-ranking = There is no ranking by “{ $ranking }”. Try balance, week, month or season.
refused-no-such-season = There is no season { $number }. See /seasons.
refused-season-runs-already = Season { $name } is running. Close it first with /season close.
refused-bad-season-name = A season's name has 1 to { $most } characters.
refused-season-name-taken = There was a season { $name }. Take another name.
refused-no-season-runs = { ranking-no-season }
refused-season-closed-already = That season is closed already. See /season.
refused-season-tables-open = Chips lie on open tables. Close them first; practice tables may stay open.
parameter-by = by
parameter-season = season
parameter-season-name = name
discord-parameter-by = By chips, or by what was won this week, month or season
button-seasons = All seasons
button-season-open = Begin a season
button-season-close = Close the season …
button-season-close-now = Close it
button-season-close-reset = Reset wallets too
button-season-reset-now = Close and reset
button-season-newer = Newer
button-audit = What the mint gave
reason-season = back to the starting chips after season { $note }
