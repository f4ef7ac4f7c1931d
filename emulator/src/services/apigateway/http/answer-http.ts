// The data plane of HTTP APIs: finds the stage, then runs the steps. Every answer is responded to alike, denials included.
import type { RouteRequest, RouteResponse } from '#core/route';
import { isDefaultEndpoint, type LocatedApi } from '#services/apigateway/addresses/locate';
import { countRequest } from '#services/apigateway/calls/count-request';
import { apiArn, noteMissed, noteRequest } from '#services/apigateway/calls/note-request';
import { routeSettingsOf } from '#services/apigateway/calls/route-settings';
import { apis, deployments, stages } from '#services/apigateway/http-state';
import { runSteps } from '#services/apigateway/steps/run-steps';
import { writeLog } from './access-log.ts';
import { NOT_FOUND } from './answers.ts';
import { withCors } from './cors.ts';
import { Exchange } from './exchange.ts';
import { programOf } from './program.ts';
import { STEPS } from './steps.ts';

const DEFAULT_STAGE = '$default';

export async function answerHttp(located: LocatedApi, request: RouteRequest): Promise<RouteResponse> {
  const startedMs = performance.now();
  const exchange = open(located, request);
  if (typeof exchange === 'string') return missing(exchange, located, request, startedMs);
  const { api, ctx } = exchange;
  if (api.disableExecuteApiEndpoint && isDefaultEndpoint(request))
    return missing(`the default endpoint of API ${api.id} is disabled`, located, request, startedMs);
  const answer = respond(exchange, await runSteps(STEPS, exchange, ctx));
  noteRequest(
    {
      ...{ method: request.method, path: exchange.rawPath, route: exchange.route?.RouteKey ?? '-', requestId: exchange.id },
      ...{ api: { id: api.id, name: api.name, kind: 'apis' }, answer, failure: exchange.failure, startedMs },
    },
    ctx,
  );
  count(exchange, answer.status);
  writeLog(exchange, answer);
  return answer;
}

function count({ api, stage, route, startedMs, ctx }: Exchange, status: number): void {
  const latencyMs = ctx.now() - startedMs;
  const method = route && routeSettingsOf(stage, route.RouteKey).DetailedMetricsEnabled ? methodOf(route.RouteKey) : undefined;
  countRequest({ api: ['ApiId', api.id], stage: stage.name, method, errors: ['4xx', '5xx'], status, latencyMs }, ctx);
}

/** The key of a route: `GET /pets/{id}`, or `$default` for all methods and paths. */
function methodOf(routeKey: string): [method: string, resource: string] {
  const [method = '', resource = method] = routeKey.split(' ');
  return [method, resource];
}

/** A request that no stage takes. */
function missing(reason: string, { there, owner: { id } }: LocatedApi, { method, path }: RouteRequest, startedMs: number): RouteResponse {
  noteMissed({ method, path, reason, resource: apiArn({ id, kind: 'apis' }, there), status: NOT_FOUND.status, startedMs }, there);
  return NOT_FOUND;
}

/** The first segment of the path names the stage; where no stage has that name, the default stage takes the whole path. A text says what is missing. */
function open(located: LocatedApi, request: RouteRequest): Exchange | string {
  const { there, owner } = located;
  const api = there.records(apis).get([owner.id]);
  const first = located.stage ?? decodeURIComponentSafely(located.path.split('/')[1] ?? '');
  const named =
    first === '' || (first === DEFAULT_STAGE && located.stage === undefined) ? undefined : there.records(stages).get([owner.id, first]);
  const stage = named ?? (located.stage === undefined ? there.records(stages).get([owner.id, DEFAULT_STAGE]) : undefined);
  const deployment = stage?.deploymentId === undefined ? undefined : there.records(deployments).get([owner.id, stage.deploymentId]);
  if (!api) return `there is no API ${owner.id}`;
  if (!stage) return `API ${api.id} has neither a stage ${first} nor one that is named $default`;
  if (!deployment) return `the stage ${stage.name} of API ${api.id} has no deployment`;
  const path =
    named && located.stage === undefined
      ? located.path.slice(located.path.indexOf('/', 1) < 0 ? located.path.length : located.path.indexOf('/', 1))
      : located.path;
  return new Exchange({ located, request, api, stage, program: programOf(owner.id, deployment, there), path: path || '/' });
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function respond(exchange: Exchange, answer: RouteResponse): RouteResponse {
  return withCors(exchange, { ...answer, headers: { ...answer.headers, 'apigw-requestid': exchange.id } });
}
