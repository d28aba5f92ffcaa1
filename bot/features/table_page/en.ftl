watchers-guessed = { $right } of { $guessed } { $guessed ->
    [one] watcher
   *[other] watchers
} guessed { $names }.
