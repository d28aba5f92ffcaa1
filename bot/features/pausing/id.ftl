command-pause = jeda meja setelah ronde ini
command-resume = lanjutkan meja yang dijeda
