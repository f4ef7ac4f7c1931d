// Secrets, as calls are judged: their whole ARNs, policies and tags.
import type { Protects } from '#core/authorization/protected-resource';
import { tagRecord } from '#core/tags';
import { secretArn } from './find-secret.ts';
import { secrets } from './state.ts';

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:secret:(.+)$/.exec(arn)?.[1] ?? '';
    const secret = ctx.records(secrets).get([name]) ?? ctx.records(secrets).get([name.replace(/-[A-Za-z0-9]{6}$/, '')]);
    return secret && { arn: secretArn(secret, ctx), policy: secret.policy, tags: tagRecord(secret.tags) };
  },
};
