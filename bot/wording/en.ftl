### Kiu in English.
### Every key is used by the program; chips are whole numbers; names are safe to show as they are.
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
unexpected-trouble = Something went wrong on my side, and nothing was changed. Please try again.
membership-unknown = { $platform } can't tell me just now whether you are in that group, so nothing was done. Try again in a moment.
membership-gone = I'm no longer in that group, so nothing was done. Somebody can add me there again.

for-time = { $unit ->
    [d] { $count ->
        [one] one day
       *[other] { $count } days
    }
    [h] { $count ->
        [one] one hour
       *[other] { $count } hours
    }
   *[m] { $count ->
        [one] one minute
       *[other] { $count } minutes
    }
}
why-given = { $given ->
    [yes] { " " }Reason: { $why }
   *[no] { "" }
}
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
lobby-rules-changed = House rules: { $preset }, but { $changes }
limits = { $stakes } · buy-in { NUMBER($buyin) } ({ NUMBER($least) } to { NUMBER($most) })
limits-fixed = { $stakes } · buy-in { NUMBER($buyin) }
limits-from = from { NUMBER($least) }
limits-range = { NUMBER($least) }–{ NUMBER($most) }
limits-only = { NUMBER($amount) }
limits-then = { $before }, then { $after }
lobby-waiting = Waiting for { $missing ->
    [one] one more player
   *[other] { $missing } more players
} to begin.
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
hand-broke = { NUMBER($count) } { $count ->
    [one] is
   *[other] are
} out of chips

## Buttons

button-join = Join
button-start = Start
button-add-computer = Add computer player
button-sit-back = I'm back
button-rebuy = More chips
button-daily = Daily chips
button-keep-seat = Stay
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
button-details = Details
button-back = Back
button-check = Check
button-bet = Bet { NUMBER($amount) }
button-raise = Raise to { NUMBER($amount) }
doing-bet = Bet { $amount }
doing-raise = Raise to { $amount }
doing-stake = Stake { $amount }
doing-bid = Bid { $amount }
doing-join = Sit down with { $amount }
doing-rebuy = Put { $amount } on the table
button-sure = Yes, all-in
button-fold = Fold
button-bet-own = Bet …
button-raise-own = Raise to …
amount-most = Most

# The menu of a table.

button-table = Table
button-open-again = Open again
suggested-amount = { NUMBER($amount) }
suggested-least = { NUMBER($amount) } (the least)
suggested-most = { NUMBER($amount) } (the most)
suggested-advance-check-fold = check, or fold if there is a bet to pay
suggested-advance-check = check, if there is no bet to pay
suggested-advance-call = call the bet as it is now
suggested-advance-fold = fold
ask-buy-in = Sit down with how many chips? { NUMBER($least) } to { NUMBER($most) }
ask-rebuy = How many more chips? { NUMBER($least) } to { NUMBER($most) }
suggested-advance-ask-always = ask me about every discard
suggested-advance-pass-unless-dui = pass for me unless a discard makes a dui or a win
suggested-advance-pass-unless-win = pass for me unless a discard wins
ask-bet = Bet how many chips? { NUMBER($least) } to { NUMBER($most) }
ask-declare = Which pairs do you show?
hint-declare = Answer with their values, such as 8 / 4.
ask-raise = Raise to how many in all? { NUMBER($least) } to { NUMBER($most) }

## A hand

hand-title = { $game } · hand { $number }
hand-pot = Pot { NUMBER($amount) }
hand-seat = { $number }. { $name } · { NUMBER($stack) }
time-seconds = { $seconds } s
time-left-then-bank = { $time }, then { $seconds } s of time bank
time-bank-left = time bank { $time }
time-next-hand = Next hand: { $time }
hand-over-waiting = Waiting for players.
prompt-turn = { $name }, it's your turn.

## What happens

event-lapsed = { $name } ran out of time.
## Who won, and why

why-high-first-pair = { $label } beats { $other }'s { $lesser }: { $more } beats { $less }.
why-high-second-pair = { $label } beats { $other }'s { $lesser }: the first pairs tie, { $more } beats { $less }.
why-low-second-pair = { $label } beats { $other }'s { $lesser }: of the second pairs, { $more } beats { $less }.
why-low-first-pair = { $label } beats { $other }'s { $lesser }: the second pairs tie, { $more } beats { $less }.
why-special = { $label } beats { $other }'s { $lesser }: a special hand beats any two pairs{ $rule ->
    [none] { "" }
   *[other] {" "}(house rule on how many spots it takes)
}.
why-specials = { $label } beats { $other }'s { $lesser }: it ranks higher among the special hands{ by-house-rule }.
why-special-seri = { $label } beats { $other }'s { $lesser }: a special hand beats a seri.
why-seri = { $label } beats { $other }'s { $lesser }: a seri ranks just below 9 / 9 (house rule).
why-high-half = High half: { $reason }
why-low-half = Low half: { $reason }
why-colour = { held-equal }, and { $higher } beats { $lower } by colour{ by-house-rule }
why-piece = { held-equal }, and { $higher } beats { $lower } by piece
why-second-colour = equal points and the same highest card, and { $higher } beats { $lower } by colour (house rule)
## Hands of QiuQiu

private-won = Hand { $number } is over: you won { NUMBER($amount) }.
private-lost = Hand { $number } is over: you lost { NUMBER($amount) }.
private-even = Hand { $number } is over: you neither won nor lost.
private-stack = You have { NUMBER($stack) } { $stack ->
    [one] chip
   *[other] chips
} on the table.
private-next-hand = You are dealt in with the next hand.
private-ready = The next hand begins when somebody at the table presses Start.
private-waiting = The next hand begins when enough players are ready.
private-sits-out = You are sitting out. Press I'm back to be dealt in again.
private-out-of-chips = You need { NUMBER($least) } chips to be dealt in. Press More chips{ $practice ->
    [yes] .
   *[no] ; if your wallet is empty, /daily fills it once a day.
}
private-leaving = You'll leave after this hand{ staked-too }
private-removed = You were removed and leave after this hand{ staked-too }
private-left = You left the table with { NUMBER($chips) } chips: { $net } against what you brought.
private-closed = The table is closed. You ended with { NUMBER($chips) } chips: { $net } against what you brought.
private-no-hand = You are not in this hand. You are dealt in with the next one if you sit at the table.
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
special-date = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
  } { $year }

## Koo Kiew

chips-won = +{ NUMBER($amount) }
chips-lost = −{ NUMBER($amount) }
chips-even = ±0
button-stake = Stake { NUMBER($amount) }
button-stake-own = Stake …
button-bid = Bid { NUMBER($amount) }
button-bid-own = Bid …
ask-stake = Stake how many chips? { NUMBER($least) } to { NUMBER($most) }
ask-bid = Bid how many chips? { NUMBER($least) } to { NUMBER($most) }

card = { $sign } { $colour } { $piece }
private-bidding = You can bid { NUMBER($least) } to { NUMBER($most) } for the bank.
private-staking = You can stake { NUMBER($least) } to { NUMBER($most) }.
private-showing = It's your turn to show the bank's cards.
## Quan Dui

button-draw = Draw
button-pick-up = Pick up { $label }
button-dui = Dui
button-win = Win
button-discard = { $label }

why-win-first = { $name }'s win comes before { $other }'s dui: a win goes first.
why-nearer = { $name }'s { claim-made } comes before { $other }'s: { $name }'s turn would have come sooner.
private-win-first = { $name }'s win came before your dui: a win goes first.
private-nearer = { $name }'s { claim-made } came before yours: { $name }'s turn would have come sooner.
## Practice

practice-title = { $title } · practice
practice-footer = Practice chips: they don't count
practice-wait = Wait
## Around the table

notice-opened = { $name } opened a table.
notice-opened-practice = { $name } opened a practice table.
notice-joined = { $name } sat down with { NUMBER($amount) } chips.
notice-left = { $name } left with { NUMBER($amount) } chips.
notice-was-kicked = { $name } was removed ({ NUMBER($amount) } chips returned).
notice-was-kicked-after-hand = { $name } was removed. They play this hand to its end, then leave.
notice-is-gone = { $name } is no longer in this group and left the table ({ NUMBER($amount) } chips returned).
notice-is-gone-after-hand = { $name } is no longer in this group and leaves the table after this hand.
notice-leaving = { $name } will leave after this hand.
notice-sits-out = { $name } is sitting out.
notice-is-back = { $name } is back.
notice-was-sat-out = { $name } is away, so they sit out.
notice-rebought = { $name } put { NUMBER($amount) } more chips on the table.
notice-waiting-for-players = Waiting for players.
notice-table-closed = Table closed. Everyone's chips are back in their wallets.
notice-closes-after-hand = The table closes after this hand.
notice-hand-voided = Hand { $hand } was called off{ $known ->
    [no] {""}
   *[yes] {" "}by { $by }
}. Every stake went back: /verify { $hand }. Called off or reversed here so far: { NUMBER($voids) } of { NUMBER($hands) } { $hands ->
    [one] hand
   *[other] hands
}. Reason: { $reason }
notice-shuffled = { $name } added “{ $word }” to the shuffle.
notice-shuffled-by-tap = { $name } pressed Shuffle ({ $word }).
notice-not-revealed = These players did not reveal the random number they had promised: { $names }. The hand was dealt without it. Missing here so far: { NUMBER($count) }.
notice-sealed-anew = { $why ->
    [beacon] The random number from outside did not come. Nothing is dealt here without it, so this deal was given up.
    [seats] Somebody who was to be dealt in has left, so this deal was given up.
    [trouble] The deal could not be made.
   *[rules] The house rules change with the next hand.
}{ $count ->
    [0] {""}
   *[other] {" "}Deals given up here so far: { NUMBER($count) }; dealt: { NUMBER($hands) }.
} New packs were shuffled, with a new fingerprint.
notice-deal-given-up = The table closes, so the deal that words had been added to is given up. Deals given up here so far: { NUMBER($count) }; dealt: { NUMBER($hands) }.
notice-dealt-without-beacon = This hand was dealt without a random number from outside, because none came. Dealt so here so far: { NUMBER($count) } of { NUMBER($hands) } hands.

## Answers to the one who asked

answer-you-opened = Your table is open. Others can press Join.
answer-you-practise = Your practice table is open, and the first hand is about to begin.
about-group = In { $group }
answer-you-joined = You sat down with { NUMBER($amount) } chips.
answer-you-joined-in-hand = You sat down with { NUMBER($amount) } chips. You play from the next hand.
answer-you-left = You left the table. { NUMBER($amount) } chips are back in your wallet.
answer-you-leave-after-hand = You'll leave after this hand.
answer-you-kicked = { $name } was removed from the table.
answer-you-kicked-after-hand = { $name } plays this hand to its end, then leaves the table.
answer-you-were-removed = You were removed. You can still play this hand; then you leave with all your chips.
answer-you-stay = Good, you're staying.
answer-you-sit-out = You sit out from the next hand on. Press I'm back when you want to play.
answer-you-are-back = You're dealt in again from the next hand.
answer-you-rebought = You added { NUMBER($amount) } chips and have { NUMBER($stack) } on the table.
answer-you-closed = The table is closed.
answer-you-close-after-hand = The table closes after this hand.
answer-you-answered = Your answer is in. It stays secret until everybody's can be shown.
answer-you-advance-check-fold = When it's your turn: check, or fold if there is a bet. A raise cancels this. Press it again to take it back.
answer-you-advance-check = When it's your turn: check. A bet cancels this. Press it again to take it back.
answer-you-advance-call = When it's your turn: call { NUMBER($amount) }. A raise cancels this. Press it again to take it back.
answer-you-advance-fold = When it's your turn: fold. Press it again to take it back.
answer-you-advance-ask-always = I ask you about every discard again.
answer-you-advance-pass-unless-dui = From now on I only ask you about a discard that gives you a dui or a win. Nobody else can tell.
answer-you-advance-pass-unless-win = From now on I only ask you about a discard that wins for you. Nobody else can tell.
answer-you-took-back = Taken back. I'll ask you when it's your turn.
answer-you-shuffled = Your word for the next hand is in: “{ $word }”.
answer-you-shuffled-by-tap = Your tap was mixed in ({ $word }).
time-your-turn = It's your turn · { $time }
answer-not-reachable = I could not write to you privately. My hand under the table's message always works.

## What the one who pressed is told in passing

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
shuffle-words-counted = Mixed in: { $count ->
    [one] one word
   *[other] { $count } words
}
shuffle-word = { $name } “{ $word }”
closing-cut = { $name } cut
closing-no-words = nobody added a word
closing-document = All { NUMBER($count) } seats and every word are in the file, letter for letter.
closing-dealer = { $game ->
    [koo-kiew] { $name } holds the bank
   *[other] { $name } deals
}
closing-dealer-drawn = { $game ->
    [koo-kiew] first banker drawn at random
   *[other] first dealer drawn at random
}
closing-bank-sold = the bank is sold after the deal
closing-pledges = These players promised a random number of their own and reveal it now: { $names }. What they promised:
check-text = The file is in the standard form.
check-fields = No field is missing, and none was added.
check-digest = The file is unchanged.
check-rules = The house rules are in the file.
check-context = The packs were fixed for this hand and these rules.
check-keys = Each pack has its own key.
check-packs = Every opened pack is whole and unchanged.
check-fingerprint = The fingerprint is that of the four packs.
check-words = Only players in this hand added words.
check-pledges = What players revealed is what they had promised.
check-beacons = The random number from Discord or Telegram is well-formed.
check-beacon = There is a random number from outside, if one is required.
check-seed = Seats, words and numbers all count.
check-pick = They pick the pack that was dealt.
check-dealer = The dealer was dealt in.
check-openings = The cards shown were in their places.
check-places = No card shown is in its pack twice.
check-dealt = The cards shown had been dealt.
check-dealt_to = Each card went to the right player.
check-disclosed = A fully opened pack matches its fingerprint.
check-disclosure = Cards are open only as the house rules say.
check-log = The log of all deals says the same.
check-outcome = The result covers every seat.
check-hash = The link to the next hand is right.
check-seat = All these cards belong to that seat.
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

# The values of rules.
house-on = on
house-off = off
house-no-limit = no limit
house-number = { NUMBER($amount) }
choice-disclosure-never = stay closed
choice-disclosure-at-close = are opened after the hand
choice-disclosure-unanimous = are opened if all agree
choice-beacon-required = required
choice-beacon-if-there-is-one = optional

# What a rule adds to the sentence of its group.
phrase-disclosure = cards nobody showed { $value }
phrase-beacon = the platform's random number is { $value }
phrase-turn_seconds = { $value } s a turn
phrase-time_bank = { $value } s of time bank
phrase-pause_seconds = { $value } s between hands
phrase-computer_seconds = computer players take { $value } s
phrase-lapses = { $lapses ->
    [one] out after one missed turn
   *[other] out after { $lapses } missed turns
}
phrase-buy_in = buy-in { $value } ({ NUMBER($min_buy_in) } to { NUMBER($max_buy_in) })
phrase-grant = { $value } for newcomers
phrase-daily = filled up to { $value } a day

# The name of each rule, as it stands in a sentence.
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

# What follows a command: in capitals where its usage is told, and on Discord the names of its options.
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
command-leave = leave the table; in the middle of a hand you fold
command-sit-out = keep your seat but skip hands
command-sit-back = be dealt in again
command-rebuy = put more chips on the table
command-start = begin to play
command-status = see the table
command-table = find the open table: a link to its message
command-add-computer = add a computer player
command-remove-computer = remove a computer player after this hand
command-close = close the table after this hand
command-hand = see your own dominoes or cards, for your eyes only
command-check = pass without betting
command-bet = bet this many chips
command-call = match the bet
command-raise = raise the bet to this many chips in all
command-fold = give up this hand
command-advance = decide before you are asked, as in /advance check-fold
command-all-in = put in all your chips
command-declare = choose which pairs you show, as in /declare 8/4
command-stake = stake this many chips against the bank
command-bid = bid this many chips for the bank
command-pass = pass: no stake, no bid, no claim
command-show = show the bank's cards, as the banker
command-pass-bank = show the bank's cards and give up the bank
command-draw = draw a card from the stock
command-pick-up = pick up the last discard
command-dui = claim the last discard for a dui
command-win = show eight pairs
command-discard = discard a card, as in /discard 3 suo
command-practice = practise with computer players; the chips don't count

## The rules, page by page

button-rules = Rules
button-next = Next
rules-yours = Yours
rules-own = ★ Yours: { $label } ({ $cards }).
rules-rung-enam_dewa = the four dominoes with six spots
rules-rung-empat_balak = four doubles
rules-rung-murni_besar = { $spots } spots or more
rules-rung-murni_kecil = { $spots } spots or fewer
rules-rung-9-9 = two pairs worth nine each
rules-rung-seri = spots that follow one another, such as 10, 9, 8, 7
rules-rung-you = You
rules-rung-banker = Banker
rules-rung-quan-dui = Quan dui
rules-rung-eight-pairs = Eight pairs
rules-rung-fewer = Fewer than eight pairs
rules-rung-quan-dui-pays = eight dui · { NUMBER($stake) } from each player
rules-rung-eight-pairs-pays = dui and ka in any mix · { NUMBER($stake) } from each player
rules-rung-fewer-pays = not a win yet
picture-counted = Counted: { $cards }, { $label }.

percent = { $whole }.{ $part } %

## Refusals

refused-no-such-command = I don't know “{ $word }”. Type /help to see what there is.
refused-line-too-long = A command has at most { $most } characters. Please shorten it.
refused-something-missing = Something is missing. Type it like this: { $usage }
refused-too-much = Too many words. Type it like this: { $usage }
refused-not-an-amount = Please give a whole number of chips, such as 60, 1,500 or 1.5k.
refused-not-a-number = Please give a whole number in plain digits, such as 60.
refused-amount-out-of-range = You can { $verb ->
    [bet] bet
    [stake] stake
    [bid] bid
   *[other] raise to
} anything from { NUMBER($least) } to { NUMBER($most) } chips.
refused-not-your-turn = It's { $name }'s turn. Please wait for yours.
refused-not-an-option = You can't { $verb } now. Use one of the buttons you see.
refused-unknown-action = I don't know “{ $word }” in this game. Type /help to see what there is.
refused-choice-missing = Please say what to { $verb }, as in { $verb ->
    [discard] /discard 3 suo.
   *[other] /declare 8/4.
}
refused-nothing-follows = Type /{ $verb } alone, with nothing after it.
refused-round-over = This hand is over. Wait for the next one.
refused-no-hand-now = No hand is being played now. Wait for the next one, or press Start.
refused-not-dealt-in = You are not in this hand. Wait for the next one, or press I'm back if you are sitting out.
refused-no-shuffle-now = Words can't be added right now. Add yours between two hands.
refused-shuffled-already = Your word for this hand is in already: “{ $word }”. Add another before the next hand.
refused-only-cutter-now = Only { $name } may still cut now. Add your word before the next hand.
refused-word-too-long = Take 1 to { $most } plain letters; other letters and emoji count for two to four.
refused-not-in-that-hand = You were not in that hand. Anybody can check it with /verify and its number.
refused-pack-erased = The key to hand { $hand } is destroyed. /verify { $hand } still proves cards that were shown.
refused-opened-already = All cards of hand { $hand } are open already: /verify { $hand }.
refused-your-turn-now = It's your turn already. Use the buttons you see.
refused-advance-not-now = You are not asked again in this betting round. Wait for the next one.
refused-no-advance = In this game nothing can be decided ahead. Wait for your turn.
refused-unknown-advance = You can't decide that ahead. You can choose: { $words }.
refused-confirm-all-in = All-in with { NUMBER($amount) }?
refused-stale-turn = That button is from an earlier turn. Please use the newest ones.
refused-stale-button = That button is from an earlier turn. Please use the newest ones.
refused-no-table = There is no table here. Open one with /open, or be told with /notify me when there is one.
refused-table-here-already = There is a table here already. Press Join under it.
refused-too-many-tables = You have { $most } tables open. Close one first.
refused-no-such-game = I don't know that game. Choose one of these: { $games }.
refused-no-such-preset = I don't know that preset. Choose one of these: { $presets }.
refused-table-closing = This table is about to close. Open a new one once it has.
refused-already-seated = You are at this table already. Wait for the next hand, or press Start.
refused-table-full = All { $seats } seats are taken. Try again when somebody leaves.
refused-not-seated = You are not at this table. Press Join first.
refused-host-only = Only { $host }, the host of this table, or an admin can do that. Ask one of them.
refused-anonymous = You are writing in the name of the group. Switch to your own account first.
refused-half-surrogate = There is half a character in what you sent, or in your name. Please write it again.
refused-not-in-group = You are no longer in that group. /leave takes back chips on a table there.
refused-group-away = I am not in that group now. The table waits until somebody adds me again.
refused-place-closed = This topic is closed. The table waits until it is open again; you can still leave.
refused-admin-only = Only an admin can do that. Ask one here.
refused-buy-in-out-of-range = The buy-in here is { NUMBER($least) } to { NUMBER($most) } chips. Name an amount between them.
refused-rebuy-out-of-range = You can add at most { NUMBER($most) } chips now. Choose a smaller amount.
refused-too-few-chips-to-sit = You have { NUMBER($wallet) } chips, and it takes { NUMBER($least) } to sit down. Try /daily.
refused-not-in-wallet = That takes { NUMBER($amount) } chips, and your wallet has { NUMBER($wallet) }. Take fewer, or try /daily.
refused-not-enough-chips = The wallet no longer has that many. Look with /chips and try fewer.
refused-not-during-hand = You can add chips between hands. Try again after this one.
refused-rebuy-first = You need at least { NUMBER($least) } chips to be dealt in. Press More chips.
refused-already-out = You are sitting out already. Press I'm back when you want to play.
refused-you-were-removed = You were removed and leave after this hand. Then you can sit down again.
refused-removed-already = { $name } was removed already and leaves after this hand.
refused-not-out = You are not sitting out: you'll be dealt in with the next hand.
refused-already-playing = A hand is being played. The next one begins by itself.
refused-cutter-first = { $name } cuts the next hand, which begins by itself in a moment.
refused-being-cut = The next hand is being cut. Sit down or leave once it is dealt.
refused-too-few-to-start = It takes { $least } players to begin, and { $ready } { $ready ->
    [one] is
   *[other] are
} ready. Add a computer player, or wait for friends.
refused-practice-only = Hints are for practice tables. Open one with /practice { $game }.
refused-no-computer-here = No computer player sits here. Press Add computer player for one.
refused-computers-out-of-chips = The computer players have no chips left today; each is filled up to { NUMBER($floor) } a day. Ask a friend to join, or practise.
refused-no-more-computers = All computer players are at this table already. Ask a friend to join.
refused-nobody-of-that-name = I don't see anybody called “{ $name }”. Type the name as I show it.
refused-not-played-here = { $name } has not played here yet. Choose somebody who has.
refused-does-not-sit-here = { $name } is not at this table. Choose somebody who is.
refused-several-of-that-name = Several people are called “{ $name }”. Mention the one you mean, or type their seat's number.
refused-too-busy = Too much is going on right now. Please try again in a moment.
refused-storage-trouble = I can't store anything right now, so the table is paused. Nothing was lost; please try again soon.
refused-shutting-down = Kiu is restarting. Your chips and your hand are safe; try again in a moment.
refused-key-reused = That message number was used for something else. Please send it again.
refused-bad-rules = I can't read these house rules. Begin again with /house reset.
refused-max-below-min = The largest ({ NUMBER($most) }) would be below the smallest ({ NUMBER($least) }). Change the other one first.
refused-buy-in-too-small = Then { $game } would take { NUMBER($least) } chips to be dealt in, and the usual buy-in is only { NUMBER($usual) }. Change the other one first.
refused-buy-ins-out-of-order = The buy-ins must rise: smallest { NUMBER($least) }, usual { NUMBER($usual) }, largest { NUMBER($most) }. Change another one first.
refused-no-such-hand = There is no such hand here. The number is in the title of each hand.
refused-own-discard = That is your own discard. Wait for the others.
refused-banker-stakes-nothing = You hold the bank, so you stake nothing. Wait for the others.
refused-already-answered = You answered already, and it counts. Wait for the others.
refused-no-window = Nobody is being asked now. Go on with the buttons you see.
refused-ballot-still-open = Not everybody has answered yet. Please wait a moment.

## The local room

welcome-title = Welcome to Kiu
welcome =
    A card table for your group chat, by the house rules you like:
    QiuQiu is Indonesian domino poker, Koo Kiew a quick game against a banker, Quan Dui a race for eight pairs.
    “Play now” begins a practice hand with computer players at once; “Open a table” is for you and your friends.
    You don't need to know the rules: every move is a button.
button-play-now = Play now
button-open-table = Open a table
button-how-to-play = How to play
games-title = Which game?
games =
    QiuQiu: dominoes, two pairs and poker betting, 2 to 6 players.
    Koo Kiew: one banker against everybody, 2 to 56 players, over in a minute.
    Quan Dui: draw and discard until you have eight pairs, 2 to 6 players.
    To practise, you sit with computer players, and the chips don't count.
button-practise = Practise { $game }
button-notify = Tell me when …
link-to-table = To the table
button-open = Open { $game }

## Discord

discord-group-table = At the table: open, join, leave
discord-group-play = Play your turn
discord-group-house = House rules
discord-group-money = Chips and where they went
discord-group-admin = For admins: house rules and the bank
discord-parameter-game = The game
discord-parameter-preset = A preset of house rules
discord-parameter-buy-in = How many chips to sit down with
discord-parameter-amount = How many chips
discord-parameter-player = The player
discord-parameter-rule = The house rule
discord-parameter-rules = House rules as text, as /house export writes them
discord-parameter-name = The name of the new preset
discord-parameter-value = What to set it to
discord-parameter-command = The command
discord-parameter-action = What you will do
discord-parameter-choice = What you choose
discord-parameter-reason = Why, for everybody to read
discord-parameter-hand = The number of the hand
discord-parameter-page = Which page
discord-parameter-part = More than the first page
discord-parameter-words = Any word of your own, for everybody to read
discord-parameter-before = Only lines before this number
discord-amount = How many chips?
discord-choice = Your choice
discord-menu-kick = Remove from table
discord-bot-picked = { $name } is a bot, and bots do not play here. Pick a person.
discord-permissions-missing = I can't hold a table in this channel yet. Ask an admin to allow me: { $permissions }.
discord-play-here = Your table is here, in our direct messages.
discord-play-there = Your table is open in our direct messages, and the first hand begins there.
discord-no-direct-messages = I can't show a table here, and I could not write to you. Allow direct messages from me, or use /practice in our direct messages.
discord-permission-view-channel = View Channel
discord-permission-send-messages = Send Messages
discord-permission-send-messages-in-threads = Send Messages in Threads
discord-permission-attach-files = Attach Files
discord-permission-embed-links = Embed Links

## Telegram

telegram-hands-in-private = Cards in private
telegram-hands-here = From now on your cards come here.
telegram-private-closed = To get your cards in private too, press “Cards in private” once. My hand works without it.
telegram-only-in-private = That is for your eyes only. Press My hand under the table's message, or ask me in our private chat.
telegram-file-in-private = I can send that file only in our private chat. Press “Cards in private” once; then ask again.
telegram-sent-privately = I have written it to you in our private chat.
telegram-menu-sent = Your menu is in our private chat.
telegram-menu-in-private = I cannot show this to you alone here. Open our private chat ({ $name }), press Start, then press this button again.
telegram-no-such-table = That table is gone, or it is in a group you are not in. Open a new one with /open.
telegram-add-to-group = Add me to a group
telegram-press-again = { $question } Nothing is done yet. Press the same button again within { $seconds } s if you mean it.
telegram-amount-chosen = { $doing }? Press that button to do it.
telegram-amount-type = Type …
telegram-amount-back = Back
telegram-answer-by-reply = { $prompt } Reply to this message with your answer.
telegram-question-open = I still need your answer: reply to my question above.
telegram-command-start = what this is, and how to begin
telegram-to-private-chat = To our private chat
telegram-short-description = A card table for your group: QiuQiu, Koo Kiew and Quan Dui by your house rules. Play chips only.
telegram-description =
    A card table for your group chat, by the house rules you like:
    • QiuQiu, Indonesian domino poker
    • Koo Kiew, a quick game against a banker
    • Quan Dui, a race for eight pairs
    Add me to a group, open a table, and play with friends or computer players. Every move is a button, and every deal can be checked.
    { -play-chips }
telegram-right-messages = sending messages
telegram-right-photos = sending photos
telegram-right-documents = sending files
telegram-right-dice = sending dice (stickers and GIFs)
telegram-no-ephemeral-messages = messages that only one member sees (this Bot API server is too old)

### Privacy: what is stored, a copy of it, and being forgotten

refused-being-forgotten = I'm about to forget you, as soon as no chip of yours is in a running hand.
void-forgotten = the table stood still, and a player left for good
## Statistics and records

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
## Limits for oneself, floods, and the integrity report

discord-group-limit = Your own limits
ask-limit-chips = How many chips a day, from { $least } to { NUMBER($most) }?
ask-limit-hands = How many hands a day, from { $least } to { NUMBER($most) }?
ask-limit-hours = How many hours a day, from { $least } to { $most }?
answer-you-rest = { $what ->
    [elsewhere] You play at another table, and with a limit of your own you play one hand at a time. So you sit out here until you press I'm back.
    [break] Your break has begun, so you sit out until { $until }.
    [chips] You have lost { NUMBER($amount) } chips or more today. That is your limit, so you sit out until { $until }.
    [hours] You have played for { NUMBER($amount) } h today. That is your limit, so you sit out until { $until }.
   *[hands] You have played { NUMBER($amount) } hands today. That is your limit, so you sit out until { $until }.
}
refused-own-limit = { $what ->
    [break] You are taking a break until { $until }, and nobody can end it sooner.
    [chips] You have lost { NUMBER($amount) } chips or more today. That is your own limit; you can play again from { $until } on.
    [hours] You have played for { NUMBER($amount) } h today. That is your own limit; you can play again from { $until } on.
   *[hands] You have played { NUMBER($amount) } hands today. That is your own limit; you can play again from { $until } on.
}
refused-longer-break-already = You are taking a longer break already.
refused-flood = That was more than I can follow. Wait a few seconds before you go on.
## A group that stays pleasant: pausing, handing over, removing for a time, bans, channels, quiet hours

parameter-time = time
discord-parameter-time = For how long: 10m, 2h or 1d
command-host = make somebody else the host of the table
table-is-paused = Paused by { $name }. The host, an admin or most of those seated can resume; after a day the table closes.
time-paused = paused by { $name }
private-paused = { $name } paused the table. Your chips wait here.
notice-paused = { $name } paused the table.
notice-pauses-after-hand = { $name } paused the table: after this hand.
notice-paused-at-once = { $name } paused the table. The clocks stand still; the hand goes on in { $minutes } minutes at the latest.
notice-resumed = { $name } resumed the table.
notice-hand-goes-on = The hand goes on. No other begins until the table is resumed.
notice-wants-to-go-on = { $name } wants to go on: { $count } of { $needed }.
notice-pause-over = The pause has lasted a day, so the table closes.
notice-table-deserted = Nobody has done anything here for an hour.
notice-seat-freed = { $name } was away and gives up the seat ({ NUMBER($amount) } chips returned).
notice-host-is = { $name } is the host now.
notice-was-removed = { $name } was removed for { for-time } ({ NUMBER($amount) } chips returned).
notice-was-removed-after-hand = { $name } was removed for { for-time }. They play this hand to its end, then leave.
notice-readmitted = { $name } can sit down again.
answer-you-paused = No hand begins until you resume.
answer-you-paused-at-once = The table stands still until you resume, but a few minutes at most. A hand waits only once.
answer-you-want-to-go-on = { $count } of { $needed } want to go on. The host and admins can resume alone.
answer-you-lost-your-seat = Your turns ran out, and somebody else has your seat. Your { NUMBER($amount) } chips are back in your wallet.
answer-you-resumed = The table goes on.
answer-you-handed-over = { $name } is the host now.
answer-you-readmitted = { $name } can sit down again.
answer-you-stopped = The hand is called off and the table is closed. Every stake went back.
answer-you-are-kept-out = You were removed from this table until { $until }. Your chips are back in your wallet.
answer-you-are-kept-out-after-hand = You were removed from this table until { $until }. You can still play this hand; then you leave with all your chips.
refused-not-a-time = Give a time such as 10m, 2h or 1d.
refused-paused-already = { $name } has paused the table already. Press Resume in the Table menu to go on.
refused-not-paused = The table is not paused, so there is nothing to resume.
refused-table-paused = { $name } paused the table. The host, an admin or most of those seated can resume it in the Table menu.
refused-stood-still-already = This hand has waited once already. Pause after it.
refused-hosts-already = { $name } is the host already. Choose somebody else.
refused-cannot-host = { $name } can't be the host. Choose a person who stays at the table.
refused-not-kept-out = Nobody called { $name } is kept out of this table, so nothing was changed.
refused-kept-out = You were removed from this table until { $until }. Sit down at another one, or ask the host.
refused-kept-out-too-long = Somebody can be removed for { $least } minutes to { $most } hours. For longer, admins can ban them.
link-to-group = To the group
refused-banned = You can't play in this group until { $until }. Your chips stay yours, and you can read everything.{ why-given }
refused-banned-for-good = You can't play in this group until an admin lifts your ban. Your chips stay yours, and you can read everything.{ why-given }
house-section-order = Order
rule-name-quiet_hours = quiet hours
phrase-quiet_hours = { $quiet_hours ->
    [on] quiet from { $quiet_from }:00 to { $quiet_to }:00
   *[off] no quiet hours
}
rule-name-quiet_from = quiet from
rule-name-quiet_to = quiet to
rule-name-tables_per_channel = tables a channel
phrase-tables_per_channel = { $tables_per_channel ->
    [one] one table a channel
   *[other] { $tables_per_channel } tables a channel
}
refused-quiet-hours = Quiet hours: no hand begins until { $until }. Where you are alone with me you can practise.
refused-quiet-all-day = Quiet hours last the whole day here: no hand begins until an admin changes that. Where you are alone with me you can practise.
refused-no-tables-here = Tables are opened in { $channels }. Open yours there.
refused-which-table = There are several tables here. Which one do you mean?
which-table-of = { $game } · { $host }
notice-rests-quietly = Quiet hours until { $until }: no hand begins. Press Start when you go on.
notice-rests-all-day = Quiet hours last the whole day here: no hand begins until an admin changes that. Press Start afterwards.
channel-without-name = topic { $number }
link-to-channel = Where tables are
button-evening = Evening
## Ranking, seasons and the mint

rule-name-computer_chips = computer players for chips
choice-computer_chips-alone = only with one person at the table
choice-computer_chips-always = with any number of people
choice-computer_chips-never = never
phrase-computer_chips = computer players for chips: { $value }
notice-computers-make-room = The computer players make room, because { $count ->
    [2] two
   *[other] several
} people sit here now.
notice-computers-play-for-practice = The computer players get up: by the house rules they play at practice tables only.
refused-computers-not-with-several = Computer players play for chips only with one person at the table. Use /practice, or ask an admin for /house set computer_chips always.
refused-computers-never = Computer players don't play for chips here. Use /practice, or ask an admin for /house set computer_chips alone.

button-ranking = Ranking
button-season = This season
discord-group-mod = For admins: bans, channels, and stopping a table
## Statements, chips and exports

kiu = Kiu
button-older = Older
button-chips = Chips
reason-called-off = { $game }, hand { $hand } called off by { $actor }: { $note }
rule-name-gifts = gifts a day
phrase-gifts = { $gifts ->
    [0] no gifts between players
   *[other] gifts up to { $value } a day
}
reason-gift = { $gave ->
    [yes] gift to { $other }
   *[no] gift from { $other }
}
## History: hands that are over, followed again, shared, and cards shown after them

refused-shared-often = A lot was shared here just now. Try again in a minute.
phrase-show_cards = { $show_cards ->
    [on] players may show their cards after a hand
   *[off] nobody shows cards after a hand
}{ $rank_without_dumps ->
    [on] { "" }, rankings leave out chips that new accounts gave away
   *[off] { "" }
}
rule-name-rank_without_dumps = rankings without dumped chips
rule-name-show_cards = showing cards after a hand

# --- backups: what a group is told when one was restored ---------------------------------------------------------------
notice-restored = I was restored from a backup of { $until }. What was played here after that doesn't count; chips are as they were then. /open starts a new table.
# Logs and storage

refused-outcome-unknown = The disk failed, so I don't know yet whether it counts. I'm restarting: look at the table again before you repeat it.
refused-no-such-rule = There is no house rule “{ $rule }”. See them all with /house.
refused-bad-rule-value = “{ $value }” does not fit { $rule }. Allowed: { $allowed }.
