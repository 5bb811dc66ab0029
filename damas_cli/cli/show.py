"""`damas show`: a game or a position as a board on the terminal."""

from __future__ import annotations

import os
from typing import Annotated, Literal

import typer

from ..check.reporters import visible
from ..convert import readable
from ..convert.fen import looks_like
from ..convert.game_list import GameList
from ..convert.options import ORIENTATIONS, ConvertOptions
from ..language import Phrase, mark
from ..pdn.sources import SourceError, open_sources
from ..rules.fen import FenError
from ..rules.position import Position
from ..rules.variant import get_variant
from .application import as_command
from .convert_options import format_type
from .environment import Environment
from .rules_option import RulesFile, VariantName, bad, chosen_variant
from .show_options import At, ShowOptions
from .show_print import print_game
from .status import ExitStatus

STANDARD_STREAM = "-"
# On these nothing can be drawn in place.
_NO_SCREEN = ("", "dumb", "unknown")


def show(
    env: Environment, path: str, options: ShowOptions, source_format: str | None
) -> ExitStatus:
    """Show the game of `path` that is asked for, or let somebody step through all of them."""
    listing = _Listing(env)
    games = GameList(
        open_sources([path], stdin=env.stdin),
        ConvertOptions(variant=options.variant, language=env.words.language),
        source_format,
        listing.complain,
        listing.tell,
    )
    number = options.game or 1
    played = games.get(number)
    if played is not None and _is_interactive(env, path, options):
        listing.is_holding = True
        try:
            _step_through(env, games, number, options)
        finally:
            listing.release()
        return listing.status
    if played is None:
        listing.release()
        env.complain(_no_such_game(env, games.known, number))
        return listing.status or ExitStatus.FINDINGS
    print_game(env, played, options)
    env.flush()
    known = games.read_all()
    if known > 1 and options.game is None:
        env.say(env.words("game {number} of {games}; --game shows another", number=1, games=known))
    return listing.status


def _no_such_game(env: Environment, known: int, number: int) -> str:
    if not known:
        return env.words("there is no game")
    return env.words.plural(
        "there is no game {wanted}, only {number} game",
        "there is no game {wanted}, only {number} games",
        known,
        wanted=number,
    )


def _is_interactive(env: Environment, path: str, options: ShowOptions) -> bool:
    """Tell whether somebody can step through the games; say why not where it may surprise."""
    if not (env.stdin_is_terminal and env.stdout_is_terminal) or path == STANDARD_STREAM:
        return False
    if options.is_to_be_printed or env.variables.get("TERM", "") in _NO_SCREEN:
        return False
    try:
        import termios  # noqa: F401 - not every system has it
    except ImportError:
        env.say(env.words("this system gives damas no keys: the game is printed"))
        return False
    return True


def _step_through(env: Environment, games: GameList, number: int, options: ShowOptions) -> None:
    # Only here: whoever prints needs none of it.
    from .viewer.model import Viewer
    from .viewer.terminal import step_through

    assert env.stdin is not None
    assert env.stdout is not None
    colour = env.wants_colour(options.colour)
    viewer = Viewer(games, env.words, options.look(env), number)
    viewer.go_to(options.at if options.at is not None else "start")
    env.hide_bar()
    env.flush()
    step_through(viewer, env.stdin.fileno(), env.stdout.fileno(), colour=colour)


class _Listing:
    """Says what cannot be read: at once, or once the terminal is free again."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.status = ExitStatus.OK
        self.is_holding = False
        self._held: list[str] = []

    def complain(self, error: SourceError) -> None:
        self._say(visible(self.env.words.say(error.phrase)))

    def tell(self, path: str, fault: tuple[int, Phrase | str]) -> None:
        line, problem = fault
        told = self.env.words("{path}:{line}: {problem}", path=path, line=line, problem=problem)
        self._say(visible(told))

    def _say(self, told: str) -> None:
        self.status = ExitStatus.UNREADABLE
        if self.is_holding:
            self._held.append(told)
        else:
            self.env.complain(told)

    def release(self) -> None:
        """Say what was held back."""
        self.is_holding = False
        for told in self._held:
            self.env.complain(told)
        self._held.clear()


def show_position(env: Environment, fen: str, options: ShowOptions) -> ExitStatus:
    """Print the position that `fen` describes.

    Raises:
        typer.BadParameter: it describes none.
    """
    import io

    variant = options.variant or get_variant()
    try:
        Position.from_fen(fen, variant)
    except FenError as error:
        from ..check.messages import bad_fen  # only here: most positions are well written

        raise bad("FEN", bad_fen(error, variant)) from None
    reading = ConvertOptions(variant=variant, language=env.words.language)
    sources = open_sources([STANDARD_STREAM], stdin=io.BytesIO(fen.encode()))
    played = GameList(sources, reading, "fen").get(1)
    assert played is not None
    print_game(env, played, options)
    return ExitStatus.OK


def _arguments(
    context: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar=mark("[FILE|FEN|-]"),
            show_default=False,
            help=mark(
                "A file of games (also .gz, .zip, .zst), a position such as W:WK12:B5, or - for"
                " standard input, the default."
            ),
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            "--game",
            "-g",
            min=1,
            metavar="N",
            help=mark("The game to show, as `damas check` counts them; the first by default."),
        ),
    ] = None,
    stand: At = None,
    moves_only: Annotated[
        bool, typer.Option("--moves-only", help=mark("Print the moves and no board."))
    ] = False,
    board_only: Annotated[
        bool, typer.Option("--board-only", help=mark("Print the board and nothing else."))
    ] = False,
    print_it: Annotated[
        bool,
        typer.Option("--print", help=mark("Print also where one could step through the games.")),
    ] = False,
    source_format: Annotated[
        str | None,
        typer.Option(
            "--from",
            click_type=format_type(readable()),
            help=mark("The format to read; without it the name or the content tells."),
        ),
    ] = None,
    orientation: Annotated[
        str,
        typer.Option(
            "--orientation",
            click_type=format_type(ORIENTATIONS),
            help=mark("The side at the bottom of the board."),
        ),
    ] = "white",
    numbers: Annotated[
        bool, typer.Option("--numbers", help=mark("Name the empty squares in the board."))
    ] = False,
    ascii_only: Annotated[
        bool,
        typer.Option(
            "--ascii", help=mark("Draw with letters: w and b are men, W and B are kings.")
        ),
    ] = False,
    color: Annotated[
        Literal["auto", "always", "never"],
        typer.Option(
            help=mark("Colour: auto only on a terminal, and NO_COLOR and FORCE_COLOR count.")
        ),
    ] = "auto",
    variant: VariantName = None,
    rules: RulesFile = None,
) -> ExitStatus:
    env: Environment = context.obj
    if not file and env.stdin_is_terminal:
        env.say(context.get_usage())
        env.say(
            env.words(
                "Name a file or a position, or pipe games in. Try '{command} --help'.",
                command=context.command_path,
            )
        )
        return ExitStatus.USAGE
    if moves_only and board_only:
        raise bad("--moves-only", Phrase("goes without {options}", options="--board-only"))
    options = ShowOptions(
        variant=chosen_variant(env, variant, rules),
        game=game,
        at=stand,
        moves_only=moves_only,
        board_only=board_only,
        print_it=print_it,
        orientation=orientation,
        numbers=numbers,
        ascii_only=ascii_only,
        colour=color,
    )
    if file and looks_like(file.encode("utf-8", "replace")) and not os.path.exists(file):
        if game is not None:
            raise bad("--game", Phrase("goes only with a file"))
        return show_position(env, file, options)
    return show(env, file or STANDARD_STREAM, options, source_format)


command = as_command(
    _arguments,
    name="show",
    short_help=mark("Show a game or a position as a board."),
    help=mark(
        "Show a game or a position as a board.\n\n"
        "On a terminal one steps through the games with the arrow keys; ? explains the others. In a"
        " pipe the game is printed, with what `damas check` finds beside its moves."
    ),
    epilog="""\b
Examples:
  damas show torneo.pdn
  damas show torneo.pdn --game 2 --print
  damas show W:WK12:B5
  damas show torneo.pdn --game 3 --at 24 --board-only --numbers | mail ana
  zcat season.pdn.gz | damas show --game 40 --ascii
""",
)
