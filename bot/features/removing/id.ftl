command-kick = keluarkan seseorang dari meja setelah ronde ini
command-readmit = biarkan duduk lagi orang yang dikeluarkan
