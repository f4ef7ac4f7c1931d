// Recorded answers of queues to requests of the query protocol, which go to a queue's own address.
import { type HttpCall, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const query = (name: string): string => localstack(`sqs/test_sqs.py::TestSqsQueryApi::${name}`);
const recorded_ = 'before 2026-03';
const create: Step = { call: 'sqs.CreateQueue', input: { QueueName: '{id}' }, as: 'queue' };
const get = (search: string, outcome: Omit<HttpCall, 'http' | 'service'>, path = '/{account}/{id}'): Step => ({
  http: `GET ${path}${search}`,
  service: 'sqs',
  ...outcome,
});
const JSON_ONLY = { accept: 'application/json' };
const invalid = (action: string): RegExp =>
  new RegExp(
    `<Type>Sender</Type><Code>InvalidAction</Code><Message>The action ${action} is not valid for this endpoint\\.</Message>`.replaceAll(
      '/',
      '\\/',
    ),
  );

const answers: RecordedCase[] = [
  {
    title: 'attributes of a message are understood by the name of their member, too',
    source: localstack('apigateway/test_apigateway_sqs.py::test_sqs_aws_integration_with_message_attribute[MessageAttributes]'),
    recorded: '2024-06',
    steps: [
      create,
      get(
        '?Action=SendMessage&MessageBody=a&MessageAttributes.1.Name=user-agent&MessageAttributes.1.Value.DataType=String&MessageAttributes.1.Value.StringValue=b',
        { status: 200 },
      ),
      {
        call: 'sqs.ReceiveMessage',
        input: { QueueUrl: '{queue.QueueUrl}', MessageAttributeNames: ['All'] },
        contains: { Messages: [{ Body: 'a', MessageAttributes: { 'user-agent': { DataType: 'String', StringValue: 'b' } } }] },
      },
    ],
  },
  {
    title: 'an error has an empty detail',
    source: localstack('sqs/test_sqs.py::TestSqsProvider (every test for the query protocol that ends with an error)'),
    recorded: '2024-04',
    steps: [
      create,
      get('?Action=SendMessage&MessageBody=', {
        status: 400,
        answerBody: /<Code>MissingParameter<\/Code><Message>[^<]+<\/Message><Detail\/><\/Error>/,
      }),
    ],
  },
  {
    title: "a call to a queue's address needs no queue URL",
    source: query('test_get_queue_attributes_with_query_args'),
    recorded: recorded_,
    steps: [
      create,
      get('?Action=GetQueueAttributes&AttributeName.1=QueueArn', {
        status: 200,
        answerBody: /<GetQueueAttributesResponse .*<Attribute><Name>QueueArn<\/Name><Value>arn:aws:sqs:us-east-1:/,
        answerLacks: /VisibilityTimeout/,
      }),
    ],
  },
  {
    title: 'the queue URL of a call counts more than the address',
    source: query('test_overwrite_queue_url_in_params'),
    recorded: recorded_,
    steps: [
      create,
      { call: 'sqs.CreateQueue', input: { QueueName: '{id}-other' }, as: 'other' },
      get('?Action=GetQueueAttributes&AttributeName.1=QueueArn&QueueUrl={other.QueueUrl}', {
        status: 200,
        answerBody: /:case-\d+-other</,
      }),
    ],
  },
  ...['FooBar', 'CreateQueue&QueueName=other', 'ListQueues'].map((action) => ({
    title: `a queue's address does not know the action ${action.split('&')[0]}`,
    source: query('test_invalid_action_raises_exception, test_get_create_queue_fails, test_get_list_queues_fails'),
    recorded: recorded_,
    steps: [create, get(`?Action=${action}&Version=2012-11-05`, { status: 400, answerBody: invalid(action.split('&')[0]!) })],
  })),
  {
    title: 'a GET without an action is an unknown operation, also for who asks for JSON',
    source: query('test_get_without_query_returns_unknown_operation, test_get_without_query_json_format_returns_returns_xml'),
    recorded: recorded_,
    steps: [
      create,
      get('', { status: 404, answerBody: /<UnknownOperationException/ }),
      get('', { headers: JSON_ONLY, status: 404, answerBody: /<UnknownOperationException/ }),
    ],
  },
  {
    title: 'a queue that is not there has its own text on the query protocol',
    source: query('test_get_on_deleted_queue_fails'),
    recorded: recorded_,
    steps: [
      get('-none?Action=GetQueueAttributes&AttributeName.1=QueueArn', {
        status: 400,
        answerBody:
          /<Code>AWS.SimpleQueueService.NonExistentQueue<\/Code><Message>The specified queue does not exist for this wsdl version/,
      }),
    ],
  },
];

const asJson: RecordedCase[] = [
  {
    title: 'a query that asks for JSON gets it, with attributes as a list',
    source: query('test_get_queue_attributes_json_format'),
    recorded: recorded_,
    steps: [
      create,
      get('?Action=GetQueueAttributes&AttributeName.1=QueueArn', {
        headers: JSON_ONLY,
        status: 200,
        answerHeaders: { 'content-type': 'application/json' },
        answerBody:
          /^\{"GetQueueAttributesResponse":\{"GetQueueAttributesResult":\{"Attributes":\[\{"Name":"QueueArn","Value":"arn:aws:sqs:[^"]+"\}\]\}/,
      }),
    ],
  },
  {
    title: 'an error of a query that asks for JSON is JSON',
    source: query('test_get_list_queues_fails_json_format'),
    recorded: recorded_,
    steps: [
      create,
      get('?Action=ListQueues', {
        headers: JSON_ONLY,
        status: 400,
        answerBody: /^\{"Error":\{"Code":"InvalidAction","Message":"The action ListQueues is not valid for this endpoint\."/,
      }),
    ],
  },
  {
    title: 'messages in JSON are a list that is named in lower case',
    source: localstack('sqs/test_sqs.py::TestSqsProvider::test_marker_serialization_json_protocol'),
    recorded: recorded_,
    steps: [
      create,
      { call: 'sqs.SendMessage', input: { QueueUrl: '{queue.QueueUrl}', MessageBody: 'ba\rr' } },
      get(
        '?Action=ReceiveMessage&Version=2012-11-05&VisibilityTimeout=0&QueueUrl={queue.QueueUrl}',
        {
          headers: JSON_ONLY,
          status: 200,
          answerBody: /^\{"ReceiveMessageResponse":\{"ReceiveMessageResult":\{"messages":\[\{.*"Body":"ba\\rr"/,
        },
        '/',
      ),
    ],
  },
  {
    title: 'queues are listed in JSON for who asks for it, and in XML for others',
    source: localstack('sqs/test_sqs.py::TestSqsProvider::test_get_list_queues_with_query_auth'),
    recorded: recorded_,
    steps: [
      get('?Action=ListQueues&Version=2012-11-05', { headers: JSON_ONLY, status: 200, answerBody: /^\{"ListQueuesResponse":/ }, '/'),
      get('?Action=ListQueues&Version=2012-11-05', { status: 200, answerBody: /<ListQueuesResponse/ }, '/'),
    ],
  },
  {
    title: 'a batch without entries is an empty one',
    source: localstack('sqs/test_sqs.py::TestSqsProvider::test_send_message_batch_with_empty_list'),
    recorded: recorded_,
    steps: [
      create,
      get('?Action=SendMessageBatch&Version=2012-11-05', { status: 400, answerBody: /<Code>AWS.SimpleQueueService.EmptyBatchRequest</ }),
      {
        call: 'sqs.SendMessageBatch',
        input: { QueueUrl: '{queue.QueueUrl}', Entries: [] },
        error: { code: 'EmptyBatchRequest', status: 400 },
      },
    ],
  },
  {
    title: 'attributes of messages may be named with letters of every language, and with few signs',
    source: localstack('sqs/test_sqs.py::TestSqsProvider::test_send_message_with_invalid_string_attributes'),
    recorded: recorded_,
    steps: [
      create,
      ...['attr.1øßä', 'aWs.-x', 'AMAZON.-x', '.-x', 'x-!-x', 'x-"-x', 'x-§-x', 'x-(-x', 'x-?-x', 'L'.repeat(257)].map(
        (name, index): Step => ({
          call: 'sqs.SendMessage',
          input: {
            QueueUrl: '{queue.QueueUrl}',
            MessageBody: 'test',
            MessageAttributes: { [name]: { DataType: 'String', StringValue: 'Valid' } },
          },
          ...(index === 0 ? {} : { error: { code: 'InvalidParameterValue', status: 400 } }),
        }),
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'sqs', cases: [...answers, ...asJson] };
