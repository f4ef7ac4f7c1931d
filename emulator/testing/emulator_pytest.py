"""A plugin for pytest: an emulator for the tests, and its problems below the tests that failed.

Its only dependency is pytest. conftest.py names it: pytest_plugins = ["emulator_pytest"]
"""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

import pytest

_ANSWER_S = 120
_STOP_S = 20
_MAX_PROBLEMS = 20
_MAX_LINES = 2


class Emulator:
    """The emulator that serves the tests."""

    def __init__(self, url):
        self.url = url
        # Whether these tests have started it.
        self.is_own = False
        self._told = {}

    def reset(self):
        """Removes all state."""
        self._ask("/_emulator/state/reset", method="POST")

    def problems(self):
        """The last failures that nobody handled, the oldest first: the cause of each, what followed, and what mends it."""
        text = self._ask("/_emulator/problems?lines=%d" % _MAX_PROBLEMS)
        return [json.loads(line) for line in text.splitlines() if line]

    def new_problems(self):
        """Those that are new, or have grown, since this was asked last."""
        known = self.problems()
        fresh = [each for each in known if self._told.get(each["number"]) != _size(each)]
        self._told = {each["number"]: _size(each) for each in known}
        return fresh

    def _ask(self, path, method="GET"):
        request = urllib.request.Request(self.url + path, method=method)
        with urllib.request.urlopen(request, timeout=_ANSWER_S) as answer:
            return answer.read().decode()


def pytest_addoption(parser):
    group = parser.getgroup("emulator")
    group.addoption("--emulator-command", default=None, help="the command that is `emulator`; by default the one of this project, else of PATH")


@pytest.fixture(scope="session")
def emulator_session(request):
    """The emulator of the whole run: the one of AWS_ENDPOINT_URL, else one that is started, and ends with the run."""
    given = os.environ.get("AWS_ENDPOINT_URL")
    emulator = Emulator(given.rstrip("/")) if given else None
    process = None
    patch = pytest.MonkeyPatch()
    try:
        if emulator is None:
            process, emulator = _start(request.config.getoption("--emulator-command"))
            emulator.is_own = True
            patch.setenv("AWS_ENDPOINT_URL", emulator.url)
        for name, value in _settings().items():
            patch.setenv(name, value)
        request.config.stash[_EMULATOR] = emulator
        yield emulator
    finally:
        patch.undo()
        if process is not None:
            _end(process)


@pytest.fixture
def emulator(emulator_session):
    """The emulator without state. One that was running before the tests keeps its state."""
    if emulator_session.is_own:
        emulator_session.reset()
    return emulator_session


_EMULATOR = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    emulator = item.config.stash.get(_EMULATOR, None)
    if emulator is None or report.when == "teardown":
        return
    try:
        problems = emulator.new_problems()
    except (OSError, ValueError):
        return
    if report.failed and problems:
        report.sections.append(("The emulator had problems during this test", "\n".join(_lines(problems))))


def _lines(problems):
    for problem in problems:
        times = " (%d times)" % problem["count"] if problem["count"] > 1 else ""
        yield "%s%s" % (problem["cause"], times)
        for line in problem["lines"][:_MAX_LINES]:
            yield "  %s" % line
        for consequence in problem["consequences"]:
            yield "  then: %s" % consequence["text"]
        if problem.get("remedy"):
            yield "  %s" % problem["remedy"]


def _size(problem):
    return (problem["count"], len(problem["consequences"]))


def _settings():
    """What clients need besides the address, where it is not there."""
    wanted = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}
    return {name: value for name, value in wanted.items() if name not in os.environ}


def _start(command):
    words = [*_words(command), "start", "--for-tests"]
    # A pipe that nobody reads would stop the emulator once it is full.
    said = tempfile.TemporaryFile(mode="w+")
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True)
    # One line once it is ready; none where it ends before.
    line = process.stdout.readline()
    if not line.startswith("{"):
        _end(process)
        said.seek(0)
        raise pytest.UsageError("the emulator did not start: %s" % said.read().strip())
    return process, Emulator(json.loads(line)["url"])


def _words(command):
    if command:
        return command.split()
    own = os.path.join("node_modules", ".bin", "emulator")
    if os.path.exists(own):
        return [own]
    found = shutil.which("emulator")
    if found is None:
        raise pytest.UsageError("there is no command `emulator`: npm install cloud-emulator, or set AWS_ENDPOINT_URL to one that runs")
    return [found]


def _end(process):
    # It ends when its stdin is closed, as it does when these tests end without a word.
    process.stdin.close()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
