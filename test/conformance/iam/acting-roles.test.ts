// Resources that act in a role are judged by that role alone: refused in the cloud's words, which the problems of the emulator tell, and let through once
// the role may do it.
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { Kafka } from '@aws-sdk/client-kafka';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { Pipes } from '@aws-sdk/client-pipes';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { PROVISIONED } from '../kafka/use-kafka.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { ACCOUNT, allow, document, roleWith } from './use-identities.ts';

let fixture: Fixture;
let sqs: SQS;
const arnOf = (queue: string): string => `arn:aws:sqs:us-east-1:${ACCOUNT}:${queue}`;
const urlOf = (queue: string): string => `${fixture.emulator.url}/${ACCOUNT}/${queue}`;
const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:${ACCOUNT}:function:${name}`;
const READ = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual', environment: { IAM_ENFORCEMENT: 'enforce' } });
  sqs = fixture.emulator.client(SQS);
});
afterAll(() => fixture.emulator.stop());

const role = (name: string, Service: string, ...statements: object[]): Promise<string> =>
  roleWith(fixture.emulator, name, { Service: `${Service}.amazonaws.com` }, statements);
const grant = (RoleName: string, ...statements: object[]): Promise<unknown> =>
  fixture.emulator.client(IAM).putRolePolicy({ RoleName, PolicyName: 'inline', PolicyDocument: document(...statements) });
const queue = async (QueueName: string): Promise<string> => {
  await sqs.createQueue({ QueueName });
  return arnOf(QueueName);
};
const send = async (name: string, MessageBody = 'x'): Promise<void> => {
  await sqs.sendMessage({ QueueUrl: urlOf(name), MessageBody });
  await fixture.emulator.idle();
};
const visible = async (name: string): Promise<string | undefined> => {
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: urlOf(name), AttributeNames: ['ApproximateNumberOfMessages'] });
  return Attributes?.['ApproximateNumberOfMessages'];
};
const advance = async (span: '61s' | '2m'): Promise<void> => {
  await fixture.emulator.clock.advance(span);
  await fixture.emulator.idle();
};
/** The problems that mention a resource, as `emulator why` reads them. */
const told = async (about: string): Promise<string> => {
  const query = new URLSearchParams({ about, lines: '100' });
  return (await fetch(`${fixture.emulator.url}/_emulator/problems?${query.toString()}`)).text();
};
const refusal = (RoleName: string, action: string, resource: string): string =>
  `User: arn:aws:sts::${ACCOUNT}:assumed-role/${RoleName}/${RoleName} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

test('a function by the session of its role', async () => {
  const QueueUrl = urlOf('of-function');
  const target = await queue('of-function');
  const Role = await role('of-function', 'lambda');
  await fixture.create(
    'acts',
    'return [process.env.AWS_ACCESS_KEY_ID, process.env.AWS_SECRET_ACCESS_KEY, process.env.AWS_SESSION_TOKEN];',
    {
      Role,
    },
  );
  const { Payload } = await fixture.lambda.invoke({ FunctionName: 'acts' });
  const [accessKeyId, secretAccessKey, sessionToken] = JSON.parse(Buffer.from(Payload!).toString()) as string[];
  const own = fixture.emulator.client(SQS, { credentials: { accessKeyId, secretAccessKey, sessionToken } });
  const words = `User: arn:aws:sts::${ACCOUNT}:assumed-role/of-function/acts is not authorized to perform: sqs:sendmessage on resource: ${target}`;
  await expect(own.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(words);
  expect(await told('of-function')).toContain(words);
  await grant('of-function', allow('sqs:SendMessage', target));
  await own.sendMessage({ QueueUrl, MessageBody: 'x' });
});

test('a mapping of a queue by the role of its function', async () => {
  const source = await queue('mapped');
  const Role = await role('mapping', 'lambda');
  await fixture.create('mapped', 'return {};', { Role });
  const map = () => fixture.lambda.createEventSourceMapping({ FunctionName: 'mapped', EventSourceArn: source });
  await expect(map()).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: 'The function execution role does not have permissions to call ReceiveMessage on SQS',
  });
  await grant('mapping', allow(READ, source));
  await map();
  await send('mapped');
  await untilPasses(async () => expect(await visible('mapped')).toBe('0'));
  await grant('mapping', allow('sqs:GetQueueAttributes', source));
  await send('mapped');
  expect(await visible('mapped')).toBe('1');
  expect(await told(source)).toContain(refusal('mapping', 'sqs:receivemessage', source));
  await grant('mapping', allow(READ, source));
  await advance('61s');
  expect(await visible('mapped')).toBe('0');
});

test('mappings of streams by the role of their function', async () => {
  const kinesis = fixture.emulator.client(Kinesis);
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await advance('2m');
  const { StreamDescriptionSummary } = await kinesis.describeStreamSummary({ StreamName: 'clicks' });
  const { TableDescription } = await fixture.emulator.client(DynamoDB).createTable({
    TableName: 'carts',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  });
  const Role = await role('streaming', 'lambda');
  await fixture.create('streamed', 'return {};', { Role });
  for (const EventSourceArn of [StreamDescriptionSummary!.StreamARN!, TableDescription!.LatestStreamArn!]) {
    const map = () =>
      fixture.lambda.createEventSourceMapping({ FunctionName: 'streamed', EventSourceArn, StartingPosition: 'TRIM_HORIZON' });
    await expect(map()).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: `Cannot access stream ${EventSourceArn}. Please ensure the role can perform the GetRecords, GetShardIterator, DescribeStream, ListShards, and ListStreams Actions on your stream in IAM.`,
    });
    await grant(
      'streaming',
      allow(['kinesis:DescribeStream', 'kinesis:GetRecords', 'kinesis:GetShardIterator', 'kinesis:ListShards']),
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator']),
    );
    const { UUID } = await map();
    await fixture.emulator.idle();
    await grant('streaming', allow('sqs:*'));
    await kinesis.putRecord({ StreamName: 'clicks', PartitionKey: '1', Data: Buffer.from('x') });
    await fixture.emulator.client(DynamoDB).putItem({ TableName: 'carts', Item: { id: { S: EventSourceArn } } });
    await untilPasses(async () =>
      expect((await fixture.lambda.getEventSourceMapping({ UUID })).LastProcessingResult).toContain('is not authorized to perform:'),
    );
  }
});

test('a mapping of a topic by the role of its function', async () => {
  const { ClusterArn } = await fixture.emulator.client(Kafka).createCluster({ ClusterName: 'events', ...PROVISIONED });
  const Role = await role('topical', 'lambda');
  await fixture.create('topical', 'return {};', { Role });
  const { UUID } = await fixture.lambda.createEventSourceMapping({
    FunctionName: 'topical',
    EventSourceArn: ClusterArn!,
    Topics: ['orders'],
    StartingPosition: 'TRIM_HORIZON',
  });
  const result = async () => (await fixture.lambda.getEventSourceMapping({ UUID })).LastProcessingResult;
  const words = refusal('topical', 'kafka:DescribeClusterV2', ClusterArn!);
  await untilPasses(async () => expect(await result()).toBe(`PROBLEM: ${words}`));
  expect(await told(ClusterArn!)).toContain(words);
  await grant('topical', allow(['kafka:DescribeClusterV2', 'kafka:GetBootstrapBrokers']));
  await advance('61s');
  await untilPasses(async () => expect(await result()).not.toContain('not authorized'));
});

test('a pipe reads, enriches and sends in its role', async () => {
  const [source, target] = [await queue('piped'), await queue('sent')];
  const RoleArn = await role('pipe', 'pipes');
  await fixture.create('enriches', 'return event;');
  const pipes = fixture.emulator.client(Pipes);
  const make = async (Name: string) => {
    await pipes.createPipe({ Name, RoleArn, Source: source, Target: target, Enrichment: functionArn('enriches') });
    await fixture.emulator.idle();
    const { CurrentState, StateReason } = await pipes.describePipe({ Name });
    return [CurrentState, StateReason];
  };
  expect(await make('refused')).toEqual([
    'CREATE_FAILED',
    'Input parameter is invalid from the request due to : The provided customer role does not have permissions to call ReceiveMessage on SQS',
  ]);
  await grant('pipe', allow(READ, source));
  expect(await make('works')).toEqual(['RUNNING', undefined]);
  await send('piped');
  expect(await told('works')).toContain(refusal('pipe', 'lambda:InvokeFunction', functionArn('enriches')));
  await grant('pipe', allow(READ, source), allow('lambda:InvokeFunction', functionArn('enriches')));
  await advance('61s');
  expect(await told('works')).toContain(refusal('pipe', 'sqs:sendmessage', target));
  await grant('pipe', allow(READ, source), allow('lambda:InvokeFunction', functionArn('enriches')), allow('sqs:SendMessage', target));
  await advance('61s');
  expect(await visible('sent')).toBe('1');
  await grant('pipe', allow('sqs:SendMessage', target));
  await send('piped');
  expect([await visible('piped'), await visible('sent')]).toEqual(['1', '1']);
  expect(await told('works')).toContain(refusal('pipe', 'sqs:receivemessage', source));
});

test('a state machine by its role', async () => {
  const target = await queue('from-states');
  const roleArn = await role('states', 'states');
  const sfn = fixture.emulator.client(SFN, { disableHostPrefix: true });
  const send = {
    Type: 'Task',
    Resource: 'arn:aws:states:::sqs:sendMessage',
    Parameters: { QueueUrl: urlOf('from-states'), MessageBody: 'x' },
    End: true,
  };
  const definition = JSON.stringify({ StartAt: 'Send', States: { Send: send } });
  const { stateMachineArn } = await sfn.createStateMachine({ name: 'sends', roleArn, definition });
  const run = async () => {
    const { executionArn } = await sfn.startExecution({ stateMachineArn });
    await fixture.emulator.idle();
    return sfn.describeExecution({ executionArn });
  };
  expect(await run()).toMatchObject({ status: 'FAILED', cause: expect.stringContaining(refusal('states', 'sqs:sendmessage', target)) });
  expect(await told('sends')).toContain(refusal('states', 'sqs:sendmessage', target));
  await grant('states', allow('sqs:SendMessage', target));
  expect((await run()).status).toBe('SUCCEEDED');
});

test('a schedule by its role', async () => {
  const target = await queue('scheduled');
  const RoleArn = await role('schedule', 'scheduler');
  await fixture.emulator.client(Scheduler).createSchedule({
    Name: 'minutely',
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { Arn: target, RoleArn, Input: 'x', RetryPolicy: { MaximumRetryAttempts: 0 } },
  });
  await advance('61s');
  expect(await told(target)).toContain(refusal('schedule', 'sqs:sendmessage', target));
  await grant('schedule', allow('sqs:SendMessage', target));
  await advance('61s');
  expect(Number(await visible('scheduled'))).toBeGreaterThan(0);
});

test('the integration of an API by its role', async () => {
  const target = await queue('from-api');
  const CredentialsArn = await role('api', 'apigateway');
  const apis = fixture.emulator.client(ApiGatewayV2);
  const { ApiId } = await apis.createApi({ Name: 'orders', ProtocolType: 'HTTP' });
  const { IntegrationId } = await apis.createIntegration({
    ApiId,
    IntegrationType: 'AWS_PROXY',
    IntegrationSubtype: 'SQS-SendMessage',
    PayloadFormatVersion: '1.0',
    CredentialsArn,
    RequestParameters: { QueueUrl: urlOf('from-api'), MessageBody: 'x' },
  });
  await apis.createRoute({ ApiId, RouteKey: 'POST /orders', Target: `integrations/${IntegrationId}` });
  await apis.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
  const post = () => fetch(`${fixture.emulator.url}/_execute-api/${ApiId}/orders`, { method: 'POST' });
  const refused = await post();
  expect([refused.ok, await told(target)]).toEqual([false, expect.stringContaining(refusal('api', 'sqs:sendmessage', target))]);
  await grant('api', allow('sqs:SendMessage', target));
  expect((await post()).status).toBe(200);
});

test('a stack with a role by that role', async () => {
  const RoleARN = await role('stack', 'cloudformation', allow(['sqs:GetQueueUrl', 'sqs:GetQueueAttributes']));
  const cloudformation = fixture.emulator.client(CloudFormation);
  const TemplateBody = JSON.stringify({ Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'of-stack' } } } });
  const make = async (StackName: string) => {
    await cloudformation.createStack({ StackName, RoleARN, TemplateBody });
    await fixture.emulator.idle();
    const { Stacks } = await cloudformation.describeStacks({ StackName });
    return Stacks?.[0]?.StackStatus;
  };
  expect(await make('refused')).toBe('ROLLBACK_COMPLETE');
  const { StackEvents = [] } = await cloudformation.describeStackEvents({ StackName: 'refused' });
  const reasons = StackEvents.map(({ ResourceStatusReason = '' }) => ResourceStatusReason).join('\n');
  expect(reasons).toContain(refusal('stack', 'sqs:createqueue', arnOf('of-stack')));
  expect(await told('refused')).toContain('sqs:createqueue');
  await grant('stack', allow('sqs:*'));
  expect(await make('works')).toBe('CREATE_COMPLETE');
});
