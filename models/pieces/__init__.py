"""Pieces as data: the standard ones, Betza notation, files and plug-ins."""
