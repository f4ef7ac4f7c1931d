// IAM_ENFORCEMENT=warn: calls go on, and the log, the header and the policies that were needed say what the cloud would refuse. Roles in which services act.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { SQS } from '@aws-sdk/client-sqs';
import { STS } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCover } from '../../../emulator/src/testing/vitest.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { inProcessCommand } from '../../support/in-process-command.ts';
import { untilPasses } from '../../support/until-passes.ts';

const ACCOUNT = '000000000000';
const ROLE = `arn:aws:iam::${ACCOUNT}:role/worker`;
const QUEUE = `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`;
let emulator: TestEmulator;
let QueueUrl: string | undefined;
let credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string };

const document = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Statement });
const mode = async (wanted: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  await fetch(`${emulator.url}/_emulator/identity`, { method: 'PUT', headers, body: JSON.stringify({ mode: wanted }) });
};

beforeAll(async () => {
  emulator = await startTestEmulator({ environment: { ENFORCE_IAM: '1', IAM_SOFT_MODE: '1' } });
  ({ QueueUrl } = await emulator.client(SQS).createQueue({ QueueName: 'orders' }));
  const iam = emulator.client(IAM);
  const trusted = { Effect: 'Allow', Principal: { AWS: '*', Service: 'events.amazonaws.com' }, Action: 'sts:AssumeRole' };
  await iam.createRole({ RoleName: 'worker', AssumeRolePolicyDocument: document(trusted) });
  await iam.putRolePolicy({
    RoleName: 'worker',
    PolicyName: 'own',
    PolicyDocument: document({ Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sns:*'], Resource: '*' }),
  });
  const { Credentials } = await emulator.client(STS).assumeRole({ RoleArn: ROLE, RoleSessionName: 'tests' });
  credentials = {
    accessKeyId: Credentials!.AccessKeyId!,
    secretAccessKey: Credentials!.SecretAccessKey!,
    sessionToken: Credentials!.SessionToken!,
  };
});
afterAll(() => emulator.stop());

test('the names of the established emulator mean the same', () => {
  expect(emulator.options.IAM_ENFORCEMENT).toBe('warn');
});

test('a call that the cloud would refuse goes on, and everybody is told', async () => {
  const sqs = emulator.client(SQS, { credentials });
  let told: string | undefined;
  sqs.middlewareStack.add(
    (next) => async (args) => {
      const answer = await next(args);
      told = (answer.response as { headers: Record<string, string> }).headers['x-emulator-would-be-denied'];
      return answer;
    },
    { step: 'deserialize' },
  );
  await sqs.sendMessage({ QueueUrl, MessageBody: 'x' });
  const sentence = `User: arn:aws:sts::${ACCOUNT}:assumed-role/worker/tests is not authorized to perform: sqs:sendmessage on resource: ${QUEUE} because no identity-based policy allows the sqs:sendmessage action`;
  expect(told).toContain(sentence);
  const line = emulator.lines.find((text) => text.includes(sentence));
  expect(line).toContain('aws iam put-role-policy --role-name worker --policy-name allow-sqs-SendMessage --policy-document');
  const { DecodedMessage } = await emulator.client(STS).decodeAuthorizationMessage({ EncodedMessage: told!.split('message: ')[1]! });
  expect(JSON.parse(DecodedMessage!)).toMatchObject({
    allowed: false,
    explicitDeny: false,
    context: { action: 'sqs:SendMessage', resource: QUEUE },
  });
  await sqs.receiveMessage({ QueueUrl });
  expect(told).toBeUndefined();
});

test('the least policy names what was used, what is lacking and what is idle', async () => {
  const found = await emulator.policyOf('worker');
  expect(found).toMatchObject({
    identity: ROLE,
    policy: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['sqs:ReceiveMessage', 'sqs:SendMessage'], Resource: [QUEUE] }],
    },
    missing: [{ action: 'sqs:SendMessage', resource: QUEUE }],
    unused: [{ action: 'sns:*', source: 'the policy own of the role worker' }],
  });
  expect([toCover(found).pass, toCover(found).message()]).toEqual([false, `${ROLE} lacks sqs:SendMessage on ${QUEUE}`]);
  expect(toCover(found, { action: 'sqs:ReceiveMessage', resource: QUEUE }).pass).toBe(true);
  await expect(emulator.policyOf('nobody')).rejects.toMatchObject({ code: 'IDENTITY_MISSING' });
});

test('a rule that acts in a role delivers what the role may', async () => {
  await mode('enforce');
  const events = emulator.client(EventBridge);
  const iam = emulator.client(IAM);
  await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'all', Targets: [{ Id: 'queue', Arn: QUEUE, RoleArn: ROLE }] });
  const put = () => events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'x', Detail: '{}' }] });
  await put();
  await untilPasses(() =>
    expect(emulator.lines.some((line) => line.includes('assumed-role/worker/worker is not authorized to perform: sqs:sendmessage'))).toBe(
      true,
    ),
  );
  await iam.putRolePolicy({
    RoleName: 'worker',
    PolicyName: 'send',
    PolicyDocument: document({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: QUEUE }),
  });
  await emulator.client(SQS).purgeQueue({ QueueUrl });
  await put();
  const { Messages } = await emulator.client(SQS).receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
  expect(Messages).toHaveLength(1);
  await mode('off');
  await emulator.client(SQS, { credentials }).listQueues({});
});

test('`emulator why` names the statement that denied a call, or the one that came nearest, and so does the report', async () => {
  await mode('enforce');
  const iam = emulator.client(IAM);
  const sqs = emulator.client(SQS, { credentials });
  const RoleName = 'worker';
  const put = (PolicyName: string, statement: object) =>
    iam.putRolePolicy({ RoleName, PolicyName, PolicyDocument: document({ Resource: '*', ...statement }) });
  const why = async (): Promise<string> => {
    await expect(sqs.deleteMessage({ QueueUrl, ReceiptHandle: 'x' })).rejects.toMatchObject({ name: 'AccessDenied' });
    return (await inProcessCommand(['why', '--endpoint', emulator.url])).stdout;
  };
  await put('near', { Effect: 'Allow', Action: 'sqs:Delete*', Condition: { StringEquals: { 'aws:RequestedRegion': 'eu-west-1' } } });
  expect(await why()).toContain('its condition StringEquals wants aws:RequestedRegion to be "eu-west-1" and the request has "us-east-1"');
  await put('never', { Sid: 'NoDeleting', Effect: 'Deny', Action: 'sqs:Delete*' });
  expect(await why()).toContain('take sqs:DeleteMessage out of statement "NoDeleting" of the policy never of the role worker');
  const { accesses } = await emulator.policyOf('worker');
  expect(accesses.find(({ action }) => action === 'sqs:DeleteMessage')).toMatchObject({
    count: 2,
    denied: 2,
    isDenied: true,
    decidedBy: 'statement NoDeleting of the policy never of the role worker',
  });
  await mode('off');
});

test('a policy of the cloud whose text is not known allows nothing, and the log names it', async () => {
  const iam = emulator.client(IAM);
  await mode('warn');
  const PolicyArn = 'arn:aws:iam::aws:policy/AIDevOpsAgentFullAccess';
  await iam.attachRolePolicy({ RoleName: 'worker', PolicyArn });
  await emulator.client(SQS, { credentials }).tagQueue({ QueueUrl, Tags: { team: 'red' } });
  await untilPasses(() =>
    expect(emulator.lines.join('\n')).toContain(`The text of ${PolicyArn} is not known here, so that it allows nothing`),
  );
  await iam.detachRolePolicy({ RoleName: 'worker', PolicyArn });
});
