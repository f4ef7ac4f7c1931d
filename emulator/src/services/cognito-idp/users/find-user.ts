// Finds users by any of their names: the username, an address that is an alias, or the sub.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { userNotFound } from '#services/cognito-idp/faults';
import { aliases, type Pool, type User, users } from '#services/cognito-idp/state';

/** Pools that were made without a word about it tell cases apart, as in the cloud. */
export const keyOf = (name: string, { settings }: Frozen<Pool>): string =>
  settings.UsernameConfiguration?.CaseSensitive === false ? name.toLowerCase() : name;

/** Names by which a user may be found. The username of pools whose users sign in with an address is their sub. */
export const aliasNames = ({ settings }: Frozen<Pool>): readonly string[] => settings.AliasAttributes ?? settings.UsernameAttributes ?? [];

export const signsInWithAddress = ({ settings }: Frozen<Pool>): boolean => (settings.UsernameAttributes ?? []).length > 0;

export function lookUpUser(name: string, pool: Frozen<Pool>, ctx: Ctx): Frozen<User> | undefined {
  const key = keyOf(name, pool);
  const records = ctx.records(users);
  const found = records.get([pool.id, key]);
  if (found) return found;
  for (const attribute of [...aliasNames(pool), 'sub']) {
    const alias = ctx.records(aliases).get([pool.id, attribute, key]);
    if (alias) return records.get([pool.id, alias.userKey]);
  }
  return undefined;
}

export function findUser(name: string, pool: Frozen<Pool>, ctx: Ctx): Frozen<User> {
  const found = lookUpUser(name, pool, ctx);
  if (!found) throw userNotFound();
  return found;
}

/** The values under which the user is found, besides the username. */
function aliasesOf(user: User | Frozen<User>, pool: Frozen<Pool>): [attribute: string, value: string][] {
  // An address that is the username of sign-ins counts at once, an alias once it is verified.
  const isUsable = (name: string) =>
    signsInWithAddress(pool) || name === 'preferred_username' || user.attributes[`${name}_verified`] === 'true';
  // Users of identity providers do not sign in by an address here, which may be that of another user.
  if (user.status === 'EXTERNAL_PROVIDER') return [['sub', user.sub]];
  const addresses = aliasNames(pool).flatMap((name): [string, string][] => {
    const value = user.attributes[name];
    return value === undefined || !isUsable(name) ? [] : [[name, keyOf(value, pool)]];
  });
  return user.sub === user.username ? addresses : [...addresses, ['sub', user.sub]];
}

/** Another user that has the value as an alias. */
export function ownerOfAlias(attribute: string, value: string, pool: Frozen<Pool>, ctx: Ctx): string | undefined {
  return ctx.records(aliases).get([pool.id, attribute, keyOf(value, pool)])?.userKey;
}

/** Writes the user, with the names under which it is found. Names that another user has are taken over. */
export function putUser(tx: Tx, pool: Frozen<Pool>, user: User | Frozen<User>, ctx: Ctx, before?: Frozen<User>): void {
  const userKey = keyOf(user.username, pool);
  const next = aliasesOf(user, pool);
  const records = ctx.records(aliases);
  const isKept = (attribute: string, value: string) => next.some(([name, of]) => name === attribute && of === value);
  for (const [attribute, value] of before ? aliasesOf(before, pool) : []) {
    if (!isKept(attribute, value) && records.get([pool.id, attribute, value])?.userKey === userKey)
      tx.delete(records, [pool.id, attribute, value]);
  }
  for (const [attribute, value] of next) {
    if (records.get([pool.id, attribute, value])?.userKey !== userKey) tx.put(records, [pool.id, attribute, value], { userKey });
  }
  tx.put(ctx.records(users), [pool.id, userKey], user);
}

/** Writes changes of a user that was read in this turn. */
export function changeUser(tx: Tx, pool: Frozen<Pool>, user: Frozen<User>, changes: Partial<User>, ctx: Ctx): Frozen<User> {
  const changed = { ...user, modifiedMs: ctx.now(), ...changes } as Frozen<User>;
  putUser(tx, pool, changed, ctx, user);
  return changed;
}

export function removeUser(tx: Tx, pool: Frozen<Pool>, user: Frozen<User>, ctx: Ctx): void {
  const userKey = keyOf(user.username, pool);
  for (const [attribute, value] of aliasesOf(user, pool)) {
    if (ctx.records(aliases).get([pool.id, attribute, value])?.userKey === userKey)
      tx.delete(ctx.records(aliases), [pool.id, attribute, value]);
  }
  tx.delete(ctx.records(users), [pool.id, userKey]);
}
