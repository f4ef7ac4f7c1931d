// Every paginator of the SDK walks its list page by page, and finds each item once.
import * as sdk from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation, type Fixture, handler, ROLE, startFixture, zipOf } from './fixture.ts';

const EXPORTS: Readonly<Record<string, unknown>> = { ...sdk };
const PAGES = Object.keys(EXPORTS).filter((name) => name.startsWith('paginate'));
const FunctionName = 'f';
let fixture: Fixture;
let configArn: string;

beforeAll(async () => {
  fixture = await startFixture({ environment: { FUNCTION_SYNCHRONOUS_CREATE: '1' } });
  const { lambda, emulator } = fixture;
  const settings = { AllowedPublishers: { SigningProfileVersionArns: ['arn:aws:signer:us-east-1:000000000000:/signing-profiles/p/1'] } };
  for (const CapacityProviderName of ['a', 'b']) {
    const { CodeSigningConfig } = await lambda.createCodeSigningConfig(settings);
    configArn = CodeSigningConfig!.CodeSigningConfigArn!;
    await lambda.createCapacityProvider({
      CapacityProviderName,
      VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: [] },
      PermissionsConfig: { CapacityProviderOperatorRoleArn: ROLE },
    });
  }
  const LambdaManagedInstancesCapacityProviderConfig = {
    CapacityProviderArn: 'arn:aws:lambda:us-east-1:000000000000:capacity-provider:a',
  };
  const managed = { CapacityProviderConfig: { LambdaManagedInstancesCapacityProviderConfig }, MemorySize: 2048, Publish: true };
  await lambda.createFunction(creation('managed', handler(''), { ...managed, CodeSigningConfigArn: configArn }));
  await lambda.createFunction(creation('durable', handler('return { Status: "FAILED" };'), { DurableConfig: { ExecutionTimeout: 9 } }));
  for (let times = 0; times < 2; times++) await lambda.invoke({ FunctionName: 'durable:$LATEST' });
  await lambda.createFunction(creation(FunctionName, handler(''), { Publish: true, CodeSigningConfigArn: configArn }));
  await lambda.updateFunctionConfiguration({ FunctionName, Timeout: 4 });
  await emulator.idle();
  await lambda.publishVersion({ FunctionName });
  await emulator.idle();
  for (const [Name, FunctionVersion] of [
    ['x', '1'],
    ['y', '2'],
  ] as const) {
    const named = { FunctionName, Qualifier: Name };
    await lambda.createAlias({ FunctionName, Name, FunctionVersion });
    await lambda.createFunctionUrlConfig({ ...named, AuthType: 'AWS_IAM' });
    await lambda.putFunctionEventInvokeConfig({ ...named, MaximumRetryAttempts: 1 });
    await lambda.putProvisionedConcurrencyConfig({ ...named, ProvisionedConcurrentExecutions: 1 });
    await lambda.publishLayerVersion({ LayerName: 'many', Content: { ZipFile: zipOf({ a: Name }) } });
    await lambda.publishLayerVersion({ LayerName: `of-${Name}`, Content: { ZipFile: zipOf({ a: Name }) } });
    await emulator.client(SQS).createQueue({ QueueName: Name });
    const EventSourceArn = `arn:aws:sqs:us-east-1:000000000000:${Name}`;
    await lambda.createEventSourceMapping({ FunctionName, EventSourceArn, Enabled: false });
  }
  await emulator.idle();
});
afterAll(() => fixture.emulator.stop());

const inputs = (): Readonly<Record<string, object>> => ({
  ListDurableExecutionsByFunction: { FunctionName: 'durable' },
  ListFunctionsByCodeSigningConfig: { CodeSigningConfigArn: configArn },
  ListFunctionVersionsByCapacityProvider: { CapacityProviderName: 'a' },
  ListLayerVersions: { LayerName: 'many' },
});

it.each(PAGES.filter((name) => name.startsWith('paginateList')))('%s', async (name) => {
  const operation = name.replace('paginate', '');
  const paginate = EXPORTS[name] as typeof sdk.paginateListAliases;
  const input = { FunctionName, ...inputs()[operation] };
  const found: string[] = [];
  let pages = 0;
  for await (const page of paginate({ client: fixture.lambda, pageSize: 1 }, input)) {
    const items = Object.values(page).find((value): value is unknown[] => Array.isArray(value)) ?? [];
    expect(items.length).toBeLessThanOrEqual(1);
    found.push(...items.map((item) => JSON.stringify(item)));
    if (items.length > 0) pages++;
  }
  expect(pages).toBeGreaterThanOrEqual(2);
  expect(new Set(found).size).toBe(found.length);
});

it('walks the history of a durable execution', async () => {
  const client = fixture.lambda;
  const { DurableExecutions } = await client.listDurableExecutionsByFunction({ FunctionName: 'durable' });
  const { DurableExecutionArn } = DurableExecutions![0]!;
  const types: unknown[] = [];
  for await (const { Events } of sdk.paginateGetDurableExecutionHistory({ client, pageSize: 1 }, { DurableExecutionArn }))
    types.push(...Events!.map(({ EventType }) => EventType));
  expect(types).toEqual(['ExecutionStarted', 'InvocationCompleted', 'ExecutionFailed']);
});

it('leaves out no paginator but that of a state which never is', () => {
  expect(PAGES.filter((name) => !name.startsWith('paginateList'))).toEqual([
    'paginateGetDurableExecutionHistory',
    'paginateGetDurableExecutionState',
  ]);
});
