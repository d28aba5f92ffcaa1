command-ledger = see where chips came from and went
statement-title = Statement of { $name }
statement-circle = { $number ->
    [0] Before the circle
   *[other] Circle { $number }
}
statement-days-title = Statement of { $name }, by day
statement-line = { $time } · { $net }{"\u00A0"}→{"\u00A0"}{ NUMBER($balance) } · { $what }
statement-day = { $day }: hands { $won }{ $moved ->
    [yes] , other { $other }
   *[no] { "" }
}{"\u00A0"}→{"\u00A0"}{ NUMBER($balance) }
statement-heads = Time | Entry | Net | Chips
statement-day-heads = Day | Hands | Other | Chips
statement-how = Beside each change: all chips then. Times: { $zone }
statement-pick-hand = A hand …
statement-pick-day = A day …
button-newer = Newer
button-by-day = By day
button-by-line = Line by line
