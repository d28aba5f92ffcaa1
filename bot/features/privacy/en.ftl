privacy-title = What is stored about you, and who sees it
privacy-brief = What is stored about you is told in our private chat.
privacy-stored =
    Stored:
    • your number on this platform, your name here, your language, and whether you asked to be told of tables;
    • your chips, where they came from and went, and reasons admins gave;
    • each hand you play: who was there, what everybody did, opened cards, and words added to the shuffle;
    • the language and house rules of this group;
    • a receipt of each command that changed something.
    { $platform ->
        [local] What is written in this room is stored, too.
       *[other] Nothing else that you write is stored.
    }
privacy-how-long =
    For how long: until you press Forget me, or whoever runs me deletes my database. { $groups ->
        [0] { "" }
       *[other] What I know of a group I was removed from is erased after { $groups } days.
    }
    The key to cards that nobody showed is destroyed at the latest { $days } days after the hand.
privacy-who = Who sees it: everybody in this group sees names, chips, results and words; your cards you alone, until they are opened. Whoever runs me can read everything stored. I pass it on to nobody.
privacy-whom = Whom to ask: the admin who added me to the group, or whoever runs me.
command-privacy = read what is stored about you, and who sees it
privacy-why = Why: so that your chips, hands and settings are there the next time, and deals can be checked.
privacy-contact = Whom to ask: { $contact }
privacy-url = All of it at length:
terms-url = The terms of use:
forget-title = Forget you?
forget-surely = Once more: your chips ({ NUMBER($chips) }), your seats ({ $seats }) and your name in all groups ({ $groups }) go, and nobody can bring them back. Did somebody tell you to press this? Then don't: nothing is given for it.
forget-brief = What happens when I forget you is told, and decided, in our private chat.
forget-what =
    { $seats ->
        [0] You sit at no table, so it is done within seconds.
       *[other] You get up from your table first, after the hand you play.
    }
    • Your { $chips } chips go back to the bank. If you come back, you are somebody new, without starting chips for 30 days.
    • Your name and number give way to a made-up name in all your groups ({ $groups }). Results and chips of others stay.
    • At the latest a day later I rewrite the database file, so that no trace is left in it.
    What I cannot erase:
    { $platform ->
        [local] • what others have written down or saved;
       *[other] • messages in the chats, which belong to the platform;
    }
    • in the proofs of your hands: words you added, reasons of admins, and a fingerprint of your seat that tells nobody who you were;
    • for 30 days, a scrambled fingerprint of your number, so that starting chips are not given twice; longer beside a ban, removal or break of yours, which hold if you come back;
    • copies of the database that whoever runs me has made.
    It cannot be undone.
command-forget-me = have me forget you: see what happens, then decide
parameter-code = code
button-forget-me = Forget me
button-forget-now = Forget me now
answer-forgetting = You'll be forgotten as soon as no chip of yours is in a running hand, usually within seconds.
refused-not-your-code = That button was made for somebody else, or more than an hour ago. Open /forget me again.
button-export-me = Export me
export-me-title = Everything stored about you
export-me-rows = { $rows ->
        [one] One entry
       *[other] { $rows } entries
    }, by the tables of my database. Keep the file to yourself.
reason-forgotten = given back when a player left for good
discord-group-forget = Have me forget you
