"""The command `completion`: the program by which a shell completes Headwater's commands and options."""

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "fish", "zsh")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the completion for SHELL.

    In ~/.bashrc: eval "$(headwater completion bash)". In ~/.zshrc, after compinit: eval "$(headwater
    completion zsh)". In ~/.config/fish/config.fish: headwater completion fish | source.
    """
    root = context.find_root()
    writer = get_completion_class(shell)(root.command, {}, root.info_name, "_HEADWATER_COMPLETE")
    click.echo(writer.source())
