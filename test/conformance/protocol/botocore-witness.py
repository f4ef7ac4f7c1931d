"""The second witness. `requests` prints what botocore sends for random input; `responses` reads answers of ours and prints what botocore reads otherwise."""
import base64
import datetime
import json
import random
import sys
from urllib.parse import urlencode

import botocore.parsers
import botocore.serialize
import botocore.session
from botocore.awsrequest import HeadersDict

SERVICES = (
    'lambda events sqs dynamodb dynamodbstreams s3 cloudformation sns kinesis iam sts logs ssm states firehose secretsmanager kms ecr '
    'cloudwatch apigateway apigatewayv2 scheduler pipes kafka'
).split()
NAMES = {'states': 'stepfunctions'}
PROTOCOLS = {'rest-json': 'restJson1', 'rest-xml': 'restXml', 'query': 'awsQuery', 'smithy-rpc-v2-cbor': 'rpcv2Cbor'}
BACK = {ours: theirs for theirs, ours in PROTOCOLS.items()} | {'awsJson1_0': 'json', 'awsJson1_1': 'json'}
TEXTS = ['a', 'hello world', 'x&y=z', 'ünï/côde', 'a+b', '<tag attr="1">', 'semi;colon', 'a.b.1', '%41']
PLAIN_TEXTS = ['a', 'hello world', 'x&y=z', 'semi;colon']

session = botocore.session.get_session()
random.seed(7)


def model_of(service):
    return session.get_service_model(NAMES.get(service, service))


def our_protocol(protocol, model):
    if protocol == 'json':
        return 'awsJson' + model.metadata.get('jsonVersion', '1.0').replace('.', '_')
    return PROTOCOLS[protocol]


def scalar(shape, plain):
    kind = shape.type_name
    if kind in ('string', 'character'):
        return random.choice(shape.enum or (PLAIN_TEXTS if plain else TEXTS))
    if kind in ('integer', 'long', 'short'):
        return random.randint(1, 100000)
    if kind in ('float', 'double'):
        return random.randint(1, 1000) + 0.5
    if kind == 'boolean':
        return random.random() < 0.5
    if kind == 'timestamp':
        return datetime.datetime.fromtimestamp(1600000000 + random.randint(0, 10**8), tz=datetime.timezone.utc)
    return b'bytes\x00\xff%d' % random.randint(0, 999)


def structure(shape, depth):
    members = list(shape.members.items())
    union = getattr(shape, 'is_tagged_union', False) or shape.name == 'AttributeValue'
    if union:
        members = [random.choice(members) if depth > 0 else members[0]]
    result = {}
    for name, member in members:
        location = member.serialization.get('location')
        needed = name in shape.required_members or location == 'uri' or union
        if member.serialization.get('eventstream') or getattr(member, 'is_document_type', False) or depth < -3:
            continue
        if not needed and (depth <= 0 or random.random() < 0.4):
            continue
        result[name] = value(member, depth - 1, location in ('header', 'headers'))
    return result


def value(shape, depth, plain=False):
    kind = shape.type_name
    if kind == 'structure':
        return structure(shape, depth)
    if kind == 'list':
        items = [] if depth <= -1 else [value(shape.member, depth - 1, plain) for _ in range(random.randint(1, 2))]
        return [item for item in items if item not in ({}, [])]
    if kind == 'map':
        keys = ['k'] if plain else ['k', 'k.1', 'x y']
        return {} if depth <= -1 else {random.choice(keys) + str(index): value(shape.value, depth - 1, plain) for index in range(2)}
    return scalar(shape, plain)


def normal(part):
    if isinstance(part, datetime.datetime):
        return part.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.') + '%03dZ' % (part.microsecond // 1000)
    if hasattr(part, 'read'):
        part = part.read()
    if isinstance(part, (bytes, bytearray)):
        return 'bytes:' + base64.b64encode(part).decode()
    if isinstance(part, dict):
        return {key: normal(inner) for key, inner in sorted(part.items()) if normal(inner) not in ({}, [], None)}
    if isinstance(part, list):
        return [item for item in map(normal, part) if item not in ({}, [])]
    return int(part) if isinstance(part, float) and part.is_integer() else part


def body_bytes(body):
    if isinstance(body, dict):
        body = urlencode(body, doseq=True)
    if hasattr(body, 'read'):
        body = body.read()
    return body.encode() if isinstance(body, str) else body or b''


def query_text(query):
    return urlencode(query, doseq=True) if isinstance(query, dict) else ''


def requests():
    for service in SERVICES:
        model = model_of(service)
        for protocol in [model.resolved_protocol] + (['query', 'smithy-rpc-v2-cbor'] if service == 'cloudwatch' else []):
            serializer = botocore.serialize.create_serializer(protocol, False)
            for name in model.operation_names:
                operation = model.operation_model(name)
                for _ in range(2):
                    given = value(operation.input_shape, 4) if operation.input_shape else {}
                    if 'Bucket' in given:
                        given['Bucket'] = 'bkt'
                    if 'RequestRoute' in given:
                        given['RequestRoute'] = 'route'
                    sent = serializer.serialize_to_request(given, operation)
                    path, _, query = sent['url_path'].partition('?')
                    line = {
                        'service': service,
                        'operation': name,
                        'protocol': our_protocol(protocol, model),
                        'method': sent['method'],
                        'path': path,
                        'query': '&'.join(filter(None, [query, query_text(sent.get('query_string') or {})])),
                        'headers': {key.lower(): str(text) for key, text in sent['headers'].items()},
                        'body': base64.b64encode(body_bytes(sent['body'])).decode(),
                        'wanted': normal(given),
                    }
                    print(json.dumps(line))


class Stream:
    def __init__(self, content):
        self.content = content

    def read(self, *_):
        return self.content


def only_known(shape, part):
    """Members that this model lacks are left out: the two models are of different days."""
    if shape is None:
        return {}
    if shape.type_name == 'structure' and isinstance(part, dict):
        return {name: only_known(shape.members[name], inner) for name, inner in part.items() if name in shape.members}
    if shape.type_name == 'list' and isinstance(part, list):
        return [only_known(shape.member, item) for item in part]
    if shape.type_name == 'map' and isinstance(part, dict):
        return {key: only_known(shape.value, inner) for key, inner in part.items()}
    return part


def responses():
    read = 0
    for line in sys.stdin:
        given = json.loads(line)
        model = model_of(given['service'])
        if given['operation'] not in model.operation_names:
            continue
        operation = model.operation_model(given['operation'])
        if operation.has_event_stream_output:
            continue
        body = base64.b64decode(given['body'])
        answer = {
            'status_code': given['status'],
            'headers': HeadersDict(given['headers']),
            'body': Stream(body) if operation.has_streaming_output else body,
        }
        read += 1
        try:
            parsed = botocore.parsers.create_parser(BACK[given['protocol']]).parse(answer, operation.output_shape)
            parsed.pop('ResponseMetadata', None)
            wanted = normal(only_known(operation.output_shape, given['wanted']))
            got = normal(only_known(operation.output_shape, parsed))
        except Exception as error:  # whatever it is, it is a disagreement
            wanted, got = given['wanted'], repr(error)
        if wanted != got:
            print(json.dumps({'service': given['service'], 'operation': given['operation'], 'protocol': given['protocol'], 'wanted': wanted, 'got': got}))
    print(json.dumps({'read': read}))


{'requests': requests, 'responses': responses}[sys.argv[1]]()
