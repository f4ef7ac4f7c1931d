// Versions, aliases, permissions, tags, concurrency.
import * as sdk from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedGate } from '../../support/gate.ts';
import { WAITER } from '../../support/until-passes.ts';
import { type Fixture, handler, startFixture, textOf } from './fixture.ts';

const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:fn';
const FunctionName = 'fn';

describe('versions and aliases', () => {
  let fixture: Fixture;
  let lambda: sdk.Lambda;
  beforeAll(async () => {
    fixture = await startFixture();
    lambda = fixture.lambda;
    await fixture.create(FunctionName, 'return context.functionVersion;');
  });
  afterAll(() => fixture.emulator.stop());
  const quick = { ...WAITER };
  const publish = async () => {
    const made = await lambda.publishVersion({ FunctionName });
    await sdk.waitUntilPublishedVersionActive({ client: lambda, ...quick }, { FunctionName, Qualifier: made.Version });
    return made;
  };
  const change = async () => {
    const ZipFile = handler(`/* ${Math.random()} */ return context.functionVersion;`);
    await lambda.updateFunctionCode({ FunctionName, ZipFile });
    await sdk.waitUntilFunctionUpdatedV2({ client: lambda, ...quick }, { FunctionName });
  };
  const answer = async (Qualifier: string) => {
    const { Payload, ExecutedVersion } = await lambda.invoke({ FunctionName, Qualifier });
    expect(textOf(Payload)).toBe(`"${ExecutedVersion}"`);
    return ExecutedVersion;
  };

  it('publishes what has changed', async () => {
    expect(await publish()).toMatchObject({ Version: '1', FunctionArn: `${ARN}:1`, State: 'Active', LastUpdateStatus: 'Successful' });
    expect(await publish()).toMatchObject({ Version: '1' });
    await change();
    await expect(lambda.publishVersion({ FunctionName, CodeSha256: 'x'.repeat(44) })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('is different from current CodeSHA256 in $LATEST'),
    });
    expect(await publish()).toMatchObject({ Version: '2' });
    const versions: (string | undefined)[] = [];
    for await (const { Versions } of sdk.paginateListVersionsByFunction({ client: lambda, pageSize: 1 }, { FunctionName }))
      versions.push(...Versions!.map(({ FunctionArn }) => FunctionArn));
    expect(versions).toEqual([`${ARN}:$LATEST`, `${ARN}:1`, `${ARN}:2`]);
    expect([await answer('$LATEST'), await answer('1'), await answer('2')]).toEqual(['$LATEST', '1', '2']);
    const all = await lambda.listFunctions({ FunctionVersion: 'ALL' });
    expect(all.Functions).toHaveLength(3);
  });

  it('routes aliases, by weight where they say so', async () => {
    const made = await lambda.createAlias({ FunctionName, Name: 'live', FunctionVersion: '1' });
    expect(made).toMatchObject({ AliasArn: `${ARN}:live`, Name: 'live', FunctionVersion: '1', Description: '' });
    expect(await answer('live')).toBe('1');
    const again = lambda.createAlias({ FunctionName, Name: 'live', FunctionVersion: '1' });
    await expect(again).rejects.toMatchObject({ name: 'ResourceConflictException', message: `Alias already exists: ${ARN}:live` });
    const RoutingConfig = { AdditionalVersionWeights: { 2: 0.5 } };
    const { RevisionId } = await lambda.updateAlias({ FunctionName, Name: 'live', RoutingConfig });
    expect(RevisionId).not.toBe(made.RevisionId);
    const seen = new Set<string | undefined>();
    for (let at = 0; at < 40; at++) seen.add(await answer('live'));
    expect([...seen].sort()).toEqual(['1', '2']);
    const wrong = lambda.updateAlias({ FunctionName, Name: 'live', RevisionId: made.RevisionId });
    await expect(wrong).rejects.toMatchObject({ name: 'PreconditionFailedException' });
    const aliases = await lambda.listAliases({ FunctionName, FunctionVersion: '2' });
    expect(aliases.Aliases).toMatchObject([{ Name: 'live', RoutingConfig }]);
    const blocked = lambda.deleteFunction({ FunctionName, Qualifier: '2' });
    await expect(blocked).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: 'Unable to delete version because the following aliases reference it: [live]',
    });
    await lambda.deleteAlias({ FunctionName, Name: 'live' });
    await expect(lambda.getAlias({ FunctionName, Name: 'live' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Cannot find alias arn: ${ARN}:live`,
    });
    await lambda.deleteFunction({ FunctionName, Qualifier: '2' });
    await expect(answer('2')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(lambda.deleteFunction({ FunctionName, Qualifier: '$LATEST' })).rejects.toMatchObject({
      message: '$LATEST version cannot be deleted without deleting the function.',
    });
  });

  it('writes its policy statement by statement', async () => {
    const permission = { FunctionName, StatementId: 's1', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' };
    const { Statement } = await lambda.addPermission({ ...permission, SourceArn: 'arn:aws:s3:::b', SourceAccount: '000000000000' });
    expect(JSON.parse(Statement!)).toEqual({
      Sid: 's1',
      Effect: 'Allow',
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'lambda:InvokeFunction',
      Resource: ARN,
      Condition: { StringEquals: { 'AWS:SourceAccount': '000000000000' }, ArnLike: { 'AWS:SourceArn': 'arn:aws:s3:::b' } },
    });
    await expect(lambda.addPermission(permission)).rejects.toMatchObject({
      name: 'ResourceConflictException',
      message: 'The statement id (s1) provided already exists. Please provide a new statement id, or remove the existing statement.',
    });
    const { Policy, RevisionId } = await lambda.getPolicy({ FunctionName });
    expect(Policy).toBe(`{"Version":"2012-10-17","Id":"default","Statement":[${Statement}]}`);
    const stale = { ...permission, StatementId: 's2', RevisionId: '11111111-1111-1111-1111-111111111111' };
    await expect(lambda.addPermission(stale)).rejects.toMatchObject({ name: 'PreconditionFailedException' });
    await lambda.addPermission({ ...stale, RevisionId });
    await expect(lambda.removePermission({ FunctionName, StatementId: 'none' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Statement none is not found in resource policy.',
    });
    for (const StatementId of ['s1', 's2']) await lambda.removePermission({ FunctionName, StatementId });
    await expect(lambda.getPolicy({ FunctionName })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'The resource you requested does not exist.',
    });
    await expect(lambda.addPermission({ ...permission, Qualifier: '$LATEST' })).rejects.toMatchObject({
      message: 'We currently do not support adding policies for $LATEST.',
    });
    const onVersion = await lambda.addPermission({ ...permission, Qualifier: '1' });
    expect(JSON.parse(onVersion.Statement!)).toMatchObject({ Resource: `${ARN}:1` });
  });

  it('lets another account invoke it where the policy says so', async () => {
    const credentials = { accessKeyId: '111122223333', secretAccessKey: 'x' };
    const other = fixture.emulator.client(sdk.Lambda, { credentials });
    const invoke = () => other.invoke({ FunctionName: ARN });
    await expect(invoke()).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:iam::111122223333:root is not authorized to perform: lambda:InvokeFunction on resource: ${ARN} because no resource-based policy allows the lambda:InvokeFunction action`,
    });
    const permission = { FunctionName, StatementId: 'other', Action: 'lambda:InvokeFunction', Principal: '111122223333' };
    await lambda.addPermission(permission);
    expect(textOf((await invoke()).Payload)).toBe('"$LATEST"');
    const streamed = await other.invokeWithResponseStream({ FunctionName: ARN });
    expect(streamed).toMatchObject({ StatusCode: 200, ExecutedVersion: '$LATEST' });
    for await (const { InvokeComplete } of streamed.EventStream!) expect(InvokeComplete?.ErrorCode).toBeUndefined();
    await expect(other.getFunction({ FunctionName: ARN })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await lambda.removePermission({ FunctionName, StatementId: 'other' });
  });

  it('is tagged', async () => {
    await lambda.tagResource({ Resource: ARN, Tags: { a: '1', b: '2' } });
    await lambda.untagResource({ Resource: ARN, TagKeys: ['a'] });
    expect((await lambda.listTags({ Resource: ARN })).Tags).toEqual({ b: '2' });
    await expect(lambda.listTags({ Resource: `${ARN}:1` })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'Tags on function aliases and versions are not supported. Please specify a function ARN.',
    });
    await expect(lambda.listTags({ Resource: `${ARN}x` })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('names the version of its runtime where that is chosen by hand, and only there', async () => {
    const set = { FunctionName: ARN, UpdateRuntimeOn: 'FunctionUpdate' } as const;
    await lambda.putRuntimeManagementConfig(set);
    const read = async () => {
      const { $metadata: _, ...config } = await lambda.getRuntimeManagementConfig({ FunctionName: ARN });
      return config;
    };
    expect(await read()).toEqual({ UpdateRuntimeOn: 'FunctionUpdate', FunctionArn: `${ARN}:$LATEST` });
    const { RuntimeVersionConfig } = await lambda.getFunctionConfiguration({ FunctionName: ARN });
    const RuntimeVersionArn = RuntimeVersionConfig!.RuntimeVersionArn!;
    await lambda.putRuntimeManagementConfig({ FunctionName: ARN, UpdateRuntimeOn: 'Manual', RuntimeVersionArn });
    expect(await read()).toMatchObject({ UpdateRuntimeOn: 'Manual', RuntimeVersionArn });
  });

  it('throttles what is over its reservation', async () => {
    await using gate = await closedGate();
    await fixture.create('narrow', gate.wait);
    const narrow = { FunctionName: 'narrow' };
    await expect(lambda.putFunctionConcurrency({ ...narrow, ReservedConcurrentExecutions: 901 })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringMatching(/below its minimum value of \[100\]/),
    });
    await lambda.putFunctionConcurrency({ ...narrow, ReservedConcurrentExecutions: 1 });
    expect(await lambda.getFunctionConcurrency(narrow)).toMatchObject({ ReservedConcurrentExecutions: 1 });
    const first = lambda.invoke(narrow);
    await gate.untilWaiting(1);
    await expect(lambda.invoke(narrow)).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      message: 'Rate Exceeded.',
      Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
      $metadata: { httpStatusCode: 429 },
    });
    gate.open();
    await first;
    const { AccountLimit } = await lambda.getAccountSettings();
    expect(AccountLimit!.UnreservedConcurrentExecutions).toBe(999);
    await lambda.deleteFunctionConcurrency(narrow);
    const both = await Promise.all([1, 2].map(() => lambda.invoke(narrow)));
    expect(both.map(({ StatusCode }) => StatusCode)).toEqual([200, 200]);
  });

  it.each(['nonsense', 'WzEsMiwzXQ', 'WyJhIiwiYiIsImMiXQ', 'e30', ''])('refuses or outlives the marker %s', async (Marker) => {
    const lists = [
      () => lambda.listFunctions({ Marker }),
      () => lambda.listFunctions({ Marker, FunctionVersion: 'ALL' }),
      () => lambda.listAliases({ FunctionName, Marker }),
      () => lambda.listVersionsByFunction({ FunctionName, Marker }),
    ];
    for (const list of lists) {
      const outcome = await list().then(
        () => 'a page',
        (error: Error) => error.name,
      );
      expect(['a page', 'InvalidParameterValueException']).toContain(outcome);
    }
  });
});
