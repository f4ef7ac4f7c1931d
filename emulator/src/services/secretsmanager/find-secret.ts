// Finds a secret by any name that clients give it: name, ARN, ARN without its last six characters.

import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn, parseArn } from '#lib/arn';
import { fault } from '#model/secretsmanager';
import { invalidParameter, markedForDeletion, noSuchSecret } from './faults.ts';
import { type Secret, secrets } from './state.ts';

const PREFIX = 'secret:';
const SUFFIX = /^(.+)-([A-Za-z0-9]{6})$/;

export interface LocatedSecret {
  readonly there: Ctx;
  readonly secret: Frozen<Secret>;
  readonly arn: string;
}

export const secretArn = (
  { name, suffix }: Pick<Secret, 'name' | 'suffix'>,
  { account, region }: Pick<Ctx, 'account' | 'region'>,
): string => formatArn({ service: 'secretsmanager', region, account, resource: `${PREFIX}${name}-${suffix}` });

/** @throws Fault ValidationException for a name that no secret can have */
export function checkName(name: string): void {
  if (/^[A-Za-z0-9/_+=.@!-]+$/.test(name)) return;
  throw fault(
    'ValidationException',
    'Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!',
  );
}

/** Finds secrets that are marked for deletion, too. */
export function findSecret(id: string, ctx: Ctx): LocatedSecret {
  if (!parseArn(id)) {
    checkName(id);
    return found(ctx.records(secrets).get([id]), ctx);
  }
  const arn = arnHere(id, 'secretsmanager', ctx);
  if (!arn?.resource.startsWith(PREFIX) || !/^\d{12}$/.test(arn.account)) throw noSuchSecret();
  const there = ctx.in({ account: arn.account });
  const resource = arn.resource.slice(PREFIX.length);
  const [, name, suffix] = SUFFIX.exec(resource) ?? [];
  const whole = name === undefined ? undefined : there.records(secrets).get([name]);
  return found(whole?.suffix === suffix && whole ? whole : there.records(secrets).get([resource]), there);
}

function found(secret: Frozen<Secret> | undefined, ctx: Ctx): LocatedSecret {
  if (!secret) throw noSuchSecret();
  return { there: ctx, secret, arn: secretArn(secret, ctx) };
}

export function findLive(id: string, ctx: Ctx): LocatedSecret {
  const live = findSecret(id, ctx);
  if (live.secret.deletionMs !== undefined) throw markedForDeletion();
  return live;
}

/** The secret, if it may be changed here: neither marked for deletion nor a replica. */
export function findOwn(id: string, ctx: Ctx): LocatedSecret {
  const own = findLive(id, ctx);
  requirePrimary(own);
  return own;
}

export const isReplica = ({ there, secret }: Pick<LocatedSecret, 'there' | 'secret'>): boolean =>
  secret.primaryRegion !== undefined && secret.primaryRegion !== there.region;

export function requirePrimary(own: LocatedSecret): void {
  if (isReplica(own)) throw invalidParameter("Operation not permitted on a replica secret. Call must be made in primary secret's region.");
}
