// Aliases: names that can be moved from one key to another.
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { type AliasListEntry, fault, operation } from '#model/kms';
import { invalid } from './faults.ts';
import { type LocatedKey, locateById, requireNotDeleted } from './find-key.ts';
import { aliasArn } from './key-arn.ts';
import { MANAGED_ALIASES } from './keys/managed-keys.ts';
import { pagesOf } from './pages.ts';
import { type Alias, aliases, aliasesByKey } from './state.ts';

const PAGE_SIZE = 50;

export const CreateAlias = operation('CreateAlias', ({ AliasName: name, TargetKeyId }, ctx) => {
  checkName(name);
  if (ctx.records(aliases).has([name]))
    throw fault('AlreadyExistsException', `An alias with the name ${aliasArn(ctx, name)} already exists`);
  const { key } = locateTarget(TargetKeyId, ctx);
  const nowMs = ctx.now();
  ctx.write((tx) => {
    tx.put(ctx.records(aliases), [name], { name, keyId: key.id, createdMs: nowMs, updatedMs: nowMs });
    tx.put(ctx.records(aliasesByKey), [key.id, name], { name });
  });
});

export const UpdateAlias = operation('UpdateAlias', ({ AliasName: name, TargetKeyId }, ctx) => {
  checkName(name);
  const alias = find(name, ctx);
  const { key } = locateTarget(TargetKeyId, ctx);
  const before = locateById(alias.keyId, ctx).key;
  if (before.usage !== key.usage || (before.spec === 'SYMMETRIC_DEFAULT') !== (key.spec === 'SYMMETRIC_DEFAULT'))
    throw invalid('The current and new KMS keys of an alias must be of the same type (both symmetric or both asymmetric) and usage.');
  ctx.write((tx) => {
    tx.delete(ctx.records(aliasesByKey), [alias.keyId, name]);
    tx.put(ctx.records(aliases), [name], { ...alias, keyId: key.id, updatedMs: ctx.now() });
    tx.put(ctx.records(aliasesByKey), [key.id, name], { name });
  });
});

export const DeleteAlias = operation('DeleteAlias', ({ AliasName: name }, ctx) => {
  checkName(name);
  const alias = find(name, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(aliases), [name]);
    tx.delete(ctx.records(aliasesByKey), [alias.keyId, name]);
  });
});

export const ListAliases = operation('ListAliases', ({ KeyId, ...page }, ctx) => {
  const keyId = KeyId === undefined ? undefined : locateById(KeyId, ctx).key.id;
  const { items, ...rest } = pagesOf(PAGE_SIZE).pageOfNamed(
    page,
    (after, limit) => (keyId === undefined ? readAll(after, limit, ctx) : readOfKey(keyId, after, limit, ctx)),
    ({ name }) => name,
  );
  return { Aliases: items.map((alias) => describe(alias, ctx)), ...rest };
});

/** The aliases of services are listed before they have a key. */
type Listed = Pick<Frozen<Alias>, 'name'> & Partial<Frozen<Alias>>;

function readAll(after: string | undefined, limit: number, ctx: Ctx): Listed[] {
  const stored: Listed[] = ctx.records(aliases).range([], { after: after === undefined ? undefined : [after], limit });
  const unused = MANAGED_ALIASES.filter((name) => (after === undefined || name > after) && !ctx.records(aliases).has([name]));
  const all = [...stored, ...unused.map((name) => ({ name }))];
  return all.sort((one, two) => (one.name < two.name ? -1 : 1)).slice(0, limit);
}

function readOfKey(keyId: string, after: string | undefined, limit: number, ctx: Ctx): Listed[] {
  const named = ctx.records(aliasesByKey).range([keyId], { after: after === undefined ? undefined : [keyId, after], limit });
  return named.map(({ name }) => ctx.records(aliases).get([name])!);
}

const describe = ({ name, keyId, createdMs, updatedMs }: Listed, ctx: Ctx): AliasListEntry => ({
  AliasName: name,
  AliasArn: aliasArn(ctx, name),
  TargetKeyId: keyId,
  CreationDate: createdMs === undefined ? undefined : new Date(createdMs),
  LastUpdatedDate: updatedMs === undefined ? undefined : new Date(updatedMs),
});

function checkName(name: string): void {
  if (!name.startsWith('alias/'))
    throw invalid(
      'Alias must start with the prefix "alias/". Please see https://docs.aws.amazon.com/kms/latest/developerguide/kms-alias.html',
    );
  if (name === 'alias/') throw invalid('Alias must not be empty');
  if (name.startsWith('alias/aws/')) throw unmodelled('NotAuthorizedException', '');
  if (name.includes(':')) throw fault('InvalidAliasNameException', `${name} contains invalid characters for an alias`);
}

function find(name: string, ctx: Ctx): Frozen<Alias> {
  const alias = ctx.records(aliases).get([name]);
  if (!alias) throw fault('NotFoundException', `Alias ${aliasArn(ctx, name)} is not found.`);
  return alias;
}

/** A key of the same account that is not about to be deleted. */
function locateTarget(id: string, ctx: Ctx): LocatedKey {
  if (/(?:^|:)alias\//.test(id)) throw invalid('Aliases must refer to keys. Not aliases');
  const found = locateById(id, ctx);
  if (found.there.account !== ctx.account) throw fault('NotFoundException', `Invalid keyId '${id}'`);
  requireNotDeleted(found);
  return found;
}
