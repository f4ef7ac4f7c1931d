"""A plugin of pytest that lets the recorded suite of localstack/localstack ask an emulator that runs elsewhere (see ../recorded.ts).

Each test's outcome becomes a line of JSON in the file RECORDED_RESULTS: `test`, `outcome` (passed, differs, left out), `why`.
Snapshots are verified whole: what the suite itself lets differ at its own emulator is verified, too.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import re
import signal
import socket
import sys
import types

import checksums
import circumstances
import pytest

PORT = int(os.environ["RECORDED_PORT"])
SECONDS_A_TEST = 150
# Patterns of names, and why the test says nothing of the emulator under test (see not-ours.ts).
NOT_RUN = json.loads(os.environ.get("RECORDED_NOT_RUN", "[]"))
# Modules that the suite's own emulator is made of, and its tests do not use.
NOT_NEEDED = (
    "airspeed", "amazon_kclpy", "apispec", "aws_cdk", "bson", "constantly", "crontab", "dnslib", "hypercorn", "jpype", "jsonpath_rw", "moto", "openapi_core",
    "opensearchpy", "readerwriterlock", "rich", "semver", "twisted", "wsproto", "zope",
)
WRITTEN_BY_BUILDS = ("localstack.version", "rolo.version", "plux.version")
pytest_plugins = [name for name in ("pytest_httpserver.pytest_plugin",) if importlib.util.find_spec(name.split(".")[0])]
# Modules that give a machine the address of an API in a form of their own emulator alone, where they do not ask the cloud.
ASKS_AS_IN_THE_CLOUD = ("test_apigetway_task_service",)
NAMES_HERE = (".localhost", "localhost.localstack.cloud")
MARKS_LEFT_OUT = ("aws_only_localstack", "aws_needs_fixing", "aws_unknown", "requires_docker", "requires_in_container")


class Absent(type):
    """Stands for anything of a module that is not installed: can be called, subscripted, subclassed and read."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(name, (), {})

    def __call__(cls, *given, **named):
        return type.__call__(cls) if not given else Absent("result", (), {})

    def __getitem__(cls, _):
        return cls

    def __or__(cls, other):
        return cls

    __ror__ = __or__


class AbsentModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in NOT_NEEDED or name in WRITTEN_BY_BUILDS else None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__version__ = module.version = "1.0"
        module.__getattr__ = lambda name: getattr(Absent("absent", (), {}), name)
        return module

    def exec_module(self, module):
        pass


def lead_names_here():
    resolve = socket.getaddrinfo

    def resolved(host, *rest, **named):
        name = host.decode() if isinstance(host, bytes) else host
        return resolve("127.0.0.1" if name and name.endswith(NAMES_HERE) else host, *rest, **named)

    socket.getaddrinfo = resolved


def send_hosts_without_scheme():
    """The suite's client of data streams sends a whole address as `host`, which is none."""
    import requests

    send = requests.Session.send

    def sent(session, request, **options):
        host = request.headers.get("host", "")
        if "://" in host:
            request.headers["host"] = host.split("://")[1]
        return send(session, request, **options)

    requests.Session.send = sent


def stand_for_parts_of_cbor2():
    """Releases from 6 on have no such modules, which the suite patches."""
    for name in ("_decoder", "_encoder", "_types"):
        sys.modules[f"cbor2.{name}"] = importlib.import_module("cbor2")
    from localstack.aws import client

    client._patch_cbor2 = lambda: None


def sign_as_the_account():
    """The suite signs addresses with a key of its emulator's, which is of another account here."""
    from localstack.services.s3 import constants

    constants.DEFAULT_PRE_SIGNED_ACCESS_KEY_ID = os.environ["TEST_AWS_ACCOUNT_ID"]


def pytest_load_initial_conftests():
    sys.meta_path.insert(0, AbsentModules())
    if importlib.util.find_spec("cbor2._types") is None:
        stand_for_parts_of_cbor2()
    from localstack import constants

    constants.DEFAULT_PORT_EDGE = PORT
    sign_as_the_account()
    lead_names_here()
    send_hosts_without_scheme()
    circumstances.compare_what_can_be_compared()
    checksums.give_to_botocore()


def reason_not_to_run(item):
    return next((reason for pattern, reason in NOT_RUN if re.search(pattern, item.nodeid)), None)


def reason_to_leave_out(item):
    return next((mark for mark in MARKS_LEFT_OUT if item.get_closest_marker(mark)), None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.module.__name__.split(".")[-1] in ASKS_AS_IN_THE_CLOUD:
            item.module.is_aws_cloud = lambda: True
        reason = reason_to_leave_out(item)
        for node in item.listchain():
            node.own_markers[:] = [mark for mark in node.own_markers if mark.name not in ("skip_snapshot_verify", "skip", "skipif")]
        reason = reason or reason_not_to_run(item)
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    def stop(*_):
        raise TimeoutError(f"not done after {SECONDS_A_TEST} seconds")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS_A_TEST)
    yield
    signal.alarm(0)


def write(**line):
    with open(os.environ["RECORDED_RESULTS"], "a") as file:
        file.write(json.dumps(line) + "\n")


def pytest_collectreport(report):
    if report.failed:
        write(test=report.nodeid, outcome="not collected", why=str(report.longrepr)[-500:])


def pytest_runtest_logreport(report):
    if report.when == "teardown" or (report.when == "setup" and report.passed):
        return
    outcome = ("not run" if any(reason in report.longrepr[2] for _, reason in NOT_RUN) else "left out") if report.skipped else report.outcome if report.passed else "differs"
    why = "" if report.passed else report.longrepr[2] if report.skipped else str(report.longrepr)
    write(test=report.nodeid, outcome=outcome, why=why, without=circumstances.applied.get(report.nodeid, []), seconds=round(report.duration, 1))
