// The roles of a pool, and the claims that become tags of a session.
import { operation } from '#model/cognito-identity';
import { invalid } from '#services/cognito-identity/faults';
import { identityPools, principalTags } from '#services/cognito-identity/state';
import { findPool } from './find-pool.ts';

export const GetIdentityPoolRoles = operation('GetIdentityPoolRoles', ({ IdentityPoolId }, ctx) => {
  const { id, roles, roleMappings } = findPool(IdentityPoolId, ctx);
  return {
    IdentityPoolId: id,
    ...(Object.keys(roles).length > 0 && { Roles: { ...roles } }),
    ...(Object.keys(roleMappings).length > 0 && { RoleMappings: { ...roleMappings } }),
  };
});

export const SetIdentityPoolRoles = operation('SetIdentityPoolRoles', ({ IdentityPoolId, Roles, RoleMappings = {} }, ctx) => {
  const pool = findPool(IdentityPoolId, ctx);
  const unknown = Object.keys(Roles).find((name) => name !== 'authenticated' && name !== 'unauthenticated');
  if (unknown !== undefined) throw invalid(`Roles has the key ${unknown}: only authenticated and unauthenticated are possible.`);
  for (const [provider, { Type, RulesConfiguration, AmbiguousRoleResolution }] of Object.entries(RoleMappings)) {
    if (AmbiguousRoleResolution === undefined) throw invalid(`AmbiguousRoleResolution is required in the role mapping of ${provider}.`);
    if (Type === 'Rules' && !RulesConfiguration?.Rules.length)
      throw invalid(`RulesConfiguration is required in the role mapping of ${provider}.`);
  }
  ctx.write((tx) => tx.put(ctx.records(identityPools), [pool.id], { ...pool, roles: Roles, roleMappings: RoleMappings }));
});

export const GetPrincipalTagAttributeMap = operation('GetPrincipalTagAttributeMap', ({ IdentityPoolId, IdentityProviderName }, ctx) => {
  findPool(IdentityPoolId, ctx);
  const { useDefaults = false, tags = {} } = ctx.records(principalTags).get([IdentityPoolId, IdentityProviderName]) ?? {};
  return { IdentityPoolId, IdentityProviderName, UseDefaults: useDefaults, PrincipalTags: { ...tags } };
});

/** The tags of user pools where nothing else is said. */
const DEFAULTS = { username: 'sub', client: 'aud' };

export const SetPrincipalTagAttributeMap = operation('SetPrincipalTagAttributeMap', (input, ctx) => {
  const { IdentityPoolId, IdentityProviderName, UseDefaults = false, PrincipalTags = {} } = input;
  findPool(IdentityPoolId, ctx);
  const tags = UseDefaults ? DEFAULTS : PrincipalTags;
  ctx.write((tx) => tx.put(ctx.records(principalTags), [IdentityPoolId, IdentityProviderName], { useDefaults: UseDefaults, tags }));
  return { IdentityPoolId, IdentityProviderName, UseDefaults, PrincipalTags: tags };
});
