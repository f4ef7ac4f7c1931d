// Finds a key by any name that clients give it (id, ARN, alias, alias ARN), in the account that owns it.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault } from '#model/kms';
import { invalidState, noSuchKey } from './faults.ts';
import { aliasArn, keyArn, rootArn } from './key-arn.ts';
import { ensureManagedKey } from './keys/managed-keys.ts';
import { aliases, type Key, keys } from './state.ts';

/** A key and the context of the account that owns it. */
export interface LocatedKey {
  readonly there: Ctx;
  readonly key: Frozen<Key>;
  readonly arn: string;
}

const KEY_ID = /^(?:mrk-[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Accepts every name of a key. */
export function findKey(name: string, ctx: Ctx): LocatedKey {
  const { there, resource } = placeOf(name, ctx);
  if (resource.startsWith('alias/')) return byAlias(resource, there);
  return byId(resource.replace(/^key\//, ''), there);
}

/** Accepts ids and key ARNs only, as most operations that change a key do. */
export function locateById(name: string, ctx: Ctx): LocatedKey {
  const { there, resource } = placeOf(name, ctx);
  if (resource.startsWith('alias/')) throw fault('NotFoundException', `Invalid keyId '${name}'`);
  return byId(resource.replace(/^key\//, ''), there);
}

/** A key that clients may change: service-managed keys are refused. */
export function locateOwn(name: string, ctx: Ctx): LocatedKey {
  const found = locateById(name, ctx);
  if (found.key.manager === 'CUSTOMER') return found;
  throw unmodelled(
    'AccessDeniedException',
    `User: ${rootArn(ctx)} is not authorized to perform: kms:${ctx.operation} on resource: ${found.arn} because no resource-based policy allows the kms:${ctx.operation} action`,
  );
}

function placeOf(name: string, ctx: Ctx): { there: Ctx; resource: string } {
  if (!name.startsWith('arn:')) return { there: ctx, resource: name };
  const arn = parseArn(name);
  if (arn?.service !== 'kms' || !/^\d{12}$/.test(arn.account) || !/^(?:key|alias)\//.test(arn.resource))
    throw fault('InvalidArnException', `Invalid arn ${name}`);
  if (arn.region !== ctx.region) throw fault('NotFoundException', `Invalid arn ${arn.region}`);
  return { there: ctx.in({ account: arn.account }), resource: arn.resource };
}

function byAlias(name: string, ctx: Ctx): LocatedKey {
  ensureManagedKey(name, ctx);
  const alias = ctx.records(aliases).get([name]);
  if (!alias) throw fault('NotFoundException', `Alias ${aliasArn(ctx, name)} is not found.`);
  return byId(alias.keyId, ctx);
}

function byId(id: string, ctx: Ctx): LocatedKey {
  if (!KEY_ID.test(id)) throw fault('NotFoundException', `Invalid keyId '${id}'`);
  const arn = keyArn(ctx, id);
  const key = ctx.records(keys).get([id]);
  if (!key) throw noSuchKey(arn);
  return { there: ctx, key, arn };
}

/** Throws unless the key may be used in cryptographic operations. */
export function requireEnabled({ key, arn }: LocatedKey): void {
  if (key.state === 'Disabled') throw fault('DisabledException', `${arn} is disabled.`);
  requireNotPending({ key, arn });
}

/** Throws when the key waits for deletion or for its material. */
export function requireNotPending({ key, arn }: Pick<LocatedKey, 'key' | 'arn'>): void {
  requireNotDeleted({ key, arn });
  if (key.state === 'PendingImport') throw invalidState(arn, 'pending import');
}

export function requireNotDeleted({ key, arn }: Pick<LocatedKey, 'key' | 'arn'>): void {
  if (key.state === 'PendingDeletion') throw invalidState(arn, 'pending deletion');
  if (key.state === 'PendingReplicaDeletion') throw invalidState(arn, 'pending replica deletion');
}
