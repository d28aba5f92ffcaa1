"""Watchers ask a running Kiu for its health, readiness and metrics."""
