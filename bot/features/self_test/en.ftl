button-selftest = Amount …
ask-selftest = Any amount, only to try it: { from-to }
answer-selftest-begun = The self-test has begun. Only you see this.
answer-selftest-amount = { NUMBER($amount) } arrived, so amounts work.
command-selftest = test what a table does here, and how fast it is
refused-selftest-running = A self-test is running here. Wait for its report.
selftest-title = Self-test
selftest-progress = Step { $step } of { $steps } …
selftest-picture-alt = The dominoes 6‑6 and 0‑0.
selftest-took = { NUMBER($ms) } ms
selftest-problem-unwelcome = not allowed here
selftest-problem-gone = the message was deleted
selftest-problem-unreachable = the private chat is closed
selftest-problem-failed = failed; see the log
selftest-post = A message: { $took }
selftest-edits = { $count } edits: { NUMBER($median) } ms in the middle, { NUMBER($longest) } ms at most
press-below = press the button below
selftest-edits-failed = Edits: { $done } worked, then: { $took }
selftest-picture = A picture: { $took }
selftest-private = A private message with a file: { $took }
selftest-die = A die: { $took }
selftest-answer = A private answer: { NUMBER($ms) } ms
selftest-answer-open = A private answer: { press-below }
selftest-amount = An amount: { press-below }
selftest-for-one = Messages for one reader: { $sent } sent{ $counted ->
    [yes] , then told to wait, so they count
    [no] { " " }at once, so they don’t count
   *[open] { "" }
}.
selftest-limited = { $calls } calls, told to wait: { $times }, { NUMBER($longest) } ms at most
selftest-left = { selftest-not-limited }; at least { $left } of { $limit } were left
selftest-not-limited = { $calls } calls, never told to wait
selftest-missing = Missing here: { $missing }
selftest-nothing-missing = Nothing is missing here.
selftest-waited = Waited { NUMBER($seconds) } s so that tables go first.
