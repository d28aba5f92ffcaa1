"""Makes what the table page needs from elsewhere: its library, and the characters on cards."""
