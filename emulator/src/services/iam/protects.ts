// Identities as resources of calls: their whole ARNs, with paths, their tags, and the trust policies of roles. Callers of other accounts are judged by the
// service that hands out sessions, which knows providers and external ids, too.
import type { Protects } from '#core/authorization/protected-resource';
import { keyOf } from './find-identity.ts';
import { identityArn, resourceOf } from './naming.ts';
import { identities, type Kind } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const resource = resourceOf(arn);
    if (!resource || !/^(?:user|group|role)$/.test(resource.type)) return undefined;
    const identity = ctx.records(identities).get([resource.type as Kind, keyOf(resource.name)]);
    if (!identity) return undefined;
    const tags = identity.kind === 'group' ? undefined : Object.fromEntries(identity.tags.map(({ Key, Value }) => [Key, Value]));
    // Roles of other paths with the same name do not exist: a name is unique in its account.
    return {
      arn: resource.path === '/' ? identityArn(identity, ctx) : arn,
      tags,
      ...(identity.kind === 'role' && { policy: identity.trustPolicy, judgesOthers: true as const }),
    };
  },
};
