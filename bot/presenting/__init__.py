"""From what is so to what is shown: tables, hands and answers as messages, in any language."""
