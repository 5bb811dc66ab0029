"""The compiled parser driver: the same as its source."""

from .driver import Driver as Driver
from .driver_spans import spans as spans
from .driver_spans import texts as texts
from .driver_writing import counts_up as counts_up
from .driver_writing import has_tags as has_tags
from .driver_writing import is_plainly_written as is_plainly_written
from .driver_writing import odd_move as odd_move
from .driver_writing import tag_names as tag_names
