// The data plane of HTTP APIs: finds the stage, then takes the steps one by one until one answers. Every answer is responded to alike, denials included.
import { Fault } from '#core/fault';
import type { RouteRequest, RouteResponse } from '#core/route';
import { requestName } from '#core/traces/http-run';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import { apiArn, noteRequest } from '#services/apigateway/calls/note-request';
import { apis, deployments, stages } from '#services/apigateway/http-state';
import { API_MISSING } from '#services/apigateway/messages';
import { writeAccessLog } from './access-log.ts';
import { FAILED, FORBIDDEN, jsonAnswer, NOT_FOUND } from './answers.ts';
import { authorize } from './authorize.ts';
import { preflight, withCors } from './cors.ts';
import { Exchange, type Step } from './exchange.ts';
import { countRequest } from './http-metrics.ts';
import { integrate } from './integrate.ts';
import { mapResponse } from './map-response.ts';
import { match } from './match.ts';
import { programOf } from './program.ts';
import { throttle } from './throttle.ts';

const STEPS: readonly Step[] = [preflight, match, authorize, throttle, integrate, mapResponse];

const DEFAULT_STAGE = '$default';

export async function answerHttp(located: LocatedApi, request: RouteRequest): Promise<RouteResponse> {
  const startedMs = performance.now();
  const exchange = open(located, request);
  if (typeof exchange === 'string') return missing(exchange, located, request, startedMs);
  const { api } = exchange;
  const isByOwnHost = /\.execute-api\./.test(request.host);
  if (api.disableExecuteApiEndpoint && isByOwnHost)
    return missing(`the default endpoint of API ${api.id} is disabled`, located, request, startedMs);
  const answer = respond(exchange, await walk(exchange));
  noteRequest(
    {
      ...{ method: request.method, path: exchange.rawPath, route: exchange.route?.RouteKey ?? '-', requestId: exchange.id },
      ...{ api: { id: api.id, name: api.name, kind: 'apis' }, answer, failure: exchange.failure, startedMs },
    },
    exchange.ctx,
  );
  countRequest(exchange, answer.status);
  writeAccessLog(exchange, answer);
  return answer;
}

/** A request that no stage takes. */
function missing(reason: string, { there, owner: { id } }: LocatedApi, { method, path }: RouteRequest, startedMs: number): RouteResponse {
  const name = requestName(method, path, NOT_FOUND.status);
  there.report(API_MISSING, { reason }, { what: 'request', resource: apiArn({ id, kind: 'apis' }, there), name, startedMs });
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

async function walk(exchange: Exchange): Promise<RouteResponse> {
  try {
    for (const step of STEPS) {
      const answer = await step(exchange);
      if (answer) return answer;
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    exchange.notes.set('error.message', error.message);
    exchange.failure = { reason: `${error.code}: ${error.message}`, remedy: error.options.remedy };
    if (error.options.status === 413) return jsonAnswer(413, 'Request Entity Too Large');
    return error.code === 'AccessDeniedException' ? FORBIDDEN : FAILED;
  }
  return exchange.answer ?? FAILED;
}

function respond(exchange: Exchange, answer: RouteResponse): RouteResponse {
  return withCors(exchange, { ...answer, headers: { ...answer.headers, 'apigw-requestid': exchange.id } });
}
