// AWS::Events::Connection.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, object, text } from '#core/resources/resource-properties';
import { each, must, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { ConnectionHttpParameters, CreateConnectionAuthRequestParameters } from '#model/events';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;
const PRIVATE = 'connections to private APIs are not emulated.';

const parameters = each(shape({ Key: text, Value: text, IsValueSecret: flag }));
const http = shape({ HeaderParameters: parameters, QueryStringParameters: parameters, BodyParameters: parameters });
const auth = shape({
  BasicAuthParameters: shape({ Username: must(text), Password: must(text) }),
  ApiKeyAuthParameters: shape({ ApiKeyName: must(text), ApiKeyValue: must(text) }),
  OAuthParameters: shape({
    ClientParameters: must(shape({ ClientID: must(text), ClientSecret: must(text) })),
    AuthorizationEndpoint: must(text),
    HttpMethod: must(text),
    OAuthHttpParameters: http,
  }),
  InvocationHttpParameters: http,
});

const authOf = ({ AuthParameters }: Properties): CreateConnectionAuthRequestParameters | undefined =>
  auth(AuthParameters) as CreateConnectionAuthRequestParameters | undefined;

/** An update merges parameters, so removed ones are sent as empty. */
function changedAuth(properties: Properties, previous: Properties): CreateConnectionAuthRequestParameters | undefined {
  const [now, before] = [authOf(properties), authOf(previous)];
  if (!now) return undefined;
  const oauth = now.OAuthParameters;
  const oauthHttp = emptied(oauth?.OAuthHttpParameters, before?.OAuthParameters?.OAuthHttpParameters);
  return {
    ...now,
    ...(oauth && { OAuthParameters: { ...oauth, ...(oauthHttp && { OAuthHttpParameters: oauthHttp }) } }),
    InvocationHttpParameters: emptied(now.InvocationHttpParameters, before?.InvocationHttpParameters),
  };
}

function emptied(
  now: ConnectionHttpParameters | undefined,
  before: ConnectionHttpParameters | undefined,
): ConnectionHttpParameters | undefined {
  if (!before) return now;
  return { HeaderParameters: [], QueryStringParameters: [], BodyParameters: [], ...now };
}

async function made(Name: string, ctx: ResourceContext): Promise<Created> {
  const { ConnectionArn = '', SecretArn = '' } = await ctx.call('events', 'DescribeConnection', { Name });
  return { physicalId: Name, attributes: { Arn: ConnectionArn, ArnForPolicy: ConnectionArn.replace(/\/[^/]+$/, ''), SecretArn } };
}

const facts = (properties: Properties) => ({
  Description: text(properties.Description),
  KmsKeyIdentifier: text(properties.KmsKeyIdentifier),
});

export const resource: ResourceType = {
  refuse: { InvocationConnectivityParameters: PRIVATE, 'AuthParameters.ConnectivityParameters': PRIVATE },
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('events', 'CreateConnection', {
      Name,
      AuthorizationType: text(properties.AuthorizationType)!,
      AuthParameters: authOf(properties)!,
      ...facts(properties),
    });
    return made(Name, ctx);
  },
  async update(Name, properties, previous, ctx) {
    const { Description = '', KmsKeyIdentifier = '' } = facts(properties);
    await ctx.call('events', 'UpdateConnection', {
      Name,
      Description: Description === (text(previous.Description) ?? '') ? undefined : Description,
      KmsKeyIdentifier: KmsKeyIdentifier === (text(previous.KmsKeyIdentifier) ?? '') ? undefined : KmsKeyIdentifier,
      AuthorizationType: text(properties.AuthorizationType),
      AuthParameters: changedAuth(properties, previous),
    });
    return made(Name, ctx);
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('events', 'DeleteConnection', { Name }));
  },
  /** The service does not return passwords, keys and secret values. They are taken from the template. */
  async read(Name, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('events', 'DescribeConnection', { Name }));
    if (!found) return undefined;
    const { AuthorizationType, Description, KmsKeyIdentifier, AuthParameters = {} } = found;
    const given = object(properties.AuthParameters);
    const { BasicAuthParameters: basic, ApiKeyAuthParameters: key, OAuthParameters: oauth, InvocationHttpParameters } = AuthParameters;
    return readAs({
      Name,
      AuthorizationType,
      Description: Description || undefined,
      KmsKeyIdentifier: KmsKeyIdentifier || undefined,
      AuthParameters: {
        BasicAuthParameters: basic && { ...object(given.BasicAuthParameters), ...basic },
        ApiKeyAuthParameters: key && { ...object(given.ApiKeyAuthParameters), ...key },
        OAuthParameters: oauth && {
          ...object(given.OAuthParameters),
          AuthorizationEndpoint: oauth.AuthorizationEndpoint,
          HttpMethod: oauth.HttpMethod,
        },
        InvocationHttpParameters: hasParameters(InvocationHttpParameters) && (given.InvocationHttpParameters ?? InvocationHttpParameters),
      },
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Connections = [], NextToken: next } = await ctx.call('events', 'ListConnections', { NextToken });
    return { items: Connections.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Name) ?? '', ctx),
};

/** Undefined if an update has removed all parameters. */
const hasParameters = (http: ConnectionHttpParameters | undefined): true | undefined =>
  Object.values(http ?? {}).some((list) => list && list.length > 0) || undefined;
