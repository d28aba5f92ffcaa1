record-title = Hand { $hand }: the deal is in order
record-title-no-beacon = Hand { $hand }: no random number from outside
record-title-wrong = Hand { $hand }: the deal is NOT in order
record-details-title = Hand { $hand }: what was checked
record-passed = All { $checks } checks of hand { $hand } passed.
record-means = The cards were fixed before anybody added a word.
record-failed = { $failed } of { $checks } checks of hand { $hand } failed. Do not trust this deal:
record-number = Hand { $number } at this table.
record-how = Open the file in a browser: it checks the hand offline, without me.
record-fingerprint = Fingerprint, the same as the one posted before the hand:
record-dealt = { $name } dealt pack { $pick }; cards: { $cards }.
record-beacon-none = No random number came from outside, so my operator could have chosen the cards.
record-beacon-discord = Random number from Discord: { $number }
record-beacon-telegram = Dice from Telegram: { $dice }
record-reveals-missing = { fairness-not-revealed }
record-log = It is one of { $size } entries in the log of all deals.
record-log-goes-on = The log continues the one with { $size } entries, fingerprint { $root }
record-log-none = Dealt before this log began.
record-opened = Cards open with their proofs: { $count }.
record-all-open = All cards of its pack are open.
record-running = The hand is still being played.
record-voided = It was called off. { reason-was }
record-reversed = It was reversed afterwards. { reason-was }
own-cards-title = Your cards in hand { $hand } are proved
own-cards-title-no-beacon = Your cards in hand { $hand }: no random number from outside
own-cards-title-wrong = Your cards in hand { $hand } are NOT proved
own-card = { $card } · dealt no. { $number }
own-cards-sealed = They were in pack { $pick } when this fingerprint was posted.
checked-file = The file is whole and unchanged.
checked-sealed = Fixed for this hand and its rules.
checked-packs = Opened packs are whole and unchanged.
checked-added = Seats, words and numbers all count.
checked-dealt = Each card went to the right player.
checked-open = The cards shown were in their places.
checked-end = The result and the next hand fit.
checked-log = The log of all deals says the same.
fairness-title = What is proved, and what is not
fairness-short =
    Before each hand I shuffle four packs and post one fingerprint of them. After that no card can be changed unnoticed.
    Then anybody can add a word with Shuffle. Seats, words and a random number from outside pick the pack and its order.
    A shown card comes with its proof. Verify my cards proves yours to you alone.
    It is not proved that nobody looks: my operator could.
fairness-proved =
    Proved:
    • The cards were fixed before anybody added a word, and none was changed.
    • The packs are whole. Three of four are opened, so a false one is found three times in four; without a random number from outside, somebody who knows all words can have it picked.
    • My operator could not choose your cards, if one word or number was unknown to them.
fairness-not-proved =
    Not proved:
    • That nobody looks: my operator could read the cards in my memory.
    • That players do not tell each other their cards.
    • That every order of a pack can come up: there are 2^256 keys.
    • That my operator does not help the last player to add a word: they could try many words. Telegram's die leaves them at most twice the usual luck, no number at all a free choice, and an honest player who cuts in the last two seconds nothing.
fairness-here = { $game }: { $disclosure ->
    [at-close] after a hand all its cards are opened.
    [unanimous] all cards of a hand are opened if everybody agrees within { $days } days, with /disclose HAND.
   *[never] cards that nobody showed stay closed. You can have your own proved for { $days } days.
}
fairness-called-off = Hands called off or reversed here: { NUMBER($voids) } of { NUMBER($hands) }.
fairness-beacon = { $beacon ->
    [required] Without the platform's random number nothing is dealt here.
    [if-there-is-one] Without the platform's random number hands are dealt here all the same, but not proved; /verify says so.
   *[none] The platform gives no random number here, so no deal is proved against my operator.
}
fairness-given-up = Deals given up after words were added: { NUMBER($given_up) }. Dealt without the platform's number: { NUMBER($without) }.
fairness-not-revealed = Random numbers promised and not revealed: { NUMBER($count) }.
fairness-log =
    One log has every fingerprint and deal of all groups. It only grows, and I post its length and fingerprint now and then.
    If another group noted another fingerprint at the same length, one of you was shown a false past. /verify HAND SIZE shows that the log continues the one of SIZE entries.
fairness-check = To check a hand, type /verify HAND.
parameter-size = size
command-verify = check the deal of a hand
command-verify-mine = prove your own cards to you alone
command-disclose = agree to open all cards of a hand
command-fairness = what is proved, and what is not
more-to-agree = Players who have yet to agree with /disclose { $hand }: { $missing }.
notice-agreed = { $name } agrees to open all cards of hand { $hand }. { more-to-agree }
notice-pack-opened = All cards of hand { $hand } are open now: /verify { $hand }.
answer-you-agreed = You agreed. { $missing ->
    [0] All cards are open now.
   *[other] { more-to-agree }
}
refused-nothing-to-prove = You have seen none of your cards yet. Look at My hand first.
refused-no-such-log-size = The log never had { $size } entries. Give a number up to { $most }.
refused-no-record = No proof of hand { $hand } is kept, so it can't be checked.
refused-which-hand = Which hand? Type /verify mine and the number in its title.
refused-not-unanimous = That hand's cards are not opened by agreement. See /fairness.
discord-group-proof = Fair deals
