command-limit = limit the chips you lose, the hands you play or your hours, each day
command-break = take a break that nobody can end sooner
parameter-limit = limit
parameter-most = most
parameter-period = period
discord-parameter-limit = What to limit, or off
discord-parameter-most = How much a day, or off
discord-parameter-period = How long the break lasts
button-take-break = Take a break …
limits-title = My limits
limit-chips = Chips lost
limit-hands = Hands
limit-hours = Hours
limit-off = No limit
limit-none = no limit
limit-chips-most = { NUMBER($amount) } chips
limit-hands-most = { $amount ->
    [one] 1 hand
   *[other] { NUMBER($amount) } hands
}
limit-hours-most = { $amount ->
    [one] 1 hour
   *[other] { NUMBER($amount) } hours
}
limit-chips-used = { NUMBER($amount) } lost
limit-hands-used = { NUMBER($amount) } played
limit-hours-used = { $hours } h { $minutes } min
limit-line = { $what } a day: { $most } · today { $used }
limit-line-later = { $line } · from { $since } on: { $most }
limit-now = Now: { $most }.
limit-chips-what = How many chips may you lose in a day? What you win the same day counts against it.
limit-hands-what = How many hands may you play in a day?
limit-hours-what = How many hours may you play in a day? The time from the deal of a hand to its end counts, and short pauses in between.
limits-how =
    They count the hands you play for chips, in all groups here together. Nobody else can see or change them.
    A lower limit holds at once. A higher one, or none, holds from tomorrow on.
    When a limit is reached you finish the running hand, then you sit out until tomorrow.
limit-set = Done: { $most } a day.
limit-changes-later = From { $since } on: { $most }. Until then your limit stays as it is.
limits-off-later = Your limits end with this day. Until then they stay as they are.
limits-off-already = You have no limits.
break-title = Take a break
break-what =
    You finish the hand you are in. After that you play nowhere here, not even for practice, until the break is over.
    Nobody can end it sooner: not you, not an admin.
break-sure = Your break would last until { $until }. Do you mean it?
break-runs = You are taking a break until { $until }.
period-day = A day
period-week = A week
period-month = 30 days
refused-no-such-limit = I don't know the limit “{ $word }”. There are: chips, hands, hours; or off for no limits.
button-limit-own = Another amount …
button-break-begin = Yes, begin the break
refused-no-such-period = A break lasts a day, a week or a month.
refused-limit-out-of-range = A limit is a whole number from 1 to { NUMBER($most) }, or off.
