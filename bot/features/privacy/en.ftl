privacy-title = What is stored about you, and who sees it
privacy-brief = What is stored about you, for how long and who sees it: you can read that in our private chat.
privacy-stored =
    Stored:
    • your number on this platform, the name you show here, the language you chose, and whether you asked to be told of tables;
    • your chips, where each came from and went, and the reasons admins gave;
    • each hand you play: who was there, what everybody did, which cards were opened, and the words added to the shuffle;
    • the language and the house rules of this group;
    • a receipt of each command that changed something, so that it is not carried out twice.
    { $platform ->
        [local] What is written in this room is stored, too.
       *[other] Nothing else that you write is stored.
    }
privacy-how-long =
    For how long: until you press Forget me, or whoever runs me deletes my database. { $groups ->
        [0] { "" }
       *[other] Where I was removed from a group, what I know of its people there is erased after { $groups } days.
    }
    The key to cards that nobody showed is destroyed, at the latest { $days } days after the hand.
privacy-who = Who sees it: everybody in this group can see names, chips, where chips went, results and words. Your cards are shown to you alone until they are opened. Whoever runs me can read everything stored. I pass it on to nobody.
privacy-whom = Whom to ask: the admin who added me to the group, or whoever runs me.
command-privacy = read what is stored about you, and who sees it
privacy-why = Why: so that your chips, hands and settings are there the next time, and everybody can check that the deals were fair. Nothing else is done with it.
privacy-contact = Whom to ask: { $contact }
privacy-url = All of it at length:
terms-url = The terms of use:
forget-title = Forget you?
forget-surely = Once more, so that nothing goes by accident: { $groups ->
        [0] no group knows you
        [one] your name in 1 group
       *[other] your name in { $groups } groups
    }, { $chips ->
        [one] 1 chip
       *[other] { NUMBER($chips) } chips
    } and { $seats ->
        [0] no seat
        [one] 1 seat
       *[other] { $seats } seats
    } go, and nobody can bring them back. Did somebody tell you to press this? Then don't: nothing is given for it.
forget-brief = What happens when I forget you: you can read that, and decide it, in our private chat.
forget-what =
    { $seats ->
        [0] You sit at no table, so it is done within seconds.
       *[other] You get up from your table first, and a hand you play is finished first.
    }
    • Your { $chips } chips go back to the bank. If you come back, you begin as somebody new, and get no starting chips for 30 days.
    • Your name and number give way to a made-up name everywhere in my database, in all your groups ({ $groups }). Results and chips of others stay as they are.
    • When no hand is being played, a day later at the latest, I rewrite the database file, so that no trace is left in its unused parts.
    What I cannot erase:
    { $platform ->
        [local] • what others have written down or saved;
       *[other] • messages in the chats, which belong to the platform;
    }
    • in the proofs of your hands: the words you added to the shuffle, the reasons of admins who called one off, and a fingerprint of your seat that tells nobody who you were;
    • for 30 days, a scrambled fingerprint of your number, so that starting chips are not given twice; and for as long as it lasts, one beside a ban, a removal from a table or a break of yours, which hold if you come back;
    • copies of the database that whoever runs me has made.
    It cannot be undone.
command-forget-me = have me forget you: see what happens, then decide
parameter-code = code
