amount-half = Half
result-bank-won = The bank of { $name } won { NUMBER($amount) }, with { $label }.
result-bank-lost = The bank of { $name } lost { NUMBER($amount) }, with { $label }.
result-bank-even = The bank of { $name } came out even, with { $label }.
result-won-most = { $name }{ $others ->
    [0] { "" }
    [one] {" "}and one other
   *[other] {" "}and { $others } others
} won most: { NUMBER($amount) }, with { $label }.
result-nobody-else = Nobody beat the bank; the best was { $name } with { $label }.
result-bank-empty = { $name } beat the bank best, with { $label }. But the bank was empty.
label-and-why = { $label }; { $why }
limits-koo-kiew = Stakes from { NUMBER($least) }
limits-koo-kiew-most = Stakes { NUMBER($least) }–{ NUMBER($most) }
bank-to-bid-for = The bank goes to the highest bid, from { NUMBER($least) }
bank-held = Bank of { $name }: { NUMBER($amount) }
bank-stakes = Staked: { NUMBER($total) } by { $count ->
    [one] one player
   *[other] { $count } players
}
bank-cover-left = The bank covers { NUMBER($amount) } more
bank-covered = { $open ->
    [yes] Covered now
   *[no] Covered
}: { NUMBER($covered) } of { NUMBER($total) }, from the banker's left
mark-banker = banker
mark-answered = has answered
mark-stake = stakes { NUMBER($amount) }
mark-stake-covered = { NUMBER($covered) } of { NUMBER($amount) } covered
mark-no-stake = sits this deal out
mark-to-stake = no stake yet
hand-bidding = Bid for the bank. Waiting for { $who }
hand-staking = Place your stakes. Waiting for { $who }
hand-showing = { $name } to show the bank's cards
players-counted = { $count } players
roster-answered = Answered ({ $count }):
roster-staked = Staked ({ $count }):
roster-covered = Covered ({ $count }):
roster-not-covered = Not covered ({ $count }):
roster-no-stake = Sitting this deal out ({ $count }):
roster-waiting = Waiting for ({ $count }):
roster-waiting-many = Waiting for { $count } players
chips-staked = { NUMBER($amount) }
chips-covered = { NUMBER($covered) } of { NUMBER($amount) }
event-has-answered = { $name } has answered.
event-got-up = { $name } left the table.
event-bids-opened = Bids for the bank: { $bids }{ $lower ->
    [0] { "" }
   *[other] {" "}and { $lower } lower
}.
bid-of = { $name } { NUMBER($amount) }
event-no-bids = Nobody bid for the bank.
event-bank-taken = { $name } holds the bank: { NUMBER($amount) }.
event-staked = { $name } staked { NUMBER($amount) }.
event-no-stake = { $name } sits this deal out.
event-stakes-closed = Stakes are closed: { $count ->
    [one] one player
   *[other] { $count } players
} staked { NUMBER($total) }.
event-covered-in-part = { $covered ->
    [0] Nothing of { $name }'s stake of { NUMBER($stake) } is covered, and it goes back
   *[other] { $name }: { NUMBER($covered) } of { NUMBER($stake) } covered, { NUMBER($back) } { $back ->
        [one] goes
       *[other] go
    } back
}: the bank covers { NUMBER($cover) }, from the banker's left on{ $before ->
    [0] { "" }
   *[other] , and { NUMBER($before) } of it went to stakes before
}.
event-many-covered-in-part = { $count ->
    [one] One stake is
   *[other] { $count } stakes are
} not covered in full, and { NUMBER($back) } { $back ->
    [one] goes
   *[other] go
} back: the bank covers { NUMBER($cover) }, from the banker's left on.
event-no-stakes = Nobody staked, so the cards stay face down.
event-banker-showed = { $name } showed the bank's cards, { $cards }: { $label }.
event-settled-won = { $amount ->
    [0] { $name } beat the bank, but it was empty
   *[other] { $name } won { NUMBER($amount) }
}, { $cards }: { $label }.
event-settled-lost = { $name } lost { NUMBER($amount) }, { $cards }: { $label }.
event-settled-out = { $name } had not staked, { $cards }: { $label }.
event-settled-not-covered = { $name } was not covered, { $cards }: { $label }.
event-many-owed = The bank still owes { NUMBER($amount) } in all.
event-owed = The bank still owes { $name } { NUMBER($amount) } (house rule).
event-unpaid = { $name } is not paid { NUMBER($amount) } more: the bank paid from the banker's left on, and was empty (house rule).
event-bank-counted = The bank of { $name }: { NUMBER($before) } before, { NUMBER($after) } now.
event-bank-given-up = { $name } gave up the bank; { $to } holds it next.
event-bank-left = { $name } left the table; { $to } holds the bank next.
event-bank-too-small = { $name } has too few chips for the bank; { $to } holds it next.
event-bank-in-turn = The bank passes from { $name } to { $to }.
colour-yellow = yellow
colour-red = red
colour-green = green
colour-white = white
piece-general = general
piece-valet = advisor
piece-minister = minister
piece-chariot = chariot
piece-horse = horse
piece-cannon = cannon
piece-soldier = soldier
label-pair = a pair
label-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
picture-bank = { NUMBER($before) } → { NUMBER($after) }
picture-settlement = All cards, the bank's first: { $hands }
picture-settlement-many = The bank, { $bank }, and the cards of { $count } players with what each won or lost. Its replay says it all in words.
picture-pack-koo-kiew = The 28 different cards, of which there are four each. A row for each colour: { $colours }. In each row, with what it counts: { $pieces }.
practice-edge = { $why ->
    [risk] the bank could cost you over half your chips
    [stake-little] stakes lose { $edge } in the long run, so stake little
    [stake-more] stakes gain { $edge } in the long run, so stake more
    [bad] the bank loses { $edge } of all stakes in the long run
   *[good] the bank keeps { $edge } of all stakes in the long run
}.
choice-colours-yellow = { colour-yellow }
choice-colours-red = { colour-red }
choice-colours-green = { colour-green }
choice-colours-white = { colour-white }
choice-bank-kept = kept by one player
choice-bank-every_deal = passed on every deal
choice-bank-after_deals = passed on after some deals
choice-bank-highest_bidder = sold to the highest bidder
choice-bank-fixed = always the same player
choice-solvency-cover = accepts what it can pay
choice-solvency-collect = collects first, then pays
choice-solvency-unlimited = owes what it cannot pay
phrase-colours = { $value }
phrase-second_card = { $second_card ->
    [on] the second card decides before the banker
   *[off] ties go to the banker
}
phrase-bank = { $bank ->
    [after_deals] passed on after { $bank_deals } { $bank_deals ->
        [one] deal
       *[other] deals
    }
   *[other] { $value }
}
phrase-solvency = a small bank { $value }
phrase-min_stake = stakes { $value }
phrase-pair_payout = { $pair_payout ->
    [one] a pair pays the stake
   *[other] a pair pays { $pair_payout } times the stake
}
phrase-stake_seconds = { $value } s for a stake
rule-name-colours = order of the colours
rule-name-second_card = second card
rule-name-bank = bank
rule-name-bank_deals = deals before the bank is passed on
rule-name-solvency = small bank
rule-name-min_stake = smallest stake
rule-name-max_stake = largest stake
rule-name-pair_payout = payout of a pair
rule-name-stake_seconds = seconds for a stake
rule-colours = The order of the colours, highest first, which counts before the piece: all four, as in yellow>green>red>white, or usual (red above green) or bridge (green above red).
rule-second_card = Equal points and the same highest card: on lets the colour of the other card decide; off gives the tie to the banker.
rule-bank = The banker: kept until given up or too small for a stake; every_deal passes it on; after_deals after bank_deals deals; highest_bidder sells it before each deal; fixed never passes it on.
rule-bank_deals = Deals in a row before the bank is passed on under after_deals.
rule-solvency = A bank too small to pay. cover: stakes count from the banker's left on as far as it can pay; the rest goes back. collect: it takes what was lost, then pays while it lasts. unlimited: what it cannot pay stays a debt.
rule-pair_payout = How many times the stake a winning pair is paid. The banker's pair takes it once.
rules-order-colours = Equal? The highest card decides, its colour first:
rules-order-pieces = then its piece:
picture-ladder-koo-kiew = Best first: a pair, then 9 points down to 0. Between equal ones the highest card decides: its colour, { $colours }, then its piece, { $pieces }.
rules-koo-kiew-cards = The cards are the seven pieces of xiangqi, Chinese chess, in four colours, four of each: 112 cards. A piece counts: 將 general 1, 士 advisor 2, 象 minister 3, 車 chariot 4, 馬 horse 5, 炮 cannon 6, 卒 soldier 7.
rules-koo-kiew-deal = Everybody is dealt two cards face down, and nobody looks. Then all but the banker stake, { $max_stake ->
    [none] { NUMBER($least) } or more
   *[other] { NUMBER($least) } to { NUMBER($most) }
}, or sit the deal out; last the banker shows, and all cards are turned.
rules-koo-kiew-ranking =
    A pair beats everything else: the same piece in the same colour. Any other hand counts the last digit of its points: 6 and 7 are 13, which counts 3.
    Of two pairs the one of the higher colour wins, then the one of the higher piece.
rules-koo-kiew-order = Equal points are decided by the highest card, by its colour first: { $colours }. Then by its piece, from general down to soldier.{ $second_card ->
    [on] {" "}If that is the same too, the colour of the other card decides.
   *[off] { "" }
}
rules-koo-kiew-winning = You play against the banker alone. Beat the bank's hand and you win your stake{ $payout ->
    [1] { "" }
   *[other] , and with a pair { $payout } times as much
}; otherwise, or in a tie, the bank takes it.
rules-koo-kiew-bank = { $bank ->
    [every_deal] The bank passes to the left after every deal.
    [after_deals] The bank passes to the left after { $bank_deals } deals.
    [highest_bidder] Before every deal all bid for the bank, and the highest bidder holds it with what was bid.
    [fixed] The same player is always the banker.
   *[kept] The banker keeps the bank until giving it up, or until it is too small for a stake.
}
rules-koo-kiew-solvency = { $solvency ->
    [collect] The bank takes what was lost, then pays from its left while it lasts.
    [unlimited] The bank accepts every stake; what it cannot pay, it owes.
   *[cover] Stakes count from the banker's left on, as far as the bank can pay them, whoever was first. The rest goes back.
}
rules-koo-kiew-odds = A player beats the bank in { $wins } of all deals. Of all that is staked, the { $to ->
    [players] players gain
   *[banker] banker keeps
} { $edge } in the long run.
rules-koo-kiew-home-made =
    Without such cards you can play with four ordinary packs, each without 5 to 10 and the jokers.
    { $pieces }.
    { $colours }.
rules-koo-kiew-step-you = You hold { $cards }: { $sum }, of which the last digit counts: { $points }.
rules-koo-kiew-step-banker = The banker holds { $cards }: { $sum }, which counts { $points }.
rules-koo-kiew-won = You win: { $why }.
rules-koo-kiew-lost = The bank wins: { $why }.
hand-pair-of = pair: { $card }
why-pair = a pair beats { $label }
why-points = { $more } beats { $less }
why-tie = a tie, and ties go to the banker
special-broken-bank-words = A pair has emptied it.
special-bank = bank { NUMBER($before) } → { NUMBER($after) }
button-no-stake = Sit out this deal
button-pass = Pass
button-show = Show
button-pass-bank = Show, pass the bank
private-title-koo-kiew = Your stake
private-face-down = In this game nobody sees any card before the bank shows, not even their own.
private-bank = You hold the bank: { NUMBER($bank) }. Staked against it: { NUMBER($total) }.
private-bank-covers = You hold the bank: { NUMBER($bank) }. Staked against it: { NUMBER($total) }; it covers { NUMBER($covered) }.
private-no-bank = Nobody holds the bank yet.
private-held = Your cards: { $cards }, { $label }.
private-held-against = Your cards: { $cards }, { $label }. The bank: { $bank }.
private-stake = You have staked { NUMBER($stake) }.
private-stake-covered = You have staked { NUMBER($stake) }. The bank covers { NUMBER($covered) } of it{ $open ->
    [yes] {" "}as it looks now
   *[no] { "" }
}.
private-no-stake = You sit this deal out.
private-no-stake-yet = You have not staked yet.
toast-staked = You staked { NUMBER($amount) }.
toast-no-stake = You sit out this deal.
toast-showed-and-passed = You showed: { $label }. You pass the bank on.
rules-rung-pair = the same piece in the same colour
rules-rung-counts = counts { $points }
rules-rung-you-win = You win
rules-rung-bank-wins = The bank wins
rules-rung-highest = equal: the highest card decides
