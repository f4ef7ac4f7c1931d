// Custom resources by a topic: which physical id answers give, also those of failures and of rollbacks, and what is told of answers that are none.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let sqs: SQS;
let ServiceToken: string;
let QueueUrl: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  sqs = emulator.client(SQS);
  const sns = emulator.client(SNS);
  ServiceToken = (await sns.createTopic({ Name: 'requests' })).TopicArn!;
  QueueUrl = (await sqs.createQueue({ QueueName: 'requests' })).QueueUrl!;
  const Endpoint = 'arn:aws:sqs:us-east-1:000000000000:requests';
  const Policy = JSON.stringify({ Statement: { Effect: 'Allow', Principal: '*', Action: 'sqs:SendMessage', Resource: Endpoint } });
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
  await sns.subscribe({ TopicArn: ServiceToken, Protocol: 'sqs', Endpoint, Attributes: { RawMessageDelivery: 'true' } });
});
afterAll(() => emulator.stop());

interface Request {
  readonly RequestType: string;
  readonly RequestId: string;
  readonly StackId: string;
  readonly ResponseURL: string;
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: { readonly Name: string };
}

/** The next request, answered with this. */
async function answer(body: object | string): Promise<Request> {
  const { Messages: [message] = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 10 });
  await sqs.deleteMessage({ QueueUrl, ReceiptHandle: message!.ReceiptHandle });
  const request = JSON.parse(message!.Body!) as Request;
  const sent = await fetch(request.ResponseURL, { method: 'PUT', body: typeof body === 'string' ? body : JSON.stringify(body) });
  expect(sent.status).toBe(200);
  return request;
}

const template = (Name: string, more: object = {}) =>
  JSON.stringify({ Resources: { Thing: { Type: 'Custom::Thing', Properties: { ServiceToken, Name } } }, ...more });
/** The request under way, which is answered when the stack is complete. */
let asked: Promise<unknown>;
const ask = (request: Promise<unknown>): void => {
  asked = request;
};
const create = (StackName: string, more: object = {}) => ask(cfn.createStack({ StackName, TemplateBody: template('one', more) }));
const update = (StackName: string) => ask(cfn.updateStack({ StackName, TemplateBody: template('two') }));
const remove = (StackName: string) => ask(cfn.deleteStack({ StackName }));
const ok = (PhysicalResourceId: string, Data: object = {}) => ({ Status: 'SUCCESS', PhysicalResourceId, Data });
const no = (PhysicalResourceId?: string) => ({ Status: 'FAILED', PhysicalResourceId, Reason: 'no' });
const failed = (request: Request) =>
  `Received response status [FAILED] from custom resource. Message returned: no (RequestId: ${request.RequestId})`;

/** The status of a stack whose operation is over. */
async function ended(StackName: string): Promise<string> {
  await asked;
  return (await cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus!;
}
/** Status, physical id and reason of the events of the resource, oldest first. */
async function events(StackName: string): Promise<string[]> {
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  return StackEvents.filter(({ LogicalResourceId }) => LogicalResourceId === 'Thing')
    .map((event) => `${event.ResourceStatus} ${event.PhysicalResourceId} ${event.ResourceStatusReason ?? ''}`)
    .reverse();
}
const physicalId = async (StackName: string) =>
  (await cfn.describeStackResource({ StackName, LogicalResourceId: 'Thing' })).StackResourceDetail!.PhysicalResourceId;

describe('the physical id', () => {
  it('of a failed creation is that of its answer, which the deletion names', async () => {
    create('marked');
    const first = await answer(no('MARKER::CREATE_FAILED'));
    expect(await answer(ok('MARKER::CREATE_FAILED'))).toMatchObject({
      RequestType: 'Delete',
      PhysicalResourceId: 'MARKER::CREATE_FAILED',
    });
    expect(await ended('marked')).toBe('ROLLBACK_COMPLETE');
    expect(await events('marked')).toContain(`CREATE_FAILED MARKER::CREATE_FAILED ${failed(first)}`);
    expect(await physicalId('marked')).toBe('MARKER::CREATE_FAILED');
  });

  it('of a failed creation whose answer has none is a generated one, and the reason is another', async () => {
    create('nameless');
    await answer(no());
    const { PhysicalResourceId } = await answer(ok('x'));
    expect(PhysicalResourceId).toMatch(/^nameless-Thing-\w{12}$/);
    expect(await ended('nameless')).toBe('ROLLBACK_COMPLETE');
    expect(await events('nameless')).toContain(`CREATE_FAILED ${PhysicalResourceId} Invalid PhysicalResourceId`);
  });

  it('of a failed update that gives another one is deleted by the rollback, which asks for nothing else', async () => {
    create('replaced');
    await answer(ok('old'));
    expect(await ended('replaced')).toBe('CREATE_COMPLETE');
    update('replaced');
    const request = await answer(no('new'));
    expect(request).toMatchObject({ RequestType: 'Update', PhysicalResourceId: 'old' });
    expect(await answer(ok('new'))).toMatchObject({
      RequestType: 'Delete',
      PhysicalResourceId: 'new',
      ResourceProperties: { Name: 'two' },
    });
    expect(await ended('replaced')).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await events('replaced')).toContain(`UPDATE_FAILED new ${failed(request)}`);
    expect(await physicalId('replaced')).toBe('old');
  });

  it('that changes in a rollback makes the clean-up delete the former one', async () => {
    create('back');
    await answer(ok('a'));
    expect(await ended('back')).toBe('CREATE_COMPLETE');
    update('back');
    await answer(no('a'));
    expect(await answer(ok('b'))).toMatchObject({ RequestType: 'Update', PhysicalResourceId: 'a', ResourceProperties: { Name: 'one' } });
    expect(await answer(ok('a'))).toMatchObject({ RequestType: 'Delete', PhysicalResourceId: 'a', ResourceProperties: { Name: 'two' } });
    expect(await ended('back')).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await physicalId('back')).toBe('b');
  });

  it('stays where an update fails without one, and where a deletion fails with another', async () => {
    create('stays');
    await answer(ok('kept'));
    expect(await ended('stays')).toBe('CREATE_COMPLETE');
    update('stays');
    await answer(no());
    expect(await answer(ok('kept'))).toMatchObject({ RequestType: 'Update', PhysicalResourceId: 'kept' });
    expect(await ended('stays')).toBe('UPDATE_ROLLBACK_COMPLETE');
    remove('stays');
    const request = await answer(no('other'));
    expect(await ended('stays')).toBe('DELETE_FAILED');
    expect((await events('stays')).at(-1)).toBe(`DELETE_FAILED kept ${failed(request)}`);
    remove('stays');
    expect(await answer(ok('kept'))).toMatchObject({ RequestType: 'Delete', PhysicalResourceId: 'kept' });
    await asked;
  });

  it('is needed by the answer to a deletion, too', async () => {
    create('bare');
    await answer(ok('bare'));
    await ended('bare');
    remove('bare');
    await answer({ Status: 'SUCCESS' });
    expect(await ended('bare')).toBe('DELETE_FAILED');
    expect((await events('bare')).at(-1)).toBe('DELETE_FAILED bare Invalid PhysicalResourceId');
  });
});

it.each([
  ['text', 'Response is not valid JSON'],
  [JSON.stringify(ok('id', { Value: 'x'.repeat(4096) })), 'Response object is too long.'],
  [
    JSON.stringify({ Status: 'SUCCESS', PhysicalResourceId: 5 }),
    'Invalid Response object: Value of property PhysicalResourceId must be of type String',
  ],
  [JSON.stringify({ ...ok('id'), Reason: null }), 'Invalid Response object: Value of property Reason must be of type String'],
  [JSON.stringify({ ...ok('id'), Data: ['x'] }), 'Invalid Response object: Value of property Data must be an object'],
])('an answer that is none fails the resource at once (%#)', async (body, reason) => {
  const StackName = `bad-${reason.replaceAll(/\W+/g, '-').slice(-30)}`;
  create(StackName);
  await answer(body);
  await answer(ok('id'));
  expect(await ended(StackName)).toBe('ROLLBACK_COMPLETE');
  expect((await events(StackName)).find((each) => each.startsWith('CREATE_FAILED'))).toContain(reason);
});

it('an answer that comes late, or twice, is taken and changes nothing', async () => {
  create('late');
  const { ResponseURL } = await answer(ok('first'));
  expect(await ended('late')).toBe('CREATE_COMPLETE');
  expect((await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(ok('second')) })).status).toBe(200);
  expect(await physicalId('late')).toBe('first');
  expect((await fetch(`${ResponseURL}x`, { method: 'PUT', body: '{}' })).status).toBe(403);
});

describe('an attribute that the answer lacks', () => {
  const lacking = (request: Request, name: string) =>
    `CustomResource attribute error: Vendor response doesn't contain ${name} attribute in object ${request.StackId}|Thing|${request.RequestId}`;
  const reasons = async (StackName: string) =>
    (await cfn.describeStackEvents({ StackName })).StackEvents!.map(({ ResourceStatusReason }) => ResourceStatusReason);

  it('fails the resource that reads it, and an output', async () => {
    const Reader = { Type: 'AWS::SSM::Parameter', Properties: { Type: 'String', Value: { 'Fn::Sub': '${Thing.Deep.Key}' } } };
    const Thing = { Type: 'Custom::Thing', Properties: { ServiceToken, Name: 'one' } };
    create('reader', { Resources: { Thing, Reader } });
    const first = await answer(ok('id', { Deep: { Key: 'no value of its own' } }));
    await answer(ok('id'));
    expect(await ended('reader')).toBe('ROLLBACK_COMPLETE');
    expect(await reasons('reader')).toContain(lacking(first, 'Deep.Key'));
    create('output', { Outputs: { O: { Value: { 'Fn::GetAtt': ['Thing', 'Missing'] } } } });
    const second = await answer(ok('id', { Other: 'x' }));
    await answer(ok('id'));
    expect(await ended('output')).toBe('ROLLBACK_COMPLETE');
    expect(await reasons('output')).toContain(`${lacking(second, 'Missing')}. Rollback requested by user.`);
  });

  it('fails an update whose outputs alone changed', async () => {
    create('later');
    const { StackId, RequestId } = await answer(ok('id'));
    await ended('later');
    const Outputs = { O: { Value: { 'Fn::GetAtt': ['Thing', 'Missing'] } } };
    ask(cfn.updateStack({ StackName: 'later', TemplateBody: template('one', { Outputs }) }));
    expect(await ended('later')).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await reasons('later')).toContain(lacking({ StackId, RequestId } as Request, 'Missing'));
  });
});
