command-shuffle = mix a word of your own into the next deal
