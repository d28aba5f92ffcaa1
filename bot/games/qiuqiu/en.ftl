limits-qiuqiu = Ante { NUMBER($ante) } · bets { $bets }
limits-raises = { $stakes } · raises a round: { $count }
mark-folded = folded
mark-all-in = all-in
amount-half-pot = ½ pot
amount-pot = Pot
amount-all-in = All-in
event-ante-short = { $name } went all-in for { NUMBER($amount) } of the ante.
event-carried = In the pot from the last hand: { NUMBER($amount) }.
event-dealt-more = One more domino each.
event-checked = { $name } checked.
event-bet = { $name } bet { NUMBER($amount) }.
event-bet-all-in = { $name } bet all-in: { NUMBER($amount) }.
event-called = { $name } called { NUMBER($amount) }.
event-called-all-in = { $name } called all-in: { NUMBER($amount) }.
event-raised = { $name } raised to { NUMBER($amount) }.
event-raised-all-in = { $name } raised all-in to { NUMBER($amount) }.
event-folded = { $name } folded.
event-left = { $name } left the table and folded.
event-returned = { NUMBER($amount) } went back to { $name }: nobody called it.
event-showed = { $name } showed { $tiles }: { $label }.
event-won-pot = { $name } won { $pot }: { NUMBER($amount) }.
event-shared-pot = They share { $pot }: { $shares }.
event-odd = { $odd ->
    [one] The odd chip goes to
   *[other] The { NUMBER($odd) } odd chips go to
} { $names }, { $how ->
    [acts] first to act
    [dealer] first from the dealer
   *[left_of_dealer] first from the dealer's left (house rule)
}.
event-odd-half = The odd chip of the pot goes to the high half.
event-odd-carried = Odd chips stay in the pot for the next hand: { NUMBER($odd) } (house rule).
event-uncontested = { $name } took the pot of { NUMBER($amount) } without showing.
pot-only = the pot
pot-main = the main pot
pot-side = side pot { $number }
pot-high = the high half of { $pot }
pot-low = the low half of { $pot }
label-seri = Seri
counts-as = { $domino } counts { $spots }
counts-three-doubles = three doubles count 9
picture-hand = Your dominoes: { $tiles }
picture-hand-best = Your dominoes in their best pairs: { $tiles }, { $label }
picture-showdown = Showdown: { $hands }
picture-showdown-hand = { $name }: { $tiles }, { $label }
picture-title-pot = { $game } · hand { $number } · pot { NUMBER($pot) }
picture-wins = wins
picture-pack-qiuqiu = The 28 dominoes, from 6‑6 to 0‑0.
practice-folded = you have folded this hand.
practice-dominoes = these dominoes
practice-chance = with { $held } you have the best hand about { $chance } % of the time{ $cost ->
    [price] , and this call needs { $price } %
    [free] , and checking is free
   *[none] { "" }
}.
practice-declare = Declare { $label }
practice-declare-best = nothing else wins you more.
choice-specials-enam_dewa = Six Gods
choice-specials-empat_balak = Four Doubles
choice-specials-murni_besar = Pure Big{ $sentence ->
    [yes] { " " }from { $besar_min }
   *[no] { "" }
}
choice-specials-murni_kecil = Pure Small{ $sentence ->
    [yes] { " " }to { $kecil_max }
   *[no] { "" }
}
choice-specials-none = none
choice-special_tie-equal = a tie
choice-special_tie-total = more spots win, fewer with Pure Small
choice-seri_tie-spots = more spots win
choice-seri_tie-double_first = the higher double wins, then more spots
choice-three_doubles-off = nothing special
choice-three_doubles-optional = a 9 beside the fourth domino if that is better
choice-three_doubles-mandatory = always a 9 beside the fourth domino
choice-tie-split = share the pot
choice-tie-highest_double = highest double wins
choice-compare-normal = best hand takes all
choice-compare-split_pot = high and low pair share
choice-declaration-in_turn = players choose in turn
choice-declaration-automatic = best way counts by itself
choice-odd_chips-dealer_first = first winner from the dealer
choice-odd_chips-left_of_dealer = first winner left of the dealer
choice-odd_chips-next_pot = next pot
choice-rounds-two = 3 + 1 dominoes, two rounds
choice-rounds-three = 2 + 1 + 1 dominoes, three rounds
choice-rounds-one = 3 + 1 dominoes, one round
choice-batches-singly = one by one
choice-batches-1-2 = one, then two
choice-batches-2-1 = two, then one
choice-batches-3 = three together
choice-first_card-left_of_dealer = player left of the dealer
choice-first_card-dealer = the dealer
choice-min_raise-min_bet = the smallest bet
choice-min_raise-last_raise = the last bet or raise
choice-first_to_act-dealer = the dealer
choice-first_to_act-left_of_dealer = player left of the dealer
choice-checking-always = always allowed
choice-checking-never = never allowed
choice-checking-not_in_first = from the second round on
choice-leaving-goes_on = the table goes on
choice-leaving-ends = the table closes
phrase-specials = { $value }{ $specials ->
    [none] { "" }
   *[other] ; { $special_tie ->
        [total] spots decide between equal ones
       *[equal] equal ones tie
    }
}
phrase-compare = { $value }{ $compare ->
    [split_pot] , { $declaration ->
        [automatic] each hand shown in its best way
       *[in_turn] each player chooses in turn how to show
    }
   *[normal] { "" }
}
phrase-rounds = { $value }
phrase-min_bet = bets { $value }
rule-name-specials = special hands
rule-name-besar_min = fewest spots of Pure Big
rule-name-kecil_max = most spots of Pure Small
rule-name-special_tie = two of the same special hand
rule-name-seri = seri
rule-name-seri_tie = two seri
rule-name-hui = hui
rule-name-three_doubles = three doubles
rule-name-tie = equal hands
rule-name-compare = what wins
rule-name-declaration = showing in a split pot
rule-name-odd_chips = odd chips
rule-name-rounds = betting rounds
rule-name-batches = first three dominoes
rule-name-first_card = first domino
rule-name-ante = ante
rule-name-part_ante = all-in for part of the ante
rule-name-min_bet = smallest bet
rule-name-max_bet = largest bet
rule-name-min_raise = smallest raise
rule-name-raise_cap = raises a round
rule-name-first_to_act = first to act
rule-name-checking = checking
rule-name-leaving = when somebody leaves
rule-specials = They beat 9 / 9, in this order. Pure Big has very many spots, Pure Small very few.
rule-seri = Four dominoes whose spots follow one another, such as 10, 9, 8, 7, rank just below 9 / 9.
rule-hui = Hui: the dominoes 2‑1 and 4‑2 each count 3 or 6 in an ordinary pair, whichever is better.
rule-compare = Split pot: unless somebody shows a 9, a seri or a special hand, half goes to the best high pair and half to the best low pair.
rule-part_ante = on: a player with fewer chips than the ante is dealt in all-in.
rules-own-later = Your dominoes: { $cards }. With the fourth, their value is marked here.
picture-ladder-qiuqiu = Then 9 / 9{ $seri ->
    [on] , seri
   *[off] { "" }
}, 9 / 8 and so on down to 0 / 0.
rules-qiuqiu-deal = Everybody puts in the ante and is dealt dominoes face down, with rounds of betting.
rules-qiuqiu-pairs = Your four dominoes make two pairs. A pair is worth the last digit of its spots, at most 9, called kiu.
rules-qiuqiu-order = The better pair counts first: 9 / 5 beats 9 / 4, and 8 / 2 beats 7 / 7.
rules-qiuqiu-step = { $dominoes } is { $sum }: worth { $value }.
rules-qiuqiu-example = Together they are { $label }, more than { $one } or { $other }. Kiu finds your best pairs.
rules-qiuqiu-betting = { $checking ->
    [never] Until somebody bets, you bet or fold.
    [not_in_first] Until somebody bets, you bet or fold; from the second round on you may check instead.
   *[always] Until somebody bets, you check or bet.
} After a bet you call, raise or fold.
rules-qiuqiu-in-advance = You may decide before your turn, unseen; then you act at once, which everybody sees.
rules-qiuqiu-winning = All who are left show, and the best hand takes the pot.
rules-qiuqiu-specials = These beat 9 / 9, best first: { $specials }.
rules-qiuqiu-no-specials = No special hands: 9 / 9 is the best there is.
rules-qiuqiu-cards = There are 28 dominoes, every two numbers from 0 to 6 once; two equal numbers are a double.
button-call = Call { NUMBER($amount) }
button-call-all-in = Call all-in { NUMBER($amount) }
button-all-in = All-in { NUMBER($amount) }
button-declare = { $label }
hand-main-pot = Main pot { NUMBER($amount) }
hand-side-pot = Side pot { NUMBER($amount) }: { $names }
hand-bet = bet { NUMBER($amount) }
hand-turn = { $name } to act: { NUMBER($owed) } to call
hand-turn-free = { $name } to act
hand-turn-declare = { $name } to choose how to show
share-of = { $name } { NUMBER($amount) }
why-spots = { $other } has { $label } too: { $fewer ->
    [yes] fewer
   *[no] more
} spots win, { $more } to { $less }{ by-house-rule }.
why-double = { $other } has { $label } too: the highest double decides (house rule), { $double } over { $second ->
    [none] none
   *[other] { $second }
}.
why-equal = Equal hands: { $label }.
why-equal-no-double = Equal hands: { $label }, and no double to decide.
why-nobody-else = Only { $name } could win { $pot }.
why-not-halved = { $name } shows { $label }, so the pot is not halved.
private-best = Best: { $label } — { $groups }
private-so-far = Pairs so far: { $values }.
private-declare = It's your turn to show: press your pairs.
private-your-turn = It's your turn: { NUMBER($owed) } to call.
private-your-turn-free = It's your turn.
special-pot = pot { NUMBER($amount) }
toast-checked = You checked.
toast-bet-all-in = You're all-in with { NUMBER($amount) }.
toast-called = You called { NUMBER($amount) }.
toast-called-all-in = You called all-in with { NUMBER($amount) }.
toast-raised = You raised to { NUMBER($amount) }.
toast-raised-all-in = You're all-in with a raise to { NUMBER($amount) }.
rules-rung-worth = the last digit counts: worth { $value }
rules-rung-best = the better pair first
rules-rung-less = paired like this: less than { $label }
