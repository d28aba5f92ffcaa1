"""What Prometheus reads, by the parser of its own client library."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(text: bytes | str) -> Samples:
    """Every sample, by its name and its labels in alphabetical order."""
    whole = text.decode() if isinstance(text, bytes) else text
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(whole)
        for sample in family.samples
    }


def value(text: bytes | str, name: str, **labels: str) -> float:
    """One sample; 0 if there is none yet."""
    return samples(text).get((name, tuple(sorted(labels.items()))), 0.0)
