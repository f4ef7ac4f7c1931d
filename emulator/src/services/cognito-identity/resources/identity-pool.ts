// AWS::Cognito::IdentityPool
import { crudType } from '#core/resources/crud-type';
import type { Value } from '#core/resources/resource-handlers';
import { flag, object, tagMap, text } from '#core/resources/resource-properties';
import { each, must, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const NO_SYNC = 'data of users is not synchronized here.';
const texts = each(text);
const loginProviders = (value: Value | undefined) =>
  textMap(value === undefined ? undefined : object(value)) as Record<string, string> | undefined;

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  refuse: { PushSync: NO_SYNC, CognitoEvents: NO_SYNC, CognitoStreams: NO_SYNC },
  properties: {
    AllowUnauthenticatedIdentities: must(flag),
    AllowClassicFlow: flag,
    SupportedLoginProviders: loginProviders,
    DeveloperProviderName: text,
    OpenIdConnectProviderARNs: texts,
    CognitoIdentityProviders: each(shape({ ProviderName: text, ClientId: text, ServerSideTokenCheck: flag })),
    SamlProviderARNs: texts,
  },
  async create(_name, given, { IdentityPoolName, IdentityPoolTags }, ctx) {
    const name = text(IdentityPoolName) ?? ctx.physicalName(128);
    const tags = IdentityPoolTags === undefined ? undefined : tagMap(IdentityPoolTags);
    return ctx.call('cognito-identity', 'CreateIdentityPool', { IdentityPoolName: name, ...given, IdentityPoolTags: tags } as never);
  },
  idOf: ({ IdentityPoolId }: { readonly IdentityPoolId: string }) => IdentityPoolId,
  find: (IdentityPoolId, _properties, ctx) => ctx.call('cognito-identity', 'DescribeIdentityPool', { IdentityPoolId }),
  async update(IdentityPoolId, given, { properties: { IdentityPoolName, IdentityPoolTags } }, ctx) {
    const present = await ctx.call('cognito-identity', 'DescribeIdentityPool', { IdentityPoolId });
    const name = text(IdentityPoolName) ?? present.IdentityPoolName;
    await ctx.call('cognito-identity', 'UpdateIdentityPool', {
      IdentityPoolId,
      IdentityPoolName: name,
      ...given,
      IdentityPoolTags: tagMap(IdentityPoolTags),
    } as never);
  },
  delete: (IdentityPoolId, _properties, ctx) => ctx.call('cognito-identity', 'DeleteIdentityPool', { IdentityPoolId }),
  attributes: ({ IdentityPoolName: Name }) => ({ Name }),
  shown: ({ IdentityPoolName, IdentityPoolTags }) => ({
    IdentityPoolName,
    IdentityPoolTags: IdentityPoolTags && Object.entries(IdentityPoolTags).map(([Key, of]) => ({ Key, Value: of })),
  }),
  list: (NextToken, _filter, ctx) => ctx.call('cognito-identity', 'ListIdentityPools', { NextToken, MaxResults: 60 }),
  listed: ({ IdentityPools }) => IdentityPools?.map(({ IdentityPoolId }) => IdentityPoolId),
});
