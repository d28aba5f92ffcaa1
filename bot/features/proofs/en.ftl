record-title = Hand { $hand }: the deal is in order
record-title-no-beacon = Hand { $hand }: no random number from outside
record-title-wrong = Hand { $hand }: the deal is NOT in order
record-details-title = Hand { $hand }: what was checked
record-passed = All { $checks } checks of hand { $hand } passed.
record-means = The cards were fixed before anybody added a word, and never changed.
record-failed = { $failed } of { $checks } checks of hand { $hand } failed. Do not trust this deal:
record-number = { $first ->
    [yes] First hand at this table.
   *[no] Hand { $number } at this table.
}
record-how = Open the file in a browser: it checks the hand without me and offline.
record-fingerprint = Fingerprint (it must be the one posted before the hand):
record-dealt = { $name } dealt { $cards ->
    [one] one card
   *[other] { $cards } cards
} of pack { $pick }.
record-beacon-none = Nothing random came from outside, so whoever runs me could have chosen who gets which cards.
record-beacon-discord = Random number from Discord: { $number }
record-beacon-telegram = Dice from Telegram: { $dice }
record-reveals-missing = Random numbers promised and not revealed: { $count }.
record-log = It is in the log of all deals, which has { $size } entries.
record-log-goes-on = The log continues the one with { $size } entries, fingerprint { $root }
record-log-none = Dealt before the log of all deals began.
record-opened = Cards open with their proofs: { $count }.
record-all-open = All cards of its pack are open.
record-running = The hand is still being played.
record-voided = It was called off. Reason: { $reason }
record-reversed = It was reversed afterwards. Reason: { $reason }
own-cards-title = Your cards in hand { $hand } are proved
own-cards-title-no-beacon = Your cards in hand { $hand }: no random number from outside
own-cards-title-wrong = Your cards in hand { $hand } are NOT proved
own-card = { $card } · dealt no. { $number }
own-cards-sealed = They were already in pack { $pick } when this fingerprint was posted.
checked-file = The file is whole and unchanged.
checked-sealed = Fixed for this hand and its rules.
checked-packs = Opened packs are whole and unchanged.
checked-added = Seats, words and numbers all count.
checked-dealt = Each card went to the right player.
checked-open = The cards shown were in their places.
checked-end = The result and the next hand fit.
checked-log = The log of all deals says the same.
fairness-title = What is proved here, and what is not
fairness-short =
    Before each hand I shuffle four packs and post one fingerprint of them. After that no card can be changed unnoticed.
    Then anybody can add a word with Shuffle. Seats, words and a random number from outside pick the pack and its order.
    It is not proved that nobody looked: whoever runs me could.
fairness-how =
    Before each hand I shuffle four packs and post one fingerprint of them all. From then on no card can be changed unnoticed.
    Then you can add a word with Shuffle. Fingerprint, seats, words and a random number or die from the platform pick one pack and put it in a new order. The others are opened, to show that they were whole.
    A card that is shown is opened with its proof. Verify my cards proves yours to you alone.
fairness-proved =
    Proved:
    • The cards were fixed before anybody added a word, and none was changed later.
    • The packs are whole. Three of four are opened, so a false one is found three times in four. Without a random number from outside, somebody who knows all words beforehand can have the false one picked.
    • Whoever runs me could not choose your cards if one word or number was unknown to them. A word that nobody can guess is strongest.
fairness-not-proved =
    Not proved:
    • That nobody looks: whoever runs me could read the cards in my memory.
    • That players do not tell each other their cards.
    • That whoever runs me does not work together with the last player to add a word: they could try many words. A die from Telegram leaves them up to twice the usual luck at a table of six; where no platform adds a number, they could choose. An honest player who cuts in the last two seconds leaves them nothing.
    • That every order of a pack can come up: there are 2^256 keys, fewer than orders of 120 cards. But any 16 of them can be dealt to you.
fairness-here = { $disclosure ->
    [at-close] Here ({ $game }): after a hand all its cards are opened.
    [unanimous] Here ({ $game }): all cards of a hand are opened if everybody dealt in agrees within { $days } days, with /disclose HAND.
   *[never] Here ({ $game }): cards that nobody showed stay closed. You can have your own proved for { $days } days.
}
fairness-called-off = Hands called off or reversed here: { NUMBER($voids) } of { NUMBER($hands) }.
fairness-called-off-how = When a hand is called off, stakes go back and everybody is told who did it. When it is reversed, wins and losses go back. Neither opens a card.
fairness-beacon = { $beacon ->
    [required] Nothing is dealt here without the platform's random number: the deal is given up and new packs are shuffled.
    [if-there-is-one] A hand is dealt here even without the platform's random number. It is not proved then, and /verify says so.
   *[none] The platform gives no random number here, so no deal is proved against whoever runs me.
}
fairness-given-up = Deals given up after words were added: { NUMBER($given_up) }. Hands dealt without the platform's number: { NUMBER($without) }.
fairness-not-revealed = Random numbers promised and not revealed: { NUMBER($count) }.
fairness-log =
    One log has every fingerprint and every deal that was closed, given up or called off, in all groups. It only grows, and I post its length and fingerprint now and then.
    If another group noted the same length with another fingerprint, I have shown one of you a false past. If lengths differ, /verify HAND SIZE with theirs shows that the log continues it.
fairness-check = To check a hand, type /verify HAND.
parameter-size = size
command-verify = check the deal of a hand, and get its record
command-verify-mine = prove your own cards, for your eyes only
command-disclose = agree to open all cards of a hand
command-fairness = read what is proved here, and what is not
discord-parameter-size = A length of the log that somebody noted
notice-agreed = { $name } agrees to open all cards of hand { $hand }. { $missing ->
    [one] One more player has to agree: /disclose { $hand }.
   *[other] { $missing } more players have to agree: /disclose { $hand }.
}
notice-pack-opened = Everybody agreed: all cards of hand { $hand } are open now. See them with /verify { $hand }.
answer-you-agreed = You agreed. { $missing ->
    [0] Everybody has, so all cards are open now.
    [one] One more player has to agree.
   *[other] { $missing } more players have to agree.
}
refused-nothing-to-prove = You have not seen a card of yours in that hand yet. Look at My hand first.
refused-no-such-log-size = The log never had { $size } entries. It has { $most } now; give a smaller number.
refused-no-record = No proof of hand { $hand } is kept, so it can't be checked.
refused-which-hand = Which hand? Type /verify mine and the number in the hand's title.
refused-not-unanimous = By the rules of that hand, cards are not opened by agreement. See /fairness.
refused-hand-not-over = That hand is not over yet. Try again when it is.
refused-agreed-already = You agreed already. Now the others have to.
discord-group-proof = Fair deals: check them yourself
