// Capacity providers, scaling, durable settings: what is kept of them, what is applied, and what is said where nothing happens.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import * as sdk from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, type Fixture, handler, jsonOf, ROLE, startFixture } from './fixture.ts';

const PROVIDER = {
  CapacityProviderName: 'pool',
  VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
  PermissionsConfig: { CapacityProviderOperatorRoleArn: ROLE },
};
const ARN = 'arn:aws:lambda:us-east-1:000000000000:capacity-provider:pool';
const SLOW = handler('await new Promise((r) => setTimeout(r, 200)); return process.env.AWS_LAMBDA_INITIALIZATION_TYPE;');

let fixture: Fixture;
let lambda: sdk.Lambda;
beforeEach(async () => {
  fixture = await startFixture();
  lambda = fixture.lambda;
});
afterEach(() => fixture.emulator.stop());

const managed = { CapacityProviderConfig: { LambdaManagedInstancesCapacityProviderConfig: { CapacityProviderArn: ARN } } };

it('keeps capacity providers and which versions name them', async () => {
  const create = creation('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
  await expect(lambda.createFunction(create)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const { CapacityProvider } = await lambda.createCapacityProvider({ ...PROVIDER, Tags: { a: 'b' } });
  expect(CapacityProvider).toMatchObject({ CapacityProviderArn: ARN, State: 'Pending', VpcConfig: PROVIDER.VpcConfig });
  await expect(lambda.createCapacityProvider(PROVIDER)).rejects.toMatchObject({ name: 'ResourceConflictException' });
  expect((await lambda.getCapacityProvider({ CapacityProviderName: ARN })).CapacityProvider).toMatchObject({
    State: 'Active',
    CapacityProviderScalingConfig: { ScalingMode: 'Auto', MaxVCpuCount: 400 },
  });
  expect((await lambda.listTags({ Resource: ARN })).Tags).toEqual({ a: 'b' });
  await lambda.updateCapacityProvider({ CapacityProviderName: 'pool', CapacityProviderScalingConfig: { MaxVCpuCount: 12 } });
  const { CapacityProviders } = await lambda.listCapacityProviders();
  expect(CapacityProviders).toMatchObject([{ CapacityProviderScalingConfig: { ScalingMode: 'Auto', MaxVCpuCount: 12 } }]);

  const small = lambda.createFunction({ ...create, MemorySize: 512 });
  await expect(small).rejects.toMatchObject({ name: 'ValidationException' });
  await fixture.create('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
  expect(await fixture.settled('managed')).toMatchObject(managed);
  const used = await lambda.listFunctionVersionsByCapacityProvider({ CapacityProviderName: 'pool' });
  expect(used.FunctionVersions!.map(({ FunctionArn }) => FunctionArn!.split(':').at(-1))).toEqual(['$LATEST', '1']);
  const remove = () => lambda.deleteCapacityProvider({ CapacityProviderName: 'pool' });
  await expect(remove()).rejects.toMatchObject({ name: 'ResourceConflictException' });
  await lambda.deleteFunction({ FunctionName: 'managed' });
  await remove();
  await expect(lambda.getCapacityProvider({ CapacityProviderName: 'pool' })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

/** A function with a provider, and its first version. */
async function manage(): Promise<void> {
  await lambda.createCapacityProvider(PROVIDER);
  await fixture.create('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
}

it('scales versions that have one: so many are ready, so many run at most', async () => {
  await manage();
  const version = { FunctionName: 'managed', Qualifier: '1' };
  await lambda.putFunctionScalingConfig({
    ...version,
    FunctionScalingConfig: { MinExecutionEnvironments: 2, MaxExecutionEnvironments: 2 },
  });
  await fixture.emulator.idle();
  const config = { MinExecutionEnvironments: 2, MaxExecutionEnvironments: 2 };
  expect(await lambda.getFunctionScalingConfig(version)).toMatchObject({
    FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:managed:1',
    AppliedFunctionScalingConfig: config,
    RequestedFunctionScalingConfig: config,
  });
  const results = await Promise.allSettled([1, 2, 3].map(() => lambda.invoke(version)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.name, reason.Reason])).toEqual([
    ['TooManyRequestsException', 'ConcurrentInvocationLimitExceeded'],
  ]);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [jsonOf(result.value.Payload)] : []));
  // One is started ahead of any version.
  expect(answers).toContain('provisioned-concurrency');
  const plain = await lambda.getFunctionScalingConfig({ FunctionName: 'nobody', Qualifier: '1' }).catch((error: Error) => error);
  expect(plain).toMatchObject({ name: 'ResourceNotFoundException' });
  const crossed = { MinExecutionEnvironments: 3, MaxExecutionEnvironments: 2 };
  await expect(lambda.putFunctionScalingConfig({ ...version, FunctionScalingConfig: crossed })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
});

it('names providers and code signing configurations in templates', async () => {
  const cfn = fixture.emulator.client(CloudFormation);
  await lambda.createCapacityProvider(PROVIDER);
  const { CodeSigningConfig } = await lambda.createCodeSigningConfig({
    AllowedPublishers: { SigningProfileVersionArns: ['arn:aws:signer:us-east-1:000000000000:/signing-profiles/p/1'] },
  });
  const Properties = {
    ...{ FunctionName: 'templated', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', MemorySize: 2048 },
    ...{ Code: { ZipFile: 'exports.handler = async () => 1;' }, ...managed },
  };
  const body = (more: object) =>
    JSON.stringify({ Resources: { Fn: { Type: 'AWS::Lambda::Function', Properties: { ...Properties, ...more } } } });
  const { CodeSigningConfigArn } = CodeSigningConfig!;
  const signing = async () => (await lambda.getFunctionCodeSigningConfig({ FunctionName: 'templated' })).CodeSigningConfigArn;
  await cfn.createStack({ StackName: 'managed', TemplateBody: body({ CodeSigningConfigArn }) });
  await fixture.emulator.idle();
  expect(await fixture.settled('templated')).toMatchObject(managed);
  expect(await signing()).toBe(CodeSigningConfigArn);
  await cfn.updateStack({ StackName: 'managed', TemplateBody: body({ Timeout: 9 }) });
  await fixture.emulator.idle();
  expect(await fixture.settled('templated')).toMatchObject({ Timeout: 9, ...managed });
  expect(await signing()).toBeUndefined();
});

it('makes functions durable when they are created alone', async () => {
  await fixture.create('plain', 'return 1;');
  await fixture.create('durable', 'return 1;', { DurableConfig: { ExecutionTimeout: 60 } });
  expect(await fixture.settled('durable')).toMatchObject({ DurableConfig: { ExecutionTimeout: 60, RetentionPeriodInDays: 14 } });
  for (const DurableConfig of [{ ExecutionTimeout: 5 }, {}])
    await expect(lambda.updateFunctionConfiguration({ FunctionName: 'plain', DurableConfig })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'You cannot add a durable configuration to a function that was originally created with no durable configuration',
    });
  for (const DurableConfig of [{ RetentionPeriodInDays: 5 }, {}])
    await expect(lambda.createFunction(creation('timeless', handler('return 1;'), { DurableConfig }))).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: 'You cannot create a function with a durable configuration without an executionTimeout',
    });
});

it('gives durable functions the longest timeout and logs in JSON, unless they ask for others', async () => {
  const { Timeout: _, ...unsaid } = creation('unsaid', handler('return 1;'));
  const asked = { LoggingConfig: { LogFormat: 'Text' as const }, Timeout: 7 };
  const logging = { LogFormat: 'JSON', ApplicationLogLevel: 'INFO', SystemLogLevel: 'INFO', LogGroup: '/aws/lambda/unsaid' };
  await lambda.createFunction({ ...unsaid, DurableConfig: { ExecutionTimeout: 86_400 } });
  expect(await fixture.settled('unsaid')).toMatchObject({ Timeout: 900, LoggingConfig: logging });
  await lambda.createFunction({ ...unsaid, FunctionName: 'short', DurableConfig: { ExecutionTimeout: 60 } });
  expect(await fixture.settled('short')).toMatchObject({ Timeout: 60 });
  await lambda.createFunction({ ...unsaid, ...asked, FunctionName: 'asked', DurableConfig: { ExecutionTimeout: 60 } });
  expect(await fixture.settled('asked')).toMatchObject({ Timeout: 7, LoggingConfig: { LogFormat: 'Text' } });
});

it('keeps tenants apart', async () => {
  await fixture.create('ordinary', 'return 1;');
  const body =
    'globalThis.calls = (globalThis.calls ?? 0) + 1; console.log("called"); return { tenant: context.tenantId, calls: globalThis.calls };';
  await fixture.create('tenants', body, {
    TenancyConfig: { TenantIsolationMode: 'PER_TENANT' },
    LoggingConfig: { LogFormat: 'JSON' },
    Publish: true,
  });
  expect(await fixture.settled('tenants')).toMatchObject({ TenancyConfig: { TenantIsolationMode: 'PER_TENANT' } });
  const invoke = async (TenantId?: string) =>
    jsonOf((await lambda.invoke({ FunctionName: 'tenants', ...(TenantId && { TenantId }) })).Payload);
  expect(await invoke('blue')).toEqual({ tenant: 'blue', calls: 1 });
  await fixture.emulator.idle();
  expect(await invoke('green')).toEqual({ tenant: 'green', calls: 1 });
  await fixture.emulator.idle();
  expect(await invoke('blue')).toEqual({ tenant: 'blue', calls: 2 });
  await fixture.emulator.idle();
  const logs = fixture.emulator.client(CloudWatchLogs);
  const { events } = await logs.filterLogEvents({ logGroupName: '/aws/lambda/tenants' });
  const told = events!.map(({ message }) => JSON.parse(message!) as { tenantId?: string; type?: string; record?: { tenantId?: string } });
  expect(told.flatMap(({ tenantId }) => tenantId ?? []).sort()).toEqual(['blue', 'blue', 'green']);
  expect(told.filter(({ type }) => type === 'platform.start').every(({ record }) => record?.tenantId !== undefined)).toBe(true);
  await expect(invoke()).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: expect.stringContaining('Add a valid tenant ID'),
  });
  await expect(lambda.invoke({ FunctionName: 'ordinary', TenantId: 'blue' })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: expect.stringContaining('Remove the tenant ID'),
  });
  const FunctionName = 'tenants';
  for (const call of [
    () => lambda.createFunctionUrlConfig({ FunctionName, AuthType: 'NONE' }),
    () => lambda.putProvisionedConcurrencyConfig({ FunctionName, Qualifier: '1', ProvisionedConcurrentExecutions: 1 }),
  ])
    await expect(call()).rejects.toMatchObject({ message: expect.stringContaining('tenant isolation mode') });
  await lambda.updateFunctionCode({ FunctionName, ZipFile: handler('return "new";') });
  await sdk.waitUntilFunctionUpdatedV2({ client: lambda, ...WAITER }, { FunctionName });
  expect(await invoke('blue')).toBe('new');
});
