// A small shop in an emulator, for tests of the explorer: a resource of every kind that has a page, under fixed names.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { IAM } from '@aws-sdk/client-iam';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { zipOf } from '../../emulator/explorer/src/resources/functions/zip.ts';
import type { TestEmulator } from './emulator.ts';
import { WAITER } from './until-passes.ts';

const ASSUMING = ['events', 'lambda', 'scheduler'].map((service) => `${service}.amazonaws.com`);
export const ROLE = 'arn:aws:iam::000000000000:role/worker';
export const MACHINE_ARN = 'arn:aws:states:us-east-1:000000000000:stateMachine:order';
const QUEUE_ARN = 'arn:aws:sqs:us-east-1:000000000000:orders';

const TEMPLATE = JSON.stringify({
  Description: 'A queue and a topic of the shop',
  Resources: { Invoices: { Type: 'AWS::SQS::Queue' }, News: { Type: 'AWS::SNS::Topic' } },
  Outputs: { InvoicesUrl: { Value: { Ref: 'Invoices' } } },
});

const ORDER_MACHINE = JSON.stringify({
  StartAt: 'Check',
  States: {
    Check: { Type: 'Choice', Choices: [{ Variable: '$.total', NumericGreaterThan: 0, Next: 'Prepare' }], Default: 'Refuse' },
    Prepare: {
      Type: 'Parallel',
      Branches: [
        { StartAt: 'Reserve', States: { Reserve: { Type: 'Pass', Result: 'reserved', End: true } } },
        { StartAt: 'Invoice', States: { Invoice: { Type: 'Pass', Result: 'invoiced', End: true } } },
      ],
      End: true,
    },
    Refuse: { Type: 'Fail', Error: 'Refused', Cause: 'The order has no total.' },
  },
});

const CODE = `export const handler = async (event) => {
  console.log('order', JSON.stringify(event));
  if (event.fail) throw new Error('the order has no lines');
  return { accepted: true, id: event.id ?? null };
};
`;

/** Waits until function and stack are there. */
export async function makeShop({ client }: Pick<TestEmulator, 'client'>): Promise<void> {
  const lambda = client(Lambda);
  const sqs = client(SQS);
  const events = client(EventBridge);
  await client(IAM).createRole({
    RoleName: 'worker',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: ASSUMING }, Action: 'sts:AssumeRole' }],
    }),
  });
  await lambda.createFunction({
    FunctionName: 'process-order',
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Role: ROLE,
    Code: { ZipFile: zipOf('index.mjs', CODE) },
    Description: 'Accepts orders',
    Environment: { Variables: { TABLE: 'orders' } },
  });
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'process-order' });
  await lambda.publishLayerVersion({ LayerName: 'shared', Content: { ZipFile: zipOf('shared.mjs', 'export {}') } });
  await sqs.createQueue({ QueueName: 'failed-orders' });
  const { QueueUrl } = await sqs.createQueue({
    QueueName: 'orders',
    Attributes: {
      Policy: JSON.stringify({ Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: QUEUE_ARN }] }),
    },
  });
  await sqs.sendMessage({ QueueUrl, MessageBody: '{"id":"o-1","total":12.5}' });
  await events.createEventBus({ Name: 'shop', Description: 'Everything about orders' });
  await makeRules(events);
  await client(SNS).createTopic({ Name: 'news' });
  await client(Kinesis).createStream({ StreamName: 'clicks', ShardCount: 1 });
  const s3 = client(S3);
  await s3.createBucket({ Bucket: 'uploads' });
  await s3.putObject({ Bucket: 'uploads', Key: 'photos/one.txt', Body: 'hello' });
  await s3.putObject({ Bucket: 'uploads', Key: 'readme.txt', Body: 'read me' });
  await client(Firehose).createDeliveryStream({
    DeliveryStreamName: 'audit',
    ExtendedS3DestinationConfiguration: { BucketARN: 'arn:aws:s3:::uploads', RoleARN: ROLE },
  });
  const dynamodb = client(DynamoDB);
  await dynamodb.createTable({
    TableName: 'orders',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  for (const [id, total, customer] of [
    ['o-1', '12.5', 'Ada'],
    ['o-2', '80', 'Grace'],
    ['o-3', '3.2', 'Linus'],
  ] as const)
    await dynamodb.putItem({ TableName: 'orders', Item: { id: { S: id }, total: { N: total }, customer: { S: customer } } });
  await client(SSM).putParameter({ Name: '/shop/table', Value: 'orders', Type: 'String' });
  await client(SecretsManager).createSecret({ Name: 'shop/database', SecretString: '{"user":"shop"}' });
  await client(KMS).createKey({ Description: 'shop' });
  await client(ECR).createRepository({ repositoryName: 'shop/orders' });
  await client(Scheduler).createSchedule({
    Name: 'nightly',
    ScheduleExpression: 'rate(1 day)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: QUEUE_ARN, RoleArn: ROLE },
  });
  await client(SFN).createStateMachine({ name: 'order', roleArn: ROLE, definition: ORDER_MACHINE });
  const cloudformation = client(CloudFormation);
  await cloudformation.createStack({ StackName: 'shop', TemplateBody: TEMPLATE });
}

/** Three rules: one takes the order, one wants another value, one is switched off. */
async function makeRules(events: EventBridge): Promise<void> {
  const rules = [
    { Name: 'orders-to-queue', EventPattern: '{"source":["shop"],"detail-type":["OrderPlaced"]}' },
    { Name: 'large-orders', EventPattern: '{"source":["shop"],"detail":{"total":[{"numeric":[">",100]}]}}' },
    { Name: 'switched-off', EventPattern: '{"source":["shop"]}', State: 'DISABLED' as const },
  ];
  for (const rule of rules) {
    await events.putRule({ EventBusName: 'shop', ...rule });
    await events.putTargets({ EventBusName: 'shop', Rule: rule.Name, Targets: [{ Id: 'orders', Arn: QUEUE_ARN }] });
  }
}

/** One event; its id. */
export async function placeOrder({ client }: Pick<TestEmulator, 'client'>): Promise<string> {
  const { Entries = [] } = await client(EventBridge).putEvents({
    Entries: [{ EventBusName: 'shop', Source: 'shop', DetailType: 'OrderPlaced', Detail: '{"id":"o-1","total":12.5}' }],
  });
  return Entries[0]!.EventId!;
}
