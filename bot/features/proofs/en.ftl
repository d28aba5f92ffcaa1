record-title = Hand { $hand }: the deal is in order
record-title-no-beacon = Hand { $hand }: no random number from outside
record-title-wrong = Hand { $hand }: the deal is NOT in order
record-details-title = Hand { $hand }: what was checked
record-passed = All { $checks } checks of hand { $hand } passed.
record-means = The cards were fixed before anybody added a word, and nobody changed them.
record-failed = { $failed ->
    [one] One
   *[other] { $failed }
} of { $checks } checks of hand { $hand } failed. Do not trust this deal:
record-number = { $first ->
    [yes] First hand at this table.
   *[no] Hand { $number } at this table.
}
record-how = Open the file in a browser: it checks the hand there, without me and without a network.
record-fingerprint = Fingerprint (it must be the one posted before the hand):
record-dealt = { $name } dealt { $cards ->
    [one] one card
   *[other] { $cards } cards
} of pack { $pick }.
record-beacon-none = Nothing random came from outside, so whoever runs me could have chosen who gets which cards.
record-beacon-discord = Random number from Discord: { $number }
record-beacon-telegram = Dice from Telegram: { $dice }
record-reveals-missing = { $count ->
    [one] One player promised a random number of their own and did not reveal it.
   *[other] { $count } players promised a random number of their own and did not reveal it.
}
record-log = It is in the log of all deals, which has { $size } entries.
record-log-goes-on = The log continues the one with { $size } entries, fingerprint { $root }
record-log-none = Dealt before the log of all deals began.
record-opened = { $count ->
    [0] No card is open.
    [one] One card is open, with its proof.
   *[other] { $count } cards are open, with proofs.
}
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
    Before each hand I shuffle four packs and post one fingerprint of them: the line with the lock. After that no card can be changed unnoticed.
    Then anybody can add a word with Shuffle. Seats, words and a random number from outside pick the pack and its order.
    So nobody changed the cards. It is not proved that nobody looked: whoever runs me could.
fairness-how =
    Before each hand I shuffle four whole packs, lock every card on its own, and post one fingerprint of them all. From then on no card can be changed without everybody noticing.
    Then you can mix in a word: press Shuffle, or type /shuffle WORDS. When shuffling closes, the fingerprint, the seats, your words and a random number (from Discord) or a die (from Telegram) pick one of the four packs. They also put it in a new order. The three others are opened, so that all can see they were whole.
    A card that is shown, discarded or laid down is opened with its proof. Verify my cards proves your own cards to you alone. A card that nobody shows stays closed.
fairness-proved =
    Proved:
    • The cards were fixed before anybody added a word, and none was changed later.
    • They are whole packs. Three of the four are opened afterwards, so a false pack would be found three times in four. Without a random number from outside, somebody who knows all words beforehand can have the false pack picked: 14 words to choose from are enough for that in 98 of 100 hands.
    • If whoever runs me did not know one of the words or numbers, they could not choose your cards. Pressing Shuffle adds a number that the platform made. A word of your own that nobody can guess is stronger.
fairness-not-proved =
    Not proved:
    • That nobody looks. Whoever runs me could read the cards in my memory.
    • That players do not tell each other their cards.
    • That whoever runs me does not work together with the last player to add a word. The two could try many words until a good hand comes. A die from Telegram leaves such a pair up to twice the usual luck at a table of six. When there is too much going on there is no die, and /verify says so. Where no platform adds a number, as in the local room, they could choose. An honest player who cuts in the last two seconds leaves them nothing.
    • That every order of a pack can come up. There are 2^256 keys, and the 120 cards of Quan Dui have more orders than that. But any 16 of its cards can be dealt to you.
fairness-here = { $disclosure ->
    [at-close] Here ({ $game }): when a hand is over, all its cards are opened.
    [unanimous] Here ({ $game }): all cards of a hand are opened only if everybody who was dealt in agrees within { $days } days, with /disclose HAND. After that their key is destroyed.
   *[never] Here ({ $game }): cards that nobody showed stay closed. Their key is destroyed after { $days } days; until then you can have your own cards proved.
}
fairness-called-off = { $voids ->
    [0] No hand was called off or reversed here, of { NUMBER($hands) } so far.
    [one] One hand was called off or reversed here, of { NUMBER($hands) } so far.
   *[other] { NUMBER($voids) } hands were called off or reversed here, of { NUMBER($hands) } so far.
}
fairness-called-off-how = When a hand is called off, every stake goes back, and everybody is told who did it, so nobody can do it in secret. No card is opened by it. When a hand is reversed after its end, wins and losses go back and no card is opened.
fairness-beacon = { $beacon ->
    [required] Here nothing is dealt without the platform’s random number. If it does not come, the deal is given up and new packs are shuffled.
    [if-there-is-one] Here a hand is dealt even if the platform’s random number does not come. Such a deal is not proved, and /verify says so.
   *[none] Here the platform gives no random number. So no deal is proved against whoever runs me, and /verify says so.
}
fairness-given-up = Deals given up so far after words had been added: { NUMBER($given_up) }. Hands dealt without a random number from the platform: { NUMBER($without) }.
fairness-not-revealed = Random numbers that players had promised and did not reveal, so far: { NUMBER($count) }.
fairness-log =
    One log has every fingerprint, every closed deal, and every hand that was called off or whose deal was given up, in all groups I am in. It only ever grows. With a result now and then I post its length and the fingerprint of all of it.
    If another group noted the same length with another fingerprint, I have shown one of you a false past. If the lengths differ, type /verify HAND SIZE with the length they noted: it shows that the log continues theirs.
fairness-check = To check a hand, type /verify HAND.
parameter-size = size
command-verify = check the deal of a hand, and get its record
command-verify-mine = prove your own cards, for your eyes only
command-disclose = agree to open all cards of a hand
command-fairness = read what is proved here, and what is not
discord-parameter-size = A length of the log that somebody noted
