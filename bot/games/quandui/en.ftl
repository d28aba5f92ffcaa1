limits-quan-dui = Stake { NUMBER($stake) }, for quan dui { NUMBER($twice) }
mark-face-up = dui { $cards }
event-drew = { $name } drew a card.
event-drew-discarded = { $name } drew and discarded { $card }.
event-picked-up = { $name } picked up { $card }.
event-picked-up-dui = { $name } picked up { $card } and laid a dui face up.
event-picked-up-discarded = { $name } picked up { $taken } and discarded { $card }.
event-claimed = { $name } claimed { $card } from { $other } and laid a dui face up.
event-discarded = { $name } discarded { $card }.
event-played-for = { $name } left the table; from now on their turns pass by themselves.
event-won-alone = { $name } won: { $label }.
event-won-by-discard = { $name } won with { $card } from { $other }: { $label }.
event-paid = { $count ->
    [one] { $names } pays { NUMBER($amount) }
   *[other] { $names } pay { NUMBER($amount) } each
}{ $stakes ->
    [2] , twice the stake for eight dui
   *[other] { "" }
}.
event-drawn-stock = The stock is empty: nobody wins, nobody pays, and the same dealer deals again.
event-drawn-endless = Nobody drew for { $turns } turns each: nobody wins, nobody pays, and the same dealer deals again.
cards-dui = Dui: { $cards }
cards-ka = Ka: { $cards }
cards-single = Single: { $cards }
cards-face-up = Face up: dui { $cards }
label-quan-dui = quan dui
label-dui-and-ka = { $dui } dui, { $ka } ka
makes-win = { $card } completes your eight pairs: { $label }.
makes-dui = { $card } would make a dui with your { $card }.
makes-ka = { $card } would make a ka with your { $partner }, if you pick it up.
makes-no-claim = { $card } gives you neither a dui nor a win.
makes-nothing = { $card } makes no pair with your cards.
picture-held = Your cards: { $cards }
picture-pack-quan-dui = The 30 different cards, of which there are four each: ben (coins), suo (strings) and wan (myriads) from 1 to 9, and da hong, xiao hong and ba shu, which count as ones.
picture-face-up = Face up
picture-won = { $name } won with { $label }: { $cards }
practice-complete = your eight pairs are complete: { $label }.
practice-completes = any one of these completes your eight pairs: { $cards }.
practice-singles = these still need a partner: { $cards }.
practice-discard = Discard { $card }
practice-hardest = it is your hardest single to pair.
practice-plays-on = eight dui would win twice the stake.
practice-no-single = { $card } pairs none of your singles.
choice-claim_window-all_answered = ends when all have answered
choice-claim_window-full_time = always runs to its end
choice-pick_up_dui-quiet = stays in the hand
choice-pick_up_dui-exposed = is laid face up
choice-forced_win-any_discard = with any discard
choice-forced_win-claims = with a claim only
choice-after_passing-any = in any way
choice-after_passing-quan_dui = with quan dui only
choice-stock_end-claims = for a win or a dui
choice-stock_end-win_only = for a win only
phrase-stake = { $value } from everybody, twice that for quan dui
phrase-claim_window = time for claims { $value }
phrase-pick_up_dui = a picked-up dui { $value }
phrase-four_alike = { $four_alike ->
    [on] four identical cards are two dui
   *[off] four identical cards are one dui
}
phrase-dealer_wins = { $dealer_wins ->
    [on] the dealer may win at once
   *[off] the dealer discards first
}
phrase-forced_win = who completes a ka must win { $value }
phrase-after_passing = after playing on one wins { $value }
phrase-stock_end = the last discard counts { $value }
phrase-endless = no winner after { $endless ->
    [one] one turn each
   *[other] { $endless } turns each
} without a draw
phrase-claim_seconds = { $value } s for a claim
rule-name-stake = stake
rule-name-claim_window = time for claims
rule-name-pick_up_dui = picked-up dui
rule-name-four_alike = four identical cards as two dui
rule-name-dealer_wins = dealer may win at once
rule-name-forced_win = forced win
rule-name-after_passing = winning after playing on
rule-name-stock_end = last discard
rule-name-endless = turns without a draw
rule-name-claim_seconds = seconds for a claim
rule-stake = Chips that each other player pays to the winner; twice for quan dui.
rule-claim_window = A discard can be claimed until everybody has answered (all_answered), or always for the full_time.
rule-pick_up_dui = A discard picked up in turn that makes a dui: quiet keeps it with your cards; exposed lays the dui face up.
rule-four_alike = Four identical cards: on counts two dui; off one dui and two cards that need others.
rule-dealer_wins = on lets the dealer win before discarding anything; off doesn't.
rule-forced_win = Completing eight pairs with a ka by a discard wins at once: with any_discard, or after claims only, so that after a pick-up one may play on.
rule-after_passing = After playing on with eight pairs one may win in any way, or only with quan_dui.
rule-stock_end = The discard after the last card of the stock: claims lets it be claimed; win_only only to win.
rule-endless = Turns each, in a row without a draw, after which nobody wins.
rules-own-so-far = ★ Yours so far: { $counted }.
rules-so-far = { $pairs } of 8 pairs ({ $dui } dui, { $ka } ka), { $singles } single
picture-ladder-quan-dui = Best first: quan dui, eight dui, wins { NUMBER($twice) } from each player. Any eight pairs win { NUMBER($stake) }. Fewer than eight pairs win nothing. Below: what a dui and a ka are.
rules-quan-dui-cards = There are 120 cards, four of each: ben 餅 (coins), suo 索 (strings of coins) and wan 萬 (ten thousands) from 1 to 9, and da hong 大紅, xiao hong 小紅 and ba shu 八束, which count as ones.
rules-quan-dui-pairs =
    Two identical cards are a dui, such as 3 suo and 3 suo. Two different cards of one number are a ka, such as 3 suo and 3 wan, or da hong and 1 ben. { $four_alike ->
        [off] Four identical cards are only one dui.
       *[on] Four identical cards are two dui.
    }
    Eight pairs of any kind win. Eight dui are quan dui, “all dui”, and win twice as much.
rules-quan-dui-deal = The dealer is dealt sixteen cards and begins by discarding one; all others are dealt fifteen. Turns pass to the right.
rules-quan-dui-turn = In your turn you draw a card or pick up the last discard, and then you discard a card. { $pick_up_dui ->
    [exposed] If what you pick up makes a dui, that is laid face up.
   *[quiet] What you pick up joins your cards.
}
rules-quan-dui-claims =
    After every discard all others are asked at once: win, dui or pass?
    A win goes before a dui. Between two of a kind, the player whose turn would come sooner goes first.
    Whoever takes it for a dui lays the dui face up and discards. Turns go on from there.
    Until somebody wins, nobody sees what you answer, and a claim without the cards for it counts as a pass. You have { $claim_seconds } seconds{ $claim_window ->
        [full_time] , however soon everybody answers.
       *[all_answered] , or until all have answered.
    }
rules-quan-dui-winning = Show eight pairs in your turn, or claim the discard that completes them, and everybody else pays you { NUMBER($stake) }, or { NUMBER($twice) } for quan dui. { $dealer_wins ->
    [off] The dealer has to discard once before winning.
   *[on] The dealer may win with the sixteen cards dealt.
}
rules-quan-dui-playing-on = Instead of winning you may play on for quan dui, but not if you completed a ka { $forced_win ->
    [claims] by claiming a discard.
   *[any_discard] with a discard, however you took it.
} { $after_passing ->
    [quan_dui] Once you have played on, only quan dui wins for you.
   *[any] You may still win in any way later.
}
rules-quan-dui-end =
    The winner deals next.
    When the stock is empty the last discard can be claimed { $stock_end ->
        [win_only] only to win.
       *[claims] once more.
    }
    If nobody wins, nobody pays and the same dealer deals again; the same when nobody has drawn for { $endless } turns each.
rules-quan-dui-fifteen = These fifteen cards are { $count } pairs, and { $card } is single.
rules-quan-dui-completed = With { $card } there are eight pairs: { $label }, and the hand wins.
rules-quan-dui-paid = Each of the others pays { NUMBER($stake) }. Eight dui would be quan dui, and pay twice as much.
private-title-cards = Your cards are ready
special-quan-dui-words = Eight dui, and not a single ka.
special-from-each = { NUMBER($amount) } from each
hand-stock = Stock: { $count ->
    [one] one card
   *[other] { $count } cards
}
hand-discards = Discards: { $cards }
hand-claims = Who takes { $card } from { $name }? Win, dui or pass
hand-claims-win = Who wins with { $card }, the last discard, from { $name }? Win or pass
hand-draw = { $name } to draw or pick up { $card }
hand-discard = { $name } to discard
button-discard-own = Discard …
ask-discard = Which card do you discard?
hint-discard = Answer with its name, such as 3 suo.
why-completed = It completed the { $kind } { $pair }{ $forced ->
    [yes] . Who completes a ka with a discard has to win at once
   *[no] { "" }
}.
private-set-aside = You have { NUMBER($stack) } chips on the table; { NUMBER($staked) } more are set aside for the winner.
private-new-card = New: { $card }.
private-only-quan-dui = You played on with eight pairs, so now you can only win with quan dui.
private-discard = It's your turn: discard a card.
private-win-or-discard = It's your turn: win, or discard a card.
private-draw = It's your turn: draw, or pick up { $card }.
private-claims = { $may ->
    [both] Win, dui or pass?
    [win] Win or pass?
    [dui] Dui or pass?
   *[pass] Pass?
}
private-not-asked = It passes by itself, as you chose.
private-passed = You pass on { $card }.
private-answered = Discarded: { $card }. You said “{ $answer }”, and may still change it.
private-in-vain = Discarded: { $card }. “{ $answer }” doesn't fit your cards: that's a pass.
toast-drew = You drew a card. Now discard one.
toast-picked-up = You picked up { $card }. Now discard a card.
toast-discarded = You discarded { $card }.
rules-rung-dui = two identical cards
rules-rung-ka = two different cards of one number
rules-rung-ka-of-ones = da hong, xiao hong and ba shu are ones
rules-rung-four = Four alike
rules-rung-four-alike = { $four_alike ->
    [off] only one dui
   *[on] two dui
}
