"""Each command of `rookery` as an attribute, as sphinx-click wants it."""

import click

from rookery.cli import app as app

_context = click.Context(app, info_name="rookery")
globals().update({name: app.get_command(_context, name) for name in app.list_commands(_context)})
