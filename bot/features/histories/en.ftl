command-history = your own hands, newest first, each to follow again
command-replay = follow a hand that is over, step by step
command-show-cards = show everybody cards of a hand that is over, with their proof
parameter-step = step
discord-parameter-step = the step to begin at, from 1
discord-parameter-cards = all, or the name of one card
parameter-cards = cards
replay-step = Step { NUMBER($step) } of { NUMBER($steps) } · { $when }
replay-own = For your eyes only, you held:
replay-own-lost = The key to this hand is destroyed, so I can't tell you any more what you held.
replay-shared = Shared by { $name } · { $when }
replay-voided = Called off, and every stake went back: { $reason }
replay-shown = { $name } showed afterwards: { $cards }
replay-rules-usual = House rules then: { $preset }
replay-rules-changed = House rules then: { $preset }, but { $changes }
history-title = Your hands
history-title-table = Hands of this table
history-empty = No hand is over yet.
history-line = { $hand } · { $game } · { $when } · { $result }
history-line-voided = { $hand } · { $game } · { $when } · called off
history-nobody = nobody won
history-not-replayed = can't be replayed
showing-title = Show cards of hand { $hand }
showing-how = Only you can see this page. What you press is shown to everybody here for good, with its proof; what you don't press stays closed.
showing-all-shown = You have no closed cards in this hand: all of yours have been shown.
showing-done = Everybody sees it now: { $cards }.
shows-cards = { $how ->
    [folded] { $name } shows what they folded: { $cards }
   *[held] { $name } shows what they held: { $cards }
}
shows-proof = The file proves these cards: open it in a browser.
