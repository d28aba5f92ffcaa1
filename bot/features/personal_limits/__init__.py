"""People limit their own chips, hands and hours of a day, and take breaks."""
