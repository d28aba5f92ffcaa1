watchers-guessed = { $right } dari { $guessed } penonton menebak { $names }.
