// The parameter store: put, get, versions, labels, policies.
import { type PutParameterCommandInput, SSM } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let ssm: SSM;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  ssm = emulator.client(SSM);
});
afterAll(() => emulator.stop());

const put = (Name: string, Value = 'v', more: Partial<PutParameterCommandInput> = {}) =>
  ssm.putParameter({ Name, Value, Type: 'String', ...more });
const over = (Name: string, Value: string, more: Partial<PutParameterCommandInput> = {}) =>
  ssm.putParameter({ Name, Value, Overwrite: true, ...more });
const get = async (Name: string, WithDecryption = false) => (await ssm.getParameter({ Name, WithDecryption })).Parameter;
const refused = (call: Promise<unknown>) => expect(call).rejects;

describe('a parameter', () => {
  it('is put once, got by name and by ARN, overwritten, deleted', async () => {
    expect(await put('/app/one', 'first')).toMatchObject({ Version: 1, Tier: 'Standard' });
    await refused(put('/app/one', 'again')).toMatchObject({
      name: 'ParameterAlreadyExists',
      message: 'The parameter already exists. To overwrite this value, set the overwrite option in the request to true.',
    });
    const ARN = 'arn:aws:ssm:us-east-1:000000000000:parameter/app/one';
    const shown = {
      Name: '/app/one',
      Type: 'String',
      Value: 'first',
      Version: 1,
      ARN,
      DataType: 'text',
      LastModifiedDate: new Date(emulator.clock.now()),
    };
    expect(await get('/app/one')).toEqual(shown);
    expect(await get(ARN)).toEqual(shown);
    expect(await over('/app/one', 'second')).toMatchObject({ Version: 2 });
    expect(await get('/app/one')).toMatchObject({ Value: 'second', Version: 2 });
    expect(await get('/app/one:1')).toMatchObject({ Value: 'first', Selector: ':1' });
    expect(await get(`${ARN}:2`)).toMatchObject({ Value: 'second', Selector: ':2' });
    await refused(get('/app/one:3')).toMatchObject({
      name: 'ParameterVersionNotFound',
      message: 'Systems Manager could not find version 3 of /app/one. Verify the version and try again.',
    });
    await ssm.deleteParameter({ Name: '/app/one' });
    await refused(get('/app/one')).toMatchObject({ name: 'ParameterNotFound' });
    await refused(ssm.deleteParameter({ Name: '/app/one' })).toMatchObject({ name: 'ParameterNotFound' });
    expect(await put('/app/one')).toMatchObject({ Version: 1 });
  });

  it('has a good name and a good value', async () => {
    await refused(put('/bad name')).toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(/^Parameter name: can't be prefixed/),
    });
    await refused(put('a/b')).toMatchObject({ message: 'Parameter name must be a fully qualified name.' });
    await refused(put('/aws/x')).toMatchObject({ name: 'AccessDeniedException', message: 'No access to reserved parameter name: /aws/x.' });
    await refused(put(`/${'x/'.repeat(15)}x`)).toMatchObject({ name: 'HierarchyLevelLimitExceededException' });
    await refused(put('/v/large', 'x'.repeat(4097))).toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('Standard tier parameters support a maximum parameter value of 4096 characters.'),
    });
    await refused(put('/v/nested', '{{ssm:x}}')).toMatchObject({ name: 'ValidationException' });
    await refused(put('/v/image', 'no-ami', { DataType: 'aws:ec2:image' })).toMatchObject({ name: 'ValidationException' });
    await refused(put('/v/type', 'x', { DataType: 'other' })).toMatchObject({
      message: expect.stringContaining('data type is not supported: other'),
    });
    await refused(put('/v/key', 'x', { KeyId: 'alias/mine' })).toMatchObject({
      message: 'KeyId is required for SecureString type parameter only.',
    });
    await refused(ssm.putParameter({ Name: '/v/untyped', Value: 'x' })).toMatchObject({
      message: 'A parameter type is required when you create a parameter.',
    });
  });

  it('keeps to its pattern and its type', async () => {
    await put('/pattern', '42', { AllowedPattern: '^\\d+$' });
    await refused(over('/pattern', 'x')).toMatchObject({
      name: 'ParameterPatternMismatchException',
      message: 'Parameter value, cannot be validated against allowedPattern: ^\\d+$',
    });
    await refused(put('/pattern/bad', 'x', { AllowedPattern: '(' })).toMatchObject({ name: 'InvalidAllowedPatternException' });
    await refused(put('/pattern/slow', 'a'.repeat(4000), { AllowedPattern: '^(a+)+b$' })).toMatchObject({
      name: 'ParameterPatternMismatchException',
    });
    await refused(put('/pattern/slower', 'a'.repeat(4000), { AllowedPattern: '^((a+)+)\\2b$' })).toMatchObject({
      name: 'InvalidAllowedPatternException',
    });
    await refused(over('/pattern', '1', { Type: 'StringList' })).toMatchObject({ name: 'HierarchyTypeMismatchException' });
  });

  it('goes up a tier, never down', async () => {
    const large = 'x'.repeat(5000);
    expect(await put('/tier', large, { Tier: 'Intelligent-Tiering' })).toMatchObject({ Tier: 'Advanced' });
    expect(await over('/tier', 'small')).toMatchObject({ Tier: 'Advanced' });
    await refused(over('/tier', 'small', { Tier: 'Standard' })).toMatchObject({ message: expect.stringContaining("You can't downgrade") });
  });

  it('tells public parameters and other services apart', async () => {
    await refused(get('/aws/service/none/x')).toMatchObject({ name: 'ParameterNotFound' });
    const image = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';
    const region = '/aws/service/global-infrastructure/regions/eu-west-1';
    const recommended = '/aws/service/ecs/optimized-ami/amazon-linux-2023/recommended';
    const { Parameters } = await ssm.getParameters({ Names: [image, region, recommended] });
    expect(Parameters!.map(({ Value, DataType }) => [Value, DataType])).toEqual([
      [expect.stringMatching(/^ami-[0-9a-f]{17}$/), 'aws:ec2:image'],
      ['eu-west-1', 'text'],
      [expect.stringMatching(/^\{"image_id":"ami-[0-9a-f]{17}"/), 'text'],
    ]);
    expect((await ssm.getParameter({ Name: image })).Parameter!.Value).toBe(Parameters![0]!.Value);
    await refused(ssm.sendCommand({ DocumentName: 'x' })).toMatchObject({ name: 'NotImplementedException' });
  });
});

describe('many parameters', () => {
  it('are got and deleted together; what is missing is listed', async () => {
    await put('/many/a', 'a');
    await put('/many/b', 'b,c', { Type: 'StringList' });
    const { Parameters, InvalidParameters } = await ssm.getParameters({ Names: ['/many/b', '/many/a:1', '/many/c', '/many/a:9'] });
    expect(Parameters?.map(({ Name, Value, Selector }) => [Name, Value, Selector])).toEqual([
      ['/many/b', 'b,c', undefined],
      ['/many/a', 'a', ':1'],
    ]);
    expect(InvalidParameters).toEqual(['/many/c', '/many/a:9']);
    expect(await ssm.deleteParameters({ Names: ['/many/a', '/many/x'] })).toMatchObject({
      DeletedParameters: ['/many/a'],
      InvalidParameters: ['/many/x'],
    });
    await refused(ssm.getParameters({ Names: Array.from({ length: 11 }, (_, i) => `p${i}`) })).toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('versions', () => {
  it('have a history, in pages', async () => {
    await put('/history', 'v1', { Description: 'one' });
    for (let i = 2; i <= 5; i++) await over('/history', `v${i}`);
    await ssm.labelParameterVersion({ Name: '/history', ParameterVersion: 2, Labels: ['prod'] });
    const first = await ssm.getParameterHistory({ Name: '/history', MaxResults: 3 });
    expect(first.Parameters?.map(({ Version, Value, Labels, Description }) => [Version, Value, Labels, Description])).toEqual([
      [1, 'v1', [], 'one'],
      [2, 'v2', ['prod'], 'one'],
      [3, 'v3', [], 'one'],
    ]);
    const second = await ssm.getParameterHistory({ Name: '/history', NextToken: first.NextToken });
    expect(second.Parameters?.map(({ Version }) => Version)).toEqual([4, 5]);
    expect(second.NextToken).toBeUndefined();
    await refused(ssm.getParameterHistory({ Name: '/history', NextToken: 'x' })).toMatchObject({
      name: 'InvalidNextToken',
    });
  });

  it('are found by label, which moves', async () => {
    await put('/label', 'v1');
    await over('/label', 'v2');
    const label = (ParameterVersion: number, ...Labels: string[]) =>
      ssm.labelParameterVersion({ Name: '/label', ParameterVersion, Labels });
    expect(await label(1, 'prod', 'aws-x', '1st', 'a b')).toMatchObject({ InvalidLabels: ['aws-x', '1st', 'a b'], ParameterVersion: 1 });
    expect(await get('/label:prod')).toMatchObject({ Value: 'v1', Selector: ':prod' });
    await label(2, 'prod');
    expect(await get('/label:prod')).toMatchObject({ Value: 'v2' });
    await refused(label(2, ...Array.from({ length: 10 }, (_, i) => `l${i}`))).toMatchObject({ name: 'ParameterVersionLabelLimitExceeded' });
    expect(await ssm.unlabelParameterVersion({ Name: '/label', ParameterVersion: 2, Labels: ['prod', 'none'] })).toMatchObject({
      RemovedLabels: ['prod'],
      InvalidLabels: ['none'],
    });
    await refused(get('/label:prod')).toMatchObject({ name: 'ParameterVersionNotFound' });
  });

  it('are a hundred at most, and a label holds its own', async () => {
    await put('/hundred', 'v1');
    for (let i = 2; i <= 101; i++) await over('/hundred', `v${i}`);
    await refused(get('/hundred:1')).toMatchObject({ name: 'ParameterVersionNotFound' });
    await ssm.labelParameterVersion({ Name: '/hundred', ParameterVersion: 2, Labels: ['keep'] });
    await refused(over('/hundred', 'v102')).toMatchObject({
      name: 'ParameterMaxVersionLimitExceeded',
      message: expect.stringContaining("Version 2, the oldest version, can't be deleted"),
    });
  });
});

describe('policies', () => {
  it('let a parameter expire', async () => {
    const atMs = emulator.clock.now() + 3_600_000;
    const policy = { Type: 'Expiration', Version: '1.0', Attributes: { Timestamp: new Date(atMs).toISOString() } };
    const Policies = JSON.stringify([policy]);
    await refused(put('/expires', 'x', { Policies })).toMatchObject({ name: 'ValidationException' });
    await put('/expires', 'x', { Policies, Tier: 'Advanced' });
    await put('/stays', 'x', { Policies, Tier: 'Advanced' });
    await over('/stays', 'y', { Policies: '[{}]' });
    await emulator.clock.advance('59m');
    expect(await get('/expires')).toMatchObject({ Value: 'x' });
    await emulator.clock.advance('2m');
    await refused(get('/expires')).toMatchObject({ name: 'ParameterNotFound' });
    expect(await get('/stays')).toMatchObject({ Value: 'y' });
    await refused(put('/p', 'x', { Tier: 'Advanced', Policies: '[{"Type":"Nope","Version":"1.0"}]' })).toMatchObject({
      name: 'InvalidPolicyTypeException',
    });
  });
});

describe('tags', () => {
  it('are given at the start, added and removed', async () => {
    await put('/tagged', 'x', { Tags: [{ Key: 'a', Value: '1' }] });
    await refused(over('/tagged', 'y', { Tags: [{ Key: 'b', Value: '2' }] })).toMatchObject({ name: 'ValidationException' });
    const resource = { ResourceType: 'Parameter', ResourceId: '/tagged' } as const;
    await ssm.addTagsToResource({
      ...resource,
      Tags: [
        { Key: 'b', Value: '2' },
        { Key: '__proto__', Value: '' },
      ],
    });
    await ssm.removeTagsFromResource({ ...resource, TagKeys: ['a'] });
    await over('/tagged', 'z');
    expect((await ssm.listTagsForResource(resource)).TagList).toEqual([
      { Key: 'b', Value: '2' },
      { Key: '__proto__', Value: '' },
    ]);
    await refused(ssm.listTagsForResource({ ...resource, ResourceId: '/none' })).toMatchObject({
      name: 'InvalidResourceId',
    });
  });
});

describe('secure strings', () => {
  it('are encrypted, in both tiers', async () => {
    await put('/secret', 'hush', { Type: 'SecureString' });
    const large = 'x'.repeat(6000);
    await put('/secret/large', large, { Type: 'SecureString', Tier: 'Advanced' });
    expect((await get('/secret'))?.Value).not.toContain('hush');
    expect(await get('/secret', true)).toMatchObject({ Value: 'hush', Type: 'SecureString' });
    expect(await get('/secret/large', true)).toMatchObject({ Value: large });
    await over('/secret', 'changed');
    expect(await get('/secret', true)).toMatchObject({ Value: 'changed' });
    expect(await get('/secret:1', true)).toMatchObject({ Value: 'hush' });
    const { Parameters } = await ssm.getParameterHistory({ Name: '/secret', WithDecryption: true });
    expect(Parameters?.map(({ Value, KeyId }) => [Value, KeyId])).toEqual([
      ['hush', 'alias/aws/ssm'],
      ['changed', 'alias/aws/ssm'],
    ]);
    await refused(put('/secret/no-key', 'x', { Type: 'SecureString', KeyId: 'alias/none' })).toMatchObject({ name: 'InvalidKeyId' });
  });
});
