"""Betza notation."""
