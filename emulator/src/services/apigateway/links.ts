// The links of APIs: their integrations and authorizers.

import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { type LinkContext, type LinkEnd, linksTo, type ResourceLink, resourceLinks } from '#core/traces/map/resource-links';
import { formatArn } from '#lib/arn';
import { table } from '#lib/table';
import type { Integration as RestIntegration } from '#model/apigateway';
import type { Integration as HttpIntegration } from '#model/apigatewayv2';
import { functionIn } from './calls/function-uri.ts';
import { authorizers as httpAuthorizers, integrations } from './http-state.ts';
import { apis, authorizers, resources } from './rest-state.ts';

const ACTION = /^arn:aws[a-z-]*:apigateway:[^:]*:([^:]+):(path|action)\/(.*)$/;
/** A member that names the resource of a call, in a template for JSON or for a form. */
const NAMED =
  /\b(TableName|TopicArn|QueueUrl|StreamName|EventBusName|stateMachineArn|DeliveryStreamName)"?\s*[:=]\s*(?:"|\$util\.urlEncode\(['"])?([\w:/.-]+)/g;

/** The action of a service: its resource stands in the path of the URI, or as a constant in a template. */
function actionEnd(uri: string, templates: readonly string[], scope: RegionScope): LinkEnd | undefined {
  const [, service, form, path = ''] = ACTION.exec(uri) ?? [];
  if (service === undefined) return uri;
  const given = functionIn(uri);
  if (given !== undefined) return given;
  if (form === 'path') {
    const name = (service === 'sqs' ? /^\d{12}\/([^?]+)/ : /^([^/?{]+)/).exec(path)?.[1];
    if (name === undefined) return undefined;
    return formatArn({ service, ...(service === 's3' ? { account: '', region: '' } : scope), resource: name });
  }
  const parameters = Object.fromEntries(
    templates.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '', value = '']) => [name, value])),
  );
  return { service, parameters: service === 'events' ? { Entries: [parameters] } : parameters };
}

function restEnd({ type, uri, requestTemplates, requestParameters }: Frozen<RestIntegration>, scope: RegionScope): LinkEnd | undefined {
  if (uri === undefined || type === 'MOCK') return undefined;
  return actionEnd(uri, [...Object.values(requestTemplates ?? {}), ...Object.values(requestParameters ?? {})], scope);
}

/** Services by the first part of a subtype: `SQS-SendMessage`. */
const SUBTYPES: Readonly<Record<string, string>> = table({
  EventBridge: 'events',
  StepFunctions: 'states',
  SQS: 'sqs',
  Kinesis: 'kinesis',
});

function httpEnd(
  { IntegrationSubtype: subtype, IntegrationUri: uri, RequestParameters }: Frozen<HttpIntegration>,
  scope: RegionScope,
): LinkEnd | undefined {
  if (subtype === undefined) return uri === undefined ? undefined : actionEnd(uri, [], scope);
  const service = SUBTYPES[subtype.split('-')[0]!];
  if (service === undefined) return undefined;
  const parameters = Object.fromEntries(Object.entries(RequestParameters ?? {}).filter(([, value]) => !value.startsWith('$')));
  return { service, parameters: service === 'events' ? { Entries: [parameters] } : parameters };
}

/** The pool of an issuer: `https://cognito-idp.REGION.amazonaws.com/POOL`. */
function poolOf(issuer: string | undefined, account: string): string | undefined {
  const [, region, pool] = /^https:\/\/cognito-idp\.([^.]+)\.amazonaws\.com\/([^/]+)$/.exec(issuer ?? '') ?? [];
  return region === undefined ? undefined : formatArn({ service: 'cognito-idp', region, account, resource: `userpool/${pool}` });
}

const arnOf = (id: string, { account, region }: RegionScope): string =>
  formatArn({ service: 'execute-api', account, region, resource: `${id}/` });

function* readLinks({ account, region, records }: LinkContext): Iterable<ResourceLink> {
  const scope = { account, region };
  const named = (id: string): string => arnOf(id, scope);
  for (const [[api], { methods }] of records(resources).entries())
    for (const { methodIntegration } of Object.values(methods))
      if (methodIntegration) yield* linksTo(named(api), 'integration', restEnd(methodIntegration, scope));
  for (const [[api], { authorizerUri, providerARNs = [] }] of records(authorizers).entries())
    yield* linksTo(named(api), 'authorizer', authorizerUri && functionIn(authorizerUri), ...providerARNs);
  for (const [[api], integration] of records(integrations).entries())
    yield* linksTo(named(api), 'integration', httpEnd(integration, scope));
  for (const [[api], { AuthorizerUri: uri, JwtConfiguration: jwt }] of records(httpAuthorizers).entries())
    yield* linksTo(named(api), 'authorizer', uri && (functionIn(uri) ?? uri), poolOf(jwt?.Issuer, account));
}

/** The names of REST APIs: their metrics have no ids. */
function* labels(ctx: LinkContext): Iterable<readonly [string, string]> {
  for (const [[id], { name }] of ctx.records(apis).entries()) yield [name, arnOf(id, ctx)];
}

export const links = resourceLinks([apis, integrations], readLinks, { labels });
