command-kick = remove somebody from the table after this hand, for 10 minutes or longer
command-readmit = let somebody sit down again who was removed
