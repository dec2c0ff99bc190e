"""Packages that are calls as well: `rookery.backends()` and `rookery.compare(...)` share the names of packages."""

import sys
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType
from typing import Any

from rookery.core.errors import check_calls


class CallablePackage(ModuleType):
    """A package that can be called: a call of it is a call of the function that it names as `called`."""

    called: tuple[str, str]  # its module and its name

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Call the function; its module is imported at the first call."""
        return self._find()(*given, **named)

    @property
    def __signature__(self) -> Signature:
        """The signature of the function, for tools that inspect the package as a callable."""
        return signature(self._find())

    def _find(self) -> Any:
        module, name = self.called
        return check_calls(getattr(import_module(module), name), self.__name__.rpartition(".")[2])


def make_callable(package: str, module: str, name: str) -> None:
    """Let calls of a package be calls of the function of that name in a module.

    >>> import rookery
    >>> "cpsat" in rookery.backends()
    True
    """
    made = sys.modules[package]
    made.__class__ = CallablePackage
    assert isinstance(made, CallablePackage)
    made.called = module, name
