command-limit = limit your chips lost, hands or hours a day
command-break = take a break that nobody can end sooner
parameter-limit = limit
parameter-most = most
parameter-period = period
discord-parameter-limit = What to limit, or off
discord-parameter-most = How much a day, or off
button-take-break = Take a break …
limit-chips = Chips lost
limit-hands = Hands
limit-hours = Hours
limit-off = No limit
limit-chips-most = { NUMBER($amount) } chips
limit-chips-used = { NUMBER($amount) } lost
limit-hands-used = { NUMBER($amount) } played
limit-hours-used = { $hours } h { $minutes } min
limit-line = { $what } a day: { $most } · today { $used }
limit-line-later = { $line } · from { $since } on: { $most }
limit-now = { $what } a day, now: { $most }
limits-how =
    They count hands for chips, in all groups here. Nobody else can see or change them.
    A lower limit holds at once; a higher one, or none, from tomorrow on.
    At a limit you finish the hand, then sit out until tomorrow.
limit-set = Done: { $most } a day.
limit-changes-later = From { $since } on: { $most }.
limits-off-later = Your limits end with this day.
limits-off-already = You have no limits.
break-title = Take a break
break-what =
    You finish the hand, then play nowhere here, not even for practice, until the break is over.
    Nobody can end it sooner.
break-sure = Your break would last until { $until }. Do you mean it?
break-runs = You are taking a break until { $until }.
refused-no-such-limit = I don't know the limit “{ $word }”. Choose chips, hands, hours, or off.
button-break-begin = Yes, begin the break
refused-no-such-period = A break lasts a day, a week or a month.
refused-limit-out-of-range = A limit is a whole number from 1 to { NUMBER($most) }, or off.
