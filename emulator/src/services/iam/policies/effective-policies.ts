// All identity policies in force for a user, group or role: inline ones, attached ones, and those of a user's groups.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/iam';
import { findIdentity, groupsOf } from '#services/iam/find-identity';
import { resourceOf } from '#services/iam/naming';
import { attachments, type Identity, inlinePolicies, type Kind } from '#services/iam/state';
import { documentOf, isAwsPolicy } from './managed-policies.ts';

export interface EffectivePolicy {
  readonly name: string;
  readonly document: string;
  /** Absent in inline policies. */
  readonly arn?: string | undefined;
  readonly owner: Frozen<Identity>;
  readonly type: 'user' | 'group' | 'role' | 'aws-managed' | 'user-managed';
}

export function identityOfArn(arn: string, ctx: Ctx): Frozen<Identity> {
  const resource = resourceOf(arn);
  if (!resource || !['user', 'group', 'role'].includes(resource.type))
    throw fault('InvalidInputException', `Invalid Entity Arn: ${arn} does not clearly define entity type and name.`);
  const identity = findIdentity(resource.type as Kind, resource.name, ctx);
  if (resource.account !== ctx.account || identity.path !== resource.path)
    throw fault('NoSuchEntityException', `Arn ${arn} does not exist.`);
  return identity;
}

/** The ARNs of attached policies of AWS whose text is not known, which `effectivePolicies` leaves out. */
export const unknownPolicies = (identity: Frozen<Identity>, ctx: Ctx): string[] =>
  ownersOf(identity, ctx)
    .flatMap(({ id }) =>
      ctx
        .records(attachments)
        .range([id])
        .map(({ arn }) => arn),
    )
    .filter((arn) => documentOf(arn, ctx) === undefined);

/** An identity and its groups: their policies are in force for it. */
const ownersOf = (identity: Frozen<Identity>, ctx: Ctx): Frozen<Identity>[] => [
  identity,
  ...(identity.kind === 'user' ? groupsOf(identity.id, ctx) : []),
];

/** AWS policies that the table lacks have no known text and are left out. */
function directPolicies(owner: Frozen<Identity>, ctx: Ctx): EffectivePolicy[] {
  const inline = ctx
    .records(inlinePolicies)
    .range([owner.id])
    .map(({ name, document }): EffectivePolicy => ({ name, document, owner, type: owner.kind }));
  const managed = ctx
    .records(attachments)
    .range([owner.id])
    .flatMap(({ arn }): EffectivePolicy[] => {
      const document = documentOf(arn, ctx);
      const name = resourceOf(arn)?.name ?? arn;
      return document === undefined ? [] : [{ name, document, arn, owner, type: isAwsPolicy(arn) ? 'aws-managed' : 'user-managed' }];
    });
  return [...inline, ...managed];
}

export const policiesOf = (arn: string, ctx: Ctx): EffectivePolicy[] => effectivePolicies(identityOfArn(arn, ctx), ctx);

export const effectivePolicies = (identity: Frozen<Identity>, ctx: Ctx): EffectivePolicy[] =>
  ownersOf(identity, ctx).flatMap((owner) => directPolicies(owner, ctx));
