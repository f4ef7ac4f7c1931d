// Answers requests to stages of REST APIs: finds API, stage and deployment, and runs the steps.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import type { RouteRequest, RouteResponse } from '#core/route';
import { requestName } from '#core/traces/http-run';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import { apiArn, noteRequest, type RequestFailure } from '#services/apigateway/calls/note-request';
import { serviceFailure } from '#services/apigateway/calls/service-failure';
import { API_MISSING } from '#services/apigateway/messages';
import { deployments, type Stage, stages } from '#services/apigateway/rest-state';
import { countRequest } from './api-metrics.ts';
import type { Exchange, StageFacts } from './exchange.ts';
import { newExchange } from './new-exchange.ts';
import { DeploymentProgram } from './program.ts';
import { respond } from './respond.ts';
import type { RestRequest } from './rest-request.ts';
import { ALL_STEPS, run } from './steps.ts';
import { writeLogs } from './write-logs.ts';

/** Compiled deployments. They never change, so a deployment that was deleted is only forgotten. */
class Programs implements Owned {
  readonly #programs = new Map<string, DeploymentProgram>();

  of(api: string, deployment: string, ctx: Ctx): DeploymentProgram | undefined {
    const key = `${api}/${deployment}`;
    const known = this.#programs.get(key);
    if (known) return known;
    const record = ctx.records(deployments).get([api, deployment]);
    if (!record) return undefined;
    const program = new DeploymentProgram(record.snapshot);
    if (this.#programs.size >= MAX_PROGRAMS) this.#programs.clear();
    this.#programs.set(key, program);
    return program;
  }

  stop(): Promise<void> {
    this.#programs.clear();
    return Promise.resolve();
  }
}

const MAX_PROGRAMS = 100;
/** Limit: bytes of the body of a request to a REST API. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Limit: bytes of all headers of a request to a REST API. */
const MAX_HEADER_BYTES = 10_240;
const FORBIDDEN: RouteResponse = {
  status: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ForbiddenException' },
  body: '{"message":"Forbidden"}',
};

export async function answerRest(located: LocatedApi, request: RouteRequest): Promise<RouteResponse> {
  const startedMs = performance.now();
  const { there, path } = located;
  const apiId = located.owner.id;
  const [, first = '', behind = ''] = /^\/+([^/]*)(.*)$/s.exec(path) ?? [];
  const stage = there.records(stages).get([apiId, located.stage ?? first]);
  const rest = located.stage === undefined ? behind : path;
  const missing = (reason: string): RouteResponse => {
    const name = requestName(request.method, request.path, FORBIDDEN.status);
    there.report(API_MISSING, { reason }, { what: 'request', resource: apiArn({ id: apiId, kind: 'restapis' }, there), name, startedMs });
    return FORBIDDEN;
  };
  if (!stage) return missing(`API ${apiId} has no stage ${located.stage ?? first}`);
  const facts = stageFacts(apiId, stage, there);
  const program = there.own('apigateway.rest-programs', () => new Programs()).of(apiId, facts.deploymentId!, there);
  const isByOwnHost = /\.execute-api\./.test(request.host);
  if (!program) return missing(`the stage ${stage.name} of API ${apiId} has no deployment`);
  const { api } = program.snapshot;
  if (isByOwnHost && api.disableExecuteApiEndpoint) return missing(`the default endpoint of API ${apiId} is disabled`);
  const sent = await bodyOf(request);
  const verify = () => request.verifySignature(sent ?? Buffer.alloc(0), 'execute-api');
  const exchange = newExchange(restRequest(request, rest || '/', sent ?? Buffer.alloc(0), there), program, facts, there, verify);
  exchange.isTooLarge = sent === undefined || headerBytes(request) > MAX_HEADER_BYTES;
  await run(exchange, ALL_STEPS, there);
  const answer = await respond(exchange);
  const { method } = request;
  const route = exchange.matched ? `${method} ${exchange.matched.resourcePath}` : '-';
  const shownPath = `/${stage.name}${exchange.request.path}`;
  const outcome = { method, path: shownPath, route, requestId: exchange.requestId, startedMs, answer, failure: failureOf(exchange) };
  noteRequest({ ...outcome, api: { id: apiId, name: api.name, kind: 'restapis' } }, there);
  countRequest(exchange, answer.status, there);
  writeLogs(exchange, stage, there);
  return answer;
}

/** Why the gateway answered itself, or what a service answered that it refused. */
function failureOf({ failed, log, integrationAnswer, integrationRequest }: Exchange): RequestFailure | undefined {
  if (!failed) return integrationAnswer && integrationRequest?.integration.type === 'AWS' ? serviceFailure(integrationAnswer) : undefined;
  const { reason = log.failure ?? failed.message, remedy, type } = failed;
  return { reason, remedy, isRefusal: type.startsWith('AUTHORIZER_') || failed.status < 500 };
}

/** Undefined for a body that is too large. */
async function bodyOf(request: RouteRequest): Promise<Buffer | undefined> {
  try {
    const body = Buffer.from(await request.body());
    return body.length > MAX_BODY_BYTES ? undefined : body;
  } catch (error) {
    if (error instanceof Fault && error.options.status === 413) return undefined;
    throw error;
  }
}

const headerBytes = ({ rawHeaders }: RouteRequest): number => rawHeaders.reduce((bytes, text) => bytes + text.length, 0);

/** A canary takes its share of the requests, by chance. */
function stageFacts(apiId: string, { name, deploymentId, variables, canarySettings: canary }: Frozen<Stage>, ctx: Ctx): StageFacts {
  const isCanary = canary !== undefined && (Number.parseInt(ctx.random(8), 16) / 2 ** 32) * 100 < (canary.percentTraffic ?? 0);
  if (!isCanary) return { apiId, stage: name, deploymentId, variables, isCanary };
  const overridden = { ...variables, ...canary.stageVariableOverrides };
  return { apiId, stage: name, deploymentId: canary.deploymentId ?? deploymentId, variables: overridden, isCanary };
}

function restRequest(request: RouteRequest, path: string, body: Buffer, ctx: Ctx): RestRequest {
  const protocol = ctx.origin.startsWith('https:') ? 'https' : 'http';
  const port = /:(\d+)$/.exec(request.headers['host'] ?? '')?.[1] ?? (protocol === 'https' ? '443' : '80');
  const headers: [string, string][] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    if (!request.rawHeaders[at]!.startsWith(':')) headers.push([request.rawHeaders[at]!, request.rawHeaders[at + 1]!]);
  const { method, rawQuery, remoteAddress, host: domainName } = request;
  return {
    method,
    path: `/${path.replace(/^\/+/, '')}`,
    sentPath: path,
    rawQuery,
    headers,
    body,
    remoteAddress,
    domainName,
    port,
    protocol,
  };
}
