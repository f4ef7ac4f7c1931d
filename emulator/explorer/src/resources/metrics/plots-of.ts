// The plots of the pages of resources: which metrics of a kind are worth a look.
import { type Dimensions, lineOf, type Plot } from './plot.ts';

type Lines = readonly (readonly [metric: string, stat: string, label?: string])[];
interface KindPlots {
  readonly namespace: string;
  readonly dimension: string;
  /** The value of the dimension, where it is not the name in the address. */
  readonly namedBy?: (detail: unknown, name: string) => string | undefined;
  readonly plots: readonly (readonly [title: string, lines: Lines, unit?: Plot['unit']])[];
}

const API = (errors: readonly [string, string]): KindPlots['plots'] => [
  [
    'Requests',
    [
      ['Count', 'Sum', 'Requests'],
      [errors[0], 'Sum', '4xx'],
      [errors[1], 'Sum', '5xx'],
    ],
  ],
  [
    'Latency',
    [
      ['Latency', 'Average', 'average'],
      ['Latency', 'p95'],
      ['IntegrationLatency', 'Average', 'integration'],
    ],
    'ms',
  ],
];

/** By the section in the address. */
const KINDS: Readonly<Record<string, KindPlots>> = {
  functions: {
    ...{ namespace: 'AWS/Lambda', dimension: 'FunctionName' },
    plots: [
      [
        'Invocations',
        [
          ['Invocations', 'Sum'],
          ['Errors', 'Sum'],
          ['Throttles', 'Sum'],
        ],
      ],
      [
        'Duration',
        [
          ['Duration', 'Average', 'average'],
          ['Duration', 'p95'],
          ['Duration', 'Maximum', 'longest'],
        ],
        'ms',
      ],
      ['Age of records', [['IteratorAge', 'Maximum', 'oldest']], 'ms'],
    ],
  },
  queues: {
    ...{ namespace: 'AWS/SQS', dimension: 'QueueName' },
    plots: [
      [
        'Messages',
        [
          ['NumberOfMessagesSent', 'Sum', 'sent'],
          ['NumberOfMessagesReceived', 'Sum', 'received'],
          ['NumberOfMessagesDeleted', 'Sum', 'deleted'],
        ],
      ],
      [
        'Depth',
        [
          ['ApproximateNumberOfMessagesVisible', 'Maximum', 'visible'],
          ['ApproximateNumberOfMessagesNotVisible', 'Maximum', 'in flight'],
          ['ApproximateNumberOfMessagesDelayed', 'Maximum', 'delayed'],
        ],
      ],
      ['Age of the oldest message', [['ApproximateAgeOfOldestMessage', 'Maximum', 'age']], 's'],
    ],
  },
  topics: {
    ...{ namespace: 'AWS/SNS', dimension: 'TopicName' },
    namedBy: (_, arn) => arn.split(':').at(-1),
    plots: [
      ['Messages', [['NumberOfMessagesPublished', 'Sum', 'published']]],
      ['Size', [['PublishSize', 'Average', 'average']], 'bytes'],
    ],
  },
  tables: {
    ...{ namespace: 'AWS/DynamoDB', dimension: 'TableName' },
    plots: [
      [
        'Capacity',
        [
          ['ConsumedReadCapacityUnits', 'Sum', 'read units'],
          ['ConsumedWriteCapacityUnits', 'Sum', 'write units'],
        ],
      ],
      ['Conditions', [['ConditionalCheckFailedRequests', 'Sum', 'failed conditions']]],
    ],
  },
  streams: {
    ...{ namespace: 'AWS/Kinesis', dimension: 'StreamName' },
    plots: [
      [
        'Records',
        [
          ['IncomingRecords', 'Sum', 'written'],
          ['GetRecords.Records', 'Sum', 'read'],
        ],
      ],
      [
        'Bytes',
        [
          ['IncomingBytes', 'Sum', 'written'],
          ['GetRecords.Bytes', 'Sum', 'read'],
        ],
        'bytes',
      ],
      ['Age of records', [['GetRecords.IteratorAgeMilliseconds', 'Maximum', 'oldest']], 'ms'],
    ],
  },
  'delivery-streams': {
    ...{ namespace: 'AWS/Firehose', dimension: 'DeliveryStreamName' },
    plots: [
      ['Records', [['IncomingRecords', 'Sum', 'put']]],
      ['Bytes', [['IncomingBytes', 'Sum', 'put']], 'bytes'],
    ],
  },
  apis: { namespace: 'AWS/ApiGateway', dimension: 'ApiId', plots: API(['4xx', '5xx']) },
  'rest-apis': {
    ...{ namespace: 'AWS/ApiGateway', dimension: 'ApiName', plots: API(['4XXError', '5XXError']) },
    namedBy: (detail) => (detail as { api?: { name?: string } }).api?.name,
  },
  'state-machines': {
    ...{ namespace: 'AWS/States', dimension: 'StateMachineArn' },
    plots: [
      [
        'Executions',
        [
          ['ExecutionsStarted', 'Sum', 'started'],
          ['ExecutionsSucceeded', 'Sum', 'succeeded'],
          ['ExecutionsFailed', 'Sum', 'failed'],
          ['ExecutionsTimedOut', 'Sum', 'timed out'],
        ],
      ],
      [
        'Time',
        [
          ['ExecutionTime', 'Average', 'average'],
          ['ExecutionTime', 'Maximum', 'longest'],
        ],
        'ms',
      ],
    ],
  },
  'log-groups': {
    ...{ namespace: 'AWS/Logs', dimension: 'LogGroupName' },
    plots: [
      ['Events', [['IncomingLogEvents', 'Sum', 'written']]],
      ['Bytes', [['IncomingBytes', 'Sum', 'written']], 'bytes'],
    ],
  },
};

/** Undefined for kinds without plots. `name`: as in the address. */
export function plotsOf(kind: string, name: string, detail: unknown): Plot[] | undefined {
  const found = KINDS[kind];
  if (!found) return undefined;
  const { namespace, dimension, namedBy, plots } = found;
  const dimensions: Dimensions = [[dimension, namedBy?.(detail, name) ?? name]];
  return plots.map(([title, lines, unit]) => ({
    ...{ title, unit },
    queries: lines.map(([metric, stat, label = stat]) => lineOf(namespace, metric, dimensions, stat, label === 'Sum' ? metric : label)),
  }));
}
