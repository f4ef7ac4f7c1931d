// Parameters by path and by filter, and who may share them.
import {
  type DescribeParametersCommandInput,
  type GetParametersByPathCommandInput,
  paginateDescribeParameters,
  paginateGetParametersByPath,
  SSM,
} from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let ssm: SSM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  ssm = emulator.client(SSM);
  const names = ['root', '/top', '/app/a', '/app/b', '/app/deep/c', '/app/deep/er/d', '/apple/x'];
  for (const Name of names) await ssm.putParameter({ Name, Value: Name, Type: Name === '/app/b' ? 'StringList' : 'String' });
  await ssm.putParameter({ Name: '/other/tagged', Value: 'x', Type: 'String', Tags: [{ Key: 'env', Value: 'prod' }] });
  await ssm.putParameter({ Name: '/other/advanced', Value: 'x', Type: 'String', Tier: 'Advanced', Description: 'text' });
  await ssm.labelParameterVersion({ Name: '/app/a', Labels: ['live'] });
});
afterAll(() => emulator.stop());

describe('a path', () => {
  const byPath = async (Path: string, more: Partial<GetParametersByPathCommandInput> = {}) =>
    (await ssm.getParametersByPath({ Path, ...more })).Parameters?.map(({ Name }) => Name);
  it('has one level, or all below it', async () => {
    expect(await byPath('/app')).toEqual(['/app/a', '/app/b']);
    expect(await byPath('/app/')).toEqual(['/app/a', '/app/b']);
    expect(await byPath('/app', { Recursive: true })).toEqual(['/app/a', '/app/b', '/app/deep/c', '/app/deep/er/d']);
    expect(await byPath('/')).toEqual(['/top', 'root']);
    expect(await byPath('/none')).toEqual([]);
    await expect(byPath('app')).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('must begin with a forward slash'),
    });
  });
  it('is filtered', async () => {
    expect(await byPath('/app', { ParameterFilters: [{ Key: 'Type', Values: ['StringList'] }] })).toEqual(['/app/b']);
    const labelled = await ssm.getParametersByPath({
      Path: '/app',
      ParameterFilters: [{ Key: 'Label', Option: 'Equals', Values: ['live'] }],
    });
    expect(labelled.Parameters).toMatchObject([{ Name: '/app/a', Selector: ':live' }]);
    await expect(byPath('/app', { ParameterFilters: [{ Key: 'Name', Values: ['x'] }] })).rejects.toMatchObject({
      name: 'InvalidFilterKey',
    });
  });
  it('comes in pages', async () => {
    const found: unknown[] = [];
    for await (const page of paginateGetParametersByPath({ client: ssm, pageSize: 1 }, { Path: '/app', Recursive: true }))
      found.push(...(page.Parameters ?? []).map(({ Name }) => Name));
    expect(found).toHaveLength(4);
    await expect(byPath('/app', { NextToken: 'x' })).rejects.toMatchObject({ name: 'InvalidNextToken' });
  });
});

describe('public parameters', () => {
  const listed = async (Path: string, more: Partial<GetParametersByPathCommandInput> = {}) => {
    const found: Record<string, string> = {};
    for await (const { Parameters = [] } of paginateGetParametersByPath({ client: ssm }, { Path, ...more }))
      for (const { Name, Value } of Parameters) found[Name!] = Value!;
    return found;
  };

  it('tell the regions, and the names of each', async () => {
    const regions = '/aws/service/global-infrastructure/regions';
    const all = await listed(regions);
    expect(Object.keys(all).length).toBeGreaterThan(30);
    expect(Object.values(all)).toEqual(expect.arrayContaining(['us-east-1', 'eu-central-1', 'ap-southeast-2']));
    expect(await listed(`${regions}/us-west-1`)).toEqual({
      [`${regions}/us-west-1/domain`]: 'amazonaws.com',
      [`${regions}/us-west-1/longName`]: 'US West (N. California)',
      [`${regions}/us-west-1/partition`]: 'aws',
    });
    expect((await ssm.getParameter({ Name: `${regions}/eu-west-1/longName` })).Parameter!.Value).toBe('Europe (Ireland)');
  });
  it('tell the images of a path, which are those that their names give', async () => {
    const images = await listed('/aws/service/ami-amazon-linux-latest');
    const name = '/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64';
    expect(images[name]).toBe((await ssm.getParameter({ Name: name })).Parameter!.Value);
    expect(await listed('/aws/service/ami-windows-latest', { ParameterFilters: [{ Key: 'Type', Values: ['SecureString'] }] })).toEqual({});
    expect(await listed('/aws/service/none')).toEqual({});
  });
});

describe('a description', () => {
  const names = async (input: DescribeParametersCommandInput) => (await ssm.describeParameters(input)).Parameters?.map(({ Name }) => Name);
  const filtered = (Key: string, Option: string | undefined, ...Values: string[]) => names({ ParameterFilters: [{ Key, Option, Values }] });

  it('says all but the value', async () => {
    const { Parameters } = await ssm.describeParameters({
      ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values: ['/other/advanced'] }],
    });
    expect(Parameters).toEqual([
      {
        Name: '/other/advanced',
        Type: 'String',
        LastModifiedDate: expect.any(Date),
        LastModifiedUser: 'arn:aws:iam::000000000000:root',
        Description: 'text',
        Version: 1,
        Tier: 'Advanced',
        Policies: [],
        DataType: 'text',
      },
    ]);
  });
  it('is found by filters', async () => {
    expect(await filtered('Name', 'BeginsWith', '/app/')).toHaveLength(4);
    expect(await filtered('Name', 'Contains', 'deep')).toEqual(['/app/deep/c', '/app/deep/er/d']);
    expect(await filtered('Name', undefined, 'top', '/app/a', '/none')).toEqual(['/app/a', '/top']);
    expect(await filtered('Path', 'Recursive', '/app/deep')).toEqual(['/app/deep/c', '/app/deep/er/d']);
    expect(await filtered('Path', undefined, '/other', '/apple')).toEqual(['/apple/x', '/other/advanced', '/other/tagged']);
    expect(await filtered('Type', undefined, 'StringList')).toEqual(['/app/b']);
    expect(await filtered('Tier', undefined, 'Advanced')).toEqual(['/other/advanced']);
    expect(await filtered('tag:env', undefined, 'prod')).toEqual(['/other/tagged']);
    expect(await names({ ParameterFilters: [{ Key: 'tag:env' }] })).toEqual(['/other/tagged']);
    expect(await names({ Filters: [{ Key: 'Name', Values: ['/other'] }] })).toHaveLength(2);
    expect(await names({ Shared: true })).toEqual([]);
  });
  it('refuses filters that make no sense', async () => {
    await expect(filtered('Label', undefined, 'x')).rejects.toMatchObject({ name: 'InvalidFilterKey' });
    await expect(filtered('Path', 'Equals', '/x')).rejects.toMatchObject({ name: 'InvalidFilterOption' });
    await expect(filtered('Path', undefined, '/aws/x')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(names({ ParameterFilters: [{ Key: 'Name' }] })).rejects.toMatchObject({ name: 'InvalidFilterValue' });
    const twice = { Key: 'Type', Values: ['String'] };
    await expect(names({ ParameterFilters: [twice, twice] })).rejects.toMatchObject({ name: 'InvalidFilterKey' });
    await expect(names({ ParameterFilters: [twice], Filters: [{ Key: 'Type', Values: ['String'] }] })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
  it('comes in pages', async () => {
    const found: unknown[] = [];
    for await (const page of paginateDescribeParameters({ client: ssm, pageSize: 2 }, {}))
      found.push(...(page.Parameters ?? []).map(({ Name }) => Name));
    expect(found).toHaveLength(9);
    expect(new Set(found).size).toBe(9);
  });
});

describe('resource policies', () => {
  it('belong to advanced parameters, and are changed by who knows their hash', async () => {
    const ResourceArn = 'arn:aws:ssm:us-east-1:000000000000:parameter/other/advanced';
    const Policy =
      '{ "Version": "2012-10-17", "Statement": [{ "Effect": "Allow", "Principal": { "AWS": "111122223333" }, "Action": ["ssm:GetParameter"], "Resource": "*" }] }';
    const { PolicyId, PolicyHash } = await ssm.putResourcePolicy({ ResourceArn, Policy });
    expect((await ssm.getResourcePolicies({ ResourceArn })).Policies).toEqual([{ PolicyId, PolicyHash, Policy }]);
    await expect(ssm.putResourcePolicy({ ResourceArn, Policy, PolicyId, PolicyHash: 'old' })).rejects.toMatchObject({
      name: 'ResourcePolicyConflictException',
    });
    const changed = await ssm.putResourcePolicy({ ResourceArn, Policy, PolicyId, PolicyHash });
    expect(changed.PolicyHash).not.toBe(PolicyHash);
    await ssm.deleteResourcePolicy({ ResourceArn, PolicyId, PolicyHash: changed.PolicyHash });
    expect((await ssm.getResourcePolicies({ ResourceArn })).Policies).toEqual([]);
    const standard = ResourceArn.replace('advanced', 'tagged');
    await expect(ssm.putResourcePolicy({ ResourceArn: standard, Policy })).rejects.toMatchObject({
      name: 'ResourcePolicyInvalidParameterException',
    });
  });
});
