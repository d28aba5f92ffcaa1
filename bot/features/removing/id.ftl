command-kick = keluarkan seseorang setelah ronde ini, selama 10 menit atau lebih
command-readmit = biarkan duduk lagi orang yang dikeluarkan
