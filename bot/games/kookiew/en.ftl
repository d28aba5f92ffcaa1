amount-half = Half
result-bank-won = The bank of { $name } won { NUMBER($amount) }, with { $label }.
result-bank-lost = The bank of { $name } lost { NUMBER($amount) }, with { $label }.
result-bank-even = The bank of { $name } came out even, with { $label }.
result-won-most = { $name }{ $others ->
    [0] { "" }
   *[other] {" "}and { $others } more
} won most: { NUMBER($amount) }, with { $label }.
result-nobody-else = Nobody beat the bank; the best was { $name } with { $label }.
result-bank-empty = { $name } beat the bank best, with { $label }, but it was empty.
label-and-why = { $label }; { $why }
limits-koo-kiew = Stakes { $stakes }
bank-to-bid-for = The bank goes to the highest bid, from { NUMBER($least) }
bank-held = Bank of { $name }: { NUMBER($amount) }
bank-stakes = Staked: { NUMBER($total) } by { players-counted }
bank-cover-left = The bank covers { NUMBER($amount) } more
bank-covered = Covered: { NUMBER($covered) } of { NUMBER($total) }, from the bank's left
mark-banker = banker
mark-answered = has answered
mark-stake = stakes { NUMBER($amount) }
mark-stake-covered = { NUMBER($covered) } of { NUMBER($amount) } covered
mark-no-stake = sits this deal out
mark-to-stake = no stake yet
hand-bidding = Bid for the bank. Waiting for { $who }
hand-staking = Place your stakes. Waiting for { $who }
hand-showing = { $name } to show the bank's cards
players-counted = { $count ->
    [one] one player
   *[other] { $count } players
}
roster-answered = Answered ({ $count }):
roster-staked = Staked ({ $count }):
roster-covered = Covered ({ $count }):
roster-not-covered = Not covered ({ $count }):
roster-no-stake = Sitting this deal out ({ $count }):
roster-waiting = Waiting for ({ $count }):
roster-waiting-many = Waiting for { players-counted }
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
event-stakes-closed = Stakes are closed: { NUMBER($total) } by { players-counted }.
event-covered-in-part = { $name }: { NUMBER($covered) } of { NUMBER($stake) } covered, { NUMBER($back) } back. The bank covers { NUMBER($cover) }, from its left.
event-many-covered-in-part = Stakes not covered in full: { $count }; { NUMBER($back) } back. The bank covers { NUMBER($cover) }, from its left.
event-no-stakes = Nobody staked, so the cards stay face down.
event-banker-showed = { $name } showed the bank's cards, { $cards }: { $label }.
event-settled-won = { $amount ->
    [0] { $name } beat the empty bank
   *[other] { $name } won { NUMBER($amount) }
}, { $cards }: { $label }.
event-settled-lost = { $name } lost { NUMBER($amount) }, { $cards }: { $label }.
event-settled-out = { $name } had not staked, { $cards }: { $label }.
event-settled-not-covered = { $name } was not covered, { $cards }: { $label }.
event-many-owed = The bank still owes { NUMBER($amount) } in all.
event-owed = The bank still owes { $name } { NUMBER($amount) } (house rule).
event-unpaid = { $name } is not paid { NUMBER($amount) } more: the bank, paying from its left, was empty (house rule).
event-bank-counted = The bank of { $name }: { NUMBER($before) } before, { NUMBER($after) } now.
event-bank-given-up = { $name } gave up the bank; { $to } holds it next.
event-bank-left = { $name } left the table; { $to } holds the bank next.
event-bank-too-small = { $name } has too few chips for the bank; { $to } holds it next.
event-bank-in-turn = The bank passes from { $name } to { $to }.
choice-colours-yellow = yellow
choice-colours-red = red
choice-colours-green = green
choice-colours-white = white
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
picture-settlement-many = The bank, { $bank }, and the cards of { $count } players. The replay says it in words.
picture-pack-koo-kiew = The 28 different cards, four of each, in rows by colour: { $colours }. Each row has: { $pieces }.
practice-edge = { $why ->
    [risk] the bank could cost you over half your chips
    [bad] in the long run the bank loses { $edge } of all stakes
   *[good] in the long run the bank keeps { $edge } of all stakes
}.
choice-bank-kept = kept until given up or too small
choice-bank-every_deal = passed to the left on every deal
choice-bank-after_deals = passed on after bank_deals
choice-bank-highest_bidder = sold to the highest bidder before each deal
choice-bank-fixed = always with the same player
choice-solvency-cover = covers stakes from its left and returns the rest
choice-solvency-collect = collects first and then pays from its left
choice-solvency-unlimited = owes what it cannot pay
phrase-colours = { $value }
phrase-bank = { $bank ->
    [after_deals] passed on after { $bank_deals } { $bank_deals ->
        [one] deal
       *[other] deals
    }
   *[other] { $value }
}
phrase-min_stake = stakes { $value }
rule-name-colours = order of the colours
rule-name-second_card = second card decides
rule-name-bank = bank
rule-name-bank_deals = deals before the bank is passed on
rule-name-solvency = small bank
rule-name-min_stake = smallest stake
rule-name-max_stake = largest stake
rule-name-pair_payout = payout of a pair
rule-name-stake_seconds = seconds for a stake
rule-colours = The highest colour first: all four, as in yellow>green>red>white, or usual (red above green) or bridge (green above red).
rule-second_card = With equal points and the same highest card, the colour of the other card decides.
rule-pair_payout = Times the stake that a winning pair is paid. The banker's pair takes the stake once.
rules-order-colours = Equal? The highest card decides, its colour first:
rules-order-pieces = then its piece:
picture-ladder-koo-kiew = Best first: a pair, then 9 points down to 0. Then decide the highest card's colour, { $colours }, and its piece, { $pieces }.
rules-koo-kiew-cards = The cards are the pieces of xiangqi, Chinese chess, in four colours, four of each: 112 cards. They count: 將 general 1, 士 advisor 2, 象 minister 3, 車 chariot 4, 馬 horse 5, 炮 cannon 6, 卒 soldier 7.
rules-koo-kiew-deal = Everybody is dealt two cards face down, and nobody looks. All but the banker stake { $max_stake ->
    [none] { NUMBER($least) } or more
   *[other] { NUMBER($least) } to { NUMBER($most) }
}, or sit out. Then the banker shows, and all cards are turned.
rules-koo-kiew-ranking =
    A pair, the same piece in the same colour, beats everything else. Any other hand counts the last digit of its points: 6 and 7 are 13, which counts 3.
    Of two pairs the one of the higher colour wins, then the one of the higher piece.
rules-koo-kiew-order = Of equal points the highest card decides, first by its colour: { $colours }; then by its piece, from general down to soldier.
rules-koo-kiew-winning = You play against the banker alone. Beat the bank and you win your stake{ $payout ->
    [1] { "" }
   *[other] , and with a pair { $payout } times as much
}; otherwise, or in a tie, the bank takes it.
rules-koo-kiew-odds = A player beats the bank in { $wins } of all deals. In the long run the { $to ->
    [players] players gain
   *[banker] banker keeps
} { $edge } of all stakes.
rules-koo-kiew-home-made =
    Without such cards, take four ordinary packs without 5 to 10 and jokers.
    { $pieces }.
    { $colours }.
rules-koo-kiew-step-you = You hold { $cards }: { $sum }, which counts { $points }.
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
private-face-down = Nobody sees any card before the bank shows, not even their own.
private-bank = You hold the bank: { NUMBER($bank) }. Staked against it: { NUMBER($total) }.
private-bank-covers = { private-bank } It covers { NUMBER($covered) }.
private-no-bank = Nobody holds the bank yet.
private-held = Your cards: { $cards }, { $label }.
private-held-against = { private-held } The bank: { $bank }.
private-stake = You have staked { NUMBER($stake) }.
private-stake-covered = { private-stake } The bank covers { NUMBER($covered) } of it.
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
