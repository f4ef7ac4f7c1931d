// IAM_ENFORCEMENT: calls are judged by the policies of who makes them, and refused in the words of each service.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { IAM } from '@aws-sdk/client-iam';
import { KMS } from '@aws-sdk/client-kms';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const ACCOUNT = '000000000000';
const OTHER = '111122223333';
let emulator: TestEmulator;
let iam: IAM;
let admin: { sqs: SQS; s3: S3; sns: SNS; kms: KMS; secrets: SecretsManager; dynamodb: DynamoDB; ssm: SSM; sts: STS };

beforeAll(async () => {
  emulator = await startTestEmulator({ options: { IAM_ENFORCEMENT: 'enforce' } });
  iam = emulator.client(IAM);
  admin = {
    sqs: emulator.client(SQS),
    s3: emulator.client(S3),
    sns: emulator.client(SNS),
    kms: emulator.client(KMS),
    secrets: emulator.client(SecretsManager),
    dynamodb: emulator.client(DynamoDB),
    ssm: emulator.client(SSM),
    sts: emulator.client(STS),
  };
});
afterAll(() => emulator.stop());

const allow = (Action: string | string[], Resource: string | string[] = '*', more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });

/** A user with an inline policy, and its key. */
async function userWith(name: string, ...statements: object[]) {
  await iam.createUser({ UserName: name });
  if (statements.length > 0) await iam.putUserPolicy({ UserName: name, PolicyName: 'inline', PolicyDocument: document(...statements) });
  const { AccessKey } = await iam.createAccessKey({ UserName: name });
  return { credentials: { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! } };
}

/** A role that users of the account may assume, and a session of it. */
async function sessionOf(name: string, ...statements: object[]) {
  await iam.createRole({
    RoleName: name,
    AssumeRolePolicyDocument: document({
      Effect: 'Allow',
      Principal: { AWS: `arn:aws:iam::${ACCOUNT}:root` },
      Action: ['sts:AssumeRole', 'sts:TagSession'],
    }),
  });
  if (statements.length > 0) await iam.putRolePolicy({ RoleName: name, PolicyName: 'inline', PolicyDocument: document(...statements) });
  return assume(name);
}

async function assume(name: string, more: object = {}) {
  const { Credentials } = await admin.sts.assumeRole({
    RoleArn: `arn:aws:iam::${ACCOUNT}:role/${name}`,
    RoleSessionName: 'session',
    ...more,
  });
  return credentialsOf(Credentials!);
}

const credentialsOf = (given: {
  AccessKeyId?: string | undefined;
  SecretAccessKey?: string | undefined;
  SessionToken?: string | undefined;
}) => ({
  credentials: { accessKeyId: given.AccessKeyId!, secretAccessKey: given.SecretAccessKey!, sessionToken: given.SessionToken! },
});

test('the queue service refuses in lower case, and lets through what a policy allows', async () => {
  const { QueueUrl } = await admin.sqs.createQueue({ QueueName: 'orders' });
  const who = await userWith('alice', allow('sqs:SendMessage', `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`));
  const sqs = emulator.client(SQS, who);
  await sqs.sendMessage({ QueueUrl, MessageBody: 'x' });
  await sqs.sendMessageBatch({ QueueUrl, Entries: [{ Id: '1', MessageBody: 'x' }] });
  await expect(sqs.receiveMessage({ QueueUrl })).rejects.toMatchObject({
    name: 'AccessDenied',
    message: `User: arn:aws:iam::${ACCOUNT}:user/alice is not authorized to perform: sqs:receivemessage on resource: arn:aws:sqs:us-east-1:${ACCOUNT}:orders because no identity-based policy allows the sqs:receivemessage action`,
    $metadata: { httpStatusCode: 403 },
  });
  await iam.putUserPolicy({ UserName: 'alice', PolicyName: 'more', PolicyDocument: document(allow('sqs:Receive*')) });
  await sqs.receiveMessage({ QueueUrl });
});

test('services refuse with codes and words of their own', async () => {
  const who = await userWith('bob');
  const arn = `arn:aws:iam::${ACCOUNT}:user/bob`;
  const refusalOf = async (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'allowed',
      (error: Error) => `${error.name}: ${error.message}`,
    );
  const because = (action: string, resource: string) =>
    `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  await admin.s3.createBucket({ Bucket: 'words' });
  const { TopicArn } = await admin.sns.createTopic({ Name: 'words' });
  expect(await refusalOf(emulator.client(SNS, who).publish({ TopicArn, Message: 'x' }))).toBe(
    `AuthorizationErrorException: ${because('SNS:Publish', TopicArn!)}`,
  );
  expect(await refusalOf(emulator.client(S3, who).getObject({ Bucket: 'words', Key: 'a/b' }))).toBe(
    `AccessDenied: ${because('s3:GetObject', '"arn:aws:s3:::words/a/b"')}`,
  );
  expect(await refusalOf(emulator.client(DynamoDB, who).getItem({ TableName: 't', Key: { id: { S: '1' } } }))).toBe(
    `AccessDeniedException: ${because('dynamodb:GetItem', `arn:aws:dynamodb:us-east-1:${ACCOUNT}:table/t`)}`,
  );
  expect(await refusalOf(emulator.client(IAM, who).createUser({ UserName: 'mallory' }))).toBe(
    `AccessDenied: ${because('iam:CreateUser', `arn:aws:iam::${ACCOUNT}:user/mallory`)}`,
  );
  expect(await refusalOf(emulator.client(SSM, who).getParameter({ Name: '/a/b' }))).toBe(
    `AccessDeniedException: ${because('ssm:GetParameter', `arn:aws:ssm:us-east-1:${ACCOUNT}:parameter/a/b`)}`,
  );
  expect(await refusalOf(emulator.client(STS, who).getCallerIdentity({}))).toBe('allowed');
});

test('a denial, a boundary and the policy of a session are told apart', async () => {
  const { QueueUrl } = await admin.sqs.createQueue({ QueueName: 'kinds' });
  const denied = emulator.client(SQS, await userWith('carol', allow('*'), { Effect: 'Deny', Action: 'sqs:Send*', Resource: '*' }));
  await expect(denied.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(/ with an explicit deny in an identity-based policy$/);

  const { Policy } = await iam.createPolicy({ PolicyName: 'bound', PolicyDocument: document(allow('s3:*')) });
  const bounded = await userWith('dave', allow('*'));
  await iam.putUserPermissionsBoundary({ UserName: 'dave', PermissionsBoundary: Policy!.Arn! });
  await expect(emulator.client(SQS, bounded).sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toThrow(
    / because no permissions boundary allows the sqs:sendmessage action$/,
  );

  await sessionOf('everything', allow('*'));
  const limited = await assume('everything', { Policy: document(allow('sqs:ReceiveMessage')) });
  const session = emulator.client(SQS, limited);
  await session.receiveMessage({ QueueUrl });
  await expect(session.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^User: arn:aws:sts::000000000000:assumed-role\/everything\/session .* because no session policy allows the sqs:sendmessage action$/,
    ),
  });
});

test('conditions compare tags, keys of services and the values of requests', async () => {
  const tagged = await sessionOf(
    'by-tag',
    allow('sqs:SendMessage', '*', { Condition: { StringEquals: { 'aws:ResourceTag/team': '${aws:PrincipalTag/team}' } } }),
  );
  await iam.tagRole({ RoleName: 'by-tag', Tags: [{ Key: 'team', Value: 'red' }] });
  const red = await admin.sqs.createQueue({ QueueName: 'red', tags: { team: 'red' } });
  const blue = await admin.sqs.createQueue({ QueueName: 'blue', tags: { team: 'blue' } });
  const sqs = emulator.client(SQS, tagged);
  await sqs.sendMessage({ QueueUrl: red.QueueUrl, MessageBody: 'x' });
  await expect(sqs.sendMessage({ QueueUrl: blue.QueueUrl, MessageBody: 'x' })).rejects.toThrow(/not authorized/);

  await admin.s3.createBucket({ Bucket: 'prefixes' });
  const listing = await userWith(
    'erin',
    allow('s3:ListBucket', 'arn:aws:s3:::prefixes', { Condition: { StringLike: { 's3:prefix': 'home/${aws:username}/*' } } }),
  );
  const s3 = emulator.client(S3, listing);
  await s3.listObjectsV2({ Bucket: 'prefixes', Prefix: 'home/erin/a' });
  await expect(s3.listObjectsV2({ Bucket: 'prefixes', Prefix: 'home/bob/' })).rejects.toThrow(/s3:ListBucket/);

  await admin.dynamodb.createTable({
    TableName: 'rows',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const rows = await userWith(
    'frank',
    allow('dynamodb:*', '*', { Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['frank'] } } }),
  );
  const dynamodb = emulator.client(DynamoDB, rows);
  await dynamodb.putItem({ TableName: 'rows', Item: { pk: { S: 'frank' } } });
  await expect(dynamodb.putItem({ TableName: 'rows', Item: { pk: { S: 'eve' } } })).rejects.toThrow(/dynamodb:PutItem/);
  await expect(
    dynamodb.query({ TableName: 'rows', KeyConditionExpression: 'pk = :v', ExpressionAttributeValues: { ':v': { S: 'eve' } } }),
  ).rejects.toThrow(/dynamodb:Query/);
});

test('a key needs its own policy or a grant; a secret is named with its suffix', async () => {
  const { KeyMetadata } = await admin.kms.createKey({});
  const who = await sessionOf('crypto', allow('kms:Encrypt'));
  const kms = emulator.client(KMS, who);
  const KeyId = KeyMetadata!.KeyId!;
  const { CiphertextBlob } = await kms.encrypt({ KeyId, Plaintext: Buffer.from('x') });
  await expect(kms.decrypt({ CiphertextBlob })).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(`kms:Decrypt on resource: ${KeyMetadata!.Arn} because no identity-based policy allows`),
  });
  await admin.kms.createGrant({ KeyId, GranteePrincipal: `arn:aws:iam::${ACCOUNT}:role/crypto`, Operations: ['Decrypt'] });
  await kms.decrypt({ CiphertextBlob });
  await admin.kms.putKeyPolicy({
    KeyId,
    Policy: document({ Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${ACCOUNT}:role/nobody` }, Action: 'kms:*', Resource: '*' }),
    BypassPolicyLockoutSafetyCheck: true,
  });
  await expect(kms.encrypt({ KeyId, Plaintext: Buffer.from('x') })).rejects.toThrow(
    /because no resource-based policy allows the kms:Encrypt action/,
  );

  const { ARN } = await admin.secrets.createSecret({ Name: 'db', SecretString: 's' });
  const reader = emulator.client(
    SecretsManager,
    await userWith('grace', allow('secretsmanager:GetSecretValue', `${ARN!.slice(0, -6)}??????`)),
  );
  await reader.getSecretValue({ SecretId: 'db' });
  await expect(reader.describeSecret({ SecretId: 'db' })).rejects.toThrow(`secretsmanager:DescribeSecret on resource: ${ARN}`);
});

test('both accounts must allow a call across accounts', async () => {
  const { QueueUrl } = await admin.sqs.createQueue({ QueueName: 'shared' });
  const there = emulator.client(IAM, { credentials: { accessKeyId: OTHER, secretAccessKey: 'test' } });
  await there.createUser({ UserName: 'eve' });
  const { AccessKey } = await there.createAccessKey({ UserName: 'eve' });
  const sqs = emulator.client(SQS, { credentials: { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! } });
  const send = () => sqs.sendMessage({ QueueUrl, MessageBody: 'x' });
  await there.putUserPolicy({ UserName: 'eve', PolicyName: 'p', PolicyDocument: document(allow('sqs:SendMessage')) });
  await expect(send()).rejects.toThrow(/because no resource-based policy allows the sqs:sendmessage action/);
  const Policy = document({ Effect: 'Allow', Principal: { AWS: OTHER }, Action: 'sqs:SendMessage', Resource: '*' });
  await admin.sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
  await send();
  await there.deleteUserPolicy({ UserName: 'eve', PolicyName: 'p' });
  await expect(send()).rejects.toThrow(/because no identity-based policy allows/);
});

test('a role of another account is assumed by who may on both sides', async () => {
  const trusted = {
    Effect: 'Allow',
    Principal: { AWS: OTHER },
    Action: 'sts:AssumeRole',
    Condition: { StringEquals: { 'sts:ExternalId': 'secret' } },
  };
  await iam.createRole({ RoleName: 'for-others', AssumeRolePolicyDocument: document(trusted) });
  const there = emulator.client(IAM, { credentials: { accessKeyId: OTHER, secretAccessKey: 'test' } });
  await there.createUser({ UserName: 'mike' });
  const { AccessKey } = await there.createAccessKey({ UserName: 'mike' });
  const sts = emulator.client(STS, { credentials: { accessKeyId: AccessKey!.AccessKeyId!, secretAccessKey: AccessKey!.SecretAccessKey! } });
  const RoleArn = `arn:aws:iam::${ACCOUNT}:role/for-others`;
  const take = (ExternalId: string) => sts.assumeRole({ RoleArn, RoleSessionName: 'mike', ExternalId });
  await expect(take('secret')).rejects.toThrow(
    `User: arn:aws:iam::${OTHER}:user/mike is not authorized to perform: sts:AssumeRole on resource: ${RoleArn} because no identity-based policy allows`,
  );
  await there.putUserPolicy({ UserName: 'mike', PolicyName: 'p', PolicyDocument: document(allow('sts:AssumeRole', RoleArn)) });
  await expect(take('other')).rejects.toThrow(/is not authorized to perform: sts:AssumeRole/);
  expect((await take('secret')).AssumedRoleUser?.Arn).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/for-others/mike`);
});

test('a role is passed on only by who may, to the service that the policy names', async () => {
  const who = emulator.client(
    IAM,
    await userWith(
      'heidi',
      allow('iam:AddRoleToInstanceProfile'),
      allow('iam:PassRole', '*', { Condition: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } } }),
    ),
  );
  await iam.createInstanceProfile({ InstanceProfileName: 'profile' });
  await expect(who.addRoleToInstanceProfile({ InstanceProfileName: 'profile', RoleName: 'by-tag' })).rejects.toThrow(
    `iam:PassRole on resource: arn:aws:iam::${ACCOUNT}:role/by-tag because no identity-based policy allows`,
  );
});

test('keys that are inactive or made up are refused, and their last use is told', async () => {
  const who = await userWith('ivan', allow('*'));
  const sts = emulator.client(STS, who);
  await sts.getCallerIdentity({});
  const AccessKeyId = who.credentials.accessKeyId;
  expect(await iam.getAccessKeyLastUsed({ AccessKeyId })).toMatchObject({
    UserName: 'ivan',
    AccessKeyLastUsed: { ServiceName: 'sts', Region: 'us-east-1' },
  });
  await iam.updateAccessKey({ UserName: 'ivan', AccessKeyId, Status: 'Inactive' });
  await expect(sts.getCallerIdentity({})).rejects.toMatchObject({
    name: 'InvalidClientTokenId',
    message: 'The security token included in the request is invalid.',
  });
});

test('each object of a batch is judged by itself', async () => {
  await admin.s3.createBucket({ Bucket: 'batch' });
  for (const Key of ['mine/a', 'yours/b']) await admin.s3.putObject({ Bucket: 'batch', Key, Body: 'x' });
  const s3 = emulator.client(S3, await userWith('judy', allow('s3:DeleteObject', 'arn:aws:s3:::batch/mine/*')));
  const { Deleted, Errors } = await s3.deleteObjects({ Bucket: 'batch', Delete: { Objects: [{ Key: 'mine/a' }, { Key: 'yours/b' }] } });
  expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
    ['mine/a'],
    [['yours/b', 'AccessDenied']],
  ]);
});
