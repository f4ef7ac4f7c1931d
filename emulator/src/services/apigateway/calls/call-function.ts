// Calls a function for an API: as the gateway's service principal, or in the role that the API names, within the time limit of the emulator's clock.
import type { CallOptions } from '#core/call';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { withinTime } from '#core/time/within-time';
import { parseArn } from '#lib/arn';

const PRINCIPAL = 'apigateway.amazonaws.com';
/** A role to act in. `arn:aws:iam::*:user/*` asks for the caller's credentials, which the gateway does not have. */
const ROLE = /^arn:[^:]+:iam::\d{12}:role\//;

export interface FunctionCall {
  /** ARN of the function, with or without a qualifier. */
  readonly arn: string;
  readonly payload: Uint8Array;
  /** The API's resource that causes the call: the function's policy may name it. */
  readonly sourceArn: string;
  readonly role?: string | undefined;
  readonly timeoutMs: number;
  readonly traceHeader?: string | undefined;
  /** Nobody waits for the function. */
  readonly isEvent?: boolean | undefined;
}

export interface FunctionAnswer {
  readonly text: string;
  /** The function threw: the text is its error. */
  readonly hasFailed: boolean;
  /** The version that ran; `$LATEST` where it has none. */
  readonly version: string;
}

/** Why there is no answer. */
export interface CallFailure {
  readonly failed: string;
  readonly isTimeout: boolean;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
  /** The refusal of the call; undefined where its time was over. */
  readonly fault?: Fault | undefined;
}

export async function callFunction(call: FunctionCall, ctx: Ctx): Promise<FunctionAnswer | CallFailure> {
  const { arn, payload, isEvent } = call;
  const input = { FunctionName: arn, Payload: payload, InvocationType: isEvent ? 'Event' : 'RequestResponse' } as const;
  const answer = await inTime(ctx.call('lambda', 'Invoke', input, optionsOf(call)), call, ctx);
  if ('failed' in answer) return answer;
  const { Payload = '', FunctionError, ExecutedVersion: version = '$LATEST' } = answer;
  return { text: Buffer.from(Payload).toString(), hasFailed: FunctionError !== undefined, version };
}

/** The same for functions that stream; the time limit is that of the first piece. */
export async function streamFunction(call: FunctionCall, ctx: Ctx) {
  const input = { FunctionName: call.arn, Payload: call.payload };
  const answer = await inTime(ctx.call('lambda', 'InvokeWithResponseStream', input, optionsOf(call)), call, ctx);
  return 'failed' in answer ? answer : { events: answer.EventStream ?? [] };
}

function optionsOf({ arn, role, sourceArn, traceHeader }: FunctionCall): CallOptions {
  const { account, region } = parseArn(arn) ?? {};
  const acting = role && ROLE.test(role) ? { withRole: role } : { as: { service: PRINCIPAL, sourceArn } };
  return { ...acting, traceHeader, ...(account && { account }), ...(region && { region }) };
}

async function inTime<T extends object>(work: Promise<T>, { timeoutMs }: FunctionCall, ctx: Ctx): Promise<T | CallFailure> {
  try {
    const answer = await withinTime(work, timeoutMs, ctx);
    return answer === 'timeout' ? { failed: `no answer in ${timeoutMs / 1000} seconds`, isTimeout: true } : answer;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { failed: `${error.code}: ${error.message}`, isTimeout: false, remedy: error.options.remedy, fault: error };
  }
}

/** The message of the error that a function answered; the whole text where it has none. */
export function errorMessageIn(text: string): string {
  const { errorMessage } = (payloadIn(text) ?? {}) as { readonly errorMessage?: unknown };
  return typeof errorMessage === 'string' ? errorMessage : text;
}

/** The value that a function returned; undefined for a text that is no JSON. */
export function payloadIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
