// Segments of stages, state machines and topics, and the graph that they make with those of functions.
import { SFN, type StateMachineType } from '@aws-sdk/client-sfn';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { XRay } from '@aws-sdk/client-xray';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRestApi } from '../apigateway/use-rest-api.ts';
import { type Fixture, ROLE, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
let xray: XRay;
let sfn: SFN;
beforeAll(async () => {
  fixture = await startFixture();
  xray = fixture.emulator.client(XRay);
  sfn = fixture.emulator.client(SFN, { disableHostPrefix: true });
  await fixture.create('orders', 'return { statusCode: 200, body: process.env._X_AMZN_TRACE_ID };');
});
afterAll(() => fixture.emulator.stop());

const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:orders';
const PARENT = '53995c3f42cd8ad8';
let count = 0;
const newRoot = (): string => `1-5e272390-${(++count).toString(16).padStart(24, '0')}`;
const rootOf = (header = ''): string => /Root=([^;]+)/.exec(header)![1]!;

async function documentsOf(trace: string) {
  await fixture.emulator.idle();
  const { Traces = [] } = await xray.batchGetTraces({ TraceIds: [trace] });
  return (Traces[0]?.Segments ?? []).map(({ Document }) => JSON.parse(Document!));
}
/** `name|type → names of what it calls`. */
async function graphOf(trace: string): Promise<string[]> {
  const { Services = [] } = await xray.getTraceGraph({ TraceIds: [trace] });
  const nameOf = (id?: number) => Services.find(({ ReferenceId }) => ReferenceId === id)?.Name;
  return Services.map(({ Name, Type, Edges = [] }) => `${Name}|${Type} → ${Edges.map(({ ReferenceId }) => nameOf(ReferenceId)).join()}`);
}

/** Sends this header with each call of the client. */
function traced<C extends object>(client: C, header: string): C {
  const { middlewareStack } = client as { middlewareStack: { add(middleware: unknown, options: object): void } };
  const add = (next: (args: object) => unknown) => (args: { request: { headers: Record<string, string> } }) => {
    args.request.headers['x-amzn-trace-id'] = header;
    return next(args);
  };
  middlewareStack.add(add, { step: 'build', name: 'traced', override: true });
  return client;
}

it('makes a segment of a request to a stage with tracing, above that of its function', async () => {
  const api = useRestApi(fixture.emulator);
  const { restApiId, rootId: resourceId } = await api.create({ name: 'shop' });
  const uri = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${FUNCTION}/invocations`;
  const permission = { FunctionName: 'orders', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' };
  await fixture.lambda.addPermission(permission);
  const integration = { type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri } as const;
  await api.method({ restApiId, resourceId, httpMethod: 'GET' }, {}, integration);
  await api.deploy(restApiId, 'plain');
  await api.client.createDeployment({ restApiId, stageName: 'dev', tracingEnabled: true });
  const root = newRoot();
  const answer = await api.call(restApiId, '/dev', { headers: { 'x-amzn-trace-id': `Root=${root};Parent=${PARENT};Sampled=1` } });
  const [stage, service] = await documentsOf(root);
  expect(await answer.text()).toContain(`Root=${root};Parent=`);
  expect(stage).toMatchObject({
    ...{ name: 'shop/dev', origin: 'AWS::ApiGateway::Stage', parent_id: PARENT },
    http: { request: { method: 'GET', url: expect.stringMatching(/\/dev\/$/) }, response: { status: 200 } },
    aws: { api_gateway: { rest_api_id: restApiId, stage: 'dev', request_id: expect.any(String) } },
    annotations: { 'aws:api_id': restApiId, 'aws:api_stage': 'dev' },
    resource_arn: `arn:aws:apigateway:us-east-1::/restapis/${restApiId}/stages/dev`,
    subsegments: [
      { name: 'Lambda', namespace: 'aws', aws: { function_name: 'orders', operation: 'Invoke' }, http: { response: { status: 200 } } },
    ],
  });
  expect(service.parent_id).toBe(stage.subsegments[0].id);
  const undecided = await api.call(restApiId, '/dev');
  const [own] = await documentsOf(rootOf(undecided.headers.get('x-amzn-trace-id')!));
  expect(own).not.toHaveProperty('parent_id');
  expect(await graphOf(own.trace_id)).toEqual([
    'shop/dev|client → shop/dev',
    'shop/dev|AWS::ApiGateway::Stage → orders',
    'orders|AWS::Lambda → orders',
    'orders|AWS::Lambda::Function → ',
  ]);
  const other = newRoot();
  await api.call(restApiId, '/dev', { headers: { 'x-amzn-trace-id': `Root=${other};Sampled=0` } });
  const plain = await api.call(restApiId, '/plain');
  expect([await documentsOf(other), await documentsOf(rootOf(plain.headers.get('x-amzn-trace-id')!))]).toEqual([[], []]);
});

const STATES = {
  Begin: { Type: 'Pass', Next: 'Order' },
  Order: {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Parameters: { FunctionName: FUNCTION, 'Payload.$': '$' },
    Next: 'Send',
  },
  Send: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', Parameters: { QueueUrl: 'absent', MessageBody: 'm' }, End: true },
};
async function machine(name: string, type: StateMachineType, enabled: boolean) {
  const definition = JSON.stringify({ StartAt: 'Begin', States: STATES });
  const made = await sfn.createStateMachine({ name, type, roleArn: ROLE, definition, tracingConfiguration: { enabled } });
  return made.stateMachineArn!;
}

it('makes a segment of an execution, with its states and their calls', async () => {
  const stateMachineArn = await machine('kept', 'STANDARD', true);
  const { executionArn } = await sfn.startExecution({ stateMachineArn });
  const { traceHeader, status } = await sfn.describeExecution({ executionArn: executionArn! }).then(async () => {
    await fixture.emulator.idle();
    return sfn.describeExecution({ executionArn: executionArn! });
  });
  expect([status, traceHeader]).toEqual(['FAILED', expect.stringMatching(/^Root=1-[0-9a-f-]{33};Sampled=1$/)]);
  const [execution, service] = await documentsOf(rootOf(traceHeader));
  expect(execution).toMatchObject({
    ...{ name: 'kept', origin: 'AWS::StepFunctions::StateMachine', resource_arn: stateMachineArn, fault: true },
    aws: { execution_arn: executionArn },
    cause: { exceptions: [{ type: 'SQS.AmazonSQSException' }] },
  });
  expect(execution).not.toHaveProperty('parent_id');
  expect(execution.subsegments).toMatchObject([
    { name: 'Begin' },
    { name: 'Order', subsegments: [{ name: 'Lambda', aws: { function_name: 'orders' }, http: { response: { status: 200 } } }] },
    { name: 'Send', fault: true, subsegments: [{ name: 'SQS', fault: true, aws: { operation: 'SendMessage', queue_url: 'absent' } }] },
  ]);
  expect(service).toMatchObject({ name: 'orders', parent_id: execution.subsegments[1].subsegments[0].id });
  expect((await graphOf(execution.trace_id)).slice(0, 3)).toEqual([
    'kept|client → kept',
    'kept|AWS::StepFunctions::StateMachine → orders,absent',
    'orders|AWS::Lambda → orders',
  ]);
});

it('follows the trace of who starts an execution', async () => {
  for (const [name, type] of [
    ['kept-2', 'STANDARD'],
    ['express', 'EXPRESS'],
  ] as const) {
    const stateMachineArn = await machine(name, type, false);
    const root = newRoot();
    await sfn.startExecution({ stateMachineArn, traceHeader: `Root=${root};Parent=${PARENT};Sampled=1` });
    const [execution, service] = await documentsOf(root);
    expect(execution).toMatchObject({ name, parent_id: PARENT, subsegments: [{ name: 'Begin' }, { name: 'Order' }, { name: 'Send' }] });
    expect(service.parent_id).toBe(execution.subsegments[1].subsegments[0].id);
    const { executionArn } = await sfn.startExecution({ stateMachineArn });
    if (type === 'STANDARD') expect(await sfn.describeExecution({ executionArn: executionArn! })).not.toHaveProperty('traceHeader');
  }
});

it('makes a segment of a message to a topic with active tracing, and hands its subsegments on', async () => {
  const [sns, sqs] = [fixture.emulator.client(SNS), fixture.emulator.client(SQS)];
  const { TopicArn } = await sns.createTopic({ Name: 'placed', Attributes: { TracingConfig: 'Active' } });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'bills' });
  const queueArn = 'arn:aws:sqs:us-east-1:000000000000:bills';
  const Statement = [{ Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: queueArn }];
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy: JSON.stringify({ Version: '2012-10-17', Statement }) } });
  const subscribe = { TopicArn, Protocol: 'sqs', Endpoint: queueArn, Attributes: { RawMessageDelivery: 'true' } };
  await sns.subscribe(subscribe);
  await fixture.lambda.addPermission({
    FunctionName: 'orders',
    StatementId: 'sns',
    Action: 'lambda:InvokeFunction',
    Principal: 'sns.amazonaws.com',
  });
  await sns.subscribe({ TopicArn, Protocol: 'lambda', Endpoint: FUNCTION });
  const root = newRoot();
  await traced(sns, `Root=${root};Parent=${PARENT};Sampled=1`).publish({ TopicArn, Message: 'm' });
  const [topic, service] = await documentsOf(root);
  expect(topic).toMatchObject({ name: 'placed', origin: 'AWS::SNS::Topic', parent_id: PARENT, resource_arn: TopicArn });
  const calls: { name: string; id: string }[] = topic.subsegments;
  expect(calls.map(({ name }) => name).sort()).toEqual(['Lambda', 'SQS']);
  const idOf = (called: string) => calls.find(({ name }) => name === called)!.id;
  expect(service).toMatchObject({ name: 'orders', parent_id: idOf('Lambda') });
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MessageSystemAttributeNames: ['AWSTraceHeader'] });
  expect(Messages[0]?.Attributes?.AWSTraceHeader).toBe(`Root=${root};Parent=${idOf('SQS')};Sampled=1`);
});

it('draws a queue between who sends and who is sent to', async () => {
  const root = newRoot();
  const nowS = Date.now() / 1000;
  const times = { start_time: nowS, end_time: nowS, trace_id: root };
  const queue_url = 'https://sqs.us-east-1.amazonaws.com/000000000000/bills';
  const call = { id: '00000000000000b1', name: 'SQS', namespace: 'aws', aws: { queue_url, operation: 'SendMessage' }, ...times };
  const sender = { id: '00000000000000b0', name: 'sender', origin: 'AWS::Lambda::Function', ...times, subsegments: [call] };
  const taker = { id: '00000000000000b2', parent_id: call.id, name: 'taker', origin: 'AWS::Lambda', ...times };
  await xray.putTraceSegments({ TraceSegmentDocuments: [sender, taker].map((each) => JSON.stringify(each)) });
  expect(await graphOf(root)).toEqual([
    'sender|client → sender',
    `sender|AWS::Lambda::Function → ${queue_url}`,
    `${queue_url}|AWS::SQS::Queue → taker`,
    'taker|AWS::Lambda → ',
  ]);
});
