"""The command `jar`: the bundle for this Python's Spark."""

import click

from headwater.spark import launcher


@click.command()
def jar() -> None:
    """Print the path of the jar for the installed pyspark, for spark.driver.extraClassPath."""
    click.echo(launcher.bundle())
