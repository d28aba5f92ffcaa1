"""A public randomness beacon, drand: its chains, the signatures of their rounds, and asking its servers for them.

Every few seconds a group of independent servers signs the number of the next round together. Fewer of them than their
threshold cannot know the signature before, and anybody can verify it with the key of the chain.
"""
