// `$context` of templates, mappings and log formats.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
import { clfTime } from '#lib/clf-time';
import { SilentMap, toValue, type ValueMap } from '#lib/vtl/values';
import type { Exchange, MatchedMethod } from './exchange.ts';
import { identityOf } from './proxy-event.ts';

type Begun = Pick<Exchange, 'request' | 'stage' | 'startedMs' | 'requestId' | 'extendedRequestId' | 'callerTraceId'>;

/** The maps of the context print as nothing (recorded in May 2025). */
const own = (members: object = {}): SilentMap => new SilentMap(Object.entries(members));

/** Adds the method, once it is known. */
export const withMethod = (context: ValueMap, matched: MatchedMethod | undefined): ValueMap =>
  matched ? context.set('resourceId', matched.resourceId).set('resourcePath', matched.resourcePath) : context;

/** The method, the key, the authorizer and the overrides are added to it. */
export function contextOf(exchange: Begun, account: string): ValueMap {
  const { request, stage, startedMs } = exchange;
  const context = toValue({
    accountId: account,
    apiId: stage.apiId,
    deploymentId: stage.deploymentId,
    domainName: request.domainName,
    domainPrefix: request.domainName.split('.', 1)[0],
    extendedRequestId: exchange.extendedRequestId,
    httpMethod: request.method,
    ...(stage.isCanary !== undefined && { isCanaryRequest: stage.isCanary }),
    path: `/${stage.stage}${request.sentPath}`,
    protocol: 'HTTP/1.1',
    requestId: exchange.requestId,
    requestTime: clfTime(startedMs),
    requestTimeEpoch: startedMs,
    stage: stage.stage,
    ...(stage.isTraced && { xrayTraceId: exchange.callerTraceId }),
  }) as ValueMap;
  return context
    .set('identity', own(identityOf(request, {})))
    .set('requestOverride', own({ header: own(), querystring: own(), path: own() }))
    .set('responseOverride', own({ header: own() }));
}
