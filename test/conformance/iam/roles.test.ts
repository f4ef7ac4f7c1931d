// Roles: the calls of Terraform and the CDK, the words of refusals, documents given back as given.
import * as iam from '@aws-sdk/client-iam';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let client: iam.IAM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(iam.IAM);
});
afterAll(() => emulator.stop());

const TRUST = `{
  "Version": "2012-10-17",
  "Statement": [{ "Action": "sts:AssumeRole", "Effect": "Allow", "Principal": { "Service": "lambda.amazonaws.com" }, "Sid": "" }]
}`;
const POLICY = '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sqs:*","Resource":"arn:aws:sqs:*:*:(it\'s)!*"}]}';
const BASIC = 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
const create = (RoleName: string, more: object = {}) => client.createRole({ RoleName, AssumeRolePolicyDocument: TRUST, ...more });

test('a role from its creation to its end', async () => {
  const { Role } = await create('life', { Path: '/app/', Description: 'one', Tags: [{ Key: 'a', Value: '1' }] });
  expect(Role).toMatchObject({
    Path: '/app/',
    RoleName: 'life',
    Arn: 'arn:aws:iam::000000000000:role/app/life',
    Tags: [{ Key: 'a', Value: '1' }],
  });
  expect(Role?.RoleId).toMatch(/^AROA[A-Z2-7]{17}$/);
  await expect(create('LIFE')).rejects.toMatchObject({
    name: 'EntityAlreadyExistsException',
    message: 'Role with name LIFE already exists.',
  });

  await client.updateRole({ RoleName: 'life', Description: 'two', MaxSessionDuration: 7200 });
  const got = (await client.getRole({ RoleName: 'life' })).Role;
  expect(got).toMatchObject({ Description: 'two', MaxSessionDuration: 7200 });
  expect(decodeURIComponent(got?.AssumeRolePolicyDocument ?? '')).toBe(TRUST);

  await client.putRolePolicy({ RoleName: 'life', PolicyName: 'inline', PolicyDocument: POLICY });
  await client.attachRolePolicy({ RoleName: 'life', PolicyArn: BASIC });
  const inline = await client.getRolePolicy({ RoleName: 'life', PolicyName: 'inline' });
  expect(inline.PolicyDocument).not.toMatch(/[!'()* "]/);
  expect(decodeURIComponent(inline.PolicyDocument ?? '')).toBe(POLICY);
  expect((await client.listRolePolicies({ RoleName: 'life' })).PolicyNames).toEqual(['inline']);
  expect((await client.listAttachedRolePolicies({ RoleName: 'life' })).AttachedPolicies).toEqual([
    { PolicyName: 'AWSLambdaBasicExecutionRole', PolicyArn: BASIC },
  ]);

  const end = () => client.deleteRole({ RoleName: 'life' });
  await expect(end()).rejects.toMatchObject({
    name: 'DeleteConflictException',
    message: 'Cannot delete entity, must detach all policies first.',
    $metadata: { httpStatusCode: 409 },
  });
  await client.detachRolePolicy({ RoleName: 'life', PolicyArn: BASIC });
  await expect(end()).rejects.toMatchObject({ message: 'Cannot delete entity, must delete policies first.' });
  await client.deleteRolePolicy({ RoleName: 'life', PolicyName: 'inline' });
  await end();
  await expect(client.getRole({ RoleName: 'life' })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: 'The role with name life cannot be found.',
    $metadata: { httpStatusCode: 404 },
  });
});

test('instance profiles hold one role and keep it from going', async () => {
  await create('server');
  await client.createInstanceProfile({ InstanceProfileName: 'box', Tags: [{ Key: 'k', Value: 'v' }] });
  const add = () => client.addRoleToInstanceProfile({ InstanceProfileName: 'box', RoleName: 'server' });
  await add();
  await expect(add()).rejects.toMatchObject({ name: 'LimitExceededException' });
  await expect(client.deleteRole({ RoleName: 'server' })).rejects.toMatchObject({
    message: 'Cannot delete entity, must remove roles from instance profile first.',
  });
  await iam.waitUntilInstanceProfileExists({ client, ...WAITER }, { InstanceProfileName: 'box' });
  const { InstanceProfile } = await client.getInstanceProfile({ InstanceProfileName: 'box' });
  expect(InstanceProfile).toMatchObject({ Tags: [{ Key: 'k', Value: 'v' }], Roles: [{ RoleName: 'server' }] });
  const { InstanceProfiles } = await client.listInstanceProfilesForRole({ RoleName: 'server' });
  expect(InstanceProfiles?.map(({ InstanceProfileName }) => InstanceProfileName)).toEqual(['box']);
  await expect(client.deleteInstanceProfile({ InstanceProfileName: 'box' })).rejects.toMatchObject({
    name: 'DeleteConflictException',
  });
  await client.removeRoleFromInstanceProfile({ InstanceProfileName: 'box', RoleName: 'server' });
  await client.deleteInstanceProfile({ InstanceProfileName: 'box' });
  await client.deleteRole({ RoleName: 'server' });
});

test('boundaries, tags and the trust policy change', async () => {
  await create('shape', { PermissionsBoundary: 'arn:aws:iam::aws:policy/PowerUserAccess' });
  const get = async () => (await client.getRole({ RoleName: 'shape' })).Role;
  expect((await get())?.PermissionsBoundary).toEqual({
    PermissionsBoundaryType: 'Policy',
    PermissionsBoundaryArn: 'arn:aws:iam::aws:policy/PowerUserAccess',
  });
  await client.deleteRolePermissionsBoundary({ RoleName: 'shape' });
  expect((await get())?.PermissionsBoundary).toBeUndefined();
  await client.tagRole({
    RoleName: 'shape',
    Tags: [
      { Key: 'Team', Value: 'a' },
      { Key: 'b', Value: '' },
    ],
  });
  await client.tagRole({ RoleName: 'shape', Tags: [{ Key: 'team', Value: 'c' }] });
  await client.untagRole({ RoleName: 'shape', TagKeys: ['B'] });
  expect((await client.listRoleTags({ RoleName: 'shape' })).Tags).toEqual([{ Key: 'team', Value: 'c' }]);
  const update = (PolicyDocument: string) => client.updateAssumeRolePolicy({ RoleName: 'shape', PolicyDocument });
  await expect(update('{')).rejects.toMatchObject({
    name: 'MalformedPolicyDocumentException',
    message: 'This policy contains invalid Json',
  });
  await expect(update(POLICY)).rejects.toMatchObject({ message: 'Has prohibited field Resource' });
  await update('{"Version":"2012-10-17","Statement":[]}').catch(() => undefined);
  expect(decodeURIComponent((await get())?.AssumeRolePolicyDocument ?? '')).toBe(TRUST);
});

describe('lists', () => {
  test('page by page, by path, and whole through the paginator', async () => {
    for (let index = 0; index < 7; index++) await create(`page-${index}`, { Path: index % 2 ? '/odd/' : '/even/' });
    const first = await client.listRoles({ PathPrefix: '/odd/', MaxItems: 2 });
    expect(first.Roles?.map(({ RoleName }) => RoleName)).toEqual(['page-1', 'page-3']);
    expect(first.IsTruncated).toBe(true);
    await client.deleteRole({ RoleName: 'page-3' });
    const next = await client.listRoles({ PathPrefix: '/odd/', MaxItems: 2, Marker: first.Marker });
    expect(next).toMatchObject({ IsTruncated: false });
    expect(next.Roles?.map(({ RoleName }) => RoleName)).toEqual(['page-5']);
    const names: (string | undefined)[] = [];
    for await (const { Roles } of iam.paginateListRoles({ client, pageSize: 2 }, { PathPrefix: '/even/' }))
      names.push(...(Roles ?? []).map(({ RoleName }) => RoleName));
    expect(names).toEqual(['page-0', 'page-2', 'page-4', 'page-6']);
    await expect(client.listRoles({ Marker: 'nonsense' })).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Invalid Marker.',
    });
  });

  test('another account sees nothing', async () => {
    const other = emulator.client(iam.IAM, {
      credentials: { accessKeyId: '999999999999', secretAccessKey: 'x' },
      region: 'eu-west-1',
    });
    expect((await other.listRoles()).Roles).toEqual([]);
    const elsewhere = emulator.client(iam.IAM, { region: 'eu-west-1' });
    expect((await elsewhere.listRoles({ PathPrefix: '/even/' })).Roles).toHaveLength(4);
  });
});

test('service-linked roles belong to their service', async () => {
  const { Role } = await client.createServiceLinkedRole({ AWSServiceName: 'ecs.amazonaws.com' });
  expect(Role?.Arn).toBe('arn:aws:iam::000000000000:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS');
  await expect(client.deleteRole({ RoleName: 'AWSServiceRoleForECS' })).rejects.toMatchObject({
    name: 'UnmodifiableEntityException',
  });
  const { DeletionTaskId } = await client.deleteServiceLinkedRole({ RoleName: 'AWSServiceRoleForECS' });
  expect(await client.getServiceLinkedRoleDeletionStatus({ DeletionTaskId })).toMatchObject({ Status: 'SUCCEEDED' });
});

test('what is refused says why', async () => {
  await expect(client.listOrganizationsFeatures()).rejects.toMatchObject({
    name: 'NotImplementedException',
    message: expect.stringContaining('Organizations are not emulated'),
  });
  await expect(create('bad name')).rejects.toMatchObject({ name: 'ValidationError' });
});
