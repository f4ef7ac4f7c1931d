// Calls across accounts: the caller's policies and those of the resource must both allow. Chains of roles, tags of sessions, and roles that are passed on.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { KMS } from '@aws-sdk/client-kms';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SNS } from '@aws-sdk/client-sns';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { ACCOUNT, accountKey, allow, assume, type Caller, document, OTHER, roleWith, trust, userWith } from './use-identities.ts';

let fixture: Fixture;
let eve: Caller;
const client = <C extends { destroy(): void }>(kind: new (config: never) => C, who: Caller = accountKey(ACCOUNT)): C =>
  fixture.emulator.client(kind, who);
/** A policy that lets the other account in. */
const open = (Action: string, Resource = '*'): string => document({ ...allow(Action, Resource), Principal: { AWS: OTHER } });

beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual', environment: { IAM_ENFORCEMENT: 'enforce' } });
  eve = await userWith(fixture.emulator, 'eve', [], OTHER);
});
afterAll(() => fixture.emulator.stop());
const own = (...statements: object[]): Promise<unknown> =>
  client(IAM, accountKey(OTHER)).putUserPolicy({ UserName: 'eve', PolicyName: 'inline', PolicyDocument: document(...statements) });

interface Shared {
  readonly title: string;
  /** Makes the resource; answers how it is used by the other account, and how its policy lets it. */
  make(): Promise<{ readonly use: () => Promise<unknown>; readonly admit: () => Promise<unknown> }>;
}

const SHARED: readonly Shared[] = [
  {
    title: 'a function',
    make: async () => {
      await fixture.create('shared', 'return 1;');
      const FunctionName = `arn:aws:lambda:us-east-1:${ACCOUNT}:function:shared`;
      return {
        use: () => client(Lambda, eve).invoke({ FunctionName }),
        admit: () =>
          client(Lambda).addPermission({ FunctionName, StatementId: 'other', Action: 'lambda:InvokeFunction', Principal: OTHER }),
      };
    },
  },
  {
    title: 'a queue',
    make: async () => {
      const { QueueUrl } = await client(SQS).createQueue({ QueueName: 'shared' });
      return {
        use: () => client(SQS, eve).sendMessage({ QueueUrl, MessageBody: 'x' }),
        admit: () => client(SQS).setQueueAttributes({ QueueUrl, Attributes: { Policy: open('sqs:SendMessage') } }),
      };
    },
  },
  {
    title: 'a topic',
    make: async () => {
      const { TopicArn } = await client(SNS).createTopic({ Name: 'shared' });
      return {
        use: () => client(SNS, eve).publish({ TopicArn, Message: 'x' }),
        admit: () => client(SNS).setTopicAttributes({ TopicArn, AttributeName: 'Policy', AttributeValue: open('sns:Publish', TopicArn) }),
      };
    },
  },
  {
    title: 'an object',
    make: async () => {
      await client(S3).createBucket({ Bucket: 'shared' });
      await client(S3).putObject({ Bucket: 'shared', Key: 'a', Body: 'x' });
      return {
        use: () => client(S3, eve).getObject({ Bucket: 'shared', Key: 'a' }),
        admit: () => client(S3).putBucketPolicy({ Bucket: 'shared', Policy: open('s3:GetObject', 'arn:aws:s3:::shared/*') }),
      };
    },
  },
  {
    title: 'a key',
    make: async () => {
      const { KeyMetadata } = await client(KMS).createKey({});
      const KeyId = KeyMetadata!.Arn!;
      const statements = [
        { ...allow('kms:*'), Principal: { AWS: ACCOUNT } },
        { ...allow('kms:Encrypt'), Principal: { AWS: OTHER } },
      ];
      return {
        use: () => client(KMS, eve).encrypt({ KeyId, Plaintext: Buffer.from('x') }),
        admit: () => client(KMS).putKeyPolicy({ KeyId, Policy: document(...statements) }),
      };
    },
  },
  {
    title: 'an event bus',
    make: async () => {
      const { EventBusArn } = await client(EventBridge).createEventBus({ Name: 'shared' });
      const Entries = [{ EventBusName: EventBusArn, Source: 'shop', DetailType: 'x', Detail: '{}' }];
      return {
        use: async () => {
          const { FailedEntryCount, Entries: [entry] = [] } = await client(EventBridge, eve).putEvents({ Entries });
          if (FailedEntryCount) throw new Error(`${entry?.ErrorCode}: ${entry?.ErrorMessage}`);
        },
        admit: () =>
          client(EventBridge).putPermission({ EventBusName: 'shared', StatementId: 'other', Action: 'events:PutEvents', Principal: OTHER }),
      };
    },
  },
  {
    title: 'a secret',
    make: async () => {
      // Keys of the service itself keep other accounts out.
      const statements = [
        { ...allow('kms:*'), Principal: { AWS: ACCOUNT } },
        { ...allow('kms:Decrypt'), Principal: { AWS: OTHER } },
      ];
      const { KeyMetadata } = await client(KMS).createKey({ Policy: document(...statements) });
      const secret = { Name: 'shared', SecretString: 'x', KmsKeyId: KeyMetadata!.KeyId };
      const { ARN: SecretId } = await client(SecretsManager).createSecret(secret);
      return {
        use: () => client(SecretsManager, eve).getSecretValue({ SecretId }),
        admit: () => client(SecretsManager).putResourcePolicy({ SecretId, ResourcePolicy: open('secretsmanager:GetSecretValue') }),
      };
    },
  },
  {
    title: 'a table',
    make: async () => {
      const { TableDescription } = await client(DynamoDB).createTable({
        TableName: 'shared',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      });
      const TableName = TableDescription!.TableArn!;
      return {
        use: () => client(DynamoDB, eve).putItem({ TableName, Item: { id: { S: '1' } } }),
        admit: () => client(DynamoDB).putResourcePolicy({ ResourceArn: TableName, Policy: open('dynamodb:PutItem', TableName) }),
      };
    },
  },
];

test.each(SHARED)('$title needs both accounts', async ({ make }) => {
  const { use, admit } = await make();
  await own(allow('*'));
  await expect(use()).rejects.toThrow(/AccessDenied|Access Denied|not authorized|not allowed/i);
  await admit();
  await use();
  await own(allow('sts:*'));
  await expect(use()).rejects.toThrow(/because no identity-based policy allows/);
});

test('a chain of roles is judged link by link, and tags that are passed on stay', async () => {
  const first = await roleWith(fixture.emulator, 'first', { AWS: OTHER }, []);
  const iam = client(IAM);
  const Condition = { StringEquals: { 'aws:PrincipalTag/team': 'red' } };
  await iam.createRole({ RoleName: 'second', AssumeRolePolicyDocument: trust({ AWS: first }, { Condition }), MaxSessionDuration: 7200 });
  await iam.putRolePolicy({
    RoleName: 'second',
    PolicyName: 'inline',
    PolicyDocument: document(allow('sqs:SendMessage', '*', { Condition })),
  });
  const second = `arn:aws:iam::${ACCOUNT}:role/second`;
  const { QueueUrl } = await client(SQS).createQueue({ QueueName: 'chained' });
  const tagged = { Tags: [{ Key: 'team', Value: 'red' }], TransitiveTagKeys: ['team'] };
  await own(allow('sts:AssumeRole', first));
  await expect(assume(fixture.emulator, first, eve, tagged)).rejects.toThrow(/is not authorized to perform: sts:TagSession/);
  await own(allow(['sts:AssumeRole', 'sts:TagSession'], first));
  const plain = await assume(fixture.emulator, first, eve);
  const red = await assume(fixture.emulator, first, eve, tagged);
  // The trust policy names the first role itself: in the same account nothing else needs to allow, but its condition holds for the tagged session alone.
  await expect(assume(fixture.emulator, second, plain)).rejects.toThrow(/is not authorized to perform: sts:AssumeRole on resource/);
  const session = await assume(fixture.emulator, second, red);
  await client(SQS, session).sendMessage({ QueueUrl, MessageBody: 'x' });
  await expect(client(STS, red).assumeRole({ RoleArn: second, RoleSessionName: 'session', DurationSeconds: 7200 })).rejects.toThrow(
    /1 hour session limit/,
  );
  await expect(client(SQS, session).receiveMessage({ QueueUrl })).rejects.toThrow(
    `User: arn:aws:sts::${ACCOUNT}:assumed-role/second/session is not authorized to perform: sqs:receivemessage`,
  );
});

test('an external id is compared by the trust policy', async () => {
  const Condition = { StringEquals: { 'sts:ExternalId': 'secret' } };
  await client(IAM).createRole({ RoleName: 'external', AssumeRolePolicyDocument: trust({ AWS: OTHER }, { Condition }) });
  const role = `arn:aws:iam::${ACCOUNT}:role/external`;
  await own(allow('sts:AssumeRole', role));
  for (const more of [{}, { ExternalId: 'other' }])
    await expect(assume(fixture.emulator, role, eve, more)).rejects.toThrow(/not authorized to perform: sts:AssumeRole/);
  await assume(fixture.emulator, role, eve, { ExternalId: 'secret' });
});

test('a role is passed on to the service that a policy names alone', async () => {
  const Role = await roleWith(fixture.emulator, 'passed', { Service: 'lambda.amazonaws.com' }, []);
  const create = async (name: string, service: string) => {
    const Condition = { StringEquals: { 'iam:PassedToService': service } };
    const who = await userWith(fixture.emulator, name, [allow('lambda:*'), allow('iam:PassRole', Role, { Condition })]);
    const Code = { ZipFile: Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64') };
    return client(Lambda, who).createFunction({ FunctionName: name, Role, Code, Runtime: 'nodejs22.x', Handler: 'index.handler' });
  };
  await expect(create('states', 'states.amazonaws.com')).rejects.toThrow(
    `User: arn:aws:iam::${ACCOUNT}:user/states is not authorized to perform: iam:PassRole on resource: ${Role} because no identity-based policy allows the iam:PassRole action`,
  );
  expect(await create('lambda', 'lambda.amazonaws.com').catch((error: Error) => error.name)).not.toBe('AccessDeniedException');
});
