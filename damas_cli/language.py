"""English and Spanish: the words that users read.

The English words stand in the code, where `mark`, `Phrase`, `words(...)` or `words.plural(...)`
takes them as literals; that is how the catalogue finds them. Their Spanish is in
`locale/es/LC_MESSAGES/damas.po`, which the build makes into the `.mo` beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = ("en", "es")
DEFAULT = "en"
CATALOGUES = Path(__file__).parent / "locale"
# Our own variable, then what the system calls the language of messages: the first that is set
# decides.
_VARIABLES = ("DAMAS_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


def mark(text: str) -> str:
    """Return `text` as it is; the catalogue then has it, to be translated where it is said."""
    return text


class Phrase:
    """Words with the values that fill them, for whoever knows the language.

    A value may be a phrase, too. As text it is English:

    >>> str(Phrase("no {what} here", what=Phrase("piece")))
    'no piece here'
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: object) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return self.said(words_of(DEFAULT))

    def said(self, words: Words) -> str:
        """Return the text in the language of `words`."""
        return words(self.template, **self.values)


class SpokenError(Exception):
    """An error that tells the user something: its text is English, `phrase` is for any language.

    >>> str(SpokenError(Phrase("no {what} here", what="piece")))
    'no piece here'
    """

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


# What systems say most often; anything else is said in the system's own words.
_OF_THE_SYSTEM = (
    mark("No such file or directory"),
    mark("Permission denied"),
    mark("Operation not permitted"),
    mark("No space left on device"),
    mark("Disk quota exceeded"),
    mark("File too large"),
    mark("Read-only file system"),
    mark("File exists"),
    mark("Is a directory"),
    mark("Not a directory"),
    mark("File name too long"),
    mark("Too many levels of symbolic links"),
    mark("Too many open files"),
    mark("No such device or address"),
    mark("Input/output error"),
    mark("Bad file descriptor"),
    mark("Broken pipe"),
    mark("Cannot allocate memory"),
)


def system_reason(error: Exception) -> Phrase:
    """Return why the system refuses something.

    >>> print(system_reason(PermissionError(13, "Permission denied")))
    Permission denied
    """
    return Phrase(getattr(error, "strerror", None) or str(error))


class Words:
    """The words of one language.

    Attributes:
        language: `en` or `es`.
    """

    __slots__ = ("_catalogue", "language")

    def __init__(self, language: str = DEFAULT) -> None:
        self.language = language
        self._catalogue = None if language == DEFAULT else _catalogue(language)

    def __call__(self, text: str, /, **values: object) -> str:
        """Return `text` in this language, filled with `values`; without any it is not filled.

        >>> Words()("{count} of {all}", count=1, all=2), Words()("as it {is}")
        ('1 of 2', 'as it {is}')
        """
        if self._catalogue is not None and text:
            text = self._catalogue.gettext(text)
        return self._filled(text, values) if values else text

    def say(self, phrase: Phrase | str) -> str:
        """Return `phrase` in this language; a plain text is said as it is."""
        return phrase if isinstance(phrase, str) else phrase.said(self)

    def plural(self, one: str, many: str, number: int, /, **values: object) -> str:
        """Return `one` or `many`, as `number` (which fills `{number}`) has it in this language.

        >>> Words().plural("{number} game", "{number} games", 2)
        '2 games'
        """
        if self._catalogue is None:
            text = one if number == 1 else many
        else:
            text = self._catalogue.ngettext(one, many, number)
        return self._filled(text, {**values, "number": number})

    def decimal(self, number: float, places: int = 1) -> str:
        """Return `number` with so many decimal places.

        >>> Words().decimal(2.25), words_of("es").decimal(0.1), Words().decimal(7, 2)
        ('2.2', '0,1', '7.00')
        """
        text = f"{number:.{places}f}"
        return text if self.language == DEFAULT else text.replace(".", ",")

    def _filled(self, text: str, values: dict[str, object]) -> str:
        said = {
            name: self.say(value) if isinstance(value, Phrase) else value
            for name, value in values.items()
        }
        return text.format(**said)


def _catalogue(language: str) -> NullTranslations:
    from gettext import translation  # only here: English needs none of it

    return translation("damas", CATALOGUES, [language], fallback=True)


@cache
def words_of(language: str) -> Words:
    """Return the words of `language`, one of `LANGUAGES`, always the same.

    Raises:
        ValueError: damas does not have that language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"the language is {' or '.join(LANGUAGES)}, not {language!r}")
    return Words(language)


ENGLISH = words_of(DEFAULT)


def language_of(variables: Mapping[str, str]) -> str:
    """Return the language that the variables ask for, English where damas does not have it.

    >>> language_of({"LANG": "es_ES.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "es_ES.UTF-8"})
    ('es', 'en')
    """
    locale = next((value for name in _VARIABLES if (value := variables.get(name))), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES and not locale[2:3].isalpha() else DEFAULT
