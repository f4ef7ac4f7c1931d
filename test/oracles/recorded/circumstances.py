"""What the recorded suite's answers could not hold, or hold for the place where they were recorded: taken out of ours before they are compared, and told.

Everything else of the answers is compared whole. `applied` names what was taken out, test by test; the suite's snapshots are told from the day on which they were recorded.
"""

import datetime
import json
import os

PORT = os.environ["RECORDED_PORT"]

# Members that the cloud's model has since a day (the day on which it came into localstack-core/localstack/aws/api of the suite), or that recordings show since then:
# an older recording cannot have them.
NEWER_MEMBERS = {
    "LastOperations": "2025-11-24",
    "OperationId": "2025-11-24",
    "apiStatus": "2025-11-24",
    "responseTransferMode": "2025-11-24",
    "endpointAccessMode": "2025-11-24",
    "ipAddressType": "2025-03-31",
    "ConfigSha256": "2026-01-13",
    "deletionProtectionEnabled": "2025-12-01",
    "CustomTimeZone": "2024-02-19",
    "OnDemandThroughput": "2024-05-06",
    "WarmThroughput": "2024-11-18",
    "encryptionConfiguration": "2024-07-29",
    "redriveCount": "2023-11-20",
    "RedriveCount": "2023-11-20",
    "RedriveStatus": "2023-11-20",
    "RedriveStatusReason": "2023-11-20",
    "redriveStatus": "2023-11-20",
    "redriveStatusReason": "2023-11-20",
    "failuresNotRedrivable": "2023-11-20",
    "pendingRedrive": "2023-11-20",
    "KeyMaterialId": "2025-06-10",
    "CurrentKeyMaterialId": "2025-06-10",
    "SourceKeyMaterialId": "2025-06-10",
    "DestinationKeyMaterialId": "2025-06-10",
    "RecursiveLoop": "2024-08-21",
    "SnapStart": "2022-12-05",
    "LoggingConfig": "2023-11-20",
    "EventSourceMappingArn": "2024-09-23",
    "MaxRecordSizeInKiB": "2025-11-03",
    "StreamId": "2026-02-10",
    # Not in the suite's model yet.
    "SessionTokenSize": "2026-03-24",
    "SessionTokenUtilization": "2026-03-24",
    "BucketArn": "2024-12-09",
    "logGroupClass": "2024-01-05",
    "logGroupArn": "2024-01-05",
    # Null in records of queues without attributes: in recordings from this day on.
    "md5OfMessageAttributes": "2024-10-12",
    # Absent from change sets and stacks that were recorded before the suite's fixture sent them (its commit 6e03b9255).
    "Capabilities": "2025-08-06",
}

# Answers that a fixture of the suite gathers in another form since: the events of a stack's resources (its commits 18a4b6c90 and e62a727f8).
GATHERED_OTHERWISE = {"per-resource-events": "2025-08-06"}

# Lists without an order, and the members by which both sides are sorted.
UNORDERED = {"Details": ("ChangeSource", "Evaluation", "CausingEntity"), "binaryMediaTypes": (), "AttachedPolicies": ("PolicyName",)}

applied = {}


def own_addresses(text):
    """The addresses of queues that an emulator can give are those of the cloud in recordings."""
    for host in ("127.0.0.1", "localhost", "sqs.us-east-1.localhost.localstack.cloud"):
        text = text.replace(f"http://{host}:{PORT}/{os.environ['TEST_AWS_ACCOUNT_ID']}/", f"https://sqs.us-east-1.amazonaws.com/{os.environ['TEST_AWS_ACCOUNT_ID']}/")
    return text


def recorded_day(session):
    try:
        with open(session.file_path) as file:
            day = json.load(file)[session.scope_key]["recorded-date"].split(",")[0]
    except (FileNotFoundError, KeyError):
        return None
    return datetime.datetime.strptime(day, "%d-%m-%Y").date().isoformat()


def without(value, names, told):
    if isinstance(value, dict):
        told.update(name for name in value if name in names)
        return {name: without(each, names, told) for name, each in value.items() if name not in names}
    if isinstance(value, list):
        return [without(each, names, told) for each in value]
    if isinstance(value, str):
        address = own_addresses(within_json(value, names, told))
        if address != value:
            told.add("the addresses of queues")
        return address
    return value


def within_json(text, names, told):
    """Texts of JSON are compared as what they hold, so they are made anew."""
    if not text.startswith("{") or not any(f'"{name}"' in text for name in names):
        return text
    try:
        return json.dumps(without(json.loads(text), names, told))
    except json.JSONDecodeError:
        return text


def absent_from(session):
    """The newer members that a test's recording cannot have and does not have; capabilities that were recorded as none count as absent."""
    day, recorded = recorded_day(session), json.dumps(session.recorded_state)
    if day is None:
        return set()
    names = {name for name, since in NEWER_MEMBERS.items() if day < since and f'"{name}"' not in recorded}
    if day < NEWER_MEMBERS["Capabilities"] and '"CAPABILITY_' not in recorded:
        names.add("Capabilities")
    return names


def sort_unordered(value):
    """Lists that the cloud answers in no order: the same details stand in both orders in recordings."""
    for name, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        sort_unordered(inner)
        if name in UNORDERED and isinstance(inner, list):
            inner.sort(key=lambda each: json.dumps({key: each.get(key) for key in UNORDERED[name]} if isinstance(each, dict) else each, sort_keys=True))


def gathered_otherwise(session):
    day = recorded_day(session)
    return [key for key, since in GATHERED_OTHERWISE.items() if key in session.observed_state and day is not None and day < since]


def compare_what_can_be_compared():
    """Takes what `absent_from` names out of the answers of the emulator under test, before the suite compares them."""
    from localstack_snapshot.snapshots import SnapshotSession

    assert_all = SnapshotSession._assert_all

    def asserted(session, *given, **named):
        if session.recorded_state:
            told = set()
            names = absent_from(session)
            for key in gathered_otherwise(session):
                session.called_keys.discard(key)
                del session.observed_state[key]
                told.add(key)
            sort_unordered(session.observed_state)
            sort_unordered(session.recorded_state)
            session.observed_state = {key: without(value, names, told) for key, value in session.observed_state.items()}
            if "Capabilities" in names:
                session.recorded_state = {key: without(value, {"Capabilities"}, set()) for key, value in session.recorded_state.items()}
            applied[session.scope_key] = sorted(told)
        return assert_all(session, *given, **named)

    SnapshotSession._assert_all = asserted
