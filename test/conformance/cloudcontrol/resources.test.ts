// Resources by themselves through the Cloud Control API: made, read, changed, listed, deleted; what is refused, and how.

import { CloudControl, waitUntilResourceRequestSuccess } from '@aws-sdk/client-cloudcontrol';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

const QUEUE = 'AWS::SQS::Queue';
const TRUST = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

let emulator: TestEmulator;
let client: CloudControl;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(CloudControl);
});
afterAll(() => emulator.stop());

const create = async (TypeName: string, state: object, more: object = {}) =>
  (await client.createResource({ TypeName, DesiredState: JSON.stringify(state), ...more })).ProgressEvent!;
const change = async (TypeName: string, Identifier: string, ...patch: object[]) =>
  (await client.updateResource({ TypeName, Identifier, PatchDocument: JSON.stringify(patch) })).ProgressEvent!;
const remove = async (TypeName: string, Identifier: string) => (await client.deleteResource({ TypeName, Identifier })).ProgressEvent!;
const ended = async (RequestToken = '') => {
  await emulator.idle();
  return (await client.getResourceRequestStatus({ RequestToken })).ProgressEvent!;
};
const read = async (TypeName: string, Identifier: string) => {
  const { ResourceDescription } = await client.getResource({ TypeName, Identifier });
  return { identifier: ResourceDescription!.Identifier, model: JSON.parse(ResourceDescription!.Properties!) };
};

describe('a resource', () => {
  it('is made, read, changed and deleted', async () => {
    const begun = await create(QUEUE, { QueueName: 'whole', DelaySeconds: 5, RedriveAllowPolicy: { redrivePermission: 'denyAll' } });
    expect(begun).toMatchObject({ TypeName: QUEUE, Operation: 'CREATE', RequestToken: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await waitUntilResourceRequestSuccess({ client, ...WAITER }, { RequestToken: begun.RequestToken });
    const { Identifier = '', OperationStatus } = await ended(begun.RequestToken);
    expect(OperationStatus).toBe('SUCCESS');
    expect(Identifier).toMatch(/\/000000000000\/whole$/);
    const { identifier, model } = await read(QUEUE, Identifier);
    expect(identifier).toBe(Identifier);
    expect(model).toMatchObject({
      QueueName: 'whole',
      QueueUrl: Identifier,
      Arn: 'arn:aws:sqs:us-east-1:000000000000:whole',
      RedriveAllowPolicy: { redrivePermission: 'denyAll' },
    });
    expect(Number(model.DelaySeconds)).toBe(5);

    const updated = await change(
      QUEUE,
      Identifier,
      { op: 'replace', path: '/DelaySeconds', value: 7 },
      { op: 'remove', path: '/RedriveAllowPolicy' },
    );
    expect(await ended(updated.RequestToken)).toMatchObject({ Operation: 'UPDATE', OperationStatus: 'SUCCESS', Identifier });
    const { Attributes } = await emulator.client(SQS).getQueueAttributes({ QueueUrl: Identifier, AttributeNames: ['All'] });
    expect(Attributes).toMatchObject({ DelaySeconds: '7' });
    expect(Attributes?.RedriveAllowPolicy).toBeUndefined();

    expect(await ended((await remove(QUEUE, Identifier)).RequestToken)).toMatchObject({ Operation: 'DELETE', OperationStatus: 'SUCCESS' });
    await expect(read(QUEUE, Identifier)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: expect.stringContaining(`Resource of type '${QUEUE}' with identifier '${Identifier}' was not found.`),
    });
    expect(await ended((await remove(QUEUE, Identifier)).RequestToken)).toMatchObject({ OperationStatus: 'FAILED', ErrorCode: 'NotFound' });
  });

  it('that something else made is read, changed and deleted too', async () => {
    const { QueueUrl = '' } = await emulator.client(SQS).createQueue({ QueueName: 'by-others', tags: { a: 'b' } });
    expect((await read(QUEUE, QueueUrl)).model).toMatchObject({ QueueName: 'by-others', Tags: [{ Key: 'a', Value: 'b' }] });
    await ended((await change(QUEUE, QueueUrl, { op: 'add', path: '/Tags/-', value: { Key: 'c', Value: 'd' } })).RequestToken);
    expect((await read(QUEUE, QueueUrl)).model.Tags).toHaveLength(2);
    expect(await ended((await remove(QUEUE, QueueUrl)).RequestToken)).toMatchObject({ OperationStatus: 'SUCCESS' });
  });

  it('is named where it has no name', async () => {
    const { RequestToken } = await create('AWS::IAM::Role', { AssumeRolePolicyDocument: TRUST });
    const { Identifier = '' } = await ended(RequestToken);
    expect(Identifier).toMatch(/^cloudcontrol-Role-\w{12}$/);
    expect((await read('AWS::IAM::Role', Identifier)).model).toMatchObject({
      RoleName: Identifier,
      Arn: `arn:aws:iam::000000000000:role/${Identifier}`,
      AssumeRolePolicyDocument: TRUST,
    });
  });

  it('of several identifying properties is found by text and by JSON', async () => {
    await ended((await create('AWS::Logs::LogGroup', { LogGroupName: 'group' })).RequestToken);
    const { Identifier } = await ended(
      (await create('AWS::Logs::LogStream', { LogGroupName: 'group', LogStreamName: 'one' })).RequestToken,
    );
    expect(Identifier).toBe('group|one');
    const byJson = await read('AWS::Logs::LogStream', JSON.stringify({ LogStreamName: 'one', LogGroupName: 'group' }));
    expect(byJson).toEqual(await read('AWS::Logs::LogStream', 'group|one'));
    await expect(read('AWS::Logs::LogStream', 'group')).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Identifier group is not valid for identifier [/properties/LogGroupName, /properties/LogStreamName] of AWS::Logs::LogStream',
    });
  });

  it('is listed, page by page, and by what its list needs', async () => {
    for (const name of ['listed-a', 'listed-b']) await ended((await create(QUEUE, { QueueName: name })).RequestToken);
    const { ResourceDescriptions = [], TypeName } = await client.listResources({ TypeName: QUEUE });
    expect(TypeName).toBe(QUEUE);
    const names = ResourceDescriptions.map(({ Identifier }) => Identifier!.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['listed-a', 'listed-b']));
    await expect(client.listResources({ TypeName: 'AWS::Logs::LogStream' })).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message:
        'Missing or invalid ResourceModel property in AWS::Logs::LogStream list handler request input. Required property: (#: required key [LogGroupName] not found)',
    });
    const versions = { TypeName: 'AWS::Lambda::Version', ResourceModel: '{"FunctionName":"nobody"}' };
    await expect(client.listResources(versions)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: expect.stringMatching(/^AWS::Lambda::Version Handler returned status FAILED: .*nobody.* \(HandlerErrorCode: NotFound, /),
    });
    const streams = { TypeName: 'AWS::Logs::LogStream', ResourceModel: '{"LogGroupName":"group"}' };
    expect((await client.listResources(streams)).ResourceDescriptions).toEqual([
      { Identifier: 'group|one', Properties: '{"LogGroupName":"group","LogStreamName":"one"}' },
    ]);
  });
});

describe('a request', () => {
  it('with a client token is made once', async () => {
    const ClientToken = 'token-1';
    const first = await create(QUEUE, { QueueName: 'once' }, { ClientToken });
    expect((await create(QUEUE, { QueueName: 'once' }, { ClientToken })).RequestToken).toBe(first.RequestToken);
    await expect(create(QUEUE, { QueueName: 'twice' }, { ClientToken })).rejects.toMatchObject({ name: 'ClientTokenConflictException' });
    await expect(client.deleteResource({ TypeName: QUEUE, Identifier: 'once', ClientToken })).rejects.toMatchObject({
      name: 'ClientTokenConflictException',
    });
  });

  it('fails with the code of its handler', async () => {
    await ended((await create('AWS::SSM::Parameter', { Name: 'taken', Type: 'String', Value: 'x' })).RequestToken);
    const { RequestToken } = await create('AWS::SSM::Parameter', { Name: 'taken', Type: 'String', Value: 'y' });
    expect(await ended(RequestToken)).toMatchObject({
      OperationStatus: 'FAILED',
      ErrorCode: 'AlreadyExists',
      StatusMessage: expect.any(String),
    });
    const wrong = await ended((await create(QUEUE, { QueueName: 'wrong', DelaySeconds: 9999 })).RequestToken);
    expect(wrong).toMatchObject({
      OperationStatus: 'FAILED',
      ErrorCode: 'InvalidRequest',
      StatusMessage: expect.stringContaining('DelaySeconds'),
    });
    await expect(waitUntilResourceRequestSuccess({ client, ...WAITER }, { RequestToken: wrong.RequestToken })).rejects.toThrow(
      /FAILURE|FAILED/,
    );
  });

  it('is listed, the newest first, and by status', async () => {
    const one = await client.listResourceRequests({ MaxResults: 1, ResourceRequestStatusFilter: { OperationStatuses: ['FAILED'] } });
    expect(one.ResourceRequestStatusSummaries).toMatchObject([{ ErrorCode: 'InvalidRequest' }]);
    const next = await client.listResourceRequests({
      NextToken: one.NextToken,
      ResourceRequestStatusFilter: { OperationStatuses: ['FAILED'] },
    });
    expect(next.ResourceRequestStatusSummaries!.map(({ ErrorCode }) => ErrorCode)).toEqual(['AlreadyExists', 'NotFound']);
    const deletions = await client.listResourceRequests({ ResourceRequestStatusFilter: { Operations: ['DELETE'] } });
    expect(new Set(deletions.ResourceRequestStatusSummaries!.map(({ Operation }) => Operation))).toEqual(new Set(['DELETE']));
    await expect(client.listResourceRequests({ NextToken: 'bm8=' })).rejects.toMatchObject({
      name: 'InvalidRequestException',
    });
  });

  it('that nobody made is not found', async () => {
    const RequestToken = '00000000-0000-0000-0000-000000000000';
    const expected = { name: 'RequestTokenNotFoundException', message: `Request with token ${RequestToken} was not found` };
    await expect(client.getResourceRequestStatus({ RequestToken })).rejects.toMatchObject(expected);
    await expect(client.cancelResourceRequest({ RequestToken })).rejects.toMatchObject(expected);
  });

  it('that is over cannot be cancelled', async () => {
    const { RequestToken } = await ended((await create(QUEUE, { QueueName: 'over' })).RequestToken);
    await expect(client.cancelResourceRequest({ RequestToken })).rejects.toMatchObject({
      name: 'ValidationException',
      message: `Request ${RequestToken} is already in status SUCCESS`,
    });
  });
});

describe('refused is', () => {
  it('a type that is not known, or not emulated', async () => {
    await expect(create('AWS::SQS::Queu', {})).rejects.toMatchObject({
      name: 'TypeNotFoundException',
      message: "The type 'AWS::SQS::Queu' cannot be found. Did you mean AWS::SQS::Queue?",
    });
  });

  it('an input that the model does not allow', async () => {
    await expect(remove(QUEUE, 'x'.repeat(60_000))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(
        /^1 validation error detected: Value '.*' at 'identifier' failed to satisfy constraint: Member must have length less than or equal to 1024$/,
      ),
      $metadata: { httpStatusCode: 400 },
    });
    await expect(remove('queue', 'x')).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining("Value 'queue' at 'typeName' failed to satisfy constraint: Member must satisfy regular expression"),
    });
  });

  it('a type that means something in a stack only, and an action that a type has not', async () => {
    await expect(create('AWS::CloudFormation::WaitCondition', {})).rejects.toMatchObject({
      name: 'UnsupportedActionException',
      message: 'Resource type AWS::CloudFormation::WaitCondition does not support CREATE action',
    });
    await expect(change('AWS::Lambda::Permission', 'f|s', { op: 'remove', path: '/a' })).rejects.toMatchObject({
      name: 'UnsupportedActionException',
      message: 'Resource type AWS::Lambda::Permission does not support UPDATE action',
    });
    await expect(client.listResources({ TypeName: 'AWS::SQS::QueuePolicy' })).rejects.toMatchObject({
      name: 'UnsupportedActionException',
    });
  });

  it('a state that is no state of the type', async () => {
    await expect(create(QUEUE, { Name: 'x', DelaySeconds: 'soon', QueueName: { Ref: 'Other' } })).rejects.toMatchObject({
      name: 'ValidationException',
      message: [
        'Model validation failed (#: extraneous key [Name] is not permitted',
        '#/DelaySeconds: expected type: Integer, found: String',
        '#/QueueName: expected type: String, found: JSONObject)',
      ].join('\n'),
    });
    await expect(create('AWS::Logs::LogGroup', { ResourcePolicyDocument: {} })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('#/ResourcePolicyDocument: AWS::Logs::LogGroup does not emulate it'),
    });
    await expect(client.createResource({ TypeName: QUEUE, DesiredState: 'queue: yes' })).rejects.toMatchObject({
      name: 'InvalidRequestException',
    });
  });

  it('a change of what is fixed', async () => {
    const { Identifier = '' } = await ended((await create(QUEUE, { QueueName: 'fixed' })).RequestToken);
    await expect(change(QUEUE, Identifier, { op: 'replace', path: '/QueueName', value: 'other' })).rejects.toMatchObject({
      name: 'NotUpdatableException',
      message: 'Invalid patch update: createOnlyProperties [/properties/QueueName] cannot be updated',
    });
    await expect(change(QUEUE, Identifier, { op: 'replace', path: '/Arn', value: 'arn' })).rejects.toMatchObject({
      name: 'NotUpdatableException',
      message: 'Invalid patch update: readOnlyProperties [/properties/Arn] cannot be updated',
    });
    await expect(change(QUEUE, Identifier, { op: 'replace', path: '/Nothing', value: 1 })).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Invalid patch document: [0]: there is nothing at /Nothing',
    });
    await expect(change(QUEUE, `${Identifier}-x`, { op: 'add', path: '/DelaySeconds', value: 1 })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

it('of a REST API has the API in its identifier', async () => {
  const { Identifier: RestApiId = '' } = await ended((await create('AWS::ApiGateway::RestApi', { Name: 'shop' })).RequestToken);
  const model = await ended((await create('AWS::ApiGateway::Model', { RestApiId, Name: 'Order' })).RequestToken);
  expect(model).toMatchObject({ OperationStatus: 'SUCCESS', Identifier: `${RestApiId}|Order` });
  expect(await read('AWS::ApiGateway::Model', model.Identifier!)).toMatchObject({
    identifier: model.Identifier,
    model: { RestApiId, Name: 'Order', ContentType: 'application/json' },
  });
  const validator = await ended((await create('AWS::ApiGateway::RequestValidator', { RestApiId, Name: 'all' })).RequestToken);
  expect(validator.Identifier).toMatch(new RegExp(`^${RestApiId}\\|[a-z0-9]+$`));
  for (const { TypeName, Identifier } of [model, validator])
    expect(await ended((await remove(TypeName!, Identifier!)).RequestToken)).toMatchObject({ OperationStatus: 'SUCCESS' });
});
