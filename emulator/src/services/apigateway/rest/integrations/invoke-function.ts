// Invokes the function of an integration, as the gateway or in the role of the integration.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { withinTime } from '#core/time/within-time';
import { formatArn, parseArn } from '#lib/arn';
import { type Exchange, required } from '#services/apigateway/rest/exchange';
import { GatewayError, internalError, timedOut } from '#services/apigateway/rest/gateway-error';

export interface FunctionResult {
  readonly payload: string;
  /** The function threw. */
  readonly hasFailed: boolean;
}

interface Invocation {
  readonly functionArn: string;
  readonly payload: Buffer;
  readonly isEvent?: boolean;
  /** Role of the integration. */
  readonly credentials?: string | undefined;
  /** Behind the API, in the ARN of the source: `dev/GET/pets`. */
  readonly source: string;
  /** At most; authorizers have 10 seconds. */
  readonly timeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 29_000;

/** The time limit of an integration. */
export const timeLimitOf = ({ timeoutInMillis = DEFAULT_TIMEOUT_MS }: { readonly timeoutInMillis?: number | undefined }): number =>
  timeoutInMillis;

const PASSED_ROLE = /^arn:[^:]+:iam::\d{12}:role\//;

/** @throws GatewayError where the function is not there, the gateway may not call it, or its time is over */
export async function invokeFunction(invocation: Invocation, exchange: Exchange, ctx: Ctx): Promise<FunctionResult> {
  const { functionArn, payload, isEvent, timeoutMs } = invocation;
  const input = { FunctionName: functionArn, Payload: payload, InvocationType: isEvent ? 'Event' : 'RequestResponse' } as const;
  const call = ctx.call('lambda', 'Invoke', input, callerOf(invocation, exchange, ctx));
  const { Payload, FunctionError } = await inTime(call, timeoutMs, exchange, ctx);
  return { payload: Buffer.from(Payload ?? []).toString(), hasFailed: FunctionError !== undefined };
}

/** The same for functions that stream; the time limit is that of the first piece. */
export async function streamFunction(invocation: Invocation, exchange: Exchange, ctx: Ctx) {
  const { functionArn, payload, timeoutMs } = invocation;
  const call = ctx.call(
    'lambda',
    'InvokeWithResponseStream',
    { FunctionName: functionArn, Payload: payload },
    callerOf(invocation, exchange, ctx),
  );
  const { EventStream = [] } = await inTime(call, timeoutMs, exchange, ctx);
  return EventStream;
}

/** The gateway itself, or the role of the integration. */
function callerOf({ functionArn, credentials, source }: Invocation, { stage, traceId }: Exchange, ctx: Ctx) {
  const sourceArn = formatArn({ service: 'execute-api', region: ctx.region, account: ctx.account, resource: `${stage.apiId}/${source}` });
  const arn = parseArn(functionArn);
  const caller =
    credentials && PASSED_ROLE.test(credentials) ? { withRole: credentials } : { as: { service: 'apigateway.amazonaws.com', sourceArn } };
  return { ...caller, traceHeader: traceId, ...(arn && { account: arn.account, region: arn.region }) };
}

async function inTime<T>(call: Promise<T>, timeoutMs: number, { log }: Exchange, ctx: Ctx): Promise<T> {
  try {
    const answer = await withinTime(call, timeoutMs, ctx);
    if (answer !== 'timeout') return answer;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    log.write(`Execution failed due to configuration error: ${error.message}`);
    const reason = `${error.code}: ${error.message}`;
    throw error.code === 'TooManyRequestsException'
      ? new GatewayError('INTEGRATION_FAILURE', { status: 500, reason })
      : internalError(reason, error.options.remedy);
  }
  log.write('Execution failed due to a timeout error');
  throw timedOut(timeoutMs);
}

export const sourceOf = ({ stage, request, matched }: Exchange): string =>
  `${stage.stage}/${request.method}${required(matched).resourcePath}`;

/** The message of the error that a function answered; the whole payload where it has none. */
export function errorMessageIn(payload: string): string {
  try {
    const { errorMessage } = JSON.parse(payload) as { errorMessage?: unknown };
    return typeof errorMessage === 'string' ? errorMessage : payload;
  } catch {
    return payload;
  }
}
