command-pause = pause the table after this hand
command-resume = go on with a paused table
