// The cost of judging a call by the policies of its caller, and of noting what it needs, in CPU time of this process: warm, with 20 policies of 10 statements.
import { readOptions } from '#config/options';
import { newAccessKeyId } from '#core/access-key';
import type { ActionTable } from '#core/authorization/action-table';
import type { EnforcementMode } from '#core/authorization/authorizer';
import type { KeyHolder } from '#core/authorization/identity';
import { putOrganization } from '#core/authorization/organization';
import type { Call } from '#core/call';
import { Context } from '#core/context';
import type { Engine } from '#core/engine';
import { createKernel, type Kernel, type KernelParts } from '#core/kernel';
import { createLog } from '#core/log';
import type { Principal } from '#core/principal';
import { createRegistry } from '#core/registry';
import { createSystemClock } from '#core/time/clock';
import { readGenerated } from '#protocol/models';
import { openStore } from '#store/open-store';
import { SERVICES } from '../../emulator/src/service-list.ts';
import type { BenchRow } from './row.ts';

const POLICIES = 20;
const STATEMENTS = 10;
const CALLS = 5000;
const ROUNDS = 12;
/** Microseconds of processor time a call that is judged. */
const JUDGED_LIMIT = 15;
/** The same where nobody asked for judgement: of a role, whose calls are noted, and of the default credentials. */
const NOTED_LIMIT = 5;
const UNJUDGED_LIMIT = 0.2;
const ACCOUNT = '111122223333';
const ARN = `arn:aws:iam::${ACCOUNT}:role/worker`;
const SESSION_ARN = `arn:aws:sts::${ACCOUNT}:assumed-role/worker/s`;
/** A key of the form that is made here. */
const KEY = newAccessKeyId('ASIA', ACCOUNT, () => 0);
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

/** A kernel with all services and a store in memory. The role and its session are not in the store, because the quotas of one role have no room for its policies. */
async function kernelIn(mode: EnforcementMode): Promise<Kernel> {
  const policies = Array.from({ length: POLICIES }, (_, index) => ({ source: `policy ${index}`, text: policyText(index) }));
  const attached = { arn: ARN, id: 'AROA', name: 'worker', policies, tags: [], isServiceLinked: false };
  const session: KeyHolder = { kind: 'assumed-role', arn: SESSION_ARN, userId: 'AROA:s', identityArn: ARN, isActive: true };
  const registry = createRegistry(SERVICES);
  const { identities } = await registry.identityFinders();
  const parts: Partial<KernelParts> = {
    store: await openStore(),
    clock: createSystemClock(),
    registry: {
      ...registry,
      identityFinders: async () => ({ holders: [() => session], identities: { ...identities, policiesOf: () => attached } }),
    },
    options: { ...readOptions({}), IAM_ENFORCEMENT: mode },
    log: createLog(() => {}, '', Date.now),
    origin: 'http://127.0.0.1:4566',
    stopping: new AbortController().signal,
    actionTable: (service) => readGenerated(`${service}.actions.json`) as ActionTable,
  };
  return createKernel(parts as KernelParts);
}

const ROLE: Principal = { kind: 'key', account: ACCOUNT, accessKeyId: KEY };
const DEFAULT: Principal = { kind: 'key', account: ACCOUNT, accessKeyId: 'test' };

export async function identityBench(): Promise<BenchRow[]> {
  const judged = `judge a call by ${POLICIES} policies of ${STATEMENTS} statements`;
  return [
    await row({
      what: 'find that a call of default credentials is not judged, off',
      mode: 'off',
      principal: DEFAULT,
      limit: UNJUDGED_LIMIT,
    }),
    await row({ what: 'note a call of a role, off', mode: 'off', principal: ROLE, limit: NOTED_LIMIT }),
    await row({ what: `${judged}, warn`, mode: 'warn', principal: ROLE, limit: JUDGED_LIMIT }),
    await row({ what: `${judged}, enforce`, mode: 'enforce', principal: ROLE, limit: JUDGED_LIMIT }),
    await row({ what: `${judged}, in an organization, enforce`, mode: 'enforce', principal: ROLE, limit: JUDGED_LIMIT, isOrganized: true }),
  ];
}

interface Measured extends Required<Pick<BenchRow, 'what' | 'limit'>> {
  readonly mode: EnforcementMode;
  readonly principal: Principal;
  readonly isOrganized?: true;
}

async function row({ what, limit, mode, principal, isOrganized }: Measured): Promise<BenchRow> {
  const kernel = await kernelIn(mode);
  const { authorizer } = kernel;
  const engine = { kernel } as Engine;
  const call = {
    service: 'sqs',
    operation: 'SendMessage',
    input: { QueueUrl: `http://127.0.0.1:4566/${ACCOUNT}/orders`, MessageBody: 'x' },
    account: ACCOUNT,
    region: 'us-east-1',
    principal,
  } as Call;
  const contextOf = () => new Context(engine, call);
  if (isOrganized)
    putOrganization(
      { id: 'o-a1b2c3d4e5', accounts: { [ACCOUNT]: 'r-ab12/ou-ab12-11111111' }, policies: [], withoutFullAccess: [] },
      contextOf(),
    );
  const ask = () => (authorizer.concerns(call) ? authorizer.admit(call, contextOf()) : undefined);
  for (let loading = ask(); loading; loading = ask()) await loading;
  const contexts = measured(() => void contextOf());
  const micros = Math.max(0, measured(() => void ask()) - (authorizer.concerns(call) ? contexts : 0));
  await kernel.store.close();
  return { what, figure: `${micros.toFixed(2)} µs`, ratio: micros, limit };
}

/** Microseconds of processor time, by the round that other work disturbed least. */
function measured(run: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    for (let index = 0; index < CALLS; index++) run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / CALLS;
  });
  return Math.min(...rounds);
}
