// The integration of an operation in a document: `x-amazon-apigateway-integration`.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions-integration.html
import type { Integration, IntegrationResponse } from '#model/apigateway';
import { isMap, type JsonMap, listOf, mapOf, resolved, textOf, textsOf } from './rest-document.ts';

/** Told of a property that is left out, because its value is no text. */
export type TellIgnored = (property: string, value: unknown) => void;

export function integrationOf(value: unknown, document: JsonMap, tell: TellIgnored): Integration | undefined {
  if (!isMap(value)) return undefined;
  const settings = resolved(value, document);
  const type = textOf(settings['type'])?.toUpperCase() ?? '';
  const isHttp = type === 'HTTP' || type === 'HTTP_PROXY';
  const responses = Object.entries(mapOf(settings['responses'])).map(([pattern, response]) => responseOf(pattern, mapOf(response)));
  const tls = settings['tlsConfig'];
  return {
    type,
    httpMethod:
      type === 'MOCK' ? undefined : textOf(settings['httpMethod'])?.toUpperCase().replace('X-AMAZON-APIGATEWAY-ANY-METHOD', 'ANY'),
    uri: type === 'MOCK' ? undefined : textOf(settings['uri']),
    connectionType: textOf(settings['connectionType']) ?? (isHttp ? 'INTERNET' : undefined),
    connectionId: textOf(settings['connectionId']),
    credentials: textOf(settings['credentials']),
    requestParameters: settings['requestParameters'] === undefined ? undefined : parametersIn(settings['requestParameters'], tell),
    requestTemplates: settings['requestTemplates'] === undefined ? undefined : textsOf(settings['requestTemplates']),
    passthroughBehavior: textOf(settings['passthroughBehavior'])?.toUpperCase() ?? 'WHEN_NO_MATCH',
    contentHandling: textOf(settings['contentHandling']),
    timeoutInMillis: (settings['timeoutInMillis'] as number | undefined) ?? 29_000,
    cacheNamespace: textOf(settings['cacheNamespace']),
    cacheKeyParameters: listOf(settings['cacheKeyParameters']).map(String),
    responseTransferMode: textOf(settings['responseTransferMode']) ?? (type === 'MOCK' ? undefined : 'BUFFERED'),
    integrationTarget: textOf(settings['integrationTarget']),
    tlsConfig: isMap(tls) ? { insecureSkipVerification: tls['insecureSkipVerification'] === true } : undefined,
    integrationResponses: responses.length > 0 ? Object.fromEntries(responses) : undefined,
  };
}

const parametersIn = (value: unknown, tell: TellIgnored): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapOf(value)).filter((entry): entry is [string, string] => {
      if (typeof entry[1] !== 'string') tell(entry[0], entry[1]);
      return typeof entry[1] === 'string';
    }),
  );

/** Under its status; the key in the document is the pattern, `default` for none. */
function responseOf(pattern: string, response: JsonMap): [string, IntegrationResponse] {
  const statusCode = textOf(response['statusCode']) ?? '200';
  return [
    statusCode,
    {
      statusCode,
      selectionPattern: pattern === 'default' ? undefined : pattern,
      responseParameters: response['responseParameters'] === undefined ? undefined : textsOf(response['responseParameters']),
      responseTemplates: response['responseTemplates'] === undefined ? undefined : textsOf(response['responseTemplates']),
      contentHandling: textOf(response['contentHandling']),
    },
  ];
}
