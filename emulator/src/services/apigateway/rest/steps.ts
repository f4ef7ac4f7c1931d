// The steps that every request to a REST API passes, in order. A step that throws a GatewayError ends the request.
import type { Ctx } from '#core/ctx';
import { authorize } from './authorize.ts';
import { contextOf } from './context-variables.ts';
import { type Exchange, required } from './exchange.ts';
import { gatewayAnswer } from './gateway-answer.ts';
import { GatewayError } from './gateway-error.ts';
import { integrate } from './integrations/integrate.ts';
import { checkKey } from './key.ts';
import { mapRequest } from './map-request.ts';
import { mapResponse } from './map-response.ts';
import { checkResourcePolicy } from './resource-policy.ts';
import { throttle } from './throttle.ts';
import { validateBody } from './validate-body.ts';
import { validateRequest } from './validate-request.ts';

export type Step = (exchange: Exchange, ctx: Ctx) => void | Promise<void>;

function describe(exchange: Exchange, ctx: Ctx): void {
  exchange.context = contextOf(exchange, ctx.account);
}

function match(exchange: Exchange): void {
  const { request, program, log, isTooLarge } = exchange;
  if (isTooLarge)
    throw new GatewayError('REQUEST_TOO_LARGE', { reason: 'its body has more than 10 MB, or its headers have more than 10,240 bytes' });
  const found = program.route(request.method, request.path);
  if (!found) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN', { reason: noMethod(exchange) });
  exchange.matched = { ...found.value, pathParameters: found.parameters };
  exchange.context.set('resourceId', found.value.resourceId).set('resourcePath', found.value.resourcePath);
  log.write(`Starting execution for request: ${exchange.requestId}`);
  log.write(`HTTP Method: ${request.method}, Resource Path: ${request.path}`);
}

/** Methods that are named where none takes a request. */
const MAX_NAMED = 10;

function noMethod({ request, program, stage }: Exchange): string {
  const methods = program.snapshot.resources.flatMap(({ path, methods }) => Object.keys(methods).map((method) => `${method} ${path}`));
  const named = methods.slice(0, MAX_NAMED).join(', ') + (methods.length > MAX_NAMED ? ', …' : '');
  return `no method takes ${request.method} ${request.path}; the deployment of the stage ${stage.stage} has ${named || 'none'}`;
}

async function timed(exchange: Exchange, ctx: Ctx): Promise<void> {
  const startedMs = ctx.now();
  try {
    await integrate(exchange, ctx);
  } finally {
    exchange.integrationMs = ctx.now() - startedMs;
  }
}

/** All of them, by name: tests of methods (TestInvokeMethod) leave out the steps that decide who may call. */
export const STEPS = {
  describe,
  match,
  policy: checkResourcePolicy,
  authorize,
  key: checkKey,
  throttle,
  validate: validateRequest,
  validateBody,
  mapRequest,
  integrate: timed,
  mapResponse,
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof STEPS;
/** The steps of requests to stages. */
export const ALL_STEPS = Object.keys(STEPS) as readonly StepName[];

/** Runs the steps, and answers errors of the gateway in its words. */
export async function run(exchange: Exchange, names: readonly StepName[], ctx: Ctx): Promise<void> {
  try {
    for (const name of names) await STEPS[name](exchange, ctx);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    exchange.failed = error;
    exchange.answer = gatewayAnswer(error, exchange);
  }
  const { status } = required(exchange.answer);
  exchange.log.write(`Method completed with status: ${status}`);
}
