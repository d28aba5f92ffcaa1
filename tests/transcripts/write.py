"""Write the transcripts of the documentation anew: ``python -m tests.transcripts.write``."""

from __future__ import annotations

from tests.transcripts.test_transcripts import SCRIPTS, transcript


def main() -> None:
    for script in SCRIPTS:
        script.with_suffix(".txt").write_text(transcript(script), encoding="utf-8")
        print(script.stem)


if __name__ == "__main__":
    main()
