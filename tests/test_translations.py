"""Whatever damas says in English it can say in Spanish.

`python -m tests.test_translations`, that is `make messages`, brings the catalogue up to date.
"""

from __future__ import annotations

import sys

from .catalogue import MO, PO, bring_up_to_date, built, faults, messages, said, texts, translated

SAID = messages(said())
TRANSLATED = messages(translated())


def test_every_text_is_in_the_catalogue() -> None:
    assert len(SAID) > 100
    assert not [text for text in SAID if text not in TRANSLATED], "run make messages"


def test_the_catalogue_has_only_what_the_code_says() -> None:
    assert not [text for text in TRANSLATED if text not in SAID], "run make messages"
    assert not translated().obsolete


def test_every_translation_is_whole() -> None:
    wrong = {
        text: told for text, message in TRANSLATED.items() if (told := list(faults(text, message)))
    }
    assert not wrong


def test_what_gettext_reads_is_as_new_as_the_catalogue() -> None:
    assert MO.exists(), "run make messages"
    compiled = messages(built())
    assert {text: texts(compiled[text].string) for text in compiled} == {
        text: texts(message.string) for text, message in TRANSLATED.items()
    }, "run make messages"


if __name__ == "__main__":
    left = bring_up_to_date()
    for text in left:
        print(f"not translated: {text}")
    print(f"{PO}: {len(left)} texts without their Spanish")
    sys.exit(1 if left else 0)
