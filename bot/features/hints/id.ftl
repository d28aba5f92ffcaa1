practice-hint = { $do }: { $why }
command-hint = minta petunjuk untuk kartumu
