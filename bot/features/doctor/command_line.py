from __future__ import annotations

import click

from bot.hosting.program import begin, end


@click.command()
def doctor() -> None:
    """Look whether this machine, the data of Kiu and its platforms are as Kiu needs them, and say what to do.

    A running Kiu is not disturbed, and nothing secret is printed.

    To try a channel as well, type /selftest there.

    Ends with 0 if all is well, with 1 if something has to be mended, with 2 if Kiu does not start like this, with 4 if
    a token is refused, and with 5 if a platform cannot be reached.
    """
    from bot.features.doctor.examining import examine

    settings = begin("error")
    end(examine(settings, click.echo))
