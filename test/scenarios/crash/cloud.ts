// The clients of the crash test, and what they find when the emulator runs for the first time: queues, functions, rules and notifications.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { creation, handler } from '../../conformance/lambda/fixture.ts';
import { clientsOf } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

const ACCOUNT = '000000000000';
const arn = (service: string, resource: string): string => `arn:aws:${service}:us-east-1:${ACCOUNT}:${resource}`;

export const BUCKET = 'crash';
export const SOURCE = 'crash';
export const EMPTY_CODE = handler('return event;');
/** Queues that something is delivered to, and the two that clients send to themselves. */
export const QUEUES = ['direct', 'direct.fifo', 'from-rule', 'from-rule.fifo', 'from-bus', 'from-bucket', 'results', 'failures'] as const;
export type QueueName = (typeof QUEUES)[number];

export type Cloud = ReturnType<typeof connect>;

/** Clients of every service, without retries: what was answered once counts, and nothing else. */
export function connect(url: string) {
  const { client, destroy } = clientsOf(url);
  return {
    cloudformation: client(CloudFormation),
    events: client(EventBridge),
    iam: client(IAM),
    lambda: client(Lambda),
    logs: client(CloudWatchLogs),
    s3: client(S3),
    secrets: client(SecretsManager),
    sqs: client(SQS),
    ssm: client(SSM),
    queue: (name: QueueName): string => `${url}/${ACCOUNT}/${name}`,
    destroy,
  };
}

export async function prepare(cloud: Cloud): Promise<void> {
  await makeQueues(cloud);
  await makeFunction(cloud, 'worker', 'return event;');
  await makeFunction(cloud, 'failing', 'throw new Error("as it must");');
  await makeRules(cloud);
  await makeBucket(cloud);
  await cloud.logs.createLogGroup({ logGroupName: 'crash' });
  await cloud.logs.createLogStream({ logGroupName: 'crash', logStreamName: 'crash' });
}

async function makeQueues({ sqs }: Cloud): Promise<void> {
  for (const QueueName of QUEUES) {
    const Statement = {
      ...{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arn('sqs', QueueName) },
      Principal: { Service: ['events.amazonaws.com', 's3.amazonaws.com'] },
    };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
    const fifo = QueueName.endsWith('.fifo') && { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
    await sqs.createQueue({ QueueName, Attributes: { Policy, ...fifo } });
  }
}

/** Results and failures of its asynchronous invocations go to queues. */
async function makeFunction({ lambda }: Cloud, FunctionName: string, body: string): Promise<void> {
  await lambda.createFunction(creation(FunctionName, handler(body), { Timeout: 20 }));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName });
  await lambda.putFunctionEventInvokeConfig({
    FunctionName,
    MaximumRetryAttempts: 0,
    DestinationConfig: { OnSuccess: { Destination: arn('sqs', 'results') }, OnFailure: { Destination: arn('sqs', 'failures') } },
  });
  for (const service of ['events', 's3']) {
    const permission = { StatementId: service, Action: 'lambda:InvokeFunction', Principal: `${service}.amazonaws.com` };
    await lambda.addPermission({ FunctionName, ...permission });
  }
}

/** One event goes to a queue, a FIFO queue, a function, and through another bus to another queue. */
async function makeRules({ events }: Cloud): Promise<void> {
  const EventPattern = JSON.stringify({ source: [SOURCE] });
  await events.createEventBus({ Name: 'other' });
  await events.putRule({ Name: 'all', EventPattern });
  await events.putRule({ Name: 'all', EventPattern, EventBusName: 'other' });
  const results = await Promise.all([
    events.putTargets({
      Rule: 'all',
      Targets: [
        { Id: 'queue', Arn: arn('sqs', 'from-rule') },
        { Id: 'fifo', Arn: arn('sqs', 'from-rule.fifo'), SqsParameters: { MessageGroupId: 'g' } },
        { Id: 'function', Arn: arn('lambda', 'function:worker') },
        { Id: 'bus', Arn: arn('events', 'event-bus/other'), RoleArn: `arn:aws:iam::${ACCOUNT}:role/bus` },
      ],
    }),
    events.putTargets({ Rule: 'all', EventBusName: 'other', Targets: [{ Id: 'queue', Arn: arn('sqs', 'from-bus') }] }),
  ]);
  for (const { FailedEntries = [] } of results) if (FailedEntries.length > 0) throw new Error(JSON.stringify(FailedEntries));
}

/** Objects below `queue/` are told to a queue, those below `function/` to a function. */
async function makeBucket({ s3 }: Cloud): Promise<void> {
  await s3.createBucket({ Bucket: BUCKET });
  const below = (Value: string) => ({
    Events: ['s3:ObjectCreated:*' as const],
    Filter: { Key: { FilterRules: [{ Name: 'prefix' as const, Value }] } },
  });
  await s3.putBucketNotificationConfiguration({
    Bucket: BUCKET,
    NotificationConfiguration: {
      QueueConfigurations: [{ QueueArn: arn('sqs', 'from-bucket'), ...below('queue/') }],
      LambdaFunctionConfigurations: [{ LambdaFunctionArn: arn('lambda', 'function:worker'), ...below('function/') }],
    },
  });
}
