limits-quan-dui = Stake { NUMBER($stake) }, for quan dui { NUMBER($twice) }
mark-face-up = dui { $cards }
event-drew = { $name } drew a card.
event-drew-discarded = { $name } drew and discarded { $card }.
event-picked-up = { $name } picked up { $card }.
event-picked-up-dui = { $name } picked up { $card } and laid a dui face up.
event-picked-up-discarded = { $name } picked up { $taken } and discarded { $card }.
event-claimed = { $name } claimed { $card } from { $other } and laid a dui face up.
event-discarded = { $name } discarded { $card }.
event-played-for = { $name } left the table; their turns pass by themselves.
event-won-alone = { $name } won: { $label }.
event-won-by-discard = { $name } won with { $card } from { $other }: { $label }.
event-paid = { $count ->
    [one] { $names } pays { NUMBER($amount) }
   *[other] { $names } pay { NUMBER($amount) } each
}{ $stakes ->
    [2] , twice the stake
   *[other] { "" }
}.
event-drawn-stock = The stock is empty: nobody wins or pays, and the same dealer deals again.
event-drawn-endless = Nobody drew for { $turns } turns each: nobody wins or pays, and the same dealer deals again.
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
picture-pack-quan-dui = One of each of the 30 different cards.
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
choice-pick_up_dui-quiet = stays with your cards
choice-pick_up_dui-exposed = is laid face up
choice-forced_win-any_discard = with any discard
choice-forced_win-claims = with a claim only
choice-after_passing-any = in any way
choice-after_passing-quan_dui = with quan dui only
choice-stock_end-claims = for a win or a dui
choice-stock_end-win_only = for a win only
phrase-stake = { $value } from everybody, twice that for quan dui
rule-name-stake = stake
rule-name-claim_window = time for claims
rule-name-pick_up_dui = picked-up dui
rule-name-four_alike = four identical cards as two dui
rule-name-dealer_wins = dealer may win at once
rule-name-forced_win = forced win
rule-name-after_passing = winning after playing on
rule-name-stock_end = last discard
rule-name-endless = turns without a draw until nobody wins
rule-name-claim_seconds = seconds for a claim
rule-forced_win = Eight pairs completed with a ka by a discard have to win at once.
rules-own-so-far = ★ Yours so far: { $counted }.
rules-so-far = { $pairs } of 8 pairs ({ $dui } dui, { $ka } ka), { $singles } single
picture-ladder-quan-dui = Best first: quan dui wins { NUMBER($twice) } from each player, any eight pairs { NUMBER($stake) }. Below: a dui and a ka.
rules-quan-dui-cards = There are 120 cards, four of each: ben 餅 (coins), suo 索 (strings of coins) and wan 萬 (ten thousands) from 1 to 9, and da hong 大紅, xiao hong 小紅 and ba shu 八束, which count as ones.
rules-quan-dui-pairs =
    Two identical cards are a dui, such as 3 suo and 3 suo. Two different cards of one number are a ka, such as 3 suo and 3 wan, or da hong and 1 ben.
    Any eight pairs win. Eight dui are quan dui, “all dui”, and win twice as much.
rules-quan-dui-deal = The dealer is dealt sixteen cards and first discards one; all others are dealt fifteen. Turns pass to the right.
rules-quan-dui-turn = In your turn you draw a card or pick up the last discard; then you discard a card.
rules-quan-dui-claims =
    After every discard all others are asked at once: win, dui or pass?
    A win goes before a dui. Of two alike, the player whose turn would come sooner goes first.
    A dui is laid face up; then its player discards, and turns go on from there.
    Your answer is secret until somebody wins, and a claim without the cards for it counts as a pass.
rules-quan-dui-winning = Show eight pairs in your turn, or claim the discard that completes them, and everybody else pays you { NUMBER($stake) }, or { NUMBER($twice) } for quan dui.
rules-quan-dui-playing-on = Instead of winning you may play on for quan dui, but not if you completed a ka { $forced_win ->
    [claims] by claiming a discard.
   *[any_discard] with a discard.
}
rules-quan-dui-end =
    The winner deals next. When the stock is empty, the last discard can still be claimed.
    If nobody wins, nobody pays and the same dealer deals again; likewise after { $endless } turns each without a draw.
rules-quan-dui-fifteen = These fifteen cards are { $count } pairs, and { $card } is single.
rules-quan-dui-completed = With { $card } there are eight pairs: { $label }, and the hand wins.
rules-quan-dui-paid = Each of the others pays { NUMBER($stake) }. Quan dui, eight dui, would pay twice as much.
private-title-cards = Your cards are ready
special-quan-dui-words = Eight dui, and not a single ka.
special-from-each = { NUMBER($amount) } from each
hand-stock = Stock: { $count }
hand-discards = Discards: { $cards }
hand-claims = Who takes { $card } from { $name }? Win, dui or pass
hand-claims-win = Who wins with { $card }, the last discard, from { $name }? Win or pass
hand-draw = { $name } to draw or pick up { $card }
hand-discard = { $name } to discard
button-discard-own = Discard …
ask-discard = Which card do you discard?
hint-discard = Answer with its name, such as 3 suo.
why-completed = It completed the { $kind } { $pair }{ $forced ->
    [yes] . A ka completed with a discard has to win at once
   *[no] { "" }
}.
private-set-aside = You have { NUMBER($stack) } chips on the table; { NUMBER($staked) } more are set aside for the winner.
private-new-card = New: { $card }.
private-only-quan-dui = You played on, so now you can only win with quan dui.
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
