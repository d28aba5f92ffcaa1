button-selftest = Amount …
ask-selftest = Any amount, only to try it: { NUMBER($least) } to { NUMBER($most) }
answer-selftest-begun = The self-test has begun. Only you see this answer.
answer-selftest-amount = { NUMBER($amount) } arrived, so asking for amounts works.
command-selftest = test everything a table does here, and how fast it is
refused-selftest-amount-out-of-range = Give a number from 1 to { NUMBER($most) }; it is only a test.
refused-selftest-running = A self-test is running here already. Wait for its report.
selftest-title = Self-test
selftest-progress = Step { $step } of { $steps } …
selftest-picture-alt = The dominoes 6‑6 and 0‑0, to see whether pictures can be sent.
selftest-took = { NUMBER($ms) } ms
selftest-problem-unwelcome = not allowed here
selftest-problem-gone = the message was deleted
selftest-problem-unreachable = the private chat is closed
selftest-problem-failed = failed; see the log
selftest-post = A message: { $took }
selftest-edits = { $count } edits: { NUMBER($median) } ms in the middle, { NUMBER($longest) } ms at most
selftest-edits-failed = Edits: { $done } worked, then: { $took }
selftest-picture = A picture: { $took }
selftest-private = A private message with a file: { $took }
selftest-die = A die: { $took }
selftest-answer = A private answer: { NUMBER($ms) } ms
selftest-answer-open = A private answer: press the button below to see one
selftest-amount = An amount: press the button below and give any
selftest-limited = { $calls } calls, told to wait { $times ->
    [one] once
   *[other] { $times } times
}, { NUMBER($longest) } ms at most
selftest-left = { $calls } calls, never told to wait; at least { $left } of { $limit } were left
selftest-not-limited = { $calls } calls, never told to wait
selftest-missing = Missing here: { $missing }
selftest-nothing-missing = Nothing is missing here.
selftest-waited = Waited { NUMBER($seconds) } s so that tables go first.
