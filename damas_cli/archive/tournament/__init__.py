"""Who met whom and how it ended: players, tournaments, their standings, and ratings.

Everything here is arithmetic with results; it knows neither files nor moves.
"""
