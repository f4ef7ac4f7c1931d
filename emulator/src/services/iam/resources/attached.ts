// Puts, removes and reads the inline and managed policies of users, groups and roles ("holders"), which have the same operations.

import type { Properties, Value } from '#core/resources/resource-handlers';
import { document, ignoring, list, object, text, texts } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceContext } from '#core/resources/resource-type';

export const GONE = ['NoSuchEntity', 'NoSuchEntityException'];

export type Holder = readonly [kind: 'Role' | 'User' | 'Group', name: string];

export const holdersOf = ({ Roles, Users, Groups }: Properties): Holder[] => [
  ...texts(Roles).map((name): Holder => ['Role', name]),
  ...texts(Users).map((name): Holder => ['User', name]),
  ...texts(Groups).map((name): Holder => ['Group', name]),
];

export const without = (holders: readonly Holder[], others: readonly Holder[]): Holder[] =>
  holders.filter(([kind, name]) => !others.some(([otherKind, other]) => otherKind === kind && other === name));

export function putInline([kind, name]: Holder, PolicyName: string, PolicyDocument: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return ctx.call('iam', 'PutRolePolicy', { RoleName: name, PolicyName, PolicyDocument });
  if (kind === 'User') return ctx.call('iam', 'PutUserPolicy', { UserName: name, PolicyName, PolicyDocument });
  return ctx.call('iam', 'PutGroupPolicy', { GroupName: name, PolicyName, PolicyDocument });
}

export function removeInline([kind, name]: Holder, PolicyName: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return ignoring(GONE, ctx.call('iam', 'DeleteRolePolicy', { RoleName: name, PolicyName }));
  if (kind === 'User') return ignoring(GONE, ctx.call('iam', 'DeleteUserPolicy', { UserName: name, PolicyName }));
  return ignoring(GONE, ctx.call('iam', 'DeleteGroupPolicy', { GroupName: name, PolicyName }));
}

/** The document of an inline policy; undefined when there is none with this name. */
export async function inlineDocument(holder: Holder, PolicyName: string, ctx: ResourceContext): Promise<string | undefined> {
  const found = await ignoring<{ readonly PolicyDocument: string }>(GONE, askInline(holder, PolicyName, ctx));
  return found && decodeURIComponent(found.PolicyDocument);
}

function askInline([kind, name]: Holder, PolicyName: string, ctx: ResourceContext) {
  if (kind === 'Role') return ctx.call('iam', 'GetRolePolicy', { RoleName: name, PolicyName });
  if (kind === 'User') return ctx.call('iam', 'GetUserPolicy', { UserName: name, PolicyName });
  return ctx.call('iam', 'GetGroupPolicy', { GroupName: name, PolicyName });
}

export function attach([kind, name]: Holder, PolicyArn: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return ctx.call('iam', 'AttachRolePolicy', { RoleName: name, PolicyArn });
  if (kind === 'User') return ctx.call('iam', 'AttachUserPolicy', { UserName: name, PolicyArn });
  return ctx.call('iam', 'AttachGroupPolicy', { GroupName: name, PolicyArn });
}

/** A text that is no ARN failed to be attached, so it is not there either. */
const DETACHED = [...GONE, 'InvalidInput', 'InvalidInputException', 'ValidationError', 'ValidationException'];

export function detach([kind, name]: Holder, PolicyArn: string, ctx: ResourceContext): Promise<unknown> {
  if (kind === 'Role') return ignoring(DETACHED, ctx.call('iam', 'DetachRolePolicy', { RoleName: name, PolicyArn }));
  if (kind === 'User') return ignoring(DETACHED, ctx.call('iam', 'DetachUserPolicy', { UserName: name, PolicyArn }));
  return ignoring(DETACHED, ctx.call('iam', 'DetachGroupPolicy', { GroupName: name, PolicyArn }));
}

const inlineOf = ({ Policies }: Properties): Map<string, string> =>
  new Map(list(Policies).map((each) => [text(object(each).PolicyName) ?? '', document(object(each).PolicyDocument) ?? '']));

/** Changes the inline and managed policies of a holder from `before` to `next`. */
export async function applyPolicies(holder: Holder, next: Properties, before: Properties, ctx: ResourceContext): Promise<void> {
  const [inline, inlineBefore] = [inlineOf(next), inlineOf(before)];
  for (const name of inlineBefore.keys()) if (!inline.has(name)) await removeInline(holder, name, ctx);
  for (const [name, policy] of inline) if (inlineBefore.get(name) !== policy) await putInline(holder, name, policy, ctx);
  const [managed, managedBefore] = [texts(next.ManagedPolicyArns), texts(before.ManagedPolicyArns)];
  for (const arn of managedBefore) if (!managed.includes(arn)) await detach(holder, arn, ctx);
  for (const arn of managed) if (!managedBefore.includes(arn)) await attach(holder, arn, ctx);
}

async function inlineNames([kind, name]: Holder, ctx: ResourceContext): Promise<readonly string[]> {
  if (kind === 'Role') return (await ctx.call('iam', 'ListRolePolicies', { RoleName: name })).PolicyNames;
  if (kind === 'User') return (await ctx.call('iam', 'ListUserPolicies', { UserName: name })).PolicyNames;
  return (await ctx.call('iam', 'ListGroupPolicies', { GroupName: name })).PolicyNames;
}

async function attachedArns([kind, name]: Holder, ctx: ResourceContext): Promise<string[]> {
  const { AttachedPolicies = [] } = await (kind === 'Role'
    ? ctx.call('iam', 'ListAttachedRolePolicies', { RoleName: name })
    : kind === 'User'
      ? ctx.call('iam', 'ListAttachedUserPolicies', { UserName: name })
      : ctx.call('iam', 'ListAttachedGroupPolicies', { GroupName: name }));
  return AttachedPolicies.map(({ PolicyArn = '' }) => PolicyArn);
}

/** The inline policies named in the template, in its order: others belong to other resources. If the template names none, all of them. */
export async function readPolicies(holder: Holder, properties: Properties, ctx: ResourceContext): Promise<Record<string, Value>> {
  const given = list(properties.Policies).map(object);
  const wanted = given.length > 0 ? given.map(({ PolicyName }) => text(PolicyName) ?? '') : await inlineNames(holder, ctx);
  const Policies: Value[] = [];
  for (const PolicyName of wanted) {
    const found = await inlineDocument(holder, PolicyName, ctx);
    const as = given.find((each) => text(each.PolicyName) === PolicyName)?.PolicyDocument;
    if (found !== undefined) Policies.push({ PolicyName, PolicyDocument: documentAs(found, as) ?? found });
  }
  return { Policies, ManagedPolicyArns: await attachedArns(holder, ctx) };
}
