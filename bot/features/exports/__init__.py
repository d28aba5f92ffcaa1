"""People get their hands and movements as files for a spreadsheet."""
