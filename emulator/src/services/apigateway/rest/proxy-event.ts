// The event of format 1.0 that functions and authorizers get from REST APIs. Pure.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
import { clfTime } from '#lib/clf-time';
import type { SignedCaller } from './exchange.ts';
import { headerValues, isEmpty, queryValues, type RestRequest } from './rest-request.ts';

export interface SentKey {
  readonly value: string;
  readonly id?: string | undefined;
}

export interface EventFacts {
  readonly apiId: string;
  readonly accountId: string;
  readonly deploymentId: string | undefined;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>>;
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly nowMs: number;
  readonly traceId: string;
  /** Has no id if the key does not exist: authorizers see a key before it is checked. */
  readonly apiKey?: SentKey | undefined;
  readonly authorizer?: Readonly<Record<string, unknown>> | undefined;
  readonly caller?: SignedCaller | undefined;
  /** Binary types reach functions in base64. */
  readonly isBase64Encoded: boolean;
}

export function proxyEvent(request: RestRequest, facts: EventFacts): object {
  const headers = headerValues([
    ...request.headers,
    ['X-Amzn-Trace-Id', facts.traceId],
    ['X-Forwarded-For', request.remoteAddress],
    ['X-Forwarded-Port', request.port],
    ['X-Forwarded-Proto', request.protocol],
  ]);
  const query = queryValues(request.rawQuery);
  return {
    resource: facts.resourcePath,
    path: request.path,
    httpMethod: request.method,
    headers: headers.single,
    multiValueHeaders: headers.multi,
    queryStringParameters: orNull(query.single),
    multiValueQueryStringParameters: orNull(query.multi),
    pathParameters: orNull(facts.pathParameters),
    stageVariables: orNull(facts.stageVariables),
    requestContext: requestContext(request, facts),
    body: request.body.length === 0 ? null : request.body.toString(facts.isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded: facts.isBase64Encoded && request.body.length > 0,
  };
}

const orNull = <T extends object>(record: T): T | null => (isEmpty(record) ? null : record);

export function requestContext(request: RestRequest, facts: EventFacts): object {
  return {
    resourceId: facts.resourceId,
    ...(facts.authorizer && { authorizer: facts.authorizer }),
    resourcePath: facts.resourcePath,
    httpMethod: request.method,
    extendedRequestId: facts.extendedRequestId,
    requestTime: clfTime(facts.nowMs),
    path: `/${facts.stage}${request.sentPath}`,
    accountId: facts.accountId,
    protocol: 'HTTP/1.1',
    stage: facts.stage,
    domainPrefix: request.domainName.split('.', 1)[0],
    requestTimeEpoch: facts.nowMs,
    requestId: facts.requestId,
    identity: identityOf(request, facts),
    domainName: request.domainName,
    deploymentId: facts.deploymentId,
    apiId: facts.apiId,
  };
}

export function identityOf({ headers, remoteAddress }: RestRequest, { apiKey, caller }: Pick<EventFacts, 'apiKey' | 'caller'>): object {
  return {
    cognitoIdentityPoolId: null,
    accountId: null,
    ...(apiKey && { apiKey: apiKey.value, ...(apiKey.id !== undefined && { apiKeyId: apiKey.id }) }),
    cognitoIdentityId: null,
    caller: null,
    sourceIp: remoteAddress,
    principalOrgId: null,
    accessKey: null,
    cognitoAuthenticationType: null,
    cognitoAuthenticationProvider: null,
    userArn: null,
    userAgent: headers.findLast(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? null,
    user: null,
    ...caller,
  };
}
