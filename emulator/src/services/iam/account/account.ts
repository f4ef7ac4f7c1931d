// Settings of the account as a whole: alias, token preference, outbound federation, summary.
import type { Ctx } from '#core/ctx';
import type { Frozen, Key, Records } from '#core/records';
import { fault, operation } from '#model/iam';
import { pageOfItems } from '#services/iam/listing';
import {
  type Account,
  accounts,
  identities,
  instanceProfiles,
  mfaDevices,
  oidcProviders,
  policies,
  policyVersions,
  samlProviders,
  serverCertificates,
} from '#services/iam/state';

export const accountOf = (ctx: Ctx): Frozen<Account> => ctx.records(accounts).get(['account']) ?? {};

export function changeAccount(changed: Partial<Account>, ctx: Ctx): void {
  ctx.write((tx) => tx.put(ctx.records(accounts), ['account'], { ...accountOf(ctx), ...changed }));
}

/** A new alias replaces the old one. */
export const CreateAccountAlias = operation('CreateAccountAlias', (input, ctx) => {
  if (/^\d{12}$/.test(input.AccountAlias))
    throw fault('InvalidInputException', `The account alias ${input.AccountAlias} must not be an account id.`);
  changeAccount({ alias: input.AccountAlias }, ctx);
});

export const DeleteAccountAlias = operation('DeleteAccountAlias', (input, ctx) => {
  if (accountOf(ctx).alias !== input.AccountAlias)
    throw fault('NoSuchEntityException', `The account alias ${input.AccountAlias} cannot be found.`);
  changeAccount({ alias: undefined }, ctx);
});

export const ListAccountAliases = operation('ListAccountAliases', (input, ctx) => {
  const { alias } = accountOf(ctx);
  const { items, ...end } = pageOfItems(alias === undefined ? [] : [alias], (name) => name, input);
  return { AccountAliases: items, ...end };
});

export const SetSecurityTokenServicePreferences = operation('SetSecurityTokenServicePreferences', (input, ctx) => {
  changeAccount({ globalTokenVersion: input.GlobalEndpointTokenVersion as 'v1Token' | 'v2Token' }, ctx);
});

/** The issuer's URL is below the emulator's own address, so that a verifier can fetch the keys there. */
const issuerOf = (issuerId: string, ctx: Ctx): string => `${ctx.origin}/_cloud/sts/${ctx.account}/${issuerId}`;

export const EnableOutboundWebIdentityFederation = operation('EnableOutboundWebIdentityFederation', (_, ctx) => {
  const account = accountOf(ctx);
  if (account.issuing) throw fault('FeatureEnabledException', 'Outbound web identity federation is already enabled for this account.');
  const issuerId = account.issuerId ?? ctx.id();
  changeAccount({ issuing: true, issuerId }, ctx);
  return { IssuerIdentifier: issuerOf(issuerId, ctx) };
});

const disabled = () => fault('FeatureDisabledException', 'Outbound web identity federation is not enabled for this account.');

export const DisableOutboundWebIdentityFederation = operation('DisableOutboundWebIdentityFederation', (_, ctx) => {
  if (!accountOf(ctx).issuing) throw disabled();
  changeAccount({ issuing: false }, ctx);
});

export const GetOutboundWebIdentityFederationInfo = operation('GetOutboundWebIdentityFederationInfo', (_, ctx) => {
  const { issuing, issuerId } = accountOf(ctx);
  if (!issuing || issuerId === undefined) throw disabled();
  return { IssuerIdentifier: issuerOf(issuerId, ctx), JwtVendingEnabled: true };
});

/** The cloud's default quotas. Only those per user, role, group and policy are enforced here. */
const QUOTAS = {
  AccessKeysPerUserQuota: 2,
  AssumeRolePolicySizeQuota: 2048,
  AttachedPoliciesPerGroupQuota: 10,
  AttachedPoliciesPerRoleQuota: 10,
  AttachedPoliciesPerUserQuota: 10,
  GlobalEndpointTokenVersion: 1,
  GroupPolicySizeQuota: 5120,
  GroupsPerUserQuota: 10,
  GroupsQuota: 300,
  InstanceProfilesQuota: 1000,
  PoliciesQuota: 1500,
  PolicySizeQuota: 6144,
  PolicyVersionsInUseQuota: 10_000,
  RolePolicySizeQuota: 10_240,
  RolesQuota: 1000,
  ServerCertificatesQuota: 20,
  SigningCertificatesPerUserQuota: 2,
  UserPolicySizeQuota: 2048,
  UsersQuota: 5000,
  VersionsPerPolicyQuota: 5,
};

export const GetAccountSummary = operation('GetAccountSummary', (_, ctx) => {
  const count = <K extends Key, V>(records: Records<K, V>) => records.count();
  const kinds = ctx.records(identities);
  const devices = ctx.records(mfaDevices).range();
  return {
    SummaryMap: {
      ...QUOTAS,
      GlobalEndpointTokenVersion: accountOf(ctx).globalTokenVersion === 'v2Token' ? 2 : 1,
      AccountAccessKeysPresent: 0,
      AccountMFAEnabled: 0,
      AccountPasswordPresent: 0,
      AccountSigningCertificatesPresent: 0,
      Groups: kinds.count(['group']),
      InstanceProfiles: count(ctx.records(instanceProfiles)),
      MFADevices: devices.length,
      MFADevicesInUse: devices.filter(({ userId }) => userId !== undefined).length,
      Policies: count(ctx.records(policies)),
      PolicyVersionsInUse: count(ctx.records(policyVersions)),
      Providers: count(ctx.records(oidcProviders)) + count(ctx.records(samlProviders)),
      Roles: kinds.count(['role']),
      ServerCertificates: count(ctx.records(serverCertificates)),
      Users: kinds.count(['user']),
    },
  };
});
