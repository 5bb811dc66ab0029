"""The environment: what a command sees of the world."""

from __future__ import annotations

import io
import itertools
import json

import pytest

from damas_cli.cli.environment import Environment, OutputError


class Gone(io.BytesIO):
    """A stream whose reader went away."""

    def write(self, _data: object, /) -> int:
        raise BrokenPipeError(32, "Broken pipe")


class Full(io.BytesIO):
    """A stream that takes data but cannot hand it on."""

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


class Deaf(io.StringIO):
    """A stream for messages that takes none."""

    def write(self, _text: str, /) -> int:
        raise OSError(28, "No space left on device")


def colour(choice: str, terminal: bool, **variables: str) -> bool:
    return Environment(stdout_is_terminal=terminal, variables=variables).wants_colour(choice)


@pytest.mark.parametrize(
    ("variables", "on_terminal", "in_pipe"),
    [
        ({}, True, False),
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colour_without_a_choice(
    variables: dict[str, str], on_terminal: bool, in_pipe: bool
) -> None:
    assert colour("auto", True, **variables) is on_terminal
    assert colour("auto", False, **variables) is in_pipe


def test_a_choice_of_colour_beats_everything() -> None:
    names = ["NO_COLOR", "FORCE_COLOR", "TERM"]
    for chosen, terminal in itertools.product(range(8), [True, False]):
        variables = {name: "dumb" for bit, name in enumerate(names) if chosen >> bit & 1}
        assert colour("always", terminal, **variables)
        assert not colour("never", terminal, **variables)


def test_a_terminal_shows_data_at_once() -> None:
    for terminal, shown in [(False, b""), (True, b"one")]:
        device = io.BytesIO()
        stream = io.BufferedRandom(device)  # type: ignore[arg-type]
        Environment(stdout=stream, stdout_is_terminal=terminal).write(b"one")
        assert device.getvalue() == shown


def test_data_is_always_utf8() -> None:
    out = io.BytesIO()
    name = b"\xff.pdn".decode("utf-8", "surrogateescape")
    env = Environment(stdout=out)
    env.print(f"½ {name}")
    env.print(json.dumps(name, ensure_ascii=False))
    assert out.getvalue() == b'\xc2\xbd \\udcff.pdn\n"\\udcff.pdn"\n'
    assert json.loads(out.getvalue().splitlines()[1]) == name


@pytest.mark.parametrize("stream", [None, Gone(), Full()])
def test_output_that_cannot_be_written(stream: io.BytesIO | None) -> None:
    env = Environment(stdout=stream, stdout_is_terminal=True)
    with pytest.raises(OutputError) as caught:
        env.write(b"data")
    assert caught.value.reader_is_gone is isinstance(stream, Gone)
    assert env.broken


def test_flush_fails_like_write() -> None:
    env = Environment(stdout=Full())
    env.write(b"data")
    assert not env.broken
    with pytest.raises(OutputError, match="No space left"):
        env.flush()
    assert env.broken


def test_a_closed_output_that_nobody_writes_to_is_no_failure() -> None:
    env = Environment()
    env.flush()
    assert not env.broken


def test_messages_are_dropped_where_nobody_listens() -> None:
    Environment().say("hello")
    env = Environment(stderr=Deaf())
    env.say("hello")
    assert env.broken


def test_complaints_name_the_program() -> None:
    err = io.StringIO()
    Environment(stderr=err).complain("no")
    assert err.getvalue() == "damas: error: no\n"


def test_messages_come_after_the_data_before_them() -> None:
    device = io.BytesIO()
    stream = io.BufferedRandom(device)  # type: ignore[arg-type]
    env = Environment(stdout=stream, stderr=io.TextIOWrapper(device))
    env.write(b"data\n")
    env.say("message")
    assert device.getvalue() == b"data\nmessage\n"


def test_a_message_about_a_full_disk_can_be_said() -> None:
    err = io.StringIO()
    env = Environment(stdout=Full(), stderr=err)
    env.say("full")
    env.say("still full")
    assert err.getvalue() == "full\nstill full\n"
    assert env.broken
