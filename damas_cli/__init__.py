"""damas: read, check and count draughts games (PDN), Spanish draughts first."""

__version__ = "0.1.0"
