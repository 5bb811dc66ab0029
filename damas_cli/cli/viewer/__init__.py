"""Stepping through games on a terminal.

`model` is what keys do, `screen` what is seen of it, both without a terminal; `keys` makes keys of
what a terminal sends, and `terminal` is the only part that touches one.
"""
