"""Every code has its words."""

from damas_cli.check.codes import CODES
from damas_cli.check.messages import HELP, TEMPLATES


def test_every_code_has_its_words():
    assert {key.split()[0] for key in TEMPLATES} == set(CODES)
    assert set(HELP) <= set(CODES)
