// Managed policies, their versions and users, and the simulator.
import * as iam from '@aws-sdk/client-iam';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let client: iam.IAM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(iam.IAM);
});
afterAll(() => emulator.stop());

const allow = (action: string, resource = '*', more: object = {}) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: action, Resource: resource, ...more }] });
const create = (PolicyName: string, more: object = {}) =>
  client.createPolicy({ PolicyName, PolicyDocument: allow('sqs:SendMessage'), ...more });

test('versions: five at most, one in force, the default stays', async () => {
  const { Policy } = await create('versioned', { Description: 'd', Path: '/p/' });
  const PolicyArn = Policy?.Arn ?? '';
  expect(Policy).toMatchObject({
    Arn: 'arn:aws:iam::000000000000:policy/p/versioned',
    DefaultVersionId: 'v1',
    AttachmentCount: 0,
    IsAttachable: true,
  });
  expect(Policy?.PolicyId).toMatch(/^ANPA[A-Z2-7]{17}$/);
  await expect(create('versioned')).rejects.toMatchObject({
    name: 'EntityAlreadyExistsException',
    message: 'A policy called versioned already exists. Duplicate names are not allowed.',
  });
  const version = (SetAsDefault: boolean) => client.createPolicyVersion({ PolicyArn, PolicyDocument: allow('sns:Publish'), SetAsDefault });
  for (let index = 0; index < 4; index++) await version(index === 3);
  await expect(version(true)).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: 'A managed policy can have up to 5 versions. Before you create a new version, you must delete an existing version.',
  });
  expect((await client.getPolicy({ PolicyArn })).Policy).toMatchObject({ DefaultVersionId: 'v5', Description: 'd' });
  const { Versions } = await client.listPolicyVersions({ PolicyArn });
  expect(Versions?.map(({ VersionId }) => VersionId)).toEqual(['v5', 'v4', 'v3', 'v2', 'v1']);
  const got = await client.getPolicyVersion({ PolicyArn, VersionId: 'v1' });
  expect(decodeURIComponent(got.PolicyVersion?.Document ?? '')).toBe(allow('sqs:SendMessage'));
  const remove = (VersionId: string) => client.deletePolicyVersion({ PolicyArn, VersionId });
  await expect(remove('v5')).rejects.toMatchObject({
    name: 'DeleteConflictException',
    message: 'Cannot delete the default version of a policy.',
  });
  await expect(client.deletePolicy({ PolicyArn })).rejects.toMatchObject({
    message: expect.stringContaining('more than one version'),
  });
  for (const id of ['v1', 'v2', 'v3', 'v4']) await remove(id);
  await client.deletePolicy({ PolicyArn });
  await expect(client.getPolicy({ PolicyArn })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: `Policy ${PolicyArn} was not found.`,
  });
});

test('attachments to all three, and who uses a policy', async () => {
  const PolicyArn = (await create('used')).Policy?.Arn ?? '';
  await client.createUser({ UserName: 'u', PermissionsBoundary: PolicyArn });
  await client.createGroup({ GroupName: 'g' });
  const trust = allow('sts:AssumeRole').replace('"Resource":"*"', '"Principal":{"AWS":"*"}');
  await client.createRole({ RoleName: 'r', AssumeRolePolicyDocument: trust });
  await client.attachGroupPolicy({ GroupName: 'g', PolicyArn });
  await client.attachRolePolicy({ RoleName: 'r', PolicyArn });
  const entities = await client.listEntitiesForPolicy({ PolicyArn });
  expect(entities).toMatchObject({
    PolicyUsers: [{ UserName: 'u' }],
    PolicyGroups: [{ GroupName: 'g' }],
    PolicyRoles: [{ RoleName: 'r' }],
  });
  const attachedOnly = await client.listEntitiesForPolicy({ PolicyArn, PolicyUsageFilter: 'PermissionsPolicy' });
  expect(attachedOnly.PolicyUsers).toEqual([]);
  expect((await client.getPolicy({ PolicyArn })).Policy).toMatchObject({
    AttachmentCount: 2,
    PermissionsBoundaryUsageCount: 1,
  });
  const { Policies } = await client.listPolicies({ OnlyAttached: true });
  expect(Policies?.map(({ PolicyName }) => PolicyName)).toEqual(['used']);
  await expect(client.deletePolicy({ PolicyArn })).rejects.toMatchObject({
    name: 'DeleteConflictException',
    message: 'Cannot delete a policy attached to entities.',
  });
  const attach = (arn: string) => client.attachUserPolicy({ UserName: 'u', PolicyArn: arn });
  await expect(attach('arn:aws:iam::000000000000:policy/none')).rejects.toMatchObject({
    message: 'Policy arn:aws:iam::000000000000:policy/none does not exist or is not attachable.',
  });
  await expect(attach('arn:aws:iam::000000000000:role/r')).rejects.toMatchObject({ name: 'InvalidInputException' });
  for (let index = 0; index < 10; index++) await attach(`arn:aws:iam::aws:policy/Any${index}`);
  await expect(attach('arn:aws:iam::aws:policy/OneMore')).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: 'Cannot exceed quota for PoliciesPerUser: 10',
  });
});

test('policies of AWS', async () => {
  const { Policy } = await client.getPolicy({ PolicyArn: 'arn:aws:iam::aws:policy/AdministratorAccess' });
  const { PolicyVersion } = await client.getPolicyVersion({ PolicyArn: Policy?.Arn ?? '', VersionId: Policy?.DefaultVersionId ?? '' });
  expect(JSON.parse(decodeURIComponent(PolicyVersion?.Document ?? ''))).toMatchObject({ Statement: [{ Action: '*', Effect: 'Allow' }] });
  await expect(client.getPolicy({ PolicyArn: 'arn:aws:iam::aws:policy/Unheard' })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
  });
  const rare = { PolicyArn: 'arn:aws:iam::aws:policy/AmazonRoute53ReadOnlyAccess' };
  expect((await client.getPolicy(rare)).Policy).toMatchObject({ PolicyName: 'AmazonRoute53ReadOnlyAccess', Path: '/' });
  await expect(client.getPolicyVersion({ ...rare, VersionId: 'v2' })).rejects.toMatchObject({ name: 'NoSuchEntityException' });
  const names: (string | undefined)[] = [];
  for await (const page of iam.paginateListPolicies({ client, pageSize: 70 }, { Scope: 'All' }))
    names.push(...(page.Policies ?? []).map(({ PolicyName }) => PolicyName));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('used');
  expect(names).toContain('AWSLambdaBasicExecutionRole');
  expect((await client.listPolicies({ Scope: 'AWS', PathPrefix: '/service-role/' })).Policies?.length).toBeGreaterThan(5);
});

test.each([
  ['{', 'Syntax errors in policy.'],
  [allow('sqs:*').replace('"Resource":"*"', '"Resource":[]'), 'Policy statement must contain resources.'],
  [allow('nothing'), 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.'],
  [allow('sqs:*', '*', { Principal: '*' }), 'Policy document should not specify a principal.'],
])('a malformed document: %s', async (PolicyDocument, message) => {
  await expect(create('bad', { PolicyDocument })).rejects.toMatchObject({ name: 'MalformedPolicyDocumentException', message });
});

test('simulations answer as the evaluator decides', async () => {
  const condition = { Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } } };
  const { EvaluationResults } = await client.simulateCustomPolicy({
    PolicyInputList: [allow('s3:Get*', 'arn:aws:s3:::b/*'), allow('sqs:*', '*', condition)],
    ActionNames: ['s3:GetObject', 's3:PutObject', 'sqs:SendMessage'],
    ResourceArns: ['arn:aws:s3:::b/k'],
  });
  expect(EvaluationResults?.map(({ EvalActionName, EvalDecision }) => [EvalActionName, EvalDecision])).toEqual([
    ['s3:GetObject', 'allowed'],
    ['s3:PutObject', 'implicitDeny'],
    ['sqs:SendMessage', 'implicitDeny'],
  ]);
  expect(EvaluationResults?.[0]?.MatchedStatements).toMatchObject([{ SourcePolicyId: 'PolicyInputList.1', StartPosition: { Line: 1 } }]);
  expect(EvaluationResults?.[2]?.MissingContextValues).toEqual(['aws:RequestedRegion']);
  const principal = await client.simulatePrincipalPolicy({
    PolicySourceArn: 'arn:aws:iam::000000000000:role/r',
    ActionNames: ['sqs:SendMessage', 'sqs:DeleteQueue'],
  });
  expect(principal.EvaluationResults?.map(({ EvalDecision }) => EvalDecision)).toEqual(['allowed', 'implicitDeny']);
  const keys = await client.getContextKeysForCustomPolicy({
    PolicyInputList: [allow('s3:*', `arn:aws:s3:::\${aws:username}/*`, condition)],
  });
  expect(keys.ContextKeyNames?.sort()).toEqual(['aws:RequestedRegion', 'aws:username']);
  const granting = await client.listPoliciesGrantingServiceAccess({
    Arn: 'arn:aws:iam::000000000000:role/r',
    ServiceNamespaces: ['sqs', 's3'],
  });
  expect(granting.PoliciesGrantingServiceAccess).toMatchObject([
    { ServiceNamespace: 's3', Policies: [] },
    { ServiceNamespace: 'sqs', Policies: [{ PolicyName: 'used', PolicyType: 'MANAGED' }] },
  ]);
});
