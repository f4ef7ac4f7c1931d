// kill -9 in the middle of a deployment, at any moment: the stack comes back failed, never in progress; it can be deleted or rolled back, and
// nothing that was made stays behind unknown to it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormation, waitUntilStackCreateComplete, waitUntilStackDeleteComplete } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { IAM } from '@aws-sdk/client-iam';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { WAITER } from '../support/until-passes.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const EACH = 12;
const Capabilities = ['CAPABILITY_NAMED_IAM' as const];

let folder: string;
let emulator: ChildEmulator;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-crash-'));
});
afterEach(async () => {
  await emulator.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function clients() {
  const access = { accessKeyId: 'test', secretAccessKey: 'test' };
  const config = { endpoint: emulator.url, region: 'us-east-1', credentials: access, maxAttempts: 1 };
  return {
    cfn: new CloudFormation(config),
    sqs: new SQS(config),
    logs: new CloudWatchLogs(config),
    iam: new IAM(config),
    ssm: new SSM(config),
  };
}
const start = async (): Promise<void> => {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
};

/** Things with names of their own and without, of several services; `kind` makes other things of them. */
function template(kind: string): string {
  const trust = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  };
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] };
  const each = Array.from({ length: EACH }, (_, n): [string, object][] => [
    [`Queue${n}`, { Type: 'AWS::SQS::Queue', Properties: { FifoQueue: kind === 'after' || undefined } }],
    [`Named${n}`, { Type: 'AWS::SQS::Queue', Properties: { QueueName: `${kind}-${n}` } }],
    [`Logs${n}`, { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: `${kind}-${n}`, RetentionInDays: 7 } }],
    [`Role${n}`, { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust, Path: `/${kind}/` } }],
    [`Policy${n}`, { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: document, Path: `/${kind}/` } }],
    [`Parameter${n}`, { Type: 'AWS::SSM::Parameter', Properties: { Name: `/${kind}/${n}`, Type: 'String', Value: 'v' } }],
  ]);
  return JSON.stringify({ Resources: Object.fromEntries(each.flat()) });
}

/** Everything there is. */
async function things(): Promise<string[]> {
  const { sqs, logs, iam, ssm } = clients();
  const found = await Promise.all([
    sqs.listQueues().then(({ QueueUrls = [] }) => QueueUrls.map((url) => url.split('/').at(-1)!)),
    logs.describeLogGroups().then(({ logGroups = [] }) => logGroups.map(({ logGroupName }) => logGroupName!)),
    iam.listRoles().then(({ Roles = [] }) => Roles.map(({ Arn }) => Arn!)),
    iam.listPolicies({ Scope: 'Local' }).then(({ Policies = [] }) => Policies.map(({ Arn }) => Arn!)),
    ssm.describeParameters({ MaxResults: 50 }).then(({ Parameters = [] }) => Parameters.map(({ Name }) => Name!)),
  ]);
  return found.flat().sort();
}

const statusOf = async (StackName: string): Promise<string | undefined> =>
  clients()
    .cfn.describeStacks({ StackName })
    .then(
      ({ Stacks }) => Stacks![0]!.StackStatus,
      () => undefined,
    );

async function ended(StackName: string): Promise<string | undefined> {
  for (let status = await statusOf(StackName); ; status = await statusOf(StackName)) {
    if (!status?.endsWith('_IN_PROGRESS')) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** How long a creation takes when all code is loaded: the last of a few. */
async function creationMs(): Promise<number> {
  const { cfn } = clients();
  let tookMs = 0;
  for (const StackName of ['first', 'second', 'third']) {
    const startedAt = performance.now();
    await cfn.createStack({ StackName, TemplateBody: template('practice'), Capabilities });
    expect(await ended(StackName)).toBe('CREATE_COMPLETE');
    tookMs = performance.now() - startedAt;
    await cfn.deleteStack({ StackName });
    expect(await ended(StackName)).toBeUndefined();
  }
  return tookMs;
}

/** Begins, and is killed at the moment that the round chooses. */
async function killed(begin: () => Promise<unknown>, tookMs: number, round: number): Promise<void> {
  const begun = begin().catch(() => undefined);
  const atMs = performance.now() + ((round + 0.5) / ROUNDS) * tookMs;
  while (performance.now() < atMs) await new Promise((resolve) => setTimeout(resolve, 1));
  await emulator.kill('SIGKILL');
  await begun;
}

const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe('killed in the middle', () => {
  it.each(rounds)('of a creation, round %i', async (round) => {
    await start();
    const StackName = 'cut';
    const { cfn } = clients();
    const tookMs = await creationMs();
    await killed(() => cfn.createStack({ StackName, TemplateBody: template('before'), Capabilities }), tookMs, round);
    await start();
    // An operation that had not begun yet begins now.
    expect([undefined, 'CREATE_FAILED', 'CREATE_COMPLETE']).toContain(await ended(StackName));
    const again = clients().cfn;
    await again.deleteStack({ StackName });
    await waitUntilStackDeleteComplete({ client: again, ...WAITER }, { StackName });
    expect(await things()).toEqual([]);
    await again.createStack({ StackName, TemplateBody: template('before'), Capabilities });
    await waitUntilStackCreateComplete({ client: again, ...WAITER }, { StackName });
  });

  it.each(rounds)('of an update, round %i', async (round) => {
    await start();
    const StackName = 'cut';
    const { cfn } = clients();
    await cfn.createStack({ StackName, TemplateBody: template('before'), Capabilities });
    await waitUntilStackCreateComplete({ client: cfn, ...WAITER }, { StackName });
    const tookMs = await creationMs();
    const before = await things();
    await killed(() => cfn.updateStack({ StackName, TemplateBody: template('after'), Capabilities }), tookMs, round);
    await start();
    const status = await ended(StackName);
    expect(['CREATE_COMPLETE', 'UPDATE_FAILED', 'UPDATE_COMPLETE']).toContain(status);
    if (status !== 'UPDATE_FAILED') return;
    await clients().cfn.rollbackStack({ StackName });
    expect(await ended(StackName)).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await things()).toEqual(before);
  });
});
