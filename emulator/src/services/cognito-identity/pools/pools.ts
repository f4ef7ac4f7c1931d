// Identity pools: create, describe, update, list, delete.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type CreateIdentityPoolInput, type IdentityPool as Described, operation } from '#model/cognito-identity';
import { invalid } from '#services/cognito-identity/faults';
import { pageOfValues } from '#services/cognito-identity/pages';
import { type IdentityPool, identities, identityPools, logins, principalTags } from '#services/cognito-identity/state';
import { claim, findPool, ownersOf } from './find-pool.ts';
import { POOL_TAGS } from './tags.ts';

const describe = ({ id, settings, tags }: Frozen<IdentityPool>): Described => ({
  IdentityPoolId: id,
  ...settings,
  ...(Object.keys(tags).length > 0 && { IdentityPoolTags: { ...tags } }),
});

function settingsOf({ IdentityPoolTags: _tags, ...given }: CreateIdentityPoolInput): IdentityPool['settings'] {
  for (const { ProviderName = '', ClientId } of given.CognitoIdentityProviders ?? []) {
    if (!/^cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/[a-z0-9-]+_\w+$/.test(ProviderName))
      throw invalid(`Invalid Cognito Identity Provider: ${ProviderName}`);
    if (ClientId === undefined) throw invalid(`The Cognito Identity Provider ${ProviderName} needs a ClientId.`);
  }
  return given;
}

export const CreateIdentityPool = operation('CreateIdentityPool', (input, ctx) => {
  const id = `${ctx.region}:${ctx.id()}`;
  const pool: IdentityPool = {
    id,
    settings: settingsOf(input),
    tags: POOL_TAGS.ofNew(input.IdentityPoolTags, ctx),
    roles: {},
    roleMappings: {},
  };
  ctx.write((tx) => {
    tx.put(ctx.records(identityPools), [id], pool);
    claim(tx, ['pool', id], id, ctx);
  });
  return describe(pool);
});

export const DescribeIdentityPool = operation('DescribeIdentityPool', ({ IdentityPoolId }, ctx) => describe(findPool(IdentityPoolId, ctx)));

export const UpdateIdentityPool = operation('UpdateIdentityPool', ({ IdentityPoolId, ...given }, ctx) => {
  const pool = findPool(IdentityPoolId, ctx);
  const { DeveloperProviderName: present } = pool.settings;
  if (present !== undefined && given.DeveloperProviderName !== undefined && given.DeveloperProviderName !== present)
    throw invalid('DeveloperProviderName cannot be changed once it is set.');
  const tags = given.IdentityPoolTags === undefined ? pool.tags : POOL_TAGS.ofNew(given.IdentityPoolTags, ctx);
  const changed = { ...pool, settings: settingsOf({ ...given, DeveloperProviderName: given.DeveloperProviderName ?? present }), tags };
  ctx.write((tx) => tx.put(ctx.records(identityPools), [pool.id], changed));
  return describe(changed);
});

export const ListIdentityPools = operation('ListIdentityPools', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(identityPools), [], input);
  return {
    IdentityPools: items.map(({ id, settings }) => ({ IdentityPoolId: id, IdentityPoolName: settings.IdentityPoolName })),
    NextToken,
  };
});

/** Identities that one write removes. */
const PIECE = 500;

export const DeleteIdentityPool = operation('DeleteIdentityPool', ({ IdentityPoolId }, ctx) => {
  const pool = findPool(IdentityPoolId, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(identityPools), [pool.id]);
    tx.delete(ownersOf(ctx), ['pool', pool.id]);
    for (const [, provider] of ctx.records(principalTags).keys([pool.id])) tx.delete(ctx.records(principalTags), [pool.id, provider]);
    ctx.later(tx, 'cognito-identity.empty', [pool.id], ctx.now());
  });
});

/** Removes a piece of what a deleted pool has left; true while there is more. */
export function emptyPiece(tx: Tx, poolId: string, ctx: Ctx): boolean {
  const ids = ctx.records(identities).keys([poolId], { limit: PIECE });
  for (const [, id] of ids) {
    tx.delete(ctx.records(identities), [poolId, id]);
    tx.delete(ownersOf(ctx), ['identity', id]);
  }
  const known = ctx.records(logins).keys([poolId], { limit: PIECE });
  for (const key of known) tx.delete(ctx.records(logins), key);
  return ids.length === PIECE || known.length === PIECE;
}
