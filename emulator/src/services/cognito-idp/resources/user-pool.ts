// AWS::Cognito::UserPool
import { crudSetting, crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { list, object, text } from '#core/resources/resource-properties';
import { asValue } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { isObject } from '#lib/json-object';
import { mfaOf, POOL_PROPERTIES, schema, userPoolTags } from './pool-properties.ts';

type Block = Readonly<Record<string, Value>>;

const GONE = ['ResourceNotFoundException'];

const arnOf = (id: string, { region, account }: ResourceContext): string => `arn:aws:cognito-idp:${region}:${account}:userpool/${id}`;

/** Attributes that the template has now and had not before. */
function added(next: Value | undefined, before: Value | undefined) {
  const known = new Set(list(before).map((each) => text(object(each)['Name'])));
  return (schema(next) ?? []).filter((each) => !known.has(each?.Name));
}

const tags = crudSetting(
  'UserPoolTags',
  userPoolTags,
  async (id, wanted, ctx) => {
    const ResourceArn = arnOf(id, ctx);
    const { Tags: present = {} } = await ctx.call('cognito-idp', 'ListTagsForResource', { ResourceArn });
    const TagKeys = Object.keys(present).filter((key) => !Object.hasOwn(wanted, key));
    if (TagKeys.length > 0) await ctx.call('cognito-idp', 'UntagResource', { ResourceArn, TagKeys });
    await ctx.call('cognito-idp', 'TagResource', { ResourceArn, Tags: wanted });
  },
  async (id, ctx) => {
    const ResourceArn = arnOf(id, ctx);
    const { Tags: present = {} } = await ctx.call('cognito-idp', 'ListTagsForResource', { ResourceArn });
    await ctx.call('cognito-idp', 'UntagResource', { ResourceArn, TagKeys: Object.keys(present) });
  },
);

/** Blocks that the service fills up with defaults: members that a block of the template does not name are not told. */
const BLOCKS = [
  'Policies',
  'LambdaConfig',
  'VerificationMessageTemplate',
  'EmailConfiguration',
  'AdminCreateUserConfig',
  'AccountRecoverySetting',
] as const;

/** The members that the template names, in blocks within blocks, too; everything where it names none. */
function asNamed(answer: Value | undefined, given: Value | undefined): Value | undefined {
  if (!isObject<Block>(answer) || !isObject<Block>(given)) return answer;
  const names = Object.keys(given).filter((name) => answer[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, asNamed(answer[name], given[name])!]));
}

export const resource: ResourceType = crudType({
  id: 'UserPoolId',
  gone: GONE,
  refuse: {
    KeyConfiguration: 'users are not encrypted here.',
    'IssuerConfiguration.Type': 'issuers have one form here.',
    'LambdaConfig.InboundFederation': 'functions do not change what identity providers tell.',
    'SmsConfiguration.EumsSms': 'text messages are kept, and not sent.',
  },
  properties: POOL_PROPERTIES,
  unread: [...BLOCKS, 'DeletionProtection', 'UserPoolTier'],
  async create(_name, given, properties, ctx) {
    const { UserPool } = await ctx.call('cognito-idp', 'CreateUserPool', {
      PoolName: text(properties['UserPoolName']) ?? ctx.physicalName(128),
      ...given,
      Schema: schema(properties['Schema'])?.map((each) => each ?? {}),
      UserPoolTags: userPoolTags(properties['UserPoolTags']),
    });
    const mfa = mfaOf(properties);
    if (mfa) {
      ctx.created(UserPool!.Id!);
      await ctx.call('cognito-idp', 'SetUserPoolMfaConfig', { UserPoolId: UserPool!.Id!, ...mfa });
    }
    return UserPool!;
  },
  idOf: ({ Id = '' }) => Id,
  find: async (UserPoolId, _properties, ctx) => (await ctx.call('cognito-idp', 'DescribeUserPool', { UserPoolId })).UserPool,
  async update(UserPoolId, given, { properties, previous }, ctx) {
    const { AliasAttributes: _aliases, UsernameAttributes: _names, UsernameConfiguration: _cases, ...settings } = given;
    const PoolName = text(properties['UserPoolName']);
    await ctx.call('cognito-idp', 'UpdateUserPool', { UserPoolId, PoolName, ...settings });
    await ctx.call('cognito-idp', 'SetUserPoolMfaConfig', { UserPoolId, MfaConfiguration: 'OFF', ...mfaOf(properties) });
    const CustomAttributes = added(properties['Schema'], previous['Schema']).map((each) => each ?? {});
    if (CustomAttributes.length > 0) await ctx.call('cognito-idp', 'AddCustomAttributes', { UserPoolId, CustomAttributes });
  },
  changes: [tags],
  delete: (UserPoolId, _properties, ctx) => ctx.call('cognito-idp', 'DeleteUserPool', { UserPoolId }),
  attributes: ({ Arn, Id = '' }, _id, { region }) => ({
    Arn,
    ProviderName: `cognito-idp.${region}.amazonaws.com/${Id}`,
    ProviderURL: `https://cognito-idp.${region}.amazonaws.com/${Id}`,
  }),
  async shown(pool, given, UserPoolId, ctx) {
    const mfa = await ctx.call('cognito-idp', 'GetUserPoolMfaConfig', { UserPoolId });
    const enabled = [
      ...(mfa.SmsMfaConfiguration ? ['SMS_MFA'] : []),
      ...(mfa.SoftwareTokenMfaConfiguration?.Enabled ? ['SOFTWARE_TOKEN_MFA'] : []),
      ...(mfa.EmailMfaConfiguration ? ['EMAIL_OTP'] : []),
    ];
    return {
      UserPoolName: pool.Name,
      ...Object.fromEntries(BLOCKS.map((name) => [name, asNamed(asValue(pool[name]), given[name])])),
      DeletionProtection: pool.DeletionProtection,
      UserPoolTier: pool.UserPoolTier,
      MfaConfiguration: mfa.MfaConfiguration,
      EnabledMfas: inOrderOf(enabled, given['EnabledMfas'] ?? []),
      EmailAuthenticationMessage: mfa.EmailMfaConfiguration?.Message,
      EmailAuthenticationSubject: mfa.EmailMfaConfiguration?.Subject,
      WebAuthnRelyingPartyID: mfa.WebAuthnConfiguration?.RelyingPartyId,
      WebAuthnUserVerification: mfa.WebAuthnConfiguration?.UserVerification,
      WebAuthnFactorConfiguration: mfa.WebAuthnConfiguration?.FactorConfiguration,
      UserPoolTags: Object.keys(pool.UserPoolTags ?? {}).length > 0 ? pool.UserPoolTags : undefined,
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('cognito-idp', 'ListUserPools', { NextToken, MaxResults: 60 }),
  listed: ({ UserPools }) => UserPools?.map(({ Id }) => Id),
});

/** Sets are told in the order of the template. */
function inOrderOf(names: readonly string[], given: Value): string[] {
  const order = list(given).map(text);
  return [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
