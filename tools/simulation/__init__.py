"""The whole of Kiu in a deterministic world that goes wrong: ``python -m tools.simulation``.

People, chats, disk and network are simulated, time is virtual, and everything that happens follows from a plan and
its seed. Nothing of Kiu imports this package.
"""
