command-stats = what you have done in all your hands, or what somebody else has
stats-replay-hand = Hand { $hand }
stats-title = Stats of { $name }
stats-title-game = { $game } · stats of { $name }
stats-nothing = { $name } hasn't finished a hand here yet.
stats-nothing-own = You haven't finished a hand here yet. Open a table and play: every hand counts.
stats-footer = What everybody at the table could see
stats-footer-own = Only you see this page
stats-hands = { hands-counted }, { NUMBER($won) } won ({ $share }), net { $net }
stats-showdown = Cards shown at the end: { $times ->
    [one] once
    [2] twice
   *[other] { NUMBER($times) } times
}, { NUMBER($won) } of them won
stats-pot = Biggest pot won: { NUMBER($chips) } (hand { $hand })
stats-win = Biggest win: { NUMBER($chips) } (hand { $hand })
stats-best = Best hand: { $made } (hand { $hand })
stats-streak = Won in a row: { NUMBER($now) } now, { NUMBER($most) } at most (up to hand { $hand })
stats-moves = Moves: { $moves }
stats-by-clock = Of these by the clock: { $moves }
stats-move = { $move } { NUMBER($times) }
stats-amount = { NUMBER($amount) }
stats-types-title = { $game } · hand types of { $name }
stats-types-own = { $count ->
    [0] None of your hands has been counted yet: a hand that was folded before its last card has no type.
    [one] 1 of your hands, those that nobody else saw included.
   *[other] { NUMBER($count) } of your hands, those that nobody else saw included.
}
stats-types-shown = { $count ->
    [0] No hand has been shown yet.
    [one] 1 hand that was shown to everybody.
   *[other] { NUMBER($count) } hands that were shown to everybody.
}
stats-types-odds = The white marks are the exact odds of being dealt each type by the house rules in force.
stats-types-folded = Weak hands are folded more often before their last card, so strong ones may well come up more often than that.
stats-types-without-odds = There are no exact odds beside them: which pairs you end with depends on what you keep and claim.
stats-type-note = { NUMBER($times) } · { $share }
stats-type-said = { $type }: { $note }.
stats-type-said-odds = { $type }: { $note }, odds { $odds }.
stats-chart-own = Hands
stats-chart-odds = Exact odds
stats-balance-title = Your chips over time
stats-balance = From { NUMBER($first) } ({ $begun }) to { NUMBER($last) } ({ $ended }); lowest { NUMBER($least) } ({ $lowest }), highest { NUMBER($most) } ({ $highest }). All your chips are counted, in the wallet and on tables.
stats-day = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
records-title = Records
records-none = There are no records yet: they begin with the first hand that is over.
records-select = Look at a hand again …
records-footer = Hands of people; computer players hold no records
records-pot = Biggest pot: { NUMBER($chips) }, { $name } (hand { $hand })
records-win = Biggest win: { NUMBER($chips) }, { $name } (hand { $hand })
records-rarest = Rarest hand: { $made }, one deal in { NUMBER($deals) } is as good, { $name } (hand { $hand })
records-best = Best hand: { $made }, { $name } (hand { $hand })
records-streak = Most hands won in a row: { NUMBER($times) }, { $name } (up to hand { $hand })
button-stats = Stats
button-records = Records
button-stats-types = Hand types
button-stats-balance = Chips over time
