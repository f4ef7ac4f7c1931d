// The groups of a user, in the order of their precedence.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Group, groups, groupUsers, type Pool, type User, userGroups } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';

const rank = ({ precedence }: Frozen<Group>): number => precedence ?? Number.MAX_SAFE_INTEGER;

export function groupsOfUser(pool: Frozen<Pool>, { username }: Frozen<User>, ctx: Ctx): Frozen<Group>[] {
  const names = ctx.records(userGroups).keys([pool.id, keyOf(username, pool)]);
  const found = names.flatMap(([, , name]) => ctx.records(groups).get([pool.id, name]) ?? []);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The role of the group with the least precedence; none where two groups with different roles have the same. */
export function preferredRole(of: readonly Frozen<Group>[]): string | undefined {
  const withRole = of.filter(({ roleArn, precedence }) => roleArn !== undefined && precedence !== undefined);
  const first = withRole[0];
  const equals = withRole.filter(({ precedence }) => precedence === first?.precedence);
  return equals.every(({ roleArn }) => roleArn === first?.roleArn) ? first?.roleArn : undefined;
}

export function removeFromGroups(tx: Tx, pool: Frozen<Pool>, { username }: Frozen<User>, ctx: Ctx): void {
  const userKey = keyOf(username, pool);
  for (const [, , name] of ctx.records(userGroups).keys([pool.id, userKey])) {
    tx.delete(ctx.records(userGroups), [pool.id, userKey, name]);
    tx.delete(ctx.records(groupUsers), [pool.id, name, userKey]);
  }
}
