parameter-evening = evening
discord-parameter-evening = the number of its table; without one, the latest
command-evening = how an evening at a table went, and who owes whom
command-settle = who owes whom since the last settling, in play chips
parameter-until = until
parameter-since = since
evening-title = { $hands ->
    [one] One hand was played. Chips at the end:
   *[other] { NUMBER($hands) } hands were played. Chips at the end:
}
evening-line = { $name } · { NUMBER($chips) } · { $net }
evening-short = { $name } { $net }
evening-title-so-far = { $hands ->
    [0] No hand is over yet. Chips now:
    [one] One hand so far. Chips now:
   *[other] { NUMBER($hands) } hands so far. Chips now:
}
evening-hands = { hands-counted }
evening-player = { $name }: { $net }
evening-chips = { NUMBER($brought) } → { NUMBER($has) }
evening-reversed = reversed later: { $net }
evening-hands-won = { $hands ->
    [one] 1 hand, { NUMBER($won) } won
   *[other] { NUMBER($hands) } hands, { NUMBER($won) } won
}
evening-hands-short = { NUMBER($won) } of { NUMBER($hands) }
evening-biggest-pot = biggest pot { NUMBER($amount) }
evening-biggest-win = biggest win { NUMBER($amount) }
evening-biggest-short = max { NUMBER($amount) }
evening-best = best { $label }
evening-legend = { $pot ->
    [yes] bought in → left with · hands won · biggest pot · best hand
   *[other] bought in → left with · hands won · biggest win · best hand
}
evening-more = and { NUMBER($count) } more
evening-practice = Practice chips: they don't count, so nobody owes anybody anything.
picture-evening = { $title }, { $hands }. Net, bought in → left with:
settle-title = Settle up, in play chips:
settle-line = { $debtor } owes { $creditor } { NUMBER($amount) }
settle-short = { $debtor } → { $creditor } { NUMBER($amount) }
settle-nobody = Nobody owes anybody anything.
settle-odd = { $count ->
    [one] One odd chip is owed by nobody.
   *[other] { NUMBER($count) } odd chips are owed by nobody.
}
settle-computers = Hands with computer players are left out.
button-evening-older = ◂ Older
button-evening-newer = Newer ▸
button-evening-text = As text
button-evening-picture = As a picture
refused-no-evening = No hand was played here yet that I could tell of.
settle-page-title = Settle up
settle-today = Today since midnight:
settle-this-week = This week, since Monday:
settle-since-ever = Since the beginning, as nothing was marked as settled yet:
settle-since-mark = Since the last settling, { $day }, { $time }:
settle-ask = Has everybody settled this? From now on only what is won later counts.
button-settle-mark = Since last time
button-settle-day = Today
button-settle-week = This week
button-settle-done = Mark as settled
button-settle-back = Take back
button-settle-sure = Yes, all settled
notice-settled = { by-admin } marked all play chips as settled up to now.
notice-unsettled = { by-admin } took the last settling back: what was owed before it is owed again.
notice-settle-agreed = { $name } says that all play chips are settled. That counts when these agree with /settle, or an admin does: { $missing }
answer-settle-agreed = Noted. These have to agree, or an admin: { $missing }
answer-unsettled = Taken back. Everybody was told.
answer-settled = Marked as settled. Everybody was told.
refused-settle-changed = Something was marked as settled meanwhile. Look again with /settle.
refused-settle-others = Only an admin, or those together between whom something is owed, can mark this as settled.
button-settle = Settle up
