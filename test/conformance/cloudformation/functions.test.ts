// Functions in stacks: code from buckets, versions and weighted aliases, reasons of failure, inline code that answers for a custom resource.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { handler } from '../lambda/fixture.ts';
import { getAtt, ROLE, ref } from './resource-types/type-case.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
let lambda: Lambda;
beforeAll(async () => {
  emulator = await startTestEmulator();
  cfn = emulator.client(CloudFormation);
  lambda = emulator.client(Lambda);
});
afterAll(() => emulator.stop());

type Resources = Readonly<Record<string, object>>;
const bodyOf = (Resources: Resources): string => JSON.stringify({ Resources });

async function create(StackName: string, resources: Resources): Promise<string> {
  await cfn.createStack({ StackName, TemplateBody: bodyOf(resources) });
  return status(StackName);
}
async function update(StackName: string, resources: Resources): Promise<string> {
  await cfn.updateStack({ StackName, TemplateBody: bodyOf(resources) });
  return status(StackName);
}
async function status(StackName: string): Promise<string> {
  await emulator.idle();
  return (await cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus!;
}
async function reasons(StackName: string): Promise<string> {
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  return StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('_FAILED'))
    .map(({ LogicalResourceId, ResourceStatusReason }) => `${LogicalResourceId}: ${ResourceStatusReason}`)
    .join('\n');
}
const fn = (more: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Role: ROLE,
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Code: { ZipFile: 'exports.handler = async () => "inline";' },
    ...more,
  },
});
const invoke = async (FunctionName: string): Promise<unknown> =>
  JSON.parse(Buffer.from((await lambda.invoke({ FunctionName })).Payload!).toString());

it('code comes from buckets, version by version', async () => {
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'code' });
  await s3.putBucketVersioning({ Bucket: 'code', VersioningConfiguration: { Status: 'Enabled' } });
  const put = async (says: string) => (await s3.putObject({ Bucket: 'code', Key: 'fn.zip', Body: handler(`return '${says}'`) })).VersionId!;
  const [one, two] = [await put('one'), await put('two')];
  const from = (S3ObjectVersion: string) => ({
    Fn: fn({ FunctionName: 'from-s3', Code: { S3Bucket: 'code', S3Key: 'fn.zip', S3ObjectVersion } }),
  });
  expect(await create('from-s3', from(one))).toBe('CREATE_COMPLETE');
  expect(await invoke('from-s3')).toBe('one');
  expect(await update('from-s3', from(two))).toBe('UPDATE_COMPLETE');
  expect(await invoke('from-s3')).toBe('two');
  expect(await create('from-nowhere', { Fn: fn({ Code: { S3Bucket: 'code', S3Key: 'other.zip' } }) })).toBe('ROLLBACK_COMPLETE');
  expect(await reasons('from-nowhere')).toContain('S3 Error Code: NoSuchKey');
});

it('an alias shares the traffic between two versions', async () => {
  const code = (says: string) => ({ Code: { ZipFile: `exports.handler = async () => "${says}";` }, FunctionName: 'shared' });
  const version = { Type: 'AWS::Lambda::Version', Properties: { FunctionName: ref('Fn') }, DeletionPolicy: 'Retain' };
  const live = (FunctionVersion: unknown, weights: object[]) => ({
    Type: 'AWS::Lambda::Alias',
    Properties: { FunctionName: ref('Fn'), FunctionVersion, Name: 'live', RoutingConfig: { AdditionalVersionWeights: weights } },
  });
  expect(await create('shared', { Fn: fn(code('one')), One: version, Live: live(getAtt('One', 'Version'), []) })).toBe('CREATE_COMPLETE');
  const both = {
    Fn: fn(code('two')),
    One: version,
    Two: { ...version, Properties: { ...version.Properties, Description: 'two' } },
    Live: live(getAtt('One', 'Version'), [{ FunctionVersion: getAtt('Two', 'Version'), FunctionWeight: '0.25' }]),
  };
  expect(await update('shared', both)).toBe('UPDATE_COMPLETE');
  const alias = await lambda.getAlias({ FunctionName: 'shared', Name: 'live' });
  expect(alias).toMatchObject({ FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: { '2': 0.25 } } });
  const { StackResourceDrift } = await cfn.detectStackResourceDrift({ StackName: 'shared', LogicalResourceId: 'Live' });
  expect(StackResourceDrift).toMatchObject({ StackResourceDriftStatus: 'IN_SYNC' });
  const third = { ...both, Three: { ...version, Properties: { ...version.Properties, Description: 'three' } } };
  expect(await update('shared', third)).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(await reasons('shared')).toContain('Version already exists: [arn:aws:lambda:us-east-1:000000000000:function:shared:2].');
});

it('a version of what was published already besides the stack fails', async () => {
  const code = (says: string) => ({ Code: { ZipFile: `exports.handler = async () => "${says}";` }, FunctionName: 'swapped' });
  const version = { Type: 'AWS::Lambda::Version', Properties: { FunctionName: ref('Fn') }, DeletionPolicy: 'Retain' };
  expect(await create('swapped', { Fn: fn(code('one')), One: version })).toBe('CREATE_COMPLETE');
  expect(await create('elsewhere', { Fn: fn({ ...code('two'), FunctionName: 'elsewhere' }) })).toBe('CREATE_COMPLETE');
  const { Code } = await lambda.getFunction({ FunctionName: 'elsewhere' });
  const ZipFile = Buffer.from(await (await fetch(Code!.Location!)).arrayBuffer());
  await lambda.updateFunctionCode({ FunctionName: 'swapped', ZipFile, Publish: true });
  await expect.poll(async () => (await lambda.getFunctionConfiguration({ FunctionName: 'swapped' })).LastUpdateStatus).toBe('Successful');
  expect(await update('swapped', { Fn: fn(code('two')), Two: version })).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(await reasons('swapped')).toContain('Version already exists: [arn:aws:lambda:us-east-1:000000000000:function:swapped:2].');
  const { Versions } = await lambda.listVersionsByFunction({ FunctionName: 'swapped' });
  expect(Versions?.map(({ Version }) => Version)).toEqual(['$LATEST', '1', '2']);
});

describe('provisioned concurrency', () => {
  const slow = (says: string) => ({
    FunctionName: `kept-${says}`,
    Code: { ZipFile: 'const end = Date.now() + 300; while (Date.now() < end); exports.handler = async () => 1;' },
  });
  const alias = (FunctionVersion: unknown, ProvisionedConcurrentExecutions: number) => ({
    Type: 'AWS::Lambda::Alias',
    Properties: {
      FunctionName: ref('Fn'),
      Name: 'live',
      FunctionVersion,
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions },
    },
  });
  const version = (Description: string) => ({
    Type: 'AWS::Lambda::Version',
    Properties: { FunctionName: ref('Fn'), Description },
    DeletionPolicy: 'Retain',
  });
  const statusOf = async (StackName: string) =>
    (await cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus!.replace('_CLEANUP_IN_PROGRESS', '');
  /** The moment that a stack is complete, and what there is then. */
  const atOnce = async (StackName: string, FunctionName: string) => {
    await expect.poll(() => statusOf(StackName), { interval: 5 }).toMatch(/_COMPLETE$/);
    return lambda.getProvisionedConcurrencyConfig({ FunctionName, Qualifier: 'live' });
  };
  const resources = (more: Resources) => ({ Fn: fn(slow('warm')), One: version('one'), ...more });

  it('is there when the alias is complete, also when that points elsewhere', async () => {
    const first = resources({ Live: alias(getAtt('One', 'Version'), 2) });
    await cfn.createStack({ StackName: 'warm', TemplateBody: bodyOf(first) });
    expect(await atOnce('warm', 'kept-warm')).toMatchObject({ Status: 'READY', AllocatedProvisionedConcurrentExecutions: 2 });
    const next = {
      ...resources({ Two: version('two'), Live: alias(getAtt('Two', 'Version'), 2) }),
      Fn: fn({ ...slow('warm'), MemorySize: 256 }),
    };
    await cfn.updateStack({ StackName: 'warm', TemplateBody: bodyOf(next) });
    expect(await atOnce('warm', 'kept-warm')).toMatchObject({ Status: 'READY', AllocatedProvisionedConcurrentExecutions: 2 });
  });

  it('that is not to be had fails the stack with its reason', async () => {
    const many = { Fn: fn(slow('many')), One: version('one'), Live: alias(getAtt('One', 'Version'), 500) };
    expect(await create('many', many)).toBe('ROLLBACK_COMPLETE');
    expect(await reasons('many')).toMatch(
      /^Live: The provisioned concurrency of kept-many:live could not be allocated: .*FUNCTION_MAX_ENV/,
    );
  });
});

it('a version may demand the hash of the code', async () => {
  const CodeSha256 = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
  const version = { Type: 'AWS::Lambda::Version', Properties: { FunctionName: ref('Fn'), CodeSha256 } };
  expect(await create('hashed', { Fn: fn(), One: version })).toBe('ROLLBACK_COMPLETE');
  expect(await reasons('hashed')).toContain(`CodeSHA256 (${CodeSha256}) is different`);
});

it('a function that fails fails its stack with its own reason', async () => {
  expect(await create('no-engine', { Fn: fn({ Runtime: 'dotnet8', Code: { S3Bucket: 'code', S3Key: 'fn.zip' } }) })).toBe(
    'ROLLBACK_COMPLETE',
  );
  const why = await reasons('no-engine');
  expect(why).toMatch(/^Fn: Function no-engine-Fn-\w+ did not become Active: .{10}/);
  const named = /no-engine-Fn-\w+/.exec(why)![0];
  await expect(lambda.getFunction({ FunctionName: named })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

it('a failed update goes back to the code and settings that were', async () => {
  expect(await create('back-fn', { Fn: fn({ FunctionName: 'back-fn', Timeout: 9 }) })).toBe('CREATE_COMPLETE');
  const changed = fn({
    FunctionName: 'back-fn',
    Code: { ZipFile: 'exports.handler = async () => "new";' },
    Environment: { Variables: { A: 'b' } },
  });
  const bad = { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 9999 }, DependsOn: 'Fn' };
  expect(await update('back-fn', { Fn: changed, Bad: bad })).toBe('UPDATE_ROLLBACK_COMPLETE');
  expect(await invoke('back-fn')).toBe('inline');
  const { Configuration } = await lambda.getFunction({ FunctionName: 'back-fn' });
  expect(Configuration).toMatchObject({ Timeout: 9 });
  expect(Configuration!.Environment?.Variables ?? {}).toEqual({});
});

it('what is changed behind its back is drift', async () => {
  expect(await create('drifts', { Fn: fn({ FunctionName: 'drifts', MemorySize: 256 }) })).toBe('CREATE_COMPLETE');
  await lambda.updateFunctionConfiguration({ FunctionName: 'drifts', MemorySize: 512 });
  const { StackResourceDrift } = await cfn.detectStackResourceDrift({ StackName: 'drifts', LogicalResourceId: 'Fn' });
  expect(StackResourceDrift).toMatchObject({
    StackResourceDriftStatus: 'MODIFIED',
    PropertyDifferences: [{ PropertyPath: '/MemorySize', ExpectedValue: '256', ActualValue: '512' }],
  });
});

const ANSWERS = {
  'nodejs20.x': `const response = require('cfn-response');
exports.handler = (event, context) => response.send(event, context, response.SUCCESS, { Greeting: 'hello' }, 'thing');`,
  'python3.11': `import cfnresponse
def handler(event, context):
    cfnresponse.send(event, context, cfnresponse.SUCCESS, {"Greeting": "hello"}, "thing")`,
};
it.each(Object.entries(ANSWERS))('inline code answers for a custom resource in %s', async (Runtime, ZipFile) => {
  const StackName = `custom-${Runtime.replace(/\W.*/, '')}`;
  const Resources = {
    Fn: fn({ Runtime, Code: { ZipFile } }),
    Thing: { Type: 'Custom::Thing', Properties: { ServiceToken: getAtt('Fn', 'Arn') } },
  };
  const Outputs = { Greeting: { Value: getAtt('Thing', 'Greeting') }, Id: { Value: ref('Thing') } };
  await cfn.createStack({ StackName, TemplateBody: JSON.stringify({ Resources, Outputs }) });
  expect(await status(StackName), await reasons(StackName)).toBe('CREATE_COMPLETE');
  const { Stacks } = await cfn.describeStacks({ StackName });
  expect(Stacks![0]!.Outputs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ OutputKey: 'Greeting', OutputValue: 'hello' }),
      expect.objectContaining({ OutputKey: 'Id', OutputValue: 'thing' }),
    ]),
  );
  await cfn.deleteStack({ StackName });
  await emulator.idle();
  await expect(status(StackName)).rejects.toMatchObject({ name: 'ValidationError' });
});

it.each([['publishing to the latest one', { Fn: fn({ PublishToLatestPublished: true }) }, '#/PublishToLatestPublished']])(
  '%s is refused before anything is created',
  async (_, resources, message) => {
    await expect(cfn.createStack({ StackName: 'refused', TemplateBody: bodyOf(resources) })).rejects.toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining(message),
    });
  },
);

it('inline code is for Node and Python', async () => {
  expect(await create('inline-java', { Fn: fn({ Runtime: 'java21' }) })).toBe('ROLLBACK_COMPLETE');
  expect(await reasons('inline-java')).toContain('ZipFile can only be used when Runtime is set to either of nodejs or python');
});
