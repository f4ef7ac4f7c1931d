// Finds the caller: the account itself, the user of an access key, or the session of a temporary key.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { type Session, sessions } from './state.ts';

export interface Caller {
  readonly kind: 'account' | 'user' | 'assumed-role' | 'federated-user';
  readonly arn: string;
  readonly account: string;
  readonly userId: string;
  /** The role that a service acts in on somebody's behalf. */
  readonly roleArn?: string | undefined;
  /** Present for temporary credentials. */
  readonly session?: Frozen<Session> | undefined;
}

/** A key id that was not created here stands for its account. */
export async function callerOf(ctx: Ctx): Promise<Caller> {
  const { principal, account } = ctx;
  const root: Caller = { kind: 'account', arn: `arn:aws:iam::${account}:root`, account, userId: account };
  if (principal.kind === 'key' && principal.role !== undefined) return inRole(principal.role);
  if (principal.kind !== 'key' || principal.accessKeyId === undefined) return root;
  const id = principal.accessKeyId;
  if (id.startsWith('ASIA')) {
    const session = ctx.records(sessions).get([id]);
    if (!session) return root;
    if (session.expiresMs <= ctx.now())
      throw unmodelled('ExpiredToken', 'The security token included in the request is expired', { status: 403 });
    return { kind: session.kind, arn: session.arn, account, userId: session.userId, session };
  }
  return (id.startsWith('AKIA') ? await userOf(id, ctx) : undefined) ?? root;
}

/** A service has taken the role: no session of it is kept. */
function inRole(roleArn: string): Caller {
  const { account = '', resource = '' } = parseArn(roleArn) ?? {};
  const name = resource.slice(resource.lastIndexOf('/') + 1);
  return { kind: 'assumed-role', arn: `arn:aws:sts::${account}:assumed-role/${name}/${name}`, account, userId: `${name}:${name}`, roleArn };
}

async function userOf(accessKeyId: string, ctx: Ctx): Promise<Caller | undefined> {
  try {
    const { UserName } = await ctx.call('iam', 'GetAccessKeyLastUsed', { AccessKeyId: accessKeyId });
    const { User } = await ctx.call('iam', 'GetUser', { UserName });
    return { kind: 'user', arn: User.Arn, account: ctx.account, userId: User.UserId };
  } catch (error) {
    if (error instanceof Fault && error.code === 'NoSuchEntityException') return undefined;
    throw error;
  }
}
