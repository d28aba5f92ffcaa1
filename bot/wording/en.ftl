### Kiu in English.
### Chips are whole numbers; names are safe to show.
### Sentences end with . ! ?

-play-chips = Play chips only: no value, cannot be bought, sold or exchanged.

## Frame

language-name = English
language-code = en
the-group = an admin in the name of the group

play-chips = { -play-chips }
card-footer = Play chips only
private-title-dominoes = Your dominoes are ready
done-already = That was done already.
answer-announced = Done, and announced here.
told-in-private = I'll answer that in our private chat.
unexpected-trouble = Something went wrong, and nothing was changed. Please try again.
membership-unknown = { $platform } can't tell me whether you are in that group. Try again soon.
membership-gone = I'm no longer in that group. Somebody can add me again.
from-to = { NUMBER($least) } to { NUMBER($most) }
ban-ends = { $until ->
    [lifted] an admin lifts it
   *[other] { $until }
}

for-time = { $unit ->
    [d] { $count ->
        [one] 1 day
       *[other] { $count } days
    }
    [h] { $count ->
        [one] 1 hour
       *[other] { $count } hours
    }
   *[m] { $count ->
        [one] 1 minute
       *[other] { $count } minutes
    }
}
why-given = { $given ->
    [yes] { " " }Reason: { $why }
   *[no] { "" }
}
reason-was = Reason: { $reason }
by-admin = { $by ->
    [group] An admin, in the name of { $admin },
   *[person] { $admin }
}
by-house-rule = { $rule ->
    [none] { "" }
   *[other] {" "}(house rule)
}
held-equal = { $held ->
    [pairs] two pairs
   *[points] equal points
}
hands-counted = { $hands ->
    [one] 1 hand
   *[other] { NUMBER($hands) } hands
}
claim-made = { $claim ->
    [win] win
   *[dui] dui
}
staked-too = { $staked ->
    [0] .
   *[other] ; { NUMBER($staked) } of your chips are in the pot.
}
## Lobby

table-title = { $game } table
lobby-seats = { $taken } of { $seats } seats taken
lobby-chair = { $number }. { $name } · { NUMBER($stack) } chips
lobby-chair-short = { $number } { $name }: { NUMBER($stack) }
lobby-rules-usual = House rules: { $preset }
lobby-rules-changed = { lobby-rules-usual }, but { $changes }
limits = { $stakes } · buy-in { NUMBER($buyin) } ({ from-to })
limits-fixed = { $stakes } · buy-in { NUMBER($buyin) }
limits-from = from { NUMBER($least) }
limits-range = { NUMBER($least) }–{ NUMBER($most) }
limits-then = { $before }, then { $after }
lobby-waiting = Waiting for { $missing ->
    [one] one more player
   *[other] { $missing } more players
} to begin.
hand-on-page = Played on the table page. The result follows here.
lobby-ready = Ready: anyone at the table can press Start.
mark-host = host
mark-out = sitting out
mark-leaving = leaving
mark-computer = computer
mark-dealer = dealer
mark-waiting = plays next hand
mark-out-of-chips = { $stack ->
    [0] out of chips
   *[other] too few chips
}
hand-newcomers = { NUMBER($count) } more from the next hand on

## Buttons

button-join = Join
button-start = Start
button-add-computer = Add computer player
button-sit-back = I'm back
button-rebuy = More chips
button-daily = Daily chips
offer-stay = Stay
button-hand = My hand
button-move = My move
button-advance-check-fold = Ahead: check/fold
button-advance-call = Ahead: check/call
button-advance-ask-always = Ask me always
button-advance-pass-unless-dui = Ask me if dui
button-advance-pass-unless-win = Ask me if win
button-hint = Hint
button-shuffle = Shuffle
button-verify-mine = Verify my cards
button-verify = Verify
button-replay = Replay
button-details = Details
button-back = Back
button-previous-page = Previous
button-next-page = Next
button-check = Check
button-bet = Bet { $amount }
button-raise = Raise to { $amount }
button-join-with = Join with { $amount }
button-rebuy-with = +{ $amount } chips
button-sure = Yes, all-in
button-fold = Fold
amount-most = Most
button-other-amount = Another amount …

button-table = Table
button-open-again = Open again
suggested-least = { NUMBER($amount) } (the least)
suggested-most = { NUMBER($amount) } (the most)
suggested-advance-check-fold = check, or fold if there is a bet
suggested-advance-check = check, if there is no bet
suggested-advance-call = call the present bet
suggested-advance-fold = { move-fold }
ask-join = Sit down with how many chips? { from-to }
ask-rebuy = How many more chips? { from-to }
suggested-advance-ask-always = ask me about every discard
suggested-advance-pass-unless-dui = pass, unless a discard makes a dui or a win
suggested-advance-pass-unless-win = pass, unless a discard wins
ask-bet = Bet how many chips? { from-to }
ask-declare = Which pairs do you show?
hint-declare = Answer with their values, such as 8 / 4.
ask-raise = Raise to how many in all? { from-to }

## A hand

hand-title = { $game } · hand { $number }
hand-pot = Pot { NUMBER($amount) }
hand-seat = { $number }. { $name } · { NUMBER($stack) }
time-seconds = { $seconds } s
time-left-then-bank = { $time }, then { $seconds } s of time bank
time-bank-left = time bank { $time }
time-next-hand = Next hand: { $time }
beats = { $label } beats { $other }'s { $lesser }
prompt-turn = { $name }, it's your turn.
event-lapsed = { $name } ran out of time.
## Who won, and why

why-high-first-pair = { beats }: { $more } beats { $less }.
why-high-second-pair = { beats }: the first pairs tie, { $more } beats { $less }.
why-low-second-pair = { beats }: of the second pairs, { $more } beats { $less }.
why-low-first-pair = { beats }: the second pairs tie, { $more } beats { $less }.
why-special = { beats }: a special hand beats any two pairs{ by-house-rule }.
why-specials = { beats }: it ranks higher among the special hands{ by-house-rule }.
why-special-seri = { beats }: a special hand beats a seri.
why-seri = { beats }: a seri ranks just below 9 / 9 (house rule).
why-high-half = High half: { $reason }
why-low-half = Low half: { $reason }
why-colour = { held-equal }, and { $higher } beats { $lower } by colour{ by-house-rule }
why-piece = { held-equal }, and { $higher } beats { $lower } by piece
why-second-colour = equal points and highest card, and { $higher } beats { $lower } by colour (house rule)
hand-won-or-lost = Hand { $number } is over: you
private-won = { hand-won-or-lost } won { NUMBER($amount) }.
private-lost = { hand-won-or-lost } lost { NUMBER($amount) }.
private-even = { hand-won-or-lost } neither won nor lost.
private-stack = Your chips on the table: { NUMBER($stack) }.
private-next-hand = You are dealt in with the next hand.
private-ready = The next hand begins when somebody at the table presses Start.
private-waiting = The next hand begins when enough players are ready.
private-sits-out = You are sitting out. Press I'm back to play.
private-out-of-chips = You need { NUMBER($least) } chips to be dealt in. Press More chips{ $practice ->
    [yes] .
   *[no] , or try /daily.
}
against-brought = with { NUMBER($chips) } chips: { $net } against what you brought.
private-leaving = You'll leave after this hand{ staked-too }
private-removed = You were removed and leave after this hand{ staked-too }
private-left = You left the table { against-brought }
private-closed = The table closed. You ended { against-brought }
private-no-hand = You are not in this hand. Sit at the table for the next one.
private-chips = You have { NUMBER($stack) } chips on the table; { NUMBER($staked) } of yours are in the pot.
brief-chips = Your chips: { NUMBER($stack) }.
## Special hands

special-enam_dewa = Six Gods
special-enam_dewa-words = All four dominoes with six spots.
special-empat_balak = Four Doubles
special-empat_balak-words = All in one hand.
special-murni_besar = Pure Big
special-murni_besar-words = { $spots } spots on four dominoes.
special-murni_kecil = Pure Small
special-murni_kecil-words = Only { $spots } spots on four dominoes.
special-quan-dui = Quan Dui
special-broken-bank = The bank is broken
special-told = ★ { $name }: { $headline }! { $words }
special-more = and { $count } more
month-day = { $day } { $month ->
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
special-date = { month-day } { $year }

## Koo Kiew

chips-won = +{ NUMBER($amount) }
chips-lost = −{ NUMBER($amount) }
chips-even = ±0
button-stake = Stake { $amount }
button-bid = Bid { $amount }
ask-stake = Stake how many chips? { from-to }
ask-bid = Bid how many chips? { from-to }

card = { $sign } { $colour } { $piece }
private-bidding = You can bid { from-to } for the bank.
private-staking = You can stake { from-to }.
win-first = a win goes first.
sooner-turn = { $name }'s turn would have come sooner.
private-showing = It's your turn to show the bank's cards.
## Quan Dui

button-draw = Draw
button-pick-up = Pick up { $label }
button-dui = Dui
button-win = Win
button-discard = { $label }

why-win-first = { $name }'s win comes before { $other }'s dui: { win-first }
why-nearer = { $name }'s { claim-made } comes before { $other }'s: { sooner-turn }
private-win-first = { $name }'s win came before your dui: { win-first }
private-nearer = { $name }'s { claim-made } came before yours: { sooner-turn }
was-removed = { $name } was removed
is-gone = { $name } is no longer in this group
chips-returned = ({ NUMBER($amount) } chips returned).
## Practice

practice-title = { $title } · practice
practice-footer = Practice chips: they don't count
practice-wait = Wait
## Around the table

notice-opened = { $name } opened a table.
notice-opened-practice = { $name } opened a practice table.
notice-joined = { $name } sat down with { NUMBER($amount) } chips.
notice-left = { $name } left with { NUMBER($amount) } chips.
notice-was-kicked = { was-removed } { chips-returned }
notice-was-kicked-after-hand = { was-removed } and leaves after this hand.
notice-is-gone = { is-gone } and left the table { chips-returned }
notice-is-gone-after-hand = { is-gone } and leaves after this hand.
notice-leaving = { $name } will leave after this hand.
notice-sits-out = { $name } is sitting out.
notice-is-back = { $name } is back.
notice-was-sat-out = { $name } is away and sits out.
notice-rebought = { $name } put { NUMBER($amount) } more chips on the table.
notice-waiting-for-players = Waiting for players.
notice-table-closed = Table closed. Everyone's chips are back in their wallets.
notice-closes-after-hand = The table closes after this hand.
notice-hand-voided = Hand { $hand } was called off{ $known ->
    [no] { "" }
   *[yes] { " " }by { $by }
}. Every stake went back: /verify { $hand }. Called off or reversed here so far: { NUMBER($voids) } of { hands-counted }. { reason-was }
notice-shuffled = { $name } added “{ $word }” to the shuffle.
notice-shuffled-by-tap = { $name } pressed Shuffle ({ $word }).
notice-not-revealed = Promised random numbers were not revealed by { $names }; the hand was dealt without. Missing here so far: { NUMBER($count) }.
deals-given-up = Deals given up here so far: { NUMBER($count) }; dealt: { NUMBER($hands) }.
notice-sealed-anew = { $why ->
    [beacon] The random number from outside did not come.
    [seats] Somebody who was to be dealt in has left.
    [trouble] The deal could not be made.
   *[rules] The house rules change with the next hand.
}{ $count ->
    [0] { "" }
   *[other] { " " }{ deals-given-up }
} New packs were shuffled, with a new fingerprint.
notice-deal-given-up = The table closes, so the deal is given up. { deals-given-up }
notice-dealt-without-beacon = No random number came from outside, so this hand was dealt without. Such hands so far: { NUMBER($count) } of { NUMBER($hands) }.

## Answers

answer-you-opened = Your table is open. Others can press Join.
answer-you-practise = Your practice table is open, and the first hand begins.
about-group = In { $group }
answer-you-joined = You sat down with { NUMBER($amount) } chips.
answer-you-joined-in-hand = { answer-you-joined } You play from the next hand.
answer-you-left = You left the table. { chips-in-wallet }
chips-in-wallet = { NUMBER($amount) } chips are back in your wallet.
answer-you-leave-after-hand = You'll leave after this hand.
answer-you-kicked = { was-removed }.
answer-you-kicked-after-hand = { notice-was-kicked-after-hand }
play-to-the-end = You can still play this hand; then you leave with all your chips.
answer-you-were-removed = You were removed. { play-to-the-end }
answer-you-stay = Good, you're staying.
answer-you-sit-out = You sit out from the next hand on. Press I'm back to play.
answer-you-are-back = You're dealt in again from the next hand.
answer-you-rebought = You added { NUMBER($amount) } chips and have { NUMBER($stack) } on the table.
answer-you-closed = The table is closed.
answer-you-close-after-hand = { notice-closes-after-hand }
answer-you-answered = Your answer is in, and secret until everybody's can be shown.
press-again-to-undo = Press it again to take it back.
answer-you-advance-check-fold = When it's your turn: { suggested-advance-check-fold }. A raise cancels this. { press-again-to-undo }
answer-you-advance-check = When it's your turn: check. A bet cancels this. { press-again-to-undo }
answer-you-advance-call = When it's your turn: call { NUMBER($amount) }. A raise cancels this. { press-again-to-undo }
answer-you-advance-fold = When it's your turn: fold. { press-again-to-undo }
answer-you-advance-ask-always = I ask you about every discard again.
answer-you-advance-pass-unless-dui = I only ask you about a dui or a win. Nobody else can tell.
answer-you-advance-pass-unless-win = I only ask you about a win. Nobody else can tell.
answer-you-took-back = Taken back. I'll ask you when it's your turn.
answer-you-shuffled = Your word for the next hand is in: “{ $word }”.
answer-you-shuffled-by-tap = Your tap was mixed in ({ $word }).
time-your-turn = It's your turn · { $time }
answer-follows = Kiu is restarting; your answer follows.
answer-not-reachable = I could not write to you privately. My hand under the table always works.

## Toasts

toast-did-start = You started the hand.
toast-did-add = { $name } sits down.
toast-did-remove = { $name } gets up.
toast-bet = You bet { NUMBER($amount) }.
toast-folded = You folded.
toast-showed = You showed: { $label }.
toast-answered = Your answer is in.
toast-won = You won: { $label }!

## The sealed deal

sealed-sign = 🔒 { $fingerprint }
sealed-superseded = given up: { $fingerprint }
log-head = log { $size }: { $root }
shuffle-cuts = { $name } cuts
shuffle-words = Mixed in: { $words }
shuffle-words-counted = Words mixed in: { $count }
shuffle-word = { $name } “{ $word }”
closing-cut = { $name } cut
closing-no-words = nobody added a word
closing-dealer = { $game ->
    [koo-kiew] { $name } holds the bank
   *[other] { $name } deals
}
closing-dealer-drawn = { $game ->
    [koo-kiew] first banker drawn at random
   *[other] first dealer drawn at random
}
closing-bank-sold = the bank is sold after the deal
closing-pledges = Promised random numbers, revealed by { $names }. The promises:
## Chips

ledger-empty = Nothing yet.
reason-newcomer = chips for newcomers
reason-daily = daily chips
reason-grant = given by { $actor }: { $note }
reason-take = taken by { $actor }: { $note }
reason-hand = { $game }, hand { $hand }
void-place-gone = the channel or topic was deleted

## House rules

house-section-special_hands = Special hands
house-section-ranking = Ranking
house-section-showdown = Showdown
house-section-deal = Deal
house-section-betting = Betting
house-section-table = Table
house-section-bank = Bank
house-section-stakes = Stakes
house-section-claims = Claims
house-section-winning = Winning
house-section-ending = End of a hand
house-section-fairness = Fair deals
house-section-clock = Clock
house-section-chips = Chips

house-sentence = • { $section }: { $phrases }.
house-phrase-changed = { $phrase } ✱
house-marked = ✱ not as in the preset { $preset }
house-line = { $rule }: { $value }

# Values of rules.
house-on = on
house-off = off
house-no-limit = no limit
house-number = { NUMBER($amount) }
choice-disclosure-never = stay closed
choice-disclosure-at-close = are opened after the hand
choice-disclosure-unanimous = are opened if all agree
choice-beacon-required = required
choice-beacon-if-there-is-one = optional

phrase-buy_in = buy-in { $value } ({ NUMBER($min_buy_in) } to { NUMBER($max_buy_in) })
# Names of rules.
rule-name-beacon = platform's random number
rule-name-disclosure = cards nobody showed
rule-name-turn_seconds = seconds for a turn
rule-name-time_bank = seconds of time bank
rule-name-pause_seconds = seconds between hands
rule-name-computer_seconds = seconds of a computer player
rule-name-lapses = missed turns before sitting out
rule-name-buy_in = buy-in
rule-name-min_buy_in = smallest buy-in
rule-name-max_buy_in = largest buy-in
rule-name-grant = chips for newcomers
rule-name-daily = daily fill-up

# Parameters, in capitals in the usage of a command.
parameter-action = action
parameter-amount = amount
parameter-before = before
parameter-buy-in = buy-in
parameter-choice = choice
parameter-command = command
parameter-game = game
parameter-hand = hand
parameter-name = name
parameter-page = page
parameter-part = part
parameter-player = player
parameter-preset = preset
parameter-reason = reason
parameter-rule = rule
parameter-rules = rules
parameter-section = section
parameter-topic = topic
parameter-value = value
parameter-words = words

command-open = open a table, as in /open qiuqiu
command-join = sit down at the table
command-leave = leave the table; during a hand you fold
command-sit-out = keep your seat but skip hands
command-sit-back = be dealt in again
command-rebuy = put more chips on the table
command-start = begin to play
command-status = see the table
command-table = find the open table
command-add-computer = add a computer player
command-remove-computer = remove a computer player after this hand
command-close = close the table after this hand
command-hand = see your own cards, for your eyes only
command-check = pass without betting
command-bet = bet this many chips
command-call = match the bet
command-raise = raise the bet to this many chips in all
command-fold = give up this hand
command-advance = decide before you are asked, as in /advance check-fold
command-all-in = put in all your chips
command-declare = choose your pairs, as in /declare 8/4
command-stake = stake this many chips
command-bid = bid this many chips for the bank
command-pass = pass: no stake, no bid, no claim
command-show = show the bank's cards
command-pass-bank = show the bank's cards and give up the bank
command-draw = draw a card from the stock
command-pick-up = pick up the last discard
command-dui = claim the last discard for a dui
command-win = show eight pairs
command-discard = discard a card, as in /discard 3 suo
command-practice = practise with computer players

## The rules, page by page

button-rules = Rules
button-house-rules = House rules
button-next = Next
rules-yours = Yours
rules-own = ★ Yours: { $label } ({ $cards }).
rules-rung-enam_dewa = the four dominoes with six spots
rules-rung-empat_balak = four doubles
rules-rung-murni_besar = { $spots } spots or more
rules-rung-murni_kecil = { $spots } spots or fewer
rules-rung-9-9 = two pairs worth nine each
rules-rung-seri = spots that follow one another, such as 10, 9, 8, 7
from-each = { NUMBER($stake) } from each player
rules-rung-you = You
rules-rung-banker = Banker
rules-rung-quan-dui = Quan dui
rules-rung-eight-pairs = Eight pairs
rules-rung-fewer = Fewer than eight pairs
rules-rung-quan-dui-pays = eight dui · { from-each }
rules-rung-eight-pairs-pays = dui and ka in any mix · { from-each }
rules-rung-fewer-pays = not a win yet
picture-counted = Counted: { $cards }, { $label }.

percent = { $whole }.{ $part } %

## Refusals

refused-no-such-command = I don't know “{ $word }”. Type /help to see what there is.
refused-line-too-long = A command has at most { $most } characters. Please shorten it.
refused-something-missing = Something is missing. Type: { $usage }
refused-too-much = Too many words. Type: { $usage }
refused-not-an-amount = Give a whole number of chips, such as 60, 1,500 or 1.5k.
refused-not-a-number = Give a whole number in plain digits, such as 60.
refused-number-out-of-range = Give a number from 1 to { NUMBER($most) }.
refused-chips-out-of-range = Give 1 to { NUMBER($most) } chips.
refused-amount-out-of-range = You can { $verb ->
    [bet] bet
    [stake] stake
    [bid] bid
   *[other] raise to
} { NUMBER($least) } to { NUMBER($most) } chips.
refused-not-your-turn = It's { $name }'s turn. Wait for yours.
refused-not-an-option = You can't { $verb } now. Use a button you see.
refused-unknown-action = I don't know “{ $word }” in this game. Try /help.
refused-choice-missing = Say what to { $verb }, as in { $verb ->
    [discard] /discard 3 suo.
   *[other] /declare 8/4.
}
refused-nothing-follows = Type /{ $verb } alone.
refused-round-over = This hand is over. Wait for the next one.
refused-no-hand-now = No hand is being played. Wait for the next one, or press Start.
refused-not-dealt-in = You are not in this hand. Wait for the next, or press I'm back.
refused-no-shuffle-now = Add your word between two hands.
refused-shuffled-already = Your word for this hand is in: “{ $word }”. Add another before the next hand.
refused-only-cutter-now = Only { $name } may still cut. Add your word before the next hand.
refused-word-too-long = Take 1 to { $most } plain letters; others and emoji count for two to four.
refused-not-in-that-hand = You were not in that hand. Anybody can check it with /verify.
refused-pack-erased = The key to hand { $hand } is destroyed. /verify { $hand } proves shown cards.
refused-opened-already = All cards of hand { $hand } are open: /verify { $hand }.
refused-your-turn-now = It's your turn already. Use a button you see.
refused-advance-not-now = You are not asked again in this round. Wait for the next one.
refused-no-advance = In this game nothing is decided ahead. Wait for your turn.
refused-unknown-advance = You can't decide that ahead. Choose: { $words }.
refused-confirm-all-in = All-in with { NUMBER($amount) }?
refused-stale-turn = { refused-stale-button }
refused-stale-button = That button is from an earlier turn. Use the newest ones.
refused-no-table = No table here. Open one with /open, or be told of one with /notify me.
refused-table-here-already = There is a table here. Press Join under it.
refused-tables-are-open = A table is open. Close it first with /close.
refused-too-many-tables = You have { $most } tables open. Close one first.
refused-no-such-game = I don't know that game. Choose: { $games }.
refused-no-such-preset = I don't know that preset. Choose: { $presets }.
refused-table-closing = This table is closing. Open a new one after it.
refused-already-seated = You are at this table. Wait for the next hand, or press Start.
refused-table-full = All { $seats } seats are taken. Try again when somebody leaves.
refused-not-seated = You are not at this table. Press Join first.
refused-host-only = Only { $host }, the host, or an admin can do that.
refused-anonymous = You write in the name of the group. Switch to your own account.
refused-half-surrogate = What you sent, or your name, has half a character. Write it again.
refused-not-in-group = You left that group. /leave takes back your chips there.
refused-group-away = I am not in that group. The table waits until somebody adds me again.
refused-admin-only = Only an admin can do that. Ask one here.
refused-buy-in-out-of-range = Name a buy-in of { NUMBER($least) } to { NUMBER($most) } chips.
refused-rebuy-out-of-range = You can add at most { NUMBER($most) } chips now. Choose fewer.
refused-too-few-chips-to-sit = It takes { NUMBER($least) } chips to sit down, and you have { NUMBER($wallet) }. Try /daily.
refused-not-in-wallet = That takes { NUMBER($amount) } chips, and your wallet has { NUMBER($wallet) }. Take fewer, or try /daily.
refused-not-enough-chips = The wallet no longer has that many. Try fewer.
refused-not-during-hand = You can add chips between hands. Try again after this one.
refused-rebuy-first = You need { NUMBER($least) } chips to be dealt in. Press More chips.
refused-already-out = { private-sits-out }
refused-you-were-removed = You leave after this hand. Then you can sit down again.
refused-removed-already = { notice-was-kicked-after-hand }
refused-not-out = You are not sitting out. Wait for the next hand.
refused-already-playing = A hand is being played. The next one begins by itself.
refused-cutter-first = { $name } cuts the next hand, which begins in a moment.
refused-being-cut = The next hand is being cut. Sit down or leave once it is dealt.
refused-too-few-to-start = Players ready: { $ready } of { $least }. Add a computer player, or wait for friends.
refused-practice-only = Hints are for practice tables. Open one with /practice { $game }.
refused-no-computer-here = No computer player sits here. Press Add computer player.
refused-computers-out-of-chips = Computer players have no chips left today. Ask a friend, or practise.
refused-no-more-computers = All computer players sit here already. Ask a friend to join.
refused-nobody-of-that-name = I see nobody called “{ $name }”. Type the name as I show it.
refused-not-played-here = { $name } has not played here yet. Choose somebody else.
refused-does-not-sit-here = { $name } is not at this table. Choose somebody who is.
refused-several-of-that-name = Several people are called “{ $name }”. Mention one, or type their seat's number.
refused-storage-trouble = I can't store anything now, so the table is paused. Try again soon.
refused-shutting-down = Kiu is restarting. Your chips and hand are safe; try again in a moment.
refused-bad-rules = I can't read these house rules. Begin again with /house reset.
refused-max-below-min = The largest ({ NUMBER($most) }) would be below the smallest ({ NUMBER($least) }). Change that first.
refused-buy-in-too-small = Then { $game } takes { NUMBER($least) } chips, more than the usual buy-in of { NUMBER($usual) }. Change that first.
refused-buy-ins-out-of-order = The buy-ins must rise: smallest { NUMBER($least) }, usual { NUMBER($usual) }, largest { NUMBER($most) }. Change another first.
refused-no-such-hand = There is no such hand here. Its number is in its title.
refused-nothing-played = No hand was played here yet. Open a table and play.
refused-hand-not-over = Hand { $hand } is not over yet. Try again when it is.
refused-own-discard = That is your own discard. Wait for the others.
refused-banker-stakes-nothing = You hold the bank, so you don't stake. Wait for the others.
refused-already-answered = Your answer counts already. Wait for the others.
refused-no-window = Nobody is being asked now. Use a button you see.
refused-ballot-still-open = Not everybody has answered. Wait a moment.

## The local room

welcome-title = Welcome to Kiu
welcome =
    A card table for your group chat, by the house rules you like.
    “Play now” begins a practice hand with computer players; “Open a table” is for you and your friends.
    You don't need to know the rules: every move is a button.
button-play-now = Play now
button-open-table = Open a table
button-how-to-play = How to play
games-title = Which game?
games =
    QiuQiu: Indonesian domino poker, 2 to 6 players.
    Koo Kiew: a quick game against a banker, 2 to 56 players.
    Quan Dui: a race for eight pairs, 2 to 6 players.
    In practice you sit with computer players, and the chips don't count.
button-practise = Practise { $game }
button-notify = Tell me when …
button-notify-off = Stop telling me
link-to-table = To the table
open-table-page = Open the table
button-open = Open { $game }

## Discord

discord-group-table = At the table
discord-group-play = Play your turn
discord-group-house = House rules
discord-group-money = Chips
discord-group-admin = For admins: the bank
discord-parameter-buy-in = How many chips to sit down with
discord-parameter-rules = House rules as text, from /house export
discord-parameter-reason = Why, for everybody to read
discord-parameter-words = Any word, for everybody to read
discord-amount = How many chips?
discord-choice = Your choice
discord-menu-kick = Remove from table
discord-bot-picked = { $name } is a bot. Pick a person.
discord-permissions-missing = I can't hold a table in this channel. Ask an admin to allow me: { $permissions }.
discord-play-in-private = I can't hold a table here. Send me this command in a direct message.
discord-permission-view-channel = View Channel
discord-permission-send-messages = Send Messages
discord-permission-send-messages-in-threads = Send Messages in Threads
discord-permission-attach-files = Attach Files
discord-permission-embed-links = Embed Links

## Telegram

telegram-hands-in-private = Cards in private
telegram-open-table = Open the table
telegram-hands-here = From now on your cards come here.
telegram-private-closed = To get your cards in private too, press “Cards in private” once.
telegram-only-in-private = That is for your eyes only. Press My hand under the table, or ask in private.
telegram-file-in-private = That comes only in our private chat. Press “Cards in private” once; then ask again.
telegram-sent-privately = I have written it to you in our private chat.
telegram-menu-sent = Your menu is in our private chat.
telegram-menu-in-private = I cannot show this to you alone here. Press Start in our private chat ({ $name }), then this button again.
telegram-no-such-table = That table is gone, or its group is not yours. Open a new one with /open.
telegram-add-to-group = Add me to a group
telegram-press-again = { $question } Press the same button again within { $seconds } s if you mean it.
telegram-amount-chosen = { $doing }? Press that button.
telegram-amount-type = Type …
telegram-answer-by-reply = { $prompt } Reply to this message.
telegram-question-open = Reply to my question above first.
telegram-command-start = what this is, and how to begin
telegram-to-private-chat = To our private chat
telegram-short-description = A card table for your group: QiuQiu, Koo Kiew and Quan Dui by your house rules. Play chips only.
telegram-description =
    A card table for your group chat, by the house rules you like:
    { games }
    Add me to a group and open a table.
    { -play-chips }
telegram-right-messages = sending messages
telegram-right-photos = sending photos
telegram-right-documents = sending files
telegram-right-dice = sending dice (stickers and GIFs)
refused-being-forgotten = I'll forget you as soon as no chip of yours is in a running hand.
own-limit-reached = You have reached your own limit of { $what ->
    [chips] chips lost
    [hours] hours of play
   *[hands] hands
} a day ({ NUMBER($amount) })
void-forgotten = the table stood still, and a player left for good
## Moves

move-check = check
move-bet = bet
move-call = call
move-raise = raise
move-fold = fold
move-all-in = all-in
move-declare = declare
move-stake = stake
move-bid = bid
move-pass = pass
move-show = show
move-pass-bank = pass the bank on
move-draw = draw
move-pick-up = pick up
move-dui = dui
move-win = win
move-discard = discard
discord-group-limit = Your own limits
a-day = a day, { from-to }?
ask-limit-chips = How many chips { a-day }
ask-limit-hands = How many hands { a-day }
ask-limit-hours = How many hours { a-day }
answer-you-rest = { $what ->
    [elsewhere] With a limit of your own you play one hand at a time. You sit out here until you press I'm back.
    [break] Your break has begun, so you sit out until { $until }.
   *[other] { own-limit-reached }, so you sit out until { $until }.
}
refused-own-limit = { $what ->
    [break] You are taking a break until { $until }, and nobody can end it sooner.
   *[other] { own-limit-reached }; you can play again from { $until } on.
}
refused-longer-break-already = You are taking a longer break already.
refused-flood = That was more than I can follow. Wait a few seconds.
parameter-time = time
discord-parameter-time = For how long: 10m, 2h or 1d
command-host = hand the table over to another host
who-resumes = The host, an admin or most of those seated can resume
table-is-paused = Paused by { $name }. { who-resumes }; after a day the table closes.
time-paused = paused by { $name }
private-paused = { notice-paused } Your chips wait here.
notice-paused = { $name } paused the table.
notice-pauses-after-hand = { $name } paused the table: after this hand.
notice-paused-at-once = { notice-paused } The hand goes on in { $minutes } minutes at the latest.
notice-resumed = { $name } resumed the table.
notice-hand-goes-on = The hand goes on. No other begins until the table is resumed.
notice-wants-to-go-on = { $name } wants to go on: { $count } of { $needed }.
notice-pause-over = The pause has lasted a day, so the table closes.
notice-table-deserted = Nobody has done anything here for an hour.
notice-seat-freed = { $name } was away and gives up the seat { chips-returned }
notice-host-is = { $name } is the host now.
notice-was-removed = { was-removed } for { for-time } { chips-returned }
notice-was-removed-after-hand = { was-removed } for { for-time } and leaves after this hand.
notice-readmitted = { $name } can sit down again.
answer-you-paused = No hand begins until you resume.
answer-you-paused-at-once = The table stands still until you resume, a few minutes at most.
answer-you-want-to-go-on = { $count } of { $needed } want to go on.
answer-you-lost-your-seat = Somebody else has your seat. { chips-in-wallet }
answer-you-resumed = The table goes on.
answer-you-handed-over = { notice-host-is }
answer-you-readmitted = { notice-readmitted }
answer-you-stopped = The hand is called off and the table closed. Every stake went back.
kept-out-until = You were removed from this table until { $until }.
answer-you-are-kept-out = { kept-out-until } Your chips are back in your wallet.
answer-you-are-kept-out-after-hand = { kept-out-until } { play-to-the-end }
refused-not-a-time = Give a time such as 10m, 2h or 1d.
refused-paused-already = { $name } has paused the table. Press Resume in the Table menu.
refused-not-paused = The table is not paused. Play on.
refused-table-paused = { notice-paused } { who-resumes } it in the Table menu.
refused-stood-still-already = This hand has waited once. Pause after it.
refused-hosts-already = { $name } is the host already. Choose somebody else.
refused-cannot-host = { $name } can't be the host. Choose somebody who stays at the table.
refused-not-kept-out = Nobody called { $name } is kept out of this table.
refused-kept-out = { kept-out-until } Sit down at another one, or ask the host.
refused-kept-out-too-long = Name { $least } minutes to { $most } hours. For longer, admins ban.
link-to-group = To the group
refused-banned = You can't play in this group until { ban-ends }. Your chips stay yours.{ why-given }
practise-alone = You can practise where you are alone with me.
house-section-order = Order
rule-name-quiet_hours = quiet hours
phrase-quiet_hours = { $quiet_hours ->
    [on] quiet from { $quiet_from }:00 to { $quiet_to }:00
   *[off] no quiet hours
}
rule-name-quiet_from = quiet from
rule-name-quiet_to = quiet to
rule-name-tables_per_channel = tables a channel
refused-quiet-hours = Quiet hours: no hand begins until { $until }. { practise-alone }
refused-no-tables-here = Open your table in { $channels }.
refused-which-table = Which of the tables here do you mean?
which-table-of = { $game } · { $host }
notice-rests-quietly = Quiet hours until { $until }: no hand begins. Then press Start.
channel-without-name = topic { $number }
link-to-channel = Where tables are
button-evening = Evening
rule-name-computer_chips = computer players for chips
choice-computer_chips-alone = only with one person
choice-computer_chips-always = with any number of people
choice-computer_chips-never = never
notice-computers-make-room = The computer players make room for the people here.
notice-computers-play-for-practice = The computer players leave: here they play at practice tables only.
refused-computers-not-with-several = Computer players play for chips only with one person. Use /practice, or ask an admin for /house set computer_chips always.
refused-computers-never = Computer players don't play for chips here. Use /practice, or ask an admin for /house set computer_chips alone.

button-ranking = Ranking
button-season = This season
discord-group-mod = For admins: order
kiu = Kiu
button-older = Older
button-chips = Chips
button-limit = My limits
button-export = Export
button-history = History
button-stats = Stats
button-top = Top
button-ledger = Statement
reason-called-off = { $game }, hand { $hand } called off by { $actor }: { $note }
rule-name-gifts = gifts a day
reason-gift = { $gave ->
    [yes] gift to { $other }
   *[no] gift from { $other }
}
refused-shared-often = A lot was shared here just now. Try again in a minute.
rule-name-rank_without_dumps = rankings without dumped chips
rule-name-show_cards = showing cards after a hand
notice-restored = I was restored from a backup of { $until }. Nothing after that counts. /open starts a new table.

refused-outcome-unknown = The disk failed, and I'm restarting: look at the table before you repeat it.
refused-no-such-rule = There is no house rule “{ $rule }”. See them with /house.
refused-bad-rule-value = “{ $value }” does not fit { $rule }. Allowed: { $allowed }.
