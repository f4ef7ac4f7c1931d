// Resources with names as long as those of real projects, for tests of the explorer's layout: one of every kind that has a list, and what went wrong with some.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { IAM } from '@aws-sdk/client-iam';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { Pipes } from '@aws-sdk/client-pipes';
import { S3 } from '@aws-sdk/client-s3';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SFN } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { zipOf } from '../../emulator/explorer/src/resources/functions/zip.ts';
import type { TestEmulator } from './emulator.ts';
import { ROLE } from './explorer-data.ts';
import { untilTrue, WAITER } from './until-passes.ts';

type Emulator = Pick<TestEmulator, 'client'> & { readonly emulator: { readonly url: string } };

/** 62 characters, as names that the CDK makes. */
export const LONG = 'CustomerNotifications-OfTheWholeShopInProduction-Handler8F2A91';
/** For names without capital letters. */
const SMALL = LONG.toLowerCase();
const arn = (service: string, resource: string): string => `arn:aws:${service}:us-east-1:000000000000:${resource}`;
const QUEUE = arn('sqs', LONG);
const FUNCTION = arn('lambda', `function:${LONG}`);
const SENTENCE =
  'The notifications that customers get when an order was paid, packed, sent or returned, in every country in which the shop sells';

const CODE = `export const handler = async (event) => {
  if (event.ok) return event;
  throw new TypeError('the order ' + JSON.stringify(event) + ' has no lines: ${SENTENCE}');
};
`;

const MACHINE = JSON.stringify({
  StartAt: 'NotifyCustomersOfTheWholeShopInProduction',
  States: {
    NotifyCustomersOfTheWholeShopInProduction: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Parameters: { FunctionName: LONG, 'Payload.$': '$' },
      End: true,
    },
  },
});

/** The second resource cannot be made. */
const TEMPLATE = JSON.stringify({
  Description: SENTENCE,
  Resources: {
    [LONG.replaceAll('-', '')]: { Type: 'AWS::SQS::Queue', Properties: { QueueName: `${LONG}-of-stack` } },
    Broken: {
      Type: 'AWS::SQS::Queue',
      DependsOn: LONG.replaceAll('-', ''),
      Properties: { QueueName: 'broken', VisibilityTimeout: 99_999_999 },
    },
  },
});

export interface LongData {
  readonly httpApi: string;
  readonly restApi: string;
  readonly topicArn: string;
  readonly machineArn: string;
  /** One that failed. */
  readonly executionArn: string;
  readonly clusterArn: string;
  readonly secretArn: string;
  readonly keyId: string;
  /** The id of an event of which a delivery was lost. */
  readonly event: string;
  /** The id of a request of a function that threw. */
  readonly request: string;
}

/** The role `worker` is there. */
export async function makeLongData(emulator: Emulator): Promise<LongData> {
  const { client } = emulator;
  const lambda = client(Lambda);
  const Code = { ZipFile: zipOf('index.mjs', CODE) };
  await lambda.createFunction({
    FunctionName: LONG,
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Role: ROLE,
    Code,
    Description: SENTENCE,
  });
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: LONG });
  await lambda.publishLayerVersion({ LayerName: LONG, Content: { ZipFile: zipOf('shared.mjs', 'export {}') }, Description: SENTENCE });
  await makeMessaging(emulator);
  await makeStorage(emulator);
  const { $metadata } = await lambda.invoke({ FunctionName: LONG, Payload: Buffer.from('{"id":"o-1"}') });
  return {
    ...(await makeFlows(emulator)),
    ...(await makeApis(emulator)),
    ...(await makeSettings(emulator)),
    request: $metadata.requestId ?? '',
  };
}

async function makeMessaging({ client }: Emulator): Promise<void> {
  const sqs = client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: LONG });
  await sqs.createQueue({ QueueName: `${LONG}.fifo`, Attributes: { FifoQueue: 'true' } });
  await sqs.sendMessage({ QueueUrl, MessageBody: JSON.stringify({ id: 'o-1', note: SENTENCE, lines: [{ sku: LONG, count: 2 }] }) });
  const { TopicArn } = await client(SNS).createTopic({ Name: LONG });
  await client(SNS).subscribe({ TopicArn, Protocol: 'sqs', Endpoint: QUEUE });
  await client(Kinesis).createStream({ StreamName: LONG, ShardCount: 1 });
  await client(Lambda).createEventSourceMapping({ FunctionName: LONG, EventSourceArn: arn('sqs', `${LONG}.fifo`), Enabled: false });
  await client(Scheduler).createSchedule({
    Name: LONG,
    ScheduleExpression: 'rate(1 day)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: QUEUE, RoleArn: ROLE },
  });
  await client(Pipes).createPipe({ Name: LONG, RoleArn: ROLE, Source: arn('sqs', `${LONG}.fifo`), Target: QUEUE, DesiredState: 'STOPPED' });
}

async function makeStorage({ client }: Emulator): Promise<void> {
  const s3 = client(S3);
  await s3.createBucket({ Bucket: SMALL });
  await s3.putObject({ Bucket: SMALL, Key: `invoices/${LONG}/${LONG}.json`, Body: '{}' });
  await s3.putObject({ Bucket: SMALL, Key: `${LONG}-${LONG}.json`, Body: '{}' });
  await client(Firehose).createDeliveryStream({
    DeliveryStreamName: LONG,
    ExtendedS3DestinationConfiguration: { BucketARN: `arn:aws:s3:::${SMALL}`, RoleARN: ROLE },
  });
  const dynamodb = client(DynamoDB);
  await dynamodb.createTable({
    TableName: LONG,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const further = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`attribute${i}`, { S: `${SENTENCE} ${i}` }]));
  await dynamodb.putItem({ TableName: LONG, Item: { id: { S: LONG }, ...further } });
}

async function makeFlows({ client }: Emulator): Promise<Pick<LongData, 'machineArn' | 'executionArn' | 'event'>> {
  const events = client(EventBridge);
  await events.createEventBus({ Name: LONG, Description: SENTENCE });
  const EventPattern = JSON.stringify({ source: ['shop'], detail: { totalOfTheOrderWithTaxes: [{ numeric: ['>', 10] }] } });
  for (const [Name, pattern] of [
    [LONG.slice(0, 60), EventPattern],
    [`All-${LONG.slice(0, 58)}`, '{"source":["shop"]}'],
  ] as const) {
    await events.putRule({ EventBusName: LONG, Name, EventPattern: pattern, Description: SENTENCE });
    await events.putTargets({
      EventBusName: LONG,
      Rule: Name,
      Targets: [{ Id: LONG, Arn: FUNCTION, RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
  }
  await events.createArchive({ ArchiveName: LONG.slice(0, 48), EventSourceArn: arn('events', `event-bus/${LONG}`) });
  const ApiKeyAuthParameters = { ApiKeyName: 'x-api-key', ApiKeyValue: 'secret' };
  await events.createConnection({ Name: LONG, AuthorizationType: 'API_KEY', AuthParameters: { ApiKeyAuthParameters } });
  const { Entries = [] } = await events.putEvents({
    Entries: [
      { EventBusName: LONG, Source: 'shop', DetailType: `OrderPlaced ${SENTENCE.slice(0, 60)}`, Detail: '{"totalOfTheOrderWithTaxes":1}' },
    ],
  });
  const sfn = client(SFN);
  const { stateMachineArn: machineArn = '' } = await sfn.createStateMachine({ name: LONG, roleArn: ROLE, definition: MACHINE });
  const { executionArn = '' } = await sfn.startExecution({ stateMachineArn: machineArn, input: '{"id":"o-1"}', name: `${LONG}-execution` });
  await untilTrue(async () => (await sfn.describeExecution({ executionArn })).status === 'FAILED');
  return { machineArn, executionArn, event: Entries[0]!.EventId! };
}

async function makeApis({ client, emulator: { url } }: Emulator): Promise<Pick<LongData, 'httpApi' | 'restApi'>> {
  const { ApiId: httpApi = '' } = await client(ApiGatewayV2).createApi({
    Name: LONG,
    ProtocolType: 'HTTP',
    Target: FUNCTION,
    RouteKey: `POST /${LONG}/{id}`,
  });
  const v1 = client(APIGateway);
  const { id: restApiId = '', rootResourceId: parentId = '' } = await v1.createRestApi({ name: LONG, description: SENTENCE });
  const { id: resourceId = '' } = await v1.createResource({ restApiId, parentId, pathPart: LONG });
  const method = { restApiId, resourceId, httpMethod: 'POST' };
  await v1.putMethod({ ...method, authorizationType: 'NONE' });
  const uri = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${FUNCTION}/invocations`;
  await v1.putIntegration({ ...method, type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri });
  await v1.createDeployment({ restApiId, stageName: 'production' });
  await fetch(`${url}/_execute-api/${httpApi}/${LONG}/1`, { method: 'POST', body: '{}' });
  return { httpApi, restApi: restApiId };
}

/** A role that may do something with the queue, has done another thing, and never used a permission. */
async function makeRole(client: Emulator['client']): Promise<void> {
  const document = (statement: object): string => JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });
  const { Role } = await client(IAM).createRole({
    RoleName: LONG,
    AssumeRolePolicyDocument: document({ Principal: { Service: 'lambda.amazonaws.com', AWS: '000000000000' }, Action: 'sts:AssumeRole' }),
  });
  const PolicyDocument = document({ Action: ['sqs:GetQueueAttributes', 'sqs:DeleteQueue'], Resource: QUEUE });
  await client(IAM).putRolePolicy({ RoleName: LONG, PolicyName: LONG, PolicyDocument });
  const { Credentials } = await client(STS).assumeRole({ RoleArn: Role?.Arn, RoleSessionName: LONG.slice(0, 64) });
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken } = Credentials ?? {};
  const sqs = client(SQS, { credentials: { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken } });
  const { QueueUrl } = await client(SQS).getQueueUrl({ QueueName: LONG });
  await sqs.getQueueAttributes({ QueueUrl });
  await sqs.receiveMessage({ QueueUrl });
}

async function makeSettings({ client }: Emulator): Promise<Pick<LongData, 'topicArn' | 'clusterArn' | 'secretArn' | 'keyId'>> {
  const cloudformation = client(CloudFormation);
  await cloudformation.createStack({ StackName: LONG, TemplateBody: TEMPLATE });
  await untilTrue(async () => (await cloudformation.describeStacks({ StackName: LONG })).Stacks?.[0]?.StackStatus === 'ROLLBACK_COMPLETE');
  await client(SSM).putParameter({ Name: `/shop/production/${LONG}`, Value: SENTENCE, Type: 'String', Description: SENTENCE });
  const { ARN: secretArn = '' } = await client(SecretsManager).createSecret({
    Name: `shop/${LONG}`,
    SecretString: '{}',
    Description: SENTENCE,
  });
  const { KeyMetadata } = await client(KMS).createKey({ Description: SENTENCE });
  await client(ECR).createRepository({ repositoryName: `shop/${SMALL}` });
  await makeRole(client);
  const { ClusterArn: clusterArn = '' } = await client(Kafka).createCluster({
    ClusterName: LONG,
    KafkaVersion: '3.6.0',
    NumberOfBrokerNodes: 2,
    BrokerNodeGroupInfo: { InstanceType: 'kafka.t3.small', ClientSubnets: ['subnet-1', 'subnet-2'] },
  });
  return { topicArn: arn('sns', LONG), clusterArn, secretArn, keyId: KeyMetadata?.KeyId ?? '' };
}
