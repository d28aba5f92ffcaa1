command-house-language = choose the language everybody here reads
command-language = choose your own language
answer-language-set = I'll speak English with you now.
answer-group-language-set = I'll speak English in this group now.
refused-no-such-language = I don't speak that. Choose one of these: { $languages }.
parameter-language = language
