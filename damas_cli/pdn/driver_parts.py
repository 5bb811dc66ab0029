"""What `setup.py` joins into the compiled parser driver `damas_cli.pdn._driver`.

The C types are in `_driver.pxd`; the parts themselves are plain Python and run as they are.
"""

PARTS = ("driver.py", "driver_spans.py", "driver_writing.py")
HEADER = ""
