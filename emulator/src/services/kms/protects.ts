// Keys, as calls are judged: nothing is allowed without their policy or a grant.
import type { Protects } from '#core/authorization/protected-resource';
import type { Ctx } from '#core/ctx';
import { tagRecord } from '#core/tags';
import { readHeader } from './crypto/sealed.ts';
import { keyArn } from './key-arn.ts';
import { aliases, grants, grantTokens, keys } from './state.ts';

/** The id behind `key/ID` or `key/alias/NAME`. */
function idOf(arn: string, ctx: Ctx): string | undefined {
  const name = /:key\/(.+)$/.exec(arn)?.[1];
  return name?.startsWith('alias/') ? ctx.records(aliases).get([name])?.keyId : name;
}

export const protects: Protects = {
  find: (arn, ctx) => {
    const id = idOf(arn, ctx);
    const key = id === undefined ? undefined : ctx.records(keys).get([id]);
    if (!key) return undefined;
    return {
      arn: keyArn(ctx, key.id),
      policy: key.policy,
      mustAllow: true,
      tags: tagRecord(key.tags),
      isGranted: (principals, action) =>
        ctx
          .records(grants)
          .range([key.id])
          .some(({ granteePrincipal, operations }) => {
            const isGrantee = granteePrincipal !== undefined && principals.includes(granteePrincipal);
            return isGrantee && operations.includes(action.slice('kms:'.length));
          }),
    };
  },
  named: (operation, input, ctx) => {
    const { CiphertextBlob, AliasName, GrantToken } = input as { CiphertextBlob?: Uint8Array; AliasName?: string; GrantToken?: string };
    if (CiphertextBlob) {
      const header = readHeader(CiphertextBlob);
      return header && keyArn({ account: header.account, region: ctx.region }, header.keyId);
    }
    if (GrantToken !== undefined) return ctx.records(grantTokens).get([GrantToken])?.keyId;
    return operation === 'DeleteAlias' && AliasName !== undefined ? ctx.records(aliases).get([AliasName])?.keyId : undefined;
  },
};
