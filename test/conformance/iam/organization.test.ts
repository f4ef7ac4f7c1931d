// The organization of accounts: its service control policies limit principals, its resource control policies resources.
import { IAM } from '@aws-sdk/client-iam';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { ACCOUNT, accountKey, allow, assume, deny, document, OTHER, userWith } from './use-identities.ts';

const UNIT = 'ou-ab12-11111111';
let emulator: TestEmulator;
let sqs: SQS;
let s3: S3;
let QueueUrl: string;
const QUEUE = `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`;

const organize = async (...policies: readonly { type: string; targets: readonly string[]; content: object }[]): Promise<Response> =>
  put({
    id: 'o-a1b2c3d4e5',
    accounts: { [ACCOUNT]: `r-ab12/${UNIT}` },
    policies: policies.map((policy, index) => ({ name: `policy-${index}`, ...policy })),
  });
const put = (body: object): Promise<Response> =>
  fetch(`${emulator.url}/_emulator/organization`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const serviceControl = (targets: readonly string[], ...statements: readonly object[]) => ({
  type: 'SERVICE_CONTROL_POLICY',
  targets,
  content: JSON.parse(document(...statements)) as object,
});
const resourceControl = (Action: string, more: object = {}) => ({
  type: 'RESOURCE_CONTROL_POLICY',
  targets: ['r-ab12'],
  content: JSON.parse(document({ ...deny(Action), Principal: '*', ...more })) as object,
});
const send = () => sqs.sendMessage({ QueueUrl, MessageBody: 'x' });

beforeAll(async () => {
  emulator = await startTestEmulator({ options: { IAM_ENFORCEMENT: 'enforce' } });
  ({ QueueUrl } = (await emulator.client(SQS).createQueue({ QueueName: 'orders' })) as { QueueUrl: string });
  await emulator.client(S3).createBucket({ Bucket: 'papers' });
  const who = await userWith(emulator, 'alice', [allow('*')]);
  sqs = emulator.client(SQS, who);
  s3 = emulator.client(S3, who);
});
afterAll(() => emulator.stop());

test('a denial at any level wins, in the words of the cloud', async () => {
  for (const target of ['r-ab12', UNIT, ACCOUNT]) {
    expect((await organize(serviceControl([target], deny('sqs:SendMessage')))).status).toBe(200);
    await expect(send()).rejects.toThrow(
      `User: arn:aws:iam::${ACCOUNT}:user/alice is not authorized to perform: sqs:sendmessage on resource: ${QUEUE} with an explicit deny in a service control policy`,
    );
    await sqs.receiveMessage({ QueueUrl });
  }
  // The account's own keys are not judged.
  await emulator.client(SQS).sendMessage({ QueueUrl, MessageBody: 'x' });
});

test('every level must allow once FullAWSAccess is detached', async () => {
  const organization = { id: 'o-a1b2c3d4e5', accounts: { [ACCOUNT]: `r-ab12/${UNIT}` }, withoutFullAccess: [UNIT] };
  await put({ ...organization, policies: [{ name: 'storage', ...serviceControl([UNIT], allow('s3:*')) }] });
  await s3.listObjectsV2({ Bucket: 'papers' });
  await expect(send()).rejects.toThrow(/ because no service control policy allows the sqs:sendmessage action$/);
  // The policies of the user must allow as well.
  const nobody = emulator.client(S3, await userWith(emulator, 'bob', []));
  await expect(nobody.listObjectsV2({ Bucket: 'papers' })).rejects.toThrow(/ because no identity-based policy allows /);
  // Accounts outside, and the management account, are not limited.
  await put({ ...organization, managementAccount: ACCOUNT, policies: [] });
  await send();
  await put({ ...organization, accounts: { [OTHER]: `r-ab12/${UNIT}` }, policies: [] });
  await send();
});

test('resource control policies hold for everybody who reaches a resource', async () => {
  const foreign = emulator.client(SQS, await userWith(emulator, 'eve', [allow('*')], OTHER));
  const Policy = document({ ...allow('sqs:*'), Principal: { AWS: OTHER } });
  await emulator.client(SQS).setQueueAttributes({ QueueUrl, Attributes: { Policy } });
  const Condition = { StringNotEqualsIfExists: { 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' } };
  await organize();
  await foreign.sendMessage({ QueueUrl, MessageBody: 'x' });
  await organize(resourceControl('sqs:*', { Condition }));
  await expect(foreign.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(/ with an explicit deny in a resource control policy$/);
  await send();
  // Services without resource control policies are not limited.
  await organize(resourceControl('sns:*'), resourceControl('iam:*'));
  await emulator.client(IAM, await userWith(emulator, 'carol', [allow('*')])).listUsers();
});

test('policies compare the organization and its path', async () => {
  await organize();
  const path = { 'ForAnyValue:StringLike': { 'aws:PrincipalOrgPaths': 'o-a1b2c3d4e5/r-ab12/*' } };
  const inside = allow('sqs:SendMessage', '*', { Condition: { StringEquals: { 'aws:ResourceOrgID': '${aws:PrincipalOrgID}' }, ...path } });
  const member = emulator.client(SQS, await userWith(emulator, 'dave', [inside]));
  await member.sendMessage({ QueueUrl, MessageBody: 'x' });
  await put({ id: 'o-a1b2c3d4e5', accounts: {} });
  await expect(member.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(/not authorized/);
});

test('it is answered, refused where it is wrong, and removed', async () => {
  await organize(serviceControl([UNIT], deny('sqs:*')));
  const shown = await (await fetch(`${emulator.url}/_emulator/organization`)).json();
  expect(shown).toMatchObject({ organization: { id: 'o-a1b2c3d4e5', policies: [{ name: 'policy-0', targets: [UNIT] }] } });
  const refusal = async (body: object): Promise<unknown> => {
    const answer = await put(body);
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  const valid = { id: 'o-a1b2c3d4e5', accounts: { [ACCOUNT]: 'r-ab12' } };
  const wrong = (content: object, type = 'RESOURCE_CONTROL_POLICY') => ({
    ...valid,
    policies: [{ name: 'p', type, targets: ['r-ab12'], content }],
  });
  expect(await refusal({ ...valid, id: 'mine' })).toEqual([400, expect.stringContaining('o-a1b2c3d4e5 is one')]);
  expect(await refusal({ ...valid, accounts: { 1: 'r-ab12' } })).toEqual([400, expect.stringContaining('12 digits')]);
  expect(await refusal({ ...valid, accounts: { [ACCOUNT]: 'production' } })).toEqual([400, expect.stringContaining('root through units')]);
  expect(await refusal({ ...valid, withoutFullAccess: [UNIT] })).toEqual([400, expect.stringContaining('no account, unit or root')]);
  expect(await refusal({ ...valid, accounts: { [ACCOUNT]: 'r-ab12', [OTHER]: 'r-cd34' } })).toEqual([
    400,
    expect.stringContaining('one root'),
  ]);
  const text = (statement: object): object => ({ Version: '2012-10-17', Statement: [statement] });
  expect(await refusal(wrong(text({ ...allow('s3:*'), Principal: '*' })))).toEqual([400, expect.stringContaining('no Effect but Deny')]);
  expect(await refusal(wrong(text({ ...deny('s3:*'), Principal: { AWS: OTHER } })))).toEqual([
    400,
    expect.stringContaining('no Principal but "*"'),
  ]);
  expect(await refusal(wrong(text({ ...deny('s3:*'), Principal: '*' }), 'SERVICE_CONTROL_POLICY'))).toEqual([
    400,
    expect.stringContaining('should not specify a principal'),
  ]);
  expect(await refusal(wrong({ Statement: 'x' }))).toEqual([400, expect.stringContaining('Syntax errors in policy')]);
  await fetch(`${emulator.url}/_emulator/organization`, { method: 'DELETE' });
  expect(await (await fetch(`${emulator.url}/_emulator/organization`)).json()).toEqual({});
  await send();
});

test('a session is limited as its role is', async () => {
  await emulator.client(IAM).createRole({
    RoleName: 'worker',
    AssumeRolePolicyDocument: document({ Effect: 'Allow', Principal: { AWS: ACCOUNT }, Action: 'sts:AssumeRole' }),
  });
  await emulator.client(IAM).putRolePolicy({ RoleName: 'worker', PolicyName: 'all', PolicyDocument: document(allow('*')) });
  await organize(resourceControl('sts:AssumeRole', { Condition: { StringLike: { 'aws:PrincipalArn': '*:user/alice' } } }));
  const alice = emulator.client(STS, await userWith(emulator, 'erin', [allow('*')]));
  await alice.assumeRole({ RoleArn: `arn:aws:iam::${ACCOUNT}:role/worker`, RoleSessionName: 'session' });
  await organize(
    serviceControl([ACCOUNT], deny('sqs:*', '*', { Condition: { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/worker' } } })),
  );
  const session = emulator.client(SQS, await assume(emulator, `arn:aws:iam::${ACCOUNT}:role/worker`, accountKey(ACCOUNT)));
  await expect(session.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(/ with an explicit deny in a service control policy$/);
  await fetch(`${emulator.url}/_emulator/organization`, { method: 'DELETE' });
});
