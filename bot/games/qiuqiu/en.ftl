limits-qiuqiu = Ante { NUMBER($ante) } · bets { $bets }
limits-raises = { $stakes } · at most { $count ->
    [one] one raise
   *[other] { $count } raises
} a round
mark-folded = folded
mark-all-in = all-in
amount-half-pot = ½ pot
amount-pot = Pot
amount-all-in = All-in
event-ante-short = { $name } went all-in for { NUMBER($amount) } of the ante.
event-carried = { NUMBER($amount) } { $amount ->
    [one] chip waits
   *[other] chips wait
} in the pot from the last hand.
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
    [dealer] first from the dealer on
   *[left_of_dealer] first from the dealer's left on (house rule)
}.
event-odd-half = The pot does not split evenly: the odd chip goes to the high half.
event-odd-carried = { NUMBER($odd) } odd { $odd ->
    [one] chip stays
   *[other] chips stay
} in the pot for the next hand (house rule).
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
picture-pack-qiuqiu = The 28 dominoes, from 6‑6 to 0‑0: every two numbers from 0 to 6 once.
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
choice-special_tie-total = decided by spots
choice-seri_tie-spots = more spots win
choice-seri_tie-double_first = the higher double wins
choice-three_doubles-off = nothing special
choice-three_doubles-optional = a 9 if that is better
choice-three_doubles-mandatory = always a 9
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
        [total] spots decide between two of the same kind
       *[equal] two of the same kind tie
    }
}
phrase-seri = { $seri ->
    [on] seri below 9 / 9
   *[off] no seri
}
phrase-hui = { $hui ->
    [on] 2‑1 and 4‑2 each count 3 or 6
   *[off] 2‑1 counts 3 and 4‑2 counts 6
}
phrase-three_doubles = three doubles: { $value }
phrase-tie = equal hands: { $value }
phrase-compare = { $value }{ $compare ->
    [split_pot] , { $declaration ->
        [automatic] each hand shown in its best way
       *[in_turn] each player chooses in turn how to show
    }
   *[normal] { "" }
}
phrase-odd_chips = odd chips: { $value }
phrase-rounds = { $value }
phrase-batches = first three { $value }
phrase-first_card = first domino to { $value }
phrase-ante = ante { $value }
phrase-part_ante = { $part_ante ->
    [on] part of the ante is enough
   *[off] no hand without the whole ante
}
phrase-min_bet = bets { $value }
phrase-min_raise = raise by at least { $value }
phrase-raise_cap = { $raise_cap ->
    [none] no limit on raises
    [one] one raise a round
   *[other] at most { $raise_cap } raises a round
}
phrase-first_to_act = first to act: { $value }
phrase-checking = checking { $value }
phrase-leaving = when somebody leaves, { $value }
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
rule-name-part_ante = part of the ante
rule-name-min_bet = smallest bet
rule-name-max_bet = largest bet
rule-name-min_raise = smallest raise
rule-name-raise_cap = raises a round
rule-name-first_to_act = first to act
rule-name-checking = checking
rule-name-leaving = when somebody leaves
rule-specials = Special hands that beat 9 / 9, best first: enam_dewa (the dominoes with six spots), empat_balak (four doubles), murni_besar (very many spots), murni_kecil (very few); or none.
rule-special_tie = Two of the same special hand: equal is a tie; total lets more spots win with Pure Big, fewer with Pure Small.
rule-seri = Four dominoes whose spots follow one another, such as 10, 9, 8, 7: on ranks them just below 9 / 9; off is nothing special.
rule-seri_tie = Two seri: spots lets more spots win; double_first the higher double, then spots.
rule-hui = The dominoes 2‑1 and 4‑2: on lets each count as 3 or 6 in an ordinary pair, whichever is better; off as 3 and 6.
rule-three_doubles = Three doubles in a hand count as a 9 beside the fourth domino: optional if that is better; mandatory always; off never.
rule-tie = Equal hands: split shares the pot; highest_double lets the highest double win, if there is one.
rule-compare = normal gives the pot to the best hand; split_pot half each to the best high and the best low pair, unless somebody shows a 9, a seri or a special hand.
rule-declaration = Showing under split_pot: in_turn lets each player choose in turn; automatic takes the best hand.
rule-odd_chips = Chips that cannot be shared equally go to the first winner from the dealer on (dealer_first), from the dealer's left on (left_of_dealer), or into the next pot (next_pot).
rule-rounds = Betting rounds. two: after 3 dominoes and after the fourth. three: after 2, 3 and 4. one: after 3, then the last is dealt.
rule-batches = How the first three dominoes are dealt: singly, 1+2, 2+1 or all 3 together. It changes no chances.
rule-first_card = The first domino goes to the player left_of_dealer, or to the dealer.
rule-first_to_act = In each betting round the dealer acts first, or the player left_of_dealer.
rule-checking = Checking is allowed always; never; or not_in_first, from the second betting round on.
rule-ante = Chips that everybody puts in before the deal.
rule-part_ante = A player with fewer chips than the ante: on deals them in all-in; off leaves them out.
rule-min_bet = The smallest bet and raise. Several numbers are for one betting round each, as in 10,20.
rule-max_bet = The largest bet and raise. Several numbers are for one betting round each, as in 100,200; none is no limit.
rule-min_raise = The smallest raise: min_bet is the smallest bet; last_raise the last bet or raise.
rule-leaving = When somebody leaves: goes_on keeps the table open; ends closes it after the hand.
rules-own-later = Your dominoes: { $cards }. With the fourth one, they are marked here.
picture-ladder-qiuqiu = Then 9 / 9{ $seri ->
    [on] , seri
   *[off] { "" }
}, 9 / 8 and so on down to 0 / 0.
rules-qiuqiu-deal = Everybody puts in the ante. { $rounds ->
    [three] You are dealt two dominoes face down, then a third, then a fourth, with a round of betting after each deal.
    [one] You are dealt three dominoes face down. After one round of betting comes the fourth, and the hands are shown.
   *[two] You are dealt three dominoes face down and later a fourth, with a round of betting after each deal.
}
rules-qiuqiu-pairs = Your four dominoes make two pairs. A pair is worth the last digit of its spots, at most 9, called kiu.
rules-qiuqiu-order = The better pair counts first, then the other: 9 / 5 beats 9 / 4, and 8 / 2 beats 7 / 7.
rules-qiuqiu-step = { $dominoes } is { $sum }: worth { $value }.
rules-qiuqiu-example = Together they are { $label }. Otherwise they would be { $one } or { $other }, which is less; Kiu finds your best pairs.
rules-qiuqiu-betting = { $first_to_act ->
    [left_of_dealer] The player on the dealer's left acts first.
   *[dealer] The dealer acts first.
} { $checking ->
    [never] While nobody has bet you bet or fold.
    [not_in_first] While nobody has bet you bet or fold; from the second round on you may check instead.
   *[always] While nobody has bet you check or bet.
} After a bet you call, raise or fold.
rules-qiuqiu-in-advance = You may decide before your turn, unseen. But then you act at once, which everybody sees.
rules-qiuqiu-winning = All who are left show their dominoes, and the best hand takes the pot. { $tie ->
    [highest_double] Of two equal hands, the one with the highest double wins.
   *[split] Equal hands share it.
}
rules-qiuqiu-specials = These beat 9 / 9, best first: { $specials }.
rules-qiuqiu-no-specials = No special hands: 9 / 9 is the best there is.
rules-qiuqiu-seri = Of two seri { $seri_tie ->
    [double_first] the one with the higher double wins, and if neither has a double, the one with more spots.
   *[spots] the one with more spots wins.
}
rules-qiuqiu-special-ties = { $by ->
    [total] { $murni ->
        [besar] Of two Pure Big hands the one with more spots wins.
        [kecil] Of two Pure Small hands the one with fewer spots wins.
       *[both] Of two Pure Big hands the one with more spots wins, of two Pure Small hands the one with fewer.
    }
   *[equal] { $murni ->
        [besar] Two Pure Big hands are equal, however many spots they have.
        [kecil] Two Pure Small hands are equal, however few spots they have.
       *[both] Two Pure Big hands are equal, however many spots they have; so are two Pure Small hands.
    }
}
rules-qiuqiu-min_raise = A raise is at least as much as the last bet or raise.
rules-qiuqiu-hui = Hui: 2‑1 and 4‑2 count as 3 or as 6 in an ordinary pair, whichever is better.
rules-qiuqiu-three_doubles = { $three_doubles ->
    [mandatory] Three doubles always count as a 9, with the fourth domino alone beside them, even where two pairs would be better.
   *[optional] Three doubles count as a 9, with the fourth domino alone beside them, if that is better than two pairs.
}
rules-qiuqiu-compare = Split pot: when nobody shows a 9, a seri or a special hand, the best high pair takes one half and the best low pair the other.{ $declaration ->
    [in_turn] {" "}Each shows in turn and chooses how to pair the dominoes.
   *[automatic] { "" }
}
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
} spots win, { $more } against { $less }{ by-house-rule }.
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
private-declare = It's your turn to show: press the pairs you want to show.
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
