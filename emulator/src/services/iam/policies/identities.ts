// The policies of users and roles, by which calls are judged.
import type { AttachedPolicies, Identities, PolicySource } from '#core/authorization/identity';
import type { Ctx } from '#core/ctx';
import { noteKeyUse } from '#services/iam/credentials/last-use';
import { keyOf } from '#services/iam/find-identity';
import { identityArn } from '#services/iam/naming';
import { type Kind, identities as records } from '#services/iam/state';
import { effectivePolicies, unknownPolicies } from './effective-policies.ts';
import { documentOf, isAwsPolicy } from './managed-policies.ts';

function policiesOf(arn: string, ctx: Ctx): AttachedPolicies | undefined {
  const [, kind, name = ''] = /^arn:[^:]+:iam::\d*:(user|role)\/(?:.*\/)?([^/]+)$/.exec(arn) ?? [];
  const identity = kind === undefined ? undefined : ctx.records(records).get([kind as Kind, keyOf(name)]);
  if (!identity || identity.kind === 'group') return undefined;
  const { boundary } = identity;
  return {
    arn: identityArn(identity, ctx),
    id: identity.id,
    name: identity.name,
    policies: [
      ...effectivePolicies(identity, ctx).map(({ arn: policyArn, name: policyName, owner, document }) => ({
        source: policyArn ?? `the policy ${policyName} of the ${owner.kind} ${owner.name}`,
        text: document,
      })),
      ...unknownPolicies(identity, ctx).map((source) => ({ source, text: undefined })),
    ],
    boundary: boundary === undefined ? undefined : managedPolicy(boundary, ctx),
    tags: identity.tags,
    isServiceLinked: identity.kind === 'role' && identity.linkedService !== undefined,
  };
}

function managedPolicy(arn: string, ctx: Ctx): PolicySource | undefined {
  const text = documentOf(arn, ctx);
  return text !== undefined || isAwsPolicy(arn) ? { source: arn, text } : undefined;
}

export const identities: Identities = { policiesOf, managedPolicy, noteUse: noteKeyUse };
