// Answers requests to stages of REST APIs: finds API, stage and deployment, and runs the steps.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { RouteRequest, RouteResponse } from '#core/route';
import { isDefaultEndpoint, type LocatedApi } from '#services/apigateway/addresses/locate';
import { countRequest } from '#services/apigateway/calls/count-request';
import { apiArn, noteMissed, noteRequest, type RequestFailure } from '#services/apigateway/calls/note-request';
import { serviceFailure } from '#services/apigateway/calls/service-failure';
import { KeptPrograms } from '#services/apigateway/program/kept-programs';
import { apis, deployments, type Stage, stages } from '#services/apigateway/rest-state';
import type { Exchange, StageFacts } from './exchange.ts';
import { methodSettingOf } from './method-setting.ts';
import { newExchange } from './new-exchange.ts';
import { DeploymentProgram } from './program.ts';
import { respond } from './respond.ts';
import type { RestRequest } from './rest-request.ts';
import { sendSegment } from './stage-trace.ts';
import { run, STEPS } from './steps.ts';
import { writeLogs } from './write-logs.ts';

const programsOf = (ctx: Ctx) => ctx.own('apigateway.rest-programs', () => new KeptPrograms<DeploymentProgram>());

function programOf(apiId: string, { deploymentId = '' }: StageFacts, ctx: Ctx): DeploymentProgram | undefined {
  return programsOf(ctx).of(apiId, deploymentId, () => {
    const record = ctx.records(deployments).get([apiId, deploymentId]);
    return record && new DeploymentProgram(record.snapshot);
  });
}

/** Limit: bytes of the body of a request to a REST API. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Limit: bytes of all headers of a request to a REST API. */
const MAX_HEADER_BYTES = 10_240;
const FORBIDDEN: RouteResponse = {
  status: 403,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'ForbiddenException' },
  body: '{"message":"Forbidden"}',
};

export async function answerRest({ there, path, owner, stage: mapped }: LocatedApi, request: RouteRequest): Promise<RouteResponse> {
  const startedMs = performance.now();
  const { id: apiId } = owner;
  const [, first = '', behind = ''] = /^\/+([^/]*)(.*)$/s.exec(path) ?? [];
  const stage = there.records(stages).get([apiId, mapped ?? first]);
  const rest = mapped === undefined ? behind : path;
  const { method } = request;
  const missing = (reason: string): RouteResponse => {
    const resource = apiArn({ id: apiId, kind: 'restapis' }, there);
    noteMissed({ method, path: request.path, reason, resource, status: FORBIDDEN.status, startedMs }, there);
    return FORBIDDEN;
  };
  if (!stage) return missing(`API ${apiId} has no stage ${mapped ?? first}`);
  const facts = stageFacts(apiId, stage, there);
  const program = programOf(apiId, facts, there);
  if (!program) return missing(`the stage ${stage.name} of API ${apiId} has no deployment`);
  const { api } = program.snapshot;
  if (api.disableExecuteApiEndpoint && isDefaultEndpoint(request)) return missing(`the default endpoint of API ${apiId} is disabled`);
  const sent = await bodyOf(request);
  const verifySignature = () => request.verifySignature(sent ?? Buffer.alloc(0), 'execute-api');
  const isTooLarge = sent === undefined || headerBytes(request) > MAX_HEADER_BYTES;
  const parts = { request: restRequest(request, rest || '/', sent ?? Buffer.alloc(0), there), program, stage: facts };
  const exchange = newExchange({ ...parts, verifySignature, isTooLarge }, there);
  const made = await run(exchange, STEPS, there);
  const answer = await respond(made, exchange);
  const route = exchange.matched ? `${method} ${exchange.matched.resourcePath}` : '-';
  const shownPath = `/${stage.name}${exchange.request.path}`;
  const outcome = { method, path: shownPath, route, requestId: exchange.requestId, startedMs, answer, failure: failureOf(exchange) };
  noteRequest({ ...outcome, api: { id: apiId, name: api.name, kind: 'restapis' } }, there);
  count(exchange, stage, answer.status, there);
  writeLogs(exchange, made, stage, there);
  const bytes = typeof answer.body === 'string' || answer.body instanceof Uint8Array ? answer.body.length : undefined;
  sendSegment(exchange, { apiName: api.name, status: answer.status, bytes, tookMs: performance.now() - startedMs }, there);
  return answer;
}

/** By the name that the API has now. */
function count({ stage, startedMs, integrationMs, matched, request }: Exchange, settings: Frozen<Stage>, status: number, ctx: Ctx): void {
  const name = ctx.records(apis).get([stage.apiId])?.name;
  if (name === undefined) return;
  const latencyMs = ctx.now() - startedMs;
  const isDetailed = matched && methodSettingOf(settings.methodSettings, matched.resourcePath, request.method)?.metricsEnabled;
  const method = isDetailed ? ([request.method, matched.resourcePath] as const) : undefined;
  const facts = { api: ['ApiName', name], stage: stage.stage, method, errors: ['4XXError', '5XXError'] } as const;
  countRequest({ ...facts, status, latencyMs, integrationMs }, ctx);
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
function stageFacts(apiId: string, stage: Frozen<Stage>, ctx: Ctx): StageFacts {
  const { deploymentId, variables, canarySettings: canary } = stage;
  const facts = { apiId, stage: stage.name, isTraced: stage.tracingEnabled === true };
  if (!canary) return { ...facts, deploymentId, variables, isCanary: undefined };
  const isCanary = (Number.parseInt(ctx.random(8), 16) / 2 ** 32) * 100 < (canary.percentTraffic ?? 0);
  if (!isCanary) return { ...facts, deploymentId, variables, isCanary };
  const overridden = { ...variables, ...canary.stageVariableOverrides };
  return { ...facts, deploymentId: canary.deploymentId ?? deploymentId, variables: overridden, isCanary };
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
