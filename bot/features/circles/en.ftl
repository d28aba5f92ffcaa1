command-link = join this group and another, on any platform, into one circle
parameter-circle = circle
circle-title = One circle of groups
circle-none = A circle plays at one table in several groups, also of different platforms, with one wallet for each person. An admin of each group has to agree.
circle-of = { $name } are one circle: same tables, same wallets.
circle-code = Let an admin of the other group type /link with this code there, within { $minutes } minutes:
circle-line = { $name }: { NUMBER($people) } { $people ->
    [one] person
   *[other] people
} with { NUMBER($chips) } chips
circle-rules = The house rules of { $name } hold for all.
circle-rules-of = Different in { $game }: { $rules }
circle-rules-tables = Different at tables: { $rules }
circle-anew = Wallets come along, bans too. Rankings begin anew; the present ones come back with the circle's end.
circle-ends = Any admin can end the circle. Then each person's chips go to their own group; if they are in several, in equal shares, with odd chips for the one that joined first.
button-link-group = Get a code
button-link-agree = Agree
button-link-not-now = Not now
button-link-end = End the circle
button-link-end-now = End it now
answer-circle-asked = Agreed. Now an admin of { $name } has to press Agree there.
answer-circle-joined = You are one circle now.
answer-circle-not = Nothing was joined.
answer-circle-ended = The circle has ended.
notice-circle-joined = This group belongs to a circle now: its tables stand in all of its groups at once. See /link.
notice-circle-ended = { $admin } ended the circle. Everybody's chips are back in their own groups.
refused-circle-already = This group is in a circle already. End that one first with /link end.
refused-circle-none = This group is in no circle. Begin one with /link.
refused-circle-same-group = This code is for another group. Type it there.
refused-circle-full = A circle has at most { $most } groups.
refused-circle-alone = A private chat can't join a circle. Use /link in a group.
refused-circle-no-such-code = This code isn't valid any more. Get a new one with /link.
refused-circle-others-first = The other group has to agree first. Its admin types /link with the code there.
reason-circle-joined = joining a circle
reason-circle-left = end of a circle
