// Jobs that a request begins and that run on after its answer, each with what it sends or fills.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { queueArn } from '../../support/use-events.ts';
import { FUNCTION, type Place, type Way } from './way.ts';

const HERE = 'us-east-1:000000000000';
const TABLE = {
  TableName: 'orders',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
};
const job = (name: string) => ({ kind: 'run', what: 'job', name, failed: false });

/** A bucket `files` into which logs may be exported. */
async function files({ emulator }: Place): Promise<S3> {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'files' });
  const Resource = ['arn:aws:s3:::files', 'arn:aws:s3:::files/*'];
  const Statement = [{ Effect: 'Allow', Principal: { Service: 'logs.amazonaws.com' }, Action: 's3:*', Resource }];
  await s3.putBucketPolicy({ Bucket: 'files', Policy: JSON.stringify({ Version: '2012-10-17', Statement }) });
  return s3;
}

const openQueue = async ({ emulator }: Place, QueueName: string, more = {}): Promise<string> => {
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: '*' }];
  const Attributes = { Policy: JSON.stringify({ Version: '2012-10-17', Statement }), ...more };
  return (await emulator.client(SQS).createQueue({ QueueName, Attributes })).QueueUrl!;
};

async function replayArchive(place: Place): Promise<string | undefined> {
  const { emulator } = place;
  const events = emulator.client(EventBridge);
  await openQueue(place, 'jobs');
  await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'all', Targets: [{ Id: 'jobs', Arn: queueArn('jobs') }] });
  const bus = `arn:aws:events:${HERE}:event-bus/default`;
  await events.createArchive({ ArchiveName: 'kept', EventSourceArn: bus });
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] });
  const now = emulator.clock.now();
  const { $metadata } = await events.startReplay({
    ReplayName: 'again',
    EventSourceArn: `arn:aws:events:${HERE}:archive/kept`,
    EventStartTime: new Date(now - 60_000),
    EventEndTime: new Date(now + 60_000),
    Destination: { Arn: bus },
  });
  await emulator.clock.advance('1m');
  return $metadata.requestId;
}

async function exportTable(place: Place): Promise<string | undefined> {
  const dynamodb = place.emulator.client(DynamoDB);
  await files(place);
  const { TableDescription } = await dynamodb.createTable(TABLE);
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await dynamodb.updateContinuousBackups({ TableName: 'orders', PointInTimeRecoverySpecification });
  const { $metadata } = await dynamodb.exportTableToPointInTime({ TableArn: TableDescription!.TableArn, S3Bucket: 'files' });
  return $metadata.requestId;
}

async function replayTopic(place: Place): Promise<string | undefined> {
  const sns = place.emulator.client(SNS);
  await openQueue(place, 'jobs.fifo', { FifoQueue: 'true' });
  const ArchivePolicy = JSON.stringify({ MessageRetentionPeriod: '30' });
  const Attributes = { FifoTopic: 'true', ContentBasedDeduplication: 'true', ArchivePolicy };
  const { TopicArn } = await sns.createTopic({ Name: 'news.fifo', Attributes });
  const StartingPoint = new Date(place.emulator.clock.now() - 1000).toISOString();
  await sns.publish({ TopicArn, Message: 'm', MessageGroupId: 'g' });
  const ReplayPolicy = JSON.stringify({ PointType: 'Timestamp', StartingPoint });
  const subscription = { TopicArn, Protocol: 'sqs', Endpoint: queueArn('jobs.fifo'), Attributes: { ReplayPolicy } };
  return (await sns.subscribe(subscription)).$metadata.requestId;
}

export const JOB_WAYS: readonly Way[] = [
  {
    title: 'a replay of an archive',
    entries: ['work events.replay'],
    go: replayArchive,
    step: { kind: 'delivery', targetArn: queueArn('jobs'), outcome: 'delivered' },
  },
  { title: 'the end of a replay of an archive', go: replayArchive, step: job('replay again of archive kept') },
  {
    title: 'an object of an export of a table',
    entries: ['work dynamodb.export'],
    go: exportTable,
    step: { kind: 'call', service: 's3', operation: 'PutObject', failed: false },
  },
  { title: 'the end of an export of a table', go: exportTable, step: job('export of table orders to bucket files') },
  {
    title: 'an import of a table',
    entries: ['work dynamodb.import'],
    go: async (place) => {
      await (await files(place)).putObject({ Bucket: 'files', Key: 'in/1', Body: '{"Item":{"id":{"S":"1"}}}' });
      const { $metadata } = await place.emulator.client(DynamoDB).importTable({
        S3BucketSource: { S3Bucket: 'files', S3KeyPrefix: 'in/' },
        InputFormat: 'DYNAMODB_JSON',
        TableCreationParameters: TABLE,
      });
      return $metadata.requestId;
    },
    step: job('import of table orders from bucket files'),
  },
  {
    title: 'an import from a bucket that is not there',
    go: async ({ emulator }) => {
      const source = { S3BucketSource: { S3Bucket: 'nowhere' }, InputFormat: 'DYNAMODB_JSON' as const };
      return (await emulator.client(DynamoDB).importTable({ ...source, TableCreationParameters: TABLE })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'job', failed: true, text: expect.stringMatching(/nowhere failed: NoSuchBucket: /) },
  },
  {
    title: 'an import of users',
    entries: ['work cognito-idp.import', 'cognito-idp route /_cloud/cognito-idp/imports/'],
    go: async ({ emulator }) => {
      const idp = emulator.client(CognitoIdentityProvider);
      const { UserPool } = await idp.createUserPool({ PoolName: 'people' });
      const UserPoolId = UserPool!.Id!;
      const { CSVHeader = [] } = await idp.getCSVHeader({ UserPoolId });
      const CloudWatchLogsRoleArn = 'arn:aws:iam::000000000000:role/service-role/import';
      const { UserImportJob } = await idp.createUserImportJob({ UserPoolId, JobName: 'people', CloudWatchLogsRoleArn });
      const user = CSVHeader.map((name) => (name === 'cognito:username' ? 'ada' : '')).join(',');
      await fetch(UserImportJob!.PreSignedUrl!, { method: 'PUT', body: `${CSVHeader.join(',')}\n${user}` });
      return (await idp.startUserImportJob({ UserPoolId, JobId: UserImportJob!.JobId! })).$metadata.requestId;
    },
    step: { ...job(''), name: expect.stringMatching(/^import of users to us-east-1_/) as string },
  },
  {
    title: 'an export of a log group',
    entries: ['work logs.export'],
    go: async (place) => {
      const logs = place.emulator.client(CloudWatchLogs);
      await files(place);
      await logs.createLogGroup({ logGroupName: '/app' });
      const { $metadata } = await logs.createExportTask({
        logGroupName: '/app',
        from: 0,
        to: place.emulator.clock.now(),
        destination: 'files',
      });
      return $metadata.requestId;
    },
    step: job('export of log group /app to bucket files'),
  },
  {
    title: 'a replay of a topic',
    entries: ['work sns.replay'],
    go: replayTopic,
    step: { kind: 'delivery', targetArn: queueArn('jobs.fifo'), outcome: 'delivered' },
  },
  { title: 'the end of a replay of a topic', go: replayTopic, step: job(`replay of topic news.fifo to ${queueArn('jobs.fifo')}`) },
  {
    title: 'a move of dead letters',
    entries: ['work sqs.move'],
    go: async (place) => {
      const sqs = place.emulator.client(SQS);
      const QueueUrl = await openQueue(place, 'dead');
      const deadLetterTargetArn = queueArn('dead');
      await openQueue(place, 'jobs', { RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 }) });
      await sqs.sendMessage({ QueueUrl, MessageBody: 'm' });
      const task = { SourceArn: deadLetterTargetArn, DestinationArn: queueArn('jobs') };
      return (await sqs.startMessageMoveTask(task)).$metadata.requestId;
    },
    step: job('move of 1 message from queue dead'),
  },
  {
    title: 'a rotation of a secret',
    entries: ['work secretsmanager.rotation-steps'],
    go: async ({ emulator, lambda }) => {
      const secrets = emulator.client(SecretsManager);
      await lambda.addPermission({
        FunctionName: 'orders',
        StatementId: 'way',
        Action: 'lambda:InvokeFunction',
        Principal: 'secretsmanager.amazonaws.com',
      });
      await secrets.createSecret({ Name: 'key', SecretString: 's' });
      const RotationRules = { AutomaticallyAfterDays: 30 };
      return (await secrets.rotateSecret({ SecretId: 'key', RotationLambdaARN: FUNCTION, RotationRules })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'function', resource: FUNCTION, failed: false },
  },
  {
    title: 'an execution of a durable function',
    entries: ['work lambda.durable-invoke'],
    go: async ({ lambda, folder, run }) => {
      const code = folder({ 'index.js': "exports.handler = async () => ({ Status: 'SUCCEEDED', Result: '1' });" });
      await run('lasting', code, { DurableConfig: { ExecutionTimeout: 60 } });
      return (await lambda.invoke({ FunctionName: 'lasting', Qualifier: '$LATEST' })).$metadata.requestId;
    },
    step: { kind: 'run', what: 'execution', name: 'lasting', failed: false },
  },
];
