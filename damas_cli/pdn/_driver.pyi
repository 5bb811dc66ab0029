"""The compiled parser driver: the same as its source."""

from .driver import Driver as Driver
from .driver_spans import spans as spans
