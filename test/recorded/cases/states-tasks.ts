// Recorded answers of the service of state machines about what tasks send, and about what they tell of answers and failures.
import { ANY, json, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { createMachine, definitionOf, ROLE, run, stateMachineArn } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/${name}`);
const task = (resource: string, parameters: object, more: object = {}): string =>
  definitionOf({ Task: { Type: 'Task', Resource: `arn:aws:states:::${resource}`, Parameters: parameters, End: true, ...more } });
const started: Step[] = [{ call: 'states.StartExecution', input: { stateMachineArn, input: '{}' }, as: 'execution' }, { wait: '1s' }];
const described = (contains: object): Step => ({
  call: 'states.DescribeExecution',
  input: { executionArn: '{execution.executionArn}' },
  contains,
});
const createQueue: Step = { call: 'sqs.CreateQueue', input: { QueueName: '{id}' }, as: 'queue' };

const stored = (title: string, body: unknown, answer: { ETag: string; crc32: string; text: string }): RecordedCase => ({
  title,
  source: test('services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_s3_put_object'),
  recorded: '2025-11',
  steps: [
    { call: 's3.CreateBucket', input: { Bucket: '{id}' } },
    createMachine(task('aws-sdk:s3:putObject', { Bucket: '{id}', Key: 'file-key', Body: body })),
    ...started,
    described({
      status: 'SUCCEEDED',
      output: json({ ChecksumCRC32: answer.crc32, ChecksumType: 'FULL_OBJECT', ETag: answer.ETag, ServerSideEncryption: 'AES256' }),
    }),
    {
      call: 's3.GetObject',
      input: { Bucket: '{id}', Key: 'file-key', ChecksumMode: 'ENABLED' },
      contains: { Body: answer.text, ChecksumCRC32: answer.crc32, ContentType: 'text/plain; charset=UTF-8', ETag: answer.ETag },
    },
  ],
});

const silent = (title: string, name: string, limits: object, input: object): RecordedCase => ({
  title,
  source: test(`timeouts/test_heartbeats.py::TestHeartbeats::${name}`),
  recorded: '2024-04',
  steps: [
    createQueue,
    createMachine(
      task('sqs:sendMessage.waitForTaskToken', { QueueUrl: '{queue.QueueUrl}', MessageBody: { 'TaskToken.$': '$$.Task.Token' } }, limits),
    ),
    { call: 'states.StartExecution', input: { stateMachineArn, input: JSON.stringify(input) }, as: 'execution' },
    { wait: '6s' },
    described({ status: 'FAILED', error: 'States.Timeout' }),
  ],
});

const tasks: RecordedCase[] = [
  stored('an object that a task stores has its JSON, in quotes where it is a text, with the checksum that the SDK adds', 'text data', {
    ETag: '"2b5df3712557f503a9977a8ea893b2c9"',
    crc32: 'KUmHvQ==',
    text: '"text data"',
  }),
  stored('an object that a task stores may be a truth value', false, {
    ETag: '"68934a3e9455fa72420237eb05902327"',
    crc32: 'K81oMA==',
    text: 'false',
  }),
  silent('the end of a task without a heartbeat is a timeout like any other', 'test_heartbeat_timeout', { HeartbeatSeconds: 5 }, {}),
  silent(
    'so is the end of a task whose path gives the seconds',
    'test_heartbeat_path_timeout',
    { HeartbeatSecondsPath: '$.HeartbeatSecondsPath' },
    { HeartbeatSecondsPath: 5 },
  ),
  {
    title: 'an event that a task sends names its own resources, then the machine, then the execution',
    source: test('services/test_events_task_service.py::TestTaskServiceEvents::test_put_events_base'),
    recorded: '2025-11',
    steps: [
      createQueue,
      {
        call: 'sqs.GetQueueAttributes',
        input: { QueueUrl: '{queue.QueueUrl}', AttributeNames: ['QueueArn'] },
        as: 'attributes',
      },
      {
        call: 'sqs.SetQueueAttributes',
        input: {
          QueueUrl: '{queue.QueueUrl}',
          Attributes: {
            Policy: JSON.stringify({
              Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }],
            }),
          },
        },
      },
      { call: 'events.PutRule', input: { Name: '{id}', EventPattern: '{"source":["some.source"]}' } },
      {
        call: 'events.PutTargets',
        input: { Rule: '{id}', Targets: [{ Id: 'queue', Arn: '{attributes.Attributes.QueueArn}', InputPath: '$.resources' }] },
      },
      createMachine(
        task('events:putEvents', {
          Entries: [{ Source: 'some.source', DetailType: 'type', Detail: { Message: 'HelloWorld2' }, Resources: ['own'] }],
        }),
      ),
      ...started,
      {
        call: 'sqs.ReceiveMessage',
        input: { QueueUrl: '{queue.QueueUrl}', WaitTimeSeconds: 5 },
        contains: { Messages: [{ Body: json(['own', '{machine.stateMachineArn}', '{execution.executionArn}']) }] },
      },
    ],
  },
  {
    title: 'the failure of a topic has the code that the topic answers, not that of the model',
    source: test('services/test_sns_task_service.py::TestTaskServiceSns::test_publish_base_error_topic_arn'),
    recorded: '2025-11',
    steps: [
      createMachine(task('sns:publish', { TopicArn: 'arn:aws:sns:us-east-1:{account}:{id}', Message: 'HelloWorld' })),
      ...started,
      described({
        status: 'FAILED',
        error: 'SNS.NotFoundException',
        cause:
          /^Topic does not exist \(Service: AmazonSNS; Status Code: 404; Error Code: NotFound; Request ID: [0-9a-f-]{36}; Proxy: null\)$/,
      }),
    ],
  },
  {
    title: 'a queue whose address is that of a host that nobody knows cannot be reached',
    source: test('error_handling/test_task_service_sqs.py::TestTaskServiceSqs::test_send_message_no_such_queue_no_catch'),
    recorded: '2023-06',
    steps: [
      createMachine(task('sqs:sendMessage', { QueueUrl: 'http://no-such-queue-73e08fde', MessageBody: 'body' })),
      ...started,
      described({
        status: 'FAILED',
        error: 'SQS.SdkClientException',
        cause: 'Unable to execute HTTP request: no-such-queue-73e08fde: Name or service not known',
      }),
    ],
  },
  {
    title: 'the answer of a topic is told as XML',
    source: test('services/test_sns_task_service.py::TestTaskServiceSns::test_publish_base'),
    recorded: '2025-11',
    steps: [
      { call: 'sns.CreateTopic', input: { Name: '{id}' }, as: 'topic' },
      createMachine(
        task('sns:publish', { TopicArn: '{topic.TopicArn}', Message: 'HelloWorld' }, { OutputPath: '$.SdkHttpMetadata.HttpHeaders' }),
      ),
      ...run(
        {},
        {
          status: 'SUCCEEDED',
          output: json({
            'Content-Length': '294',
            'Content-Type': 'text/xml',
            Date: ANY,
            connection: 'keep-alive',
            'x-amzn-RequestId': ANY,
          }),
        },
      ),
    ],
  },
  {
    title: 'an object where an operation takes a text is sent as its JSON',
    source: test('services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_sfn_start_execution_implicit_json_serialisation'),
    recorded: '2025-11',
    steps: [
      {
        call: 'states.CreateStateMachine',
        input: { name: 'target-{id}', definition: definitionOf({ Pass: { Type: 'Pass', End: true } }), roleArn: ROLE },
        as: 'target',
      },
      createMachine(task('aws-sdk:sfn:startExecution', { StateMachineArn: '{target.stateMachineArn}', Input: { key: ['value', 1] } })),
      ...started,
      described({ status: 'SUCCEEDED' }),
      { call: 'states.ListExecutions', input: { stateMachineArn: '{target.stateMachineArn}' }, as: 'listed' },
      {
        call: 'states.DescribeExecution',
        input: { executionArn: '{listed.executions.0.executionArn}' },
        contains: { input: '{"key":["value",1]}', status: 'SUCCEEDED' },
      },
    ],
  },
  {
    title: 'the token of a callback is looked at before its output',
    source: test('services/test_aws_sdk_task_service.py::TestTaskServiceAwsSdk::test_sfn_send_task_outcome_with_no_such_token'),
    recorded: '2025-11',
    steps: [
      {
        call: 'states.SendTaskSuccess',
        input: { taskToken: 'NoSuchTaskToken', output: 'ParameterOutput' },
        error: { code: 'InvalidToken', message: "Invalid Token: 'Invalid token'" },
      },
    ],
  },
  {
    title: 'the machine of the children of a map run without a label has an id of its own',
    source: test('scenarios/test_base_scenarios.py::TestBaseScenarios::test_map_state_nested_config_distributed'),
    recorded: '2024-12',
    steps: [
      createMachine(
        definitionOf({
          Each: {
            Type: 'Map',
            ItemProcessor: {
              ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
              StartAt: 'Pass',
              States: { Pass: { Type: 'Pass', End: true } },
            },
            End: true,
          },
        }),
      ),
      { call: 'states.StartExecution', input: { stateMachineArn, input: '["Hello","World"]' }, as: 'execution' },
      { wait: '1s' },
      described({ status: 'SUCCEEDED' }),
      {
        call: 'states.ListMapRuns',
        input: { executionArn: '{execution.executionArn}' },
        contains: {
          mapRuns: [
            {
              mapRunArn: /:mapRun:[^/]+\/([0-9a-f-]{36}):(?!\1)[0-9a-f-]{36}$/,
              stateMachineArn: /:stateMachine:[^/]+\/[0-9a-f-]{36}$/,
            },
          ],
        },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: tasks };
