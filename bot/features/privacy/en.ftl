privacy-title = What is stored about you
privacy-stored =
    Stored:
    • your number on this platform, your name here, your language, and which tables you want to be told of;
    • your chips, where they came from and went, and reasons of admins;
    • each hand you play: who was there, what everybody did, opened cards, and words added to the shuffle;
    • the language and house rules of this group, and a receipt of each command that changed something.
    { $platform ->
        [local] What is written in this room is stored, too.
       *[other] Nothing else that you write is stored.
    }
privacy-how-long =
    For how long: until you press Forget me, or my operator deletes my database. { $groups ->
        [0] { "" }
       *[other] A group I was removed from is erased after { $groups } days.
    }
    The key to cards that nobody showed is destroyed at most { $days } days after the hand.
privacy-who = Who sees it: everybody in this group sees names, chips, results and words; you alone your cards, until they are opened. My operator can read everything. I pass it on to nobody.
privacy-whom = Whom to ask: the admin who added me to the group, or my operator.
command-privacy = what is stored about you
privacy-why = Why: so that your chips, hands and settings are there the next time, and deals can be checked.
privacy-contact = Whom to ask: { $contact }
privacy-url = All of it at length:
terms-url = The terms of use:
forget-title = Forget you?
forget-surely = Once more: your chips ({ NUMBER($chips) }), your seats ({ $seats }) and your name in all groups ({ $groups }) go for good. Did somebody tell you to press this? Then don't: nothing is given for it.
forget-what =
    { $seats ->
        [0] You sit at no table, so it is done within seconds.
       *[other] You get up from your table first, after the hand you play.
    }
    • Your { $chips } chips go back to the bank. If you come back, you are somebody new, without starting chips for 30 days.
    • A made-up name replaces yours in all your groups ({ $groups }). Results and chips of others stay.
    • Within a day no trace is left in the database file.
    What I cannot erase:
    { $platform ->
        [local] • what others have written down or saved;
       *[other] • messages in the chats;
    }
    • words of others, such as admins' reasons; in the proofs of your hands your words and a fingerprint of your seat that tells nobody who you were;
    • a scrambled fingerprint of your number, for those 30 days; longer beside a ban, removal or break, which stay in force;
    • copies of the database that my operator has made.
    It cannot be undone.
command-forget-me = have me forget you, after a preview
parameter-code = code
button-forget-me = Forget me
button-forget-now = Forget me now
answer-forgetting = { refused-being-forgotten }
refused-not-your-code = That button is somebody else's, or over an hour old. Open /forget me again.
button-export-me = Export me
export-me-title = Everything stored about you
export-me-rows = Entries: { $rows }, by the tables of my database. Keep the file to yourself.
reason-forgotten = given back when a player left for good
discord-group-forget = Have me forget you
