// Recorded answers of Cloud Control.
import { ANY, json, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`cloudcontrol/test_cloudcontrol_api.py::TestCloudControlResourceApi::${name}`);
const requests = (name: string): string => localstack(`cloudcontrol/test_cloudcontrol_api.py::TestCloudControlResourceRequestApi::${name}`);
const TypeName = 'AWS::S3::Bucket';
const recorded_ = '2023-02';
const create = (DesiredState: object, outcome: object = {}, more: object = {}): Step => ({
  call: 'cloudcontrol.CreateResource',
  input: { TypeName, DesiredState: JSON.stringify(DesiredState), ...more },
  ...outcome,
});
const named = { BucketName: '{id}' };
const later: Step = { wait: '5s' };
const status = (request: string, contains: object): Step => ({
  call: 'cloudcontrol.GetResourceRequestStatus',
  input: { RequestToken: `{${request}.ProgressEvent.RequestToken}` },
  contains: { ProgressEvent: contains },
});
const invalid = (message: string | RegExp) => ({ error: { code: 'ValidationException', message, status: 400 } });

const resources: RecordedCase[] = [
  {
    title: 'a resource is made, read and deleted by requests that have tokens',
    source: test('test_lifecycle'),
    recorded: recorded_,
    steps: [
      create(named, { as: 'made', contains: { ProgressEvent: { Operation: 'CREATE', RequestToken: ANY, TypeName, EventTime: ANY } } }),
      later,
      status('made', {
        Identifier: '{id}',
        Operation: 'CREATE',
        OperationStatus: 'SUCCESS',
        TypeName,
        ErrorCode: NONE,
        StatusMessage: NONE,
      }),
      {
        call: 'cloudcontrol.GetResource',
        input: { TypeName, Identifier: '{id}' },
        contains: { TypeName, ResourceDescription: { Identifier: '{id}', Properties: /"Arn":"arn:aws:s3:::/ } },
      },
      { call: 'cloudcontrol.DeleteResource', input: { TypeName, Identifier: '{id}' }, as: 'gone' },
      later,
      status('gone', { Identifier: '{id}', Operation: 'DELETE', OperationStatus: 'SUCCESS' }),
      {
        call: 'cloudcontrol.GetResource',
        input: { TypeName, Identifier: '{id}' },
        error: { code: 'ResourceNotFoundException', status: 400 },
      },
    ],
  },
  {
    title: 'a type that is unknown cannot be found, whatever is asked of it',
    source: test('test_api_exceptions'),
    recorded: recorded_,
    steps: [
      ['CreateResource', { DesiredState: '{}' }],
      ['DeleteResource', { Identifier: 'x' }],
      ['GetResource', { Identifier: 'x' }],
      ['UpdateResource', { Identifier: 'x', PatchDocument: '[]' }],
      ['UpdateResource', { Identifier: 'x', PatchDocument: '[{"op":"none"}]' }],
      ['ListResources', {}],
    ].map(([operation, input]) =>
      refused(
        `cloudcontrol.${operation as string}`,
        { TypeName: 'AWS::None::DoesNotExist', ...(input as object) },
        'TypeNotFoundException',
        "The type 'AWS::None::DoesNotExist' cannot be found.",
        { status: 400 },
      ),
    ),
  },
  {
    title: 'a resource that is there already fails the request, which names it',
    source: test('test_create_exceptions'),
    recorded: recorded_,
    steps: [
      create(named),
      later,
      create(named, { as: 'twice' }),
      later,
      status('twice', {
        ErrorCode: 'AlreadyExists',
        Identifier: '{id}',
        Operation: 'CREATE',
        OperationStatus: 'FAILED',
        StatusMessage: ANY,
      }),
    ],
  },
  {
    title: 'a resource without a name gets one',
    source: test('test_create_exceptions'),
    recorded: recorded_,
    steps: [create({}, { as: 'made' }), later, status('made', { Identifier: ANY, OperationStatus: 'SUCCESS' })],
  },
  {
    title: 'a state has known properties',
    source: test('test_create_invalid_desiredstate, …test_create_exceptions'),
    recorded: recorded_,
    steps: [
      create({ DOESNOTEXIST: 'x' }, invalid('Model validation failed (#: extraneous key [DOESNOTEXIST] is not permitted)')),
      create({ ...named, BucketSomething: 'x' }, invalid('Model validation failed (#: extraneous key [BucketSomething] is not permitted)')),
    ],
  },
  {
    title: 'a text is no truth value',
    source: test('test_create_invalid_desiredstate'),
    recorded: recorded_,
    differs: 'Values of a desired state are converted as those of a template are, which takes a truth value for its text.',
    steps: [create({ BucketName: true }, invalid('Model validation failed (#/BucketName: expected type: String, found: Boolean)'))],
  },
  {
    title: 'a property that is only set when a resource is made is not patched',
    source: test('test_update'),
    recorded: recorded_,
    steps: [
      create(named),
      later,
      refused(
        'cloudcontrol.UpdateResource',
        { TypeName, Identifier: '{id}', PatchDocument: '[{"op":"replace","path":"/BucketName","value":"other-{id}"}]' },
        'NotUpdatableException',
        'Invalid patch update: createOnlyProperties [/properties/BucketName] cannot be updated',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'a list tells of each resource what identifies it',
    source: test('test_list_resources'),
    recorded: recorded_,
    steps: [
      create(named),
      later,
      {
        call: 'cloudcontrol.ListResources',
        input: { TypeName },
        answer: { TypeName, ResourceDescriptions: [{ Identifier: '{id}', Properties: json({ BucketName: '{id}' }) }] },
      },
    ],
  },
  {
    title: 'a client token belongs to one request',
    source: test('test_double_create_with_client_token'),
    recorded: recorded_,
    steps: [
      create(named, { as: 'made' }, { ClientToken: 'token-{id}' }),
      create(
        { BucketName: 'other-{id}' },
        {
          error: {
            code: 'ClientTokenConflictException',
            message:
              'ClientToken token-{id} is already associated with an existing operation with RequestToken {made.ProgressEvent.RequestToken}',
          },
        },
        { ClientToken: 'token-{id}' },
      ),
    ],
  },
];

const MISSING = { code: 'RequestTokenNotFoundException', message: 'Request with token DOESNOTEXIST was not found', status: 400 };
const ofRequests: RecordedCase[] = [
  {
    title: 'a request that is not there is not found',
    source: requests('test_invalid_request_token_exc'),
    recorded: recorded_,
    steps: ['GetResourceRequestStatus', 'CancelResourceRequest'].map((operation) => ({
      call: `cloudcontrol.${operation}`,
      input: { RequestToken: 'DOESNOTEXIST' },
      error: MISSING,
    })),
  },
  {
    title: 'a request that has ended is not cancelled',
    source: requests('test_cancel_edge_cases[SUCCESS]'),
    recorded: recorded_,
    steps: [
      create(named, { as: 'made' }),
      later,
      refused(
        'cloudcontrol.CancelResourceRequest',
        { RequestToken: '{made.ProgressEvent.RequestToken}' },
        'ValidationException',
        'Request {made.ProgressEvent.RequestToken} is already in status SUCCESS',
        { status: 400 },
      ),
    ],
  },
  {
    title: 'requests are listed by their operations and states',
    source: requests('test_list_request_status'),
    recorded: recorded_,
    steps: [
      create(named, { as: 'made' }),
      later,
      {
        call: 'cloudcontrol.ListResourceRequests',
        input: { ResourceRequestStatusFilter: { Operations: ['CREATE'] } },
        contains: { ResourceRequestStatusSummaries: [{ Identifier: '{id}', Operation: 'CREATE', TypeName }] },
      },
      {
        call: 'cloudcontrol.ListResourceRequests',
        input: { ResourceRequestStatusFilter: { Operations: ['UPDATE'] } },
        contains: { ResourceRequestStatusSummaries: [] },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'cloudcontrol', cases: [...resources, ...ofRequests] };
