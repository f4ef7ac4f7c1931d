// Invokes the function of an integration or an authorizer; failures in the words of REST APIs.
import type { Ctx } from '#core/ctx';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import {
  type CallFailure,
  callFunction,
  type FunctionAnswer,
  type FunctionCall,
  streamFunction,
} from '#services/apigateway/calls/call-function';
import type { Exchange, MatchedExchange } from '#services/apigateway/rest/exchange';
import { GatewayError, internalError, timedOut } from '#services/apigateway/rest/gateway-error';
import { noteReceived } from '#services/apigateway/rest/integration-lines';
import type { HeaderList } from '#services/apigateway/rest/rest-request';

export type Invocation = Omit<FunctionCall, 'sourceArn' | 'traceHeader'> & {
  /** Behind the API, in the ARN of the source: `dev/GET/pets`. */
  readonly source: string;
};

const DEFAULT_TIMEOUT_MS = 29_000;

/** The time limit of an integration. */
export const timeLimitOf = ({ timeoutInMillis = DEFAULT_TIMEOUT_MS }: { readonly timeoutInMillis?: number | undefined }): number =>
  timeoutInMillis;

/** @throws GatewayError where the function is not there, the gateway may not call it, or its time is over */
export const invokeFunction = async (invocation: Invocation, exchange: Exchange, ctx: Ctx): Promise<FunctionAnswer> =>
  answered(await callFunction(callOf(invocation, exchange, ctx), ctx), invocation, exchange);

/** The same for functions that stream. */
export const openStream = async (invocation: Invocation, exchange: Exchange, ctx: Ctx) =>
  answered(await streamFunction(callOf(invocation, exchange, ctx), ctx), invocation, exchange).events;

const callOf = ({ source, ...call }: Invocation, { stage, traceId }: Exchange, ctx: Ctx): FunctionCall => ({
  ...call,
  sourceArn: executeArn(stage.apiId, source, ctx),
  traceHeader: traceId,
});

function answered<T extends object>(answer: T | CallFailure, { timeoutMs }: Invocation, { log }: Exchange): T {
  if (!('failed' in answer)) return answer;
  const { failed: reason, fault, remedy } = answer;
  if (!fault) {
    log.write('Execution failed due to a timeout error');
    throw timedOut(timeoutMs);
  }
  log.write(`Execution failed due to configuration error: ${fault.message}`);
  throw fault.code === 'TooManyRequestsException'
    ? new GatewayError('INTEGRATION_FAILURE', { status: 500, reason })
    : internalError(reason, remedy);
}

/** Writes what a function answered into the execution log. */
export function noteFunctionAnswer(exchange: Exchange, { text, version }: FunctionAnswer): void {
  const body = Buffer.from(text);
  const headers: HeaderList = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['X-Amz-Executed-Version', version],
    ['X-Amzn-Trace-Id', exchange.traceId],
  ];
  noteReceived(exchange, 200, headers, body);
}

export const sourceOf = ({ stage, request, matched }: MatchedExchange): string => `${stage.stage}/${request.method}${matched.resourcePath}`;
