## High Domino

limits-high-domino = Ante { NUMBER($ante) }, and as much to stay
button-stay = Stay { NUMBER($amount) }
command-stay = put in the ante once more
move-stay = stay
rule-doubles_first = A double is higher than every domino that is none.
rule-name-doubles_first = doubles first
mark-stays = stays
hand-stay = { $name } to stay for { NUMBER($amount) } or fold
private-stay = It is your turn: stay for { NUMBER($amount) }, or fold.
event-stayed = { $name } stayed for { NUMBER($amount) }.
toast-stayed = You stayed for { NUMBER($amount) }.
label-spots = { $spots ->
    [one] 1 spot
   *[other] { $spots } spots
}
practice-lower = of the { $others } other dominoes { $lower } are lower than yours.
rules-own-high-domino = ★ Yours: { $domino }.
rules-high-domino-example = { $doubles_first ->
    [on] 5‑5 beats 6‑4 and all others that are no doubles.
   *[off] 6‑4 and 5‑5 both have ten spots, and the higher end decides: 6‑4 wins.
}
picture-ladder-high-domino = All dominoes, the highest first, each below its spots.
rules-high-domino-deal = Everybody puts in { $ante } and is dealt one domino, face down.
rules-high-domino-turn = From the dealer's left, each stays for { $ante } more or folds.
rules-high-domino-showing = Those who stay to the end show; those who fold never do.
rules-high-domino-winning = The highest domino takes the pot; so does the last player left.
rules-high-domino-ranking = A domino counts its spots. Of equal ones the one with the higher end wins.
