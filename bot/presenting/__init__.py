"""Renders tables, hands and answers as messages in any language: pure functions of state and translator."""
