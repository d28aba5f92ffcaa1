"""From a command to its answer: who may send it, once only, to the table or the handler that carries it out.

Everything a person can cause enters here; nothing here knows a platform or draws a picture.
"""
