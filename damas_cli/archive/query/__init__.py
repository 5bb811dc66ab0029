"""What games are asked: the language of `damas filter`, told to the letter in docs/queries.md.

A text becomes a tree of tests (`parsing.py`, `tree.py`), the tree a plan with the cheapest tests
first (`plan.py`), which a worker puts to what it knows of a game (`facts.py`).
"""
