"""Help for kinds of orders: ``pbem do bombard --help``."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.app import setting
from pbem.home import games


class ExplainsOrders(click.Command):
    """A command whose ``--help`` behind a kind of order explains that kind, by the game at hand."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments; with a kind of order and ``--help`` among them, the help of that kind is shown instead."""
        plain = [word for word in args if word not in ctx.help_option_names]
        if len(plain) < len(args):
            super().parse_args(ctx, plain)
            if not ctx.params.get("order"):
                return super().parse_args(ctx, args)
            with ctx:
                view = games.look(setting().folder())
                from pbem.home.play import order_help  # noqa: PLC0415  # few orders are asked about

                output.data_all(order_help.explained(view, ctx.params["order"][0]))
            ctx.exit()
        return super().parse_args(ctx, args)
