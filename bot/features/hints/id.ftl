practice-hint = { $do }: { $why }
command-hint = minta petunjuk, di meja latihan
