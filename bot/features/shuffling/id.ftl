command-shuffle = ikut mengocok dengan katamu sendiri
