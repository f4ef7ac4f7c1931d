// Tags of everything in IAM that has them.
import type { Ctx } from '#core/call';
import type { Frozen, Key, Records } from '#core/records';
import { operation } from '#model/iam';
import { findDevice } from './credentials/mfa-devices.ts';
import { findServerCertificate } from './credentials/server-certificates.ts';
import { findIdentity, keyOf } from './identities/find-identity.ts';
import { findProfile } from './identities/instance-profiles.ts';
import { type PageRequest, pageOf } from './listing.ts';
import { findOwnPolicy } from './policies/managed-policies.ts';
import { findOidcProvider } from './providers/oidc-providers.ts';
import { findSamlProvider } from './providers/saml-providers.ts';
import {
  identities,
  instanceProfiles,
  mfaDevices,
  oidcProviders,
  policies,
  type Role,
  samlProviders,
  serverCertificates,
  type Tag,
  type User,
} from './state.ts';
import { addTags, removeTags } from './tag-rules.ts';

/** A record with tags, and how to put it back with others. */
interface Tagged {
  readonly tags: readonly Tag[];
  save(tags: Tag[]): void;
}

function tagged<K extends Key, V extends { readonly tags: readonly Tag[] }>(
  ctx: Ctx,
  records: Records<K, V>,
  key: K,
  record: Frozen<V> & { readonly tags: readonly Tag[] },
): Tagged {
  return { tags: record.tags, save: (tags) => ctx.write((tx) => tx.put(records, key, { ...record, tags } as Frozen<V>)) };
}

const user = (ctx: Ctx, name: string): Tagged =>
  tagged(ctx, ctx.records(identities) as Records<['user', string], User>, ['user', keyOf(name)], findIdentity(ctx, 'user', name));
const role = (ctx: Ctx, name: string): Tagged =>
  tagged(ctx, ctx.records(identities) as Records<['role', string], Role>, ['role', keyOf(name)], findIdentity(ctx, 'role', name));
const profile = (ctx: Ctx, name: string): Tagged => tagged(ctx, ctx.records(instanceProfiles), [name], findProfile(ctx, name));
const device = (ctx: Ctx, serial: string): Tagged => tagged(ctx, ctx.records(mfaDevices), [serial], findDevice(ctx, serial));
const oidc = (ctx: Ctx, arn: string): Tagged => tagged(ctx, ctx.records(oidcProviders), [arn], findOidcProvider(ctx, arn));
const saml = (ctx: Ctx, arn: string): Tagged => tagged(ctx, ctx.records(samlProviders), [arn], findSamlProvider(ctx, arn));
const certificate = (ctx: Ctx, name: string): Tagged =>
  tagged(ctx, ctx.records(serverCertificates), [name], findServerCertificate(ctx, name));
function policy(ctx: Ctx, arn: string): Tagged {
  const found = findOwnPolicy(ctx, arn);
  return tagged(ctx, ctx.records(policies), [keyOf(found.name)], found);
}

const add = (of: Tagged, { Tags }: { readonly Tags: readonly Tag[] }): void => of.save(addTags(of.tags, Tags));
const remove = (of: Tagged, { TagKeys }: { readonly TagKeys: readonly string[] }): void => of.save(removeTags(of.tags, TagKeys));
function list(of: Tagged, input: PageRequest) {
  const { items, end } = pageOf(of.tags, ({ Key }) => Key.toLowerCase(), input);
  return { Tags: items, ...end };
}

export const TagUser = operation('TagUser', (input, ctx) => add(user(ctx, input.UserName), input));
export const UntagUser = operation('UntagUser', (input, ctx) => remove(user(ctx, input.UserName), input));
export const ListUserTags = operation('ListUserTags', (input, ctx) => list(user(ctx, input.UserName), input));

export const TagRole = operation('TagRole', (input, ctx) => add(role(ctx, input.RoleName), input));
export const UntagRole = operation('UntagRole', (input, ctx) => remove(role(ctx, input.RoleName), input));
export const ListRoleTags = operation('ListRoleTags', (input, ctx) => list(role(ctx, input.RoleName), input));

export const TagPolicy = operation('TagPolicy', (input, ctx) => add(policy(ctx, input.PolicyArn), input));
export const UntagPolicy = operation('UntagPolicy', (input, ctx) => remove(policy(ctx, input.PolicyArn), input));
export const ListPolicyTags = operation('ListPolicyTags', (input, ctx) => list(policy(ctx, input.PolicyArn), input));

export const TagInstanceProfile = operation('TagInstanceProfile', (input, ctx) => add(profile(ctx, input.InstanceProfileName), input));
export const UntagInstanceProfile = operation('UntagInstanceProfile', (input, ctx) =>
  remove(profile(ctx, input.InstanceProfileName), input),
);
export const ListInstanceProfileTags = operation('ListInstanceProfileTags', (input, ctx) =>
  list(profile(ctx, input.InstanceProfileName), input),
);

export const TagMFADevice = operation('TagMFADevice', (input, ctx) => add(device(ctx, input.SerialNumber), input));
export const UntagMFADevice = operation('UntagMFADevice', (input, ctx) => remove(device(ctx, input.SerialNumber), input));
export const ListMFADeviceTags = operation('ListMFADeviceTags', (input, ctx) => list(device(ctx, input.SerialNumber), input));

export const TagOpenIDConnectProvider = operation('TagOpenIDConnectProvider', (input, ctx) =>
  add(oidc(ctx, input.OpenIDConnectProviderArn), input),
);
export const UntagOpenIDConnectProvider = operation('UntagOpenIDConnectProvider', (input, ctx) =>
  remove(oidc(ctx, input.OpenIDConnectProviderArn), input),
);
export const ListOpenIDConnectProviderTags = operation('ListOpenIDConnectProviderTags', (input, ctx) =>
  list(oidc(ctx, input.OpenIDConnectProviderArn), input),
);

export const TagSAMLProvider = operation('TagSAMLProvider', (input, ctx) => add(saml(ctx, input.SAMLProviderArn), input));
export const UntagSAMLProvider = operation('UntagSAMLProvider', (input, ctx) => remove(saml(ctx, input.SAMLProviderArn), input));
export const ListSAMLProviderTags = operation('ListSAMLProviderTags', (input, ctx) => list(saml(ctx, input.SAMLProviderArn), input));

export const TagServerCertificate = operation('TagServerCertificate', (input, ctx) =>
  add(certificate(ctx, input.ServerCertificateName), input),
);
export const UntagServerCertificate = operation('UntagServerCertificate', (input, ctx) =>
  remove(certificate(ctx, input.ServerCertificateName), input),
);
export const ListServerCertificateTags = operation('ListServerCertificateTags', (input, ctx) =>
  list(certificate(ctx, input.ServerCertificateName), input),
);
