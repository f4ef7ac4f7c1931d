// Tag operations of everything in IAM that can have tags.
import type { Ctx } from '#core/ctx';
import type { Records } from '#core/records';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/iam';
import { findDevice } from './credentials/mfa-devices.ts';
import { findServerCertificate } from './credentials/server-certificates.ts';
import { findIdentity, keyOf } from './find-identity.ts';
import { findProfile } from './identities/instance-profiles.ts';
import { type PageInput, pageOfItems } from './listing.ts';
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
import { IAM_TAGS } from './tag-rules.ts';

type TaggedResource = Tagged<readonly Tag[]>;

const user = (name: string, ctx: Ctx): TaggedResource =>
  taggedRecord(ctx.records(identities) as Records<['user', string], User>, ['user', keyOf(name)], findIdentity('user', name, ctx), ctx);
const role = (name: string, ctx: Ctx): TaggedResource =>
  taggedRecord(ctx.records(identities) as Records<['role', string], Role>, ['role', keyOf(name)], findIdentity('role', name, ctx), ctx);
const profile = (name: string, ctx: Ctx): TaggedResource =>
  taggedRecord(ctx.records(instanceProfiles), [name], findProfile(name, ctx), ctx);
const device = (serial: string, ctx: Ctx): TaggedResource => taggedRecord(ctx.records(mfaDevices), [serial], findDevice(serial, ctx), ctx);
const oidc = (arn: string, ctx: Ctx): TaggedResource => taggedRecord(ctx.records(oidcProviders), [arn], findOidcProvider(arn, ctx), ctx);
const saml = (arn: string, ctx: Ctx): TaggedResource => taggedRecord(ctx.records(samlProviders), [arn], findSamlProvider(arn, ctx), ctx);
const certificate = (name: string, ctx: Ctx): TaggedResource =>
  taggedRecord(ctx.records(serverCertificates), [name], findServerCertificate(name, ctx), ctx);
function policy(arn: string, ctx: Ctx): TaggedResource {
  const found = findOwnPolicy(arn, ctx);
  return taggedRecord(ctx.records(policies), [keyOf(found.name)], found, ctx);
}

const add = (of: TaggedResource, { Tags }: { readonly Tags: readonly Tag[] }, ctx: Ctx): void => IAM_TAGS.add(of, Tags, ctx);
const remove = (of: TaggedResource, { TagKeys }: { readonly TagKeys: readonly string[] }): void => IAM_TAGS.remove(of, TagKeys);
function list(of: TaggedResource, input: PageInput) {
  const { items, ...end } = pageOfItems(of.tags, ({ Key }) => Key.toLowerCase(), input);
  return { Tags: items, ...end };
}

export const TagUser = operation('TagUser', (input, ctx) => add(user(input.UserName, ctx), input, ctx));
export const UntagUser = operation('UntagUser', (input, ctx) => remove(user(input.UserName, ctx), input));
export const ListUserTags = operation('ListUserTags', (input, ctx) => list(user(input.UserName, ctx), input));

export const TagRole = operation('TagRole', (input, ctx) => add(role(input.RoleName, ctx), input, ctx));
export const UntagRole = operation('UntagRole', (input, ctx) => remove(role(input.RoleName, ctx), input));
export const ListRoleTags = operation('ListRoleTags', (input, ctx) => list(role(input.RoleName, ctx), input));

export const TagPolicy = operation('TagPolicy', (input, ctx) => add(policy(input.PolicyArn, ctx), input, ctx));
export const UntagPolicy = operation('UntagPolicy', (input, ctx) => remove(policy(input.PolicyArn, ctx), input));
export const ListPolicyTags = operation('ListPolicyTags', (input, ctx) => list(policy(input.PolicyArn, ctx), input));

export const TagInstanceProfile = operation('TagInstanceProfile', (input, ctx) => add(profile(input.InstanceProfileName, ctx), input, ctx));
export const UntagInstanceProfile = operation('UntagInstanceProfile', (input, ctx) =>
  remove(profile(input.InstanceProfileName, ctx), input),
);
export const ListInstanceProfileTags = operation('ListInstanceProfileTags', (input, ctx) =>
  list(profile(input.InstanceProfileName, ctx), input),
);

export const TagMFADevice = operation('TagMFADevice', (input, ctx) => add(device(input.SerialNumber, ctx), input, ctx));
export const UntagMFADevice = operation('UntagMFADevice', (input, ctx) => remove(device(input.SerialNumber, ctx), input));
export const ListMFADeviceTags = operation('ListMFADeviceTags', (input, ctx) => list(device(input.SerialNumber, ctx), input));

export const TagOpenIDConnectProvider = operation('TagOpenIDConnectProvider', (input, ctx) =>
  add(oidc(input.OpenIDConnectProviderArn, ctx), input, ctx),
);
export const UntagOpenIDConnectProvider = operation('UntagOpenIDConnectProvider', (input, ctx) =>
  remove(oidc(input.OpenIDConnectProviderArn, ctx), input),
);
export const ListOpenIDConnectProviderTags = operation('ListOpenIDConnectProviderTags', (input, ctx) =>
  list(oidc(input.OpenIDConnectProviderArn, ctx), input),
);

export const TagSAMLProvider = operation('TagSAMLProvider', (input, ctx) => add(saml(input.SAMLProviderArn, ctx), input, ctx));
export const UntagSAMLProvider = operation('UntagSAMLProvider', (input, ctx) => remove(saml(input.SAMLProviderArn, ctx), input));
export const ListSAMLProviderTags = operation('ListSAMLProviderTags', (input, ctx) => list(saml(input.SAMLProviderArn, ctx), input));

export const TagServerCertificate = operation('TagServerCertificate', (input, ctx) =>
  add(certificate(input.ServerCertificateName, ctx), input, ctx),
);
export const UntagServerCertificate = operation('UntagServerCertificate', (input, ctx) =>
  remove(certificate(input.ServerCertificateName, ctx), input),
);
export const ListServerCertificateTags = operation('ListServerCertificateTags', (input, ctx) =>
  list(certificate(input.ServerCertificateName, ctx), input),
);
