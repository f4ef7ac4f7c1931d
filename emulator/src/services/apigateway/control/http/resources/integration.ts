// AWS::ApiGatewayV2::Integration

import type { Value } from '#core/resources/resource-handlers';
import { number, object, text } from '#core/resources/resource-properties';
import { shape, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { emptied, partType } from './part-type.ts';

/** `{ "200": { "ResponseParameters": [{ "Destination", "Source" }] } }` → `{ "200": { destination: source } }`; the plain form is taken, too. */
function responses(value: Value | undefined): Record<string, Record<string, string>> | undefined {
  if (value === undefined) return undefined;
  return Object.fromEntries(Object.entries(object(value)).map(([status, mappings]) => [status, mappingsOf(object(mappings))]));
}

function mappingsOf(mappings: Readonly<Record<string, Value>>): Record<string, string> {
  const listed = mappings['ResponseParameters'];
  if (!Array.isArray(listed)) return Object.fromEntries(Object.entries(mappings).map(([name, source]) => [name, text(source) ?? '']));
  return Object.fromEntries(
    (listed as readonly Value[]).map((each) => [text(object(each)['Destination']) ?? '', text(object(each)['Source']) ?? '']),
  );
}

type Mappings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** In the form in which the template gave them. */
function responsesAs(told: Mappings | undefined, given: Value | undefined): unknown {
  return (
    told &&
    Object.fromEntries(
      Object.entries(told).map(([status, mappings]) => {
        const before = object(object(given)[status]);
        if (Object.keys(before).length > 0 && before['ResponseParameters'] === undefined) return [status, mappings];
        return [status, { ResponseParameters: Object.entries(mappings).map(([Destination, Source]) => ({ Destination, Source })) }];
      }),
    )
  );
}

const ENUMERATIONS = new Set([
  'ConnectionType',
  'IntegrationMethod',
  'ContentHandlingStrategy',
  'PassthroughBehavior',
  'IntegrationType',
  'IntegrationSubtype',
]);
const HTTP_TIMEOUT_MS = 30_000;
/** Integrations of WebSocket APIs have no version of their payload. */
const WEBSOCKET_TIMEOUT_MS = 29_000;

export const resource: ResourceType = partType({
  noun: 'Integration',
  id: 'IntegrationId',
  owners: ['ApiId'],
  properties: {
    ConnectionId: text,
    ConnectionType: text,
    ContentHandlingStrategy: text,
    CredentialsArn: text,
    Description: text,
    IntegrationMethod: text,
    IntegrationSubtype: text,
    IntegrationType: text,
    IntegrationUri: text,
    PassthroughBehavior: text,
    PayloadFormatVersion: text,
    RequestParameters: textMap,
    RequestTemplates: textMap,
    ResponseParameters: responses,
    TemplateSelectionExpression: text,
    TimeoutInMillis: number,
    TlsConfig: shape({ ServerNameToVerify: text }),
  },
  cleared: (name, before, { PayloadFormatVersion: version }) => {
    if (name === 'TimeoutInMillis') return version === undefined ? WEBSOCKET_TIMEOUT_MS : HTTP_TIMEOUT_MS;
    return ENUMERATIONS.has(name) ? undefined : emptied(name, before);
  },
  merged: { RequestParameters: '', RequestTemplates: '', ResponseParameters: {} },
  shown: { ResponseParameters: (told, given) => responsesAs((told ?? undefined) as Mappings | undefined, given) },
});
