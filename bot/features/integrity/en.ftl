command-integrity = how chips went between people, in private
parameter-days = days
integrity-title = Integrity report · { $days ->
    [one] last day
   *[other] last { NUMBER($days) } days
}
integrity-counted = { hands-counted } without practice. People: { NUMBER($people) }.
integrity-flows = Chips that went from one to another, wins less losses:
integrity-flow = { $giver } → { $taker }: { NUMBER($amount) } chips in { hands-counted } together
integrity-newcomers = Accounts that lost most given chips to one person in their first week:
integrity-fed = { $giver } → { $taker }: lost { NUMBER($amount) } chips in { hands-counted }, won back { NUMBER($back) }, was given { NUMBER($given) }
integrity-fed-by-several = { $taker } got { NUMBER($amount) } chips from { NUMBER($count) } such accounts
integrity-no-flows = No chips went from one person to another.
integrity-unusual = ◆ { $line }
integrity-fold = { $who } folded to { $to } { NUMBER($folds) } of { NUMBER($cases) } times, to all others { NUMBER($others) } of { NUMBER($all) }
integrity-no-folds = Nobody folds to one person much more often than to others.
integrity-void = { $name } { NUMBER($count) }
integrity-by-kiu = Kiu itself
integrity-voids = Hands called off or reversed: { NUMBER($count) } ({ $who }).
integrity-no-voids = No hand was called off or reversed.
integrity-means =
    ◆ marks what chance hardly ever does. It proves nothing: somebody may play better or be new, or friends play together. Ask them first.
integrity-how =
    Only what everybody could see is counted. Each loser's chips are shared out among the winners of the hand.
    ◆ needs 20 hands or decisions together, and a number that chance passes in fewer than one of 10,000 cases.
    A new account gets it when most of what it was given went in a few big hands and hardly anything came back. Rankings leave such chips out with /house set rank_without_dumps on.
    Folds answer a bet or raise of the other person, not an all-in and not the clock.
integrity-pair = { $flow } · { $share } % of the { NUMBER($of) } hands of the one who played fewer
integrity-newest = These are the newest { NUMBER($hands) } hands.
button-days = { NUMBER($amount) } days
