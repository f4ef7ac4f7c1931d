// Finds users, groups and roles by name or id, and writes them.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault } from '#model/iam';
import {
  type FoundRole,
  type FoundUser,
  type Group,
  type Identity,
  type IdentityOf,
  identities,
  identityNames,
  type Kind,
  userGroups,
} from './state.ts';

export const keyOf = (name: string): string => name.toLowerCase();

export const noSuchIdentity = (kind: Kind, name: string) =>
  fault('NoSuchEntityException', `The ${kind} with name ${name} cannot be found.`);

export function findIdentity<K extends Kind>(kind: K, name: string, ctx: Ctx): Frozen<IdentityOf<K>> {
  const found = ctx.records(identities).get([kind, keyOf(name)]);
  if (!found) throw noSuchIdentity(kind, name);
  return found as Frozen<IdentityOf<K>>;
}

export function findById(id: string, ctx: Ctx): Frozen<Identity> | undefined {
  const owner = ctx.records(identityNames).get([id]);
  return owner && ctx.records(identities).get([owner.kind, keyOf(owner.name)]);
}

/** The groups that a user is in. */
export const groupsOf = (userId: string, ctx: Ctx): Frozen<Group>[] =>
  ctx
    .records(userGroups)
    .range([userId])
    .map(({ groupId }) => findById(groupId, ctx) as Frozen<Group>);

/** The user with this id, which is known to exist. */
export const userOfId = (id: string, ctx: Ctx): FoundUser => findById(id, ctx) as FoundUser;

export function putIdentity(tx: Tx, identity: Identity | Frozen<Identity>, ctx: Ctx): void {
  const { kind, name, id } = identity;
  tx.put(ctx.records(identities), [kind, keyOf(name)], identity);
  tx.put(ctx.records(identityNames), [id], { kind, name });
}

export function deleteIdentity(tx: Tx, { kind, name, id }: Frozen<Identity>, ctx: Ctx): void {
  tx.delete(ctx.records(identities), [kind, keyOf(name)]);
  tx.delete(ctx.records(identityNames), [id]);
}

/** Throws when the name is taken. An identity may change the case of its own name. */
export function nameMustBeFree(kind: Kind, name: string, ctx: Ctx, ownId?: string): void {
  const taken = ctx.records(identities).get([kind, keyOf(name)]);
  if (!taken || taken.id === ownId) return;
  throw fault('EntityAlreadyExistsException', `${kind.charAt(0).toUpperCase()}${kind.slice(1)} with name ${name} already exists.`);
}

/** A role that clients may change: service-linked ones belong to their service. */
export function findOwnRole(name: string, ctx: Ctx): FoundRole {
  const role = findIdentity('role', name, ctx);
  if (role.linkedService === undefined) return role;
  throw fault(
    'UnmodifiableEntityException',
    `Cannot perform the operation on the protected role '${role.name}' - this role is only modifiable by AWS`,
  );
}
