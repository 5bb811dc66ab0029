"""Questions to many games: which ones, in what order, how many, and where a position stands.

Whatever `damas_cli.convert` reads is an archive. Its games come as entries, block by block, to a
task in a worker (`task.py`); what a question gives out are the games as they stand.
"""
