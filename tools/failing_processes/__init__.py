"""Evenings on several processes, some of which fail again and again: ``python -m tools.failing_processes``.

The processes and their PostgreSQL are real, both platforms are the tests' doubles. Nothing of Kiu imports this package.
"""
