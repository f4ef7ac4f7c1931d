// Recorded deliveries of EventBridge: what its transformers make of an event, and what becomes of its id on the way.
import { json, localstack, NONE, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:{account}:taken';
const OPEN = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }],
});
const DETAIL = JSON.stringify({
  command: 'update-account',
  payload: { acc_id: '0a787ecb-4015', sf_id: 'baz' },
  listsingle: ['HIGH'],
  listmulti: ['ACTIVE', 'INACTIVE'],
  valid: true,
});
const ENTRY = { Source: 'core', DetailType: 'made', Detail: DETAIL };
const EventPattern = JSON.stringify({ source: ['core'] });

const OTHER = '222222222222';
const byWhom = (by: string | undefined): object => (by ? { by } : {});

const queue = (by?: string): Step => ({
  call: 'sqs.CreateQueue',
  input: { QueueName: 'taken', Attributes: { Policy: OPEN } },
  as: 'taken',
  ...byWhom(by),
});
const rule = (targets: readonly object[], by?: string): Step[] => [
  { call: 'events.PutRule', input: { Name: 'r', EventPattern }, ...byWhom(by) },
  { call: 'events.PutTargets', input: { Rule: 'r', Targets: targets }, ...byWhom(by) },
];
const sent: Step[] = [{ call: 'events.PutEvents', input: { Entries: [ENTRY] }, as: 'sent' }, { wait: '1s' }];
const received = (messages: readonly object[] | typeof NONE, by?: string): Step => ({
  call: 'sqs.ReceiveMessage',
  input: { QueueUrl: '{taken.QueueUrl}' },
  contains: { Messages: messages },
  ...byWhom(by),
});

const transformed = (
  title: string,
  InputTemplate: string,
  messages: readonly object[] | typeof NONE,
  recorded = '2024-12',
): RecordedCase => ({
  title,
  source: localstack('events/test_events_inputs.py::TestInputTransformer::test_input_transformer_nested_keys_replacement'),
  recorded,
  steps: [
    queue(),
    ...rule([
      {
        Id: 't',
        Arn: QUEUE,
        InputTransformer: {
          InputTemplate,
          InputPathsMap: {
            userId: '$.detail.payload.acc_id',
            payload: '$.detail.payload',
            listsingle: '$.detail.listsingle',
            listmulti: '$.detail.listmulti',
            systemstring: '$.detail.awsAccountId',
            valid: '$.detail.valid',
          },
        },
      },
    ]),
    ...sent,
    received(messages),
  ],
});

const transformers: RecordedCase[] = [
  transformed(
    'an object in a text loses its quotes and blanks',
    '"Payload of <payload> with path users-service/users/<userId> and <userId>"',
    [
      {
        Body: '"Payload of {acc_id:0a787ecb-4015,sf_id:baz} with path users-service/users/0a787ecb-4015 and 0a787ecb-4015"',
      },
    ],
  ),
  transformed(
    'lists in a text lose their quotes and blanks, and what is not there is nothing',
    '"<listsingle> <listmulti> <systemstring> <payload>"',
    [{ Body: '"[HIGH] [ACTIVE,INACTIVE]  {acc_id:0a787ecb-4015,sf_id:baz}"' }],
  ),
  transformed('lists in a document stay lists', '{"singlelistitem": <listsingle>}', [{ Body: json({ singlelistitem: ['HIGH'] }) }]),
  transformed('true in a text is the word', '"Command is <valid>!"', [{ Body: '"Command is true!"' }], '2025-10'),
];

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    ...transformers,
    {
      title: 'a template that makes no document of an event delivers nothing',
      source: localstack('events/test_events_inputs.py::TestInputTransformer::test_input_transformer_nested_keys_replacement_not_valid'),
      recorded: '2024-12',
      steps: transformed('', '{"not_valid": "users-service/users/<payload>", "bod": <payload>}', NONE).steps,
    },
    {
      title: 'a bus of another account keeps the id of an event',
      source: localstack('events/test_events_cross_account_region.py::test_event_bus_to_event_bus_cross_account_region[default-account]'),
      recorded: '2024-06',
      steps: [
        { call: 'events.PutPermission', input: { StatementId: 's', Action: 'events:PutEvents', Principal: '{account}' }, by: OTHER },
        queue(OTHER),
        ...rule([{ Id: 't', Arn: QUEUE.replace('{account}', OTHER), InputPath: '$.id' }], OTHER),
        ...rule([{ Id: 'b', Arn: `arn:aws:events:us-east-1:${OTHER}:event-bus/default`, RoleArn: 'arn:aws:iam::{account}:role/any' }]),
        ...sent,
        received([{ Body: '"{sent.Entries.0.EventId}"' }], OTHER),
      ],
    },
  ],
};
