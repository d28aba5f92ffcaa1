"""Renders tables, hands and answers as messages, in any language.

Here belongs what a message says and in which order; one folder for each game has what only that game knows. Everything
is a function of state and translator: nothing here sends, stores or decides anything, or knows a platform.
"""
