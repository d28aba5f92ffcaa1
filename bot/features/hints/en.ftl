practice-hint = { $do }: { $why }
command-hint = get a hint for your cards
