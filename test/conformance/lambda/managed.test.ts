// Capacity providers, scaling, durable functions: what is kept of them, what is applied, and what is said where nothing happens.
import { CloudFormationClient, CreateStackCommand, UpdateStackCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import * as sdk from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { creation, type Fixture, handler, jsonOf, ROLE, startFixture } from './fixture.ts';

const PROVIDER = {
  CapacityProviderName: 'pool',
  VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
  PermissionsConfig: { CapacityProviderOperatorRoleArn: ROLE },
};
const ARN = 'arn:aws:lambda:us-east-1:000000000000:capacity-provider:pool';
const SLOW = handler('await new Promise((r) => setTimeout(r, 200)); return process.env.AWS_LAMBDA_INITIALIZATION_TYPE;');

let fixture: Fixture;
let lambda: sdk.LambdaClient;
beforeEach(async () => {
  fixture = await startFixture();
  lambda = fixture.lambda;
});
afterEach(() => fixture.emulator.stop());

const managed = { CapacityProviderConfig: { LambdaManagedInstancesCapacityProviderConfig: { CapacityProviderArn: ARN } } };

it('keeps capacity providers and which versions name them', async () => {
  const create = creation('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
  await expect(lambda.send(new sdk.CreateFunctionCommand(create))).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const { CapacityProvider } = await lambda.send(new sdk.CreateCapacityProviderCommand({ ...PROVIDER, Tags: { a: 'b' } }));
  expect(CapacityProvider).toMatchObject({ CapacityProviderArn: ARN, State: 'Pending', VpcConfig: PROVIDER.VpcConfig });
  await expect(lambda.send(new sdk.CreateCapacityProviderCommand(PROVIDER))).rejects.toMatchObject({ name: 'ResourceConflictException' });
  expect((await lambda.send(new sdk.GetCapacityProviderCommand({ CapacityProviderName: ARN }))).CapacityProvider).toMatchObject({
    State: 'Active',
    CapacityProviderScalingConfig: { ScalingMode: 'Auto', MaxVCpuCount: 400 },
  });
  expect((await lambda.send(new sdk.ListTagsCommand({ Resource: ARN }))).Tags).toEqual({ a: 'b' });
  await lambda.send(
    new sdk.UpdateCapacityProviderCommand({ CapacityProviderName: 'pool', CapacityProviderScalingConfig: { MaxVCpuCount: 12 } }),
  );
  const { CapacityProviders } = await lambda.send(new sdk.ListCapacityProvidersCommand({}));
  expect(CapacityProviders).toMatchObject([{ CapacityProviderScalingConfig: { ScalingMode: 'Auto', MaxVCpuCount: 12 } }]);

  const small = lambda.send(new sdk.CreateFunctionCommand({ ...create, MemorySize: 512 }));
  await expect(small).rejects.toMatchObject({ name: 'ValidationException' });
  await fixture.create('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
  expect(await fixture.settled('managed')).toMatchObject(managed);
  const used = await lambda.send(new sdk.ListFunctionVersionsByCapacityProviderCommand({ CapacityProviderName: 'pool' }));
  expect(used.FunctionVersions!.map(({ FunctionArn }) => FunctionArn!.split(':').at(-1))).toEqual(['$LATEST', '1']);
  const remove = () => lambda.send(new sdk.DeleteCapacityProviderCommand({ CapacityProviderName: 'pool' }));
  await expect(remove()).rejects.toMatchObject({ name: 'ResourceConflictException' });
  await lambda.send(new sdk.DeleteFunctionCommand({ FunctionName: 'managed' }));
  await remove();
  await expect(lambda.send(new sdk.GetCapacityProviderCommand({ CapacityProviderName: 'pool' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

/** A function with a provider, and its first version. */
async function manage(): Promise<void> {
  await lambda.send(new sdk.CreateCapacityProviderCommand(PROVIDER));
  await fixture.create('managed', SLOW, { ...managed, MemorySize: 2048, Publish: true });
}

it('scales versions that have one: so many are ready, so many run at most', async () => {
  await manage();
  const version = { FunctionName: 'managed', Qualifier: '1' };
  await lambda.send(
    new sdk.PutFunctionScalingConfigCommand({
      ...version,
      FunctionScalingConfig: { MinExecutionEnvironments: 2, MaxExecutionEnvironments: 2 },
    }),
  );
  await fixture.emulator.idle();
  const config = { MinExecutionEnvironments: 2, MaxExecutionEnvironments: 2 };
  expect(await lambda.send(new sdk.GetFunctionScalingConfigCommand(version))).toMatchObject({
    FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:managed:1',
    AppliedFunctionScalingConfig: config,
    RequestedFunctionScalingConfig: config,
  });
  const results = await Promise.allSettled([1, 2, 3].map(() => lambda.send(new sdk.InvokeCommand(version))));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => [reason.name, reason.Reason])).toEqual([
    ['TooManyRequestsException', 'ConcurrentInvocationLimitExceeded'],
  ]);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [jsonOf(result.value.Payload)] : []));
  // One is started ahead of any version.
  expect(answers).toContain('provisioned-concurrency');
  const plain = await lambda
    .send(new sdk.GetFunctionScalingConfigCommand({ FunctionName: 'nobody', Qualifier: '1' }))
    .catch((error: Error) => error);
  expect(plain).toMatchObject({ name: 'ResourceNotFoundException' });
  const crossed = { MinExecutionEnvironments: 3, MaxExecutionEnvironments: 2 };
  await expect(lambda.send(new sdk.PutFunctionScalingConfigCommand({ ...version, FunctionScalingConfig: crossed }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
});

it('names providers and code signing configurations in templates', async () => {
  const cfn = fixture.emulator.client(CloudFormationClient);
  await lambda.send(new sdk.CreateCapacityProviderCommand(PROVIDER));
  const { CodeSigningConfig } = await lambda.send(
    new sdk.CreateCodeSigningConfigCommand({
      AllowedPublishers: { SigningProfileVersionArns: ['arn:aws:signer:us-east-1:000000000000:/signing-profiles/p/1'] },
    }),
  );
  const Properties = {
    ...{ FunctionName: 'templated', Role: ROLE, Runtime: 'nodejs20.x', Handler: 'index.handler', MemorySize: 2048 },
    ...{ Code: { ZipFile: 'exports.handler = async () => 1;' }, ...managed },
  };
  const body = (more: object) =>
    JSON.stringify({ Resources: { Fn: { Type: 'AWS::Lambda::Function', Properties: { ...Properties, ...more } } } });
  const { CodeSigningConfigArn } = CodeSigningConfig!;
  const signing = async () =>
    (await lambda.send(new sdk.GetFunctionCodeSigningConfigCommand({ FunctionName: 'templated' }))).CodeSigningConfigArn;
  await cfn.send(new CreateStackCommand({ StackName: 'managed', TemplateBody: body({ CodeSigningConfigArn }) }));
  await fixture.emulator.idle();
  expect(await fixture.settled('templated')).toMatchObject(managed);
  expect(await signing()).toBe(CodeSigningConfigArn);
  await cfn.send(new UpdateStackCommand({ StackName: 'managed', TemplateBody: body({ Timeout: 9 }) }));
  await fixture.emulator.idle();
  expect(await fixture.settled('templated')).toMatchObject({ Timeout: 9, ...managed });
  expect(await signing()).toBe('');
});

it('records durable executions, and says that they are not run', async () => {
  await fixture.create('durable', 'return 1;', { DurableConfig: { ExecutionTimeout: 60 } });
  expect(await fixture.settled('durable')).toMatchObject({ DurableConfig: { ExecutionTimeout: 60, RetentionPeriodInDays: 14 } });
  const invoke = (DurableExecutionName: string, payload: string) =>
    lambda.send(new sdk.InvokeCommand({ FunctionName: 'durable', DurableExecutionName, Payload: Buffer.from(payload) }));
  for (const name of ['one', 'two'])
    await expect(invoke(name, '{"a":1}')).rejects.toMatchObject({
      name: 'NotImplementedException',
      message: expect.stringContaining('durable executions are recorded, and not run'),
    });
  await expect(invoke('one', '{"a":2}')).rejects.toMatchObject({ name: 'DurableExecutionAlreadyStartedException' });
  const pages: sdk.Execution[] = [];
  const paginator = sdk.paginateListDurableExecutionsByFunction({ client: lambda, pageSize: 1 }, { FunctionName: 'durable' });
  for await (const page of paginator) pages.push(...page.DurableExecutions!);
  expect(pages.map(({ DurableExecutionName, Status }) => [DurableExecutionName, Status])).toEqual([
    ['one', 'FAILED'],
    ['two', 'FAILED'],
  ]);
  const DurableExecutionArn = pages[0]!.DurableExecutionArn!;
  expect(await lambda.send(new sdk.GetDurableExecutionCommand({ DurableExecutionArn }))).toMatchObject({
    Status: 'FAILED',
    InputPayload: '{"a":1}',
    Error: { ErrorType: 'NotEmulated' },
  });
  const history = await lambda.send(new sdk.GetDurableExecutionHistoryCommand({ DurableExecutionArn, IncludeExecutionData: true }));
  expect(history.Events!.map(({ EventType }) => EventType)).toEqual(['ExecutionStarted', 'ExecutionFailed']);
  await expect(lambda.send(new sdk.StopDurableExecutionCommand({ DurableExecutionArn }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
  const CheckpointToken = 'bm9uZQ==';
  for (const command of [
    new sdk.CheckpointDurableExecutionCommand({ DurableExecutionArn, CheckpointToken }),
    new sdk.GetDurableExecutionStateCommand({ DurableExecutionArn, CheckpointToken }),
  ])
    await expect(lambda.send(command as never)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  const CallbackId = 'bm9uZQ==';
  for (const command of [
    new sdk.SendDurableExecutionCallbackSuccessCommand({ CallbackId }),
    new sdk.SendDurableExecutionCallbackFailureCommand({ CallbackId }),
    new sdk.SendDurableExecutionCallbackHeartbeatCommand({ CallbackId }),
  ])
    await expect(lambda.send(command as never)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('has no durable executions of ordinary functions', async () => {
  await fixture.create('plain', 'return 1;');
  await expect(lambda.send(new sdk.InvokeCommand({ FunctionName: 'plain', DurableExecutionName: 'x' }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
  const DurableConfig = { ExecutionTimeout: 5 };
  await expect(lambda.send(new sdk.UpdateFunctionConfigurationCommand({ FunctionName: 'plain', DurableConfig }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  });
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
    jsonOf((await lambda.send(new sdk.InvokeCommand({ FunctionName: 'tenants', ...(TenantId && { TenantId }) }))).Payload);
  expect(await invoke('blue')).toEqual({ tenant: 'blue', calls: 1 });
  await fixture.emulator.idle();
  expect(await invoke('green')).toEqual({ tenant: 'green', calls: 1 });
  await fixture.emulator.idle();
  expect(await invoke('blue')).toEqual({ tenant: 'blue', calls: 2 });
  await fixture.emulator.idle();
  const logs = fixture.emulator.client(CloudWatchLogsClient);
  const { events } = await logs.send(new FilterLogEventsCommand({ logGroupName: '/aws/lambda/tenants' }));
  const told = events!.map(({ message }) => JSON.parse(message!) as { tenantId?: string; type?: string; record?: { tenantId?: string } });
  expect(told.flatMap(({ tenantId }) => tenantId ?? []).sort()).toEqual(['blue', 'blue', 'green']);
  expect(told.filter(({ type }) => type === 'platform.start').every(({ record }) => record?.tenantId !== undefined)).toBe(true);
  await expect(invoke()).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: expect.stringContaining('Add a valid tenant ID'),
  });
  await expect(lambda.send(new sdk.InvokeCommand({ FunctionName: 'ordinary', TenantId: 'blue' }))).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: expect.stringContaining('Remove the tenant ID'),
  });
  const FunctionName = 'tenants';
  for (const command of [
    new sdk.CreateFunctionUrlConfigCommand({ FunctionName, AuthType: 'NONE' }),
    new sdk.PutProvisionedConcurrencyConfigCommand({ FunctionName, Qualifier: '1', ProvisionedConcurrentExecutions: 1 }),
  ])
    await expect(lambda.send(command as never)).rejects.toMatchObject({ message: expect.stringContaining('tenant isolation mode') });
  await lambda.send(new sdk.UpdateFunctionCodeCommand({ FunctionName, ZipFile: handler('return "new";') }));
  await sdk.waitUntilFunctionUpdatedV2({ client: lambda, maxWaitTime: 10, minDelay: 0.02, maxDelay: 0.1 }, { FunctionName });
  expect(await invoke('blue')).toBe('new');
});
