// AWS::Events::Connection.
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { flag, object, text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import type { ConnectionHttpParameters, CreateConnectionAuthRequestParameters } from '#model/events';

const PRIVATE = 'connections to private APIs are not emulated.';

const parameters = each(shape({ Key: text, Value: text, IsValueSecret: flag }));
const http = shape({ HeaderParameters: parameters, QueryStringParameters: parameters, BodyParameters: parameters });
const auth = shape({
  BasicAuthParameters: shape({ Username: requiredText, Password: requiredText }),
  ApiKeyAuthParameters: shape({ ApiKeyName: requiredText, ApiKeyValue: requiredText }),
  OAuthParameters: shape({
    ClientParameters: must(shape({ ClientID: requiredText, ClientSecret: requiredText })),
    AuthorizationEndpoint: requiredText,
    HttpMethod: requiredText,
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

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 64,
  gone: ['ResourceNotFoundException'],
  refuse: { InvocationConnectivityParameters: PRIVATE, 'AuthParameters.ConnectivityParameters': PRIVATE },
  properties: { AuthorizationType: requiredText, Description: text, KmsKeyIdentifier: text },
  cleared: { Description: '', KmsKeyIdentifier: '' },
  create: (Name, given, properties, ctx) => ctx.call('events', 'CreateConnection', { Name, ...given, AuthParameters: authOf(properties)! }),
  update: (Name, given, { previous, properties }, ctx) =>
    ctx.call('events', 'UpdateConnection', { Name, ...given, AuthParameters: changedAuth(properties, previous) }),
  delete: (Name, _properties, ctx) => ctx.call('events', 'DeleteConnection', { Name }),
  find: (Name, _properties, ctx) => ctx.call('events', 'DescribeConnection', { Name }),
  attributes: ({ ConnectionArn: Arn = '', SecretArn }) => ({ Arn, ArnForPolicy: Arn.replace(/\/[^/]+$/, ''), SecretArn }),
  /** The service does not return passwords, keys and secret values. They are taken from the template. */
  shown({ AuthParameters = {} }, properties) {
    const given = object(properties.AuthParameters);
    const { BasicAuthParameters: basic, ApiKeyAuthParameters: key, OAuthParameters: oauth, InvocationHttpParameters } = AuthParameters;
    return {
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
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('events', 'ListConnections', { NextToken }),
  listed: ({ Connections }) => Connections?.map(({ Name }) => Name),
});

/** Undefined if an update has removed all parameters. */
const hasParameters = (http: ConnectionHttpParameters | undefined): true | undefined =>
  Object.values(http ?? {}).some((list) => list && list.length > 0) || undefined;
