command-chips = see your chips
command-daily = fill up your chips, once a day
command-gift = give chips to a player
chips-title = Your chips
chips-line = Wallet { NUMBER($wallet) } · on tables { NUMBER($tables) } · in the pot { NUMBER($pot) }
chips-total = All together: { NUMBER($total) }
chips-buy-in = To sit down: { from-to } chips, usually { NUMBER($usual) }.
chips-given = Newcomers get { NUMBER($grant) }; /daily fills up to { NUMBER($floor) }.
chips-gifts = { $gifts ->
    [0] Gifts are off here.
   *[other] Gifts: /gift PLAYER AMOUNT, up to { NUMBER($gifts) } a day.
}
notice-daily = { $name } took today's chips and has { NUMBER($floor) } again.
answer-daily-given = You got { NUMBER($amount) } chips and have { NUMBER($floor) } again.
answer-daily-not-due = You have { NUMBER($floor) } chips or more. Come back when you have fewer.
answer-daily-taken = You already got today's chips. Come back tomorrow.
notice-gift = { $giver } gave { $name } { NUMBER($amount) } chips of their own.
answer-gift-given = You gave { $name } { NUMBER($amount) } chips.
refused-gifts-off = Gifts are off here. An admin can allow them with /house set gifts AMOUNT.
refused-gift-to-yourself = That's you. Name somebody else.
refused-gift-to-computer = { $name } is a computer player and takes no gifts.
refused-gift-beyond-limit = You may give away { NUMBER($left) } more chips today, { NUMBER($most) } a day in all.
refused-gift-beyond-wallet = Your wallet has only { NUMBER($wallet) }. Give that or less.
