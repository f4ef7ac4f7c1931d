// The cost of judging a call by the policies of its caller, in CPU time of this process: warm, with 20 policies of 10 statements.
import type { ActionTable } from '#core/authorization/action-table';
import { Authorizer, type EnforcementMode } from '#core/authorization/authorizer';
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import { createLog } from '#core/log';
import { readGenerated } from '#protocol/models';
import type { BenchRow } from './row.ts';

const POLICIES = 20;
const STATEMENTS = 10;
const CALLS = 5000;
const ROUNDS = 12;
/** Microseconds of processor time a call. */
const LIMIT = 15;
const ACCOUNT = '000000000000';
const ARN = `arn:aws:iam::${ACCOUNT}:role/worker`;
const QUEUE = `arn:aws:sqs:us-east-1:${ACCOUNT}:orders`;

/** Each has all kinds of statements, with wildcards, variables and conditions; the last of all allows the call. */
function policyText(policy: number): string {
  const statements = Array.from({ length: STATEMENTS }, (_, index) => {
    const isLast = policy === POLICIES - 1 && index === STATEMENTS - 1;
    if (isLast)
      return {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: QUEUE,
        Condition: { StringEquals: { 'aws:RequestedRegion': 'us-east-1' } },
      };
    return {
      Effect: index % 5 === 4 ? 'Deny' : 'Allow',
      Action: index % 2 === 0 ? 'sqs:*' : [`s3:Get*`, 'dynamodb:PutItem'],
      Resource: index % 3 === 0 ? `arn:aws:sqs:*:*:\${aws:username}-${index}` : `arn:aws:sqs:us-east-1:${ACCOUNT}:other-${policy}-*`,
      Condition: { StringLike: { 'aws:PrincipalTag/team': `team-${index}*` } },
    };
  });
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

function authorizerOf(mode: EnforcementMode): Authorizer {
  const policies = Array.from({ length: POLICIES }, (_, index) => ({ source: `policy ${index}`, text: policyText(index) }));
  const attached = { arn: ARN, id: 'AROA', name: 'worker', policies, tags: [], isServiceLinked: false };
  return new Authorizer({
    registry: {
      service: () => undefined,
      identityFinders: async () => ({
        holders: [],
        identities: { policiesOf: () => attached, managedPolicy: () => undefined, noteUse: () => undefined },
      }),
      protects: async () => undefined,
    },
    options: { IAM_ENFORCEMENT: mode, IAM_ENFORCE_DEFAULT: false },
    log: createLog(() => {}, '', Date.now),
    actionTable: (service) => readGenerated(`${service}.actions.json`) as ActionTable,
  });
}

export async function identityBench(): Promise<BenchRow[]> {
  return [await judgedRow('warn'), await judgedRow('enforce')];
}

async function judgedRow(mode: EnforcementMode): Promise<BenchRow> {
  const authorizer = authorizerOf(mode);
  const ctx = { account: ACCOUNT, region: 'us-east-1', now: () => 0, in: () => ctx } as unknown as Ctx;
  const call = {
    service: 'sqs',
    operation: 'SendMessage',
    input: { QueueUrl: `http://127.0.0.1:4566/${ACCOUNT}/orders`, MessageBody: 'x' },
    account: ACCOUNT,
    region: 'us-east-1',
    principal: { kind: 'key', account: ACCOUNT, accessKeyId: undefined, role: ARN },
  } as unknown as Call;
  await authorizer.admit(call, ctx);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (let index = 0; index < CALLS; index++) void authorizer.admit(call, ctx);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / CALLS;
  });
  // The round that other work disturbed least
  const micros = Math.min(...rounds);
  return {
    what: `judge a call by ${POLICIES} policies of ${STATEMENTS} statements, ${mode}`,
    figure: `${micros.toFixed(1)} µs`,
    ratio: micros,
    limit: LIMIT,
  };
}
