// Invoke and InvokeAsync: synchronous with the answer, asynchronous without one, or without running anything (DryRun).
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { decidedHeader } from '#core/traces/trace-header';
import { fault, type InvocationRequest, type InvocationResponse, operation } from '#model/lambda';
import { beginDurable, outcomeOf, refuseName, untilEnded } from '#services/lambda/durable/invoke-durable';
import { executionArn } from '#services/lambda/durable/locate';
import { acceptEvent } from '#services/lambda/events/accept';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { versionName } from '#services/lambda/lookup/function-name';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { MAX_EVENT_BYTES, MAX_PAYLOAD_BYTES } from '#services/lambda/lookup/limits';
import { checkTenant } from '#services/lambda/lookup/tenant';
import { findCallable } from './find-callable.ts';
import { checkPayload } from './payload.ts';

export const Invoke = operation('Invoke', (input, caller) => {
  const { ctx, named } = findCallable(input, caller);
  const found = invocable(named, ctx);
  const payload = checked(input.Payload, input.InvocationType === 'Event');
  if (input.InvocationType === 'DryRun') return { StatusCode: 204 };
  const facts = factsOf(found, input, ctx);
  if (found.settings.durable) return invokeDurable(found, { ...facts, payload }, input, ctx, caller);
  refuseName(found, input, ctx);
  if (input.InvocationType === 'Event') return acceptEvent({ ...found, ...facts, payload }, ctx).then(() => ({ StatusCode: 202 }));
  return invokeNow(found, { ...facts, payload, tail: input.LogType === 'Tail' }, ctx, caller);
});

type Facts = Pick<InvocationJob, 'requestId' | 'traceId' | 'tenantId' | 'clientContext' | 'payload' | 'tail'>;

/** Client context and tenant of an invocation. @throws Fault if they do not fit the function */
export function factsOf({ settings }: Invocable, input: Pick<InvocationRequest, 'ClientContext' | 'TenantId'>, ctx: Ctx) {
  checkTenant(settings, input.TenantId);
  const { TenantId: tenantId } = input;
  return {
    requestId: ctx.requestId,
    traceId: decidedHeader(ctx.traceHeader, settings.tracingMode === 'Active', ctx),
    clientContext: contextOf(input),
    tenantId,
  };
}

/** `ctx` is that of the function, `caller` that of the call. */
async function invokeNow(found: Invocable, facts: Facts, ctx: Ctx, caller: Ctx): Promise<InvocationResponse> {
  const { outcome, failure, tail } = await runInvocation({ ...found, ...facts }, ctx);
  return { ...answerOf(outcome, found.version, failure, caller), ...(tail !== undefined && { LogResult: tail }) };
}

/** `failure`: why the function failed, in a few words, where that is known. */
function answerOf(outcome: InvokeOutcome, version: number, failure: string | undefined, caller: Ctx): InvocationResponse {
  if (outcome.kind !== 'response') {
    const { errorType } = outcome;
    const text = `the function failed (${errorType})${failure === undefined ? '' : `: ${withoutType(failure, errorType)}`}`;
    caller.logOutcome({ tone: 'failure', text: () => text });
  }
  return {
    StatusCode: 200,
    ExecutedVersion: versionName(version),
    Payload: outcome.body,
    ...(outcome.kind !== 'response' && { FunctionError: 'Unhandled' }),
  };
}

/** Begins an execution, or finds that of the given name, and waits for its end unless the invocation is asynchronous. */
async function invokeDurable(
  found: Invocable,
  { payload, traceId, tenantId, clientContext }: Facts,
  { InvocationType, DurableExecutionName: name }: Pick<InvocationRequest, 'InvocationType' | 'DurableExecutionName'>,
  ctx: Ctx,
  caller: Ctx,
): Promise<InvocationResponse> {
  const isEvent = InvocationType === 'Event';
  const head = await beginDurable({ found, name, payload, traceId, tenantId, clientContext, isEvent }, ctx);
  const DurableExecutionArn = executionArn(head, ctx);
  if (isEvent) return { StatusCode: 202, DurableExecutionArn };
  await ctx.committed();
  const outcome = await outcomeOf(await untilEnded(head, ctx), ctx);
  return { ...answerOf(outcome, head.version, undefined, caller), DurableExecutionArn };
}

const withoutType = (failure: string, errorType: string): string =>
  failure.startsWith(`${errorType}: `) ? failure.slice(errorType.length + 2) : failure;

/** The older operation: always asynchronous. It reads its body as a stream. */
export const InvokeAsync = operation('InvokeAsync', async (input, caller) => {
  const { ctx, named } = findCallable(input, caller);
  const found = invocable(named, ctx);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of input.InvokeArgs) {
    bytes += piece.length;
    if (bytes > MAX_PAYLOAD_BYTES) throw tooLarge(bytes, true);
    pieces.push(piece);
  }
  const payload = checked(Buffer.concat(pieces), true);
  const facts = factsOf(found, {}, ctx);
  if (found.settings.durable) await beginDurable({ found, name: undefined, payload, ...facts, isEvent: true }, ctx);
  else await acceptEvent({ ...found, ...facts, payload }, ctx);
  return { Status: 202 };
});

export function checked(payload: Uint8Array | undefined, event: boolean): Uint8Array {
  const bytes = payload?.length ?? 0;
  if (bytes > (event ? MAX_EVENT_BYTES : MAX_PAYLOAD_BYTES)) throw tooLarge(bytes, event);
  return checkPayload(payload);
}

const tooLarge = (bytes: number, event: boolean): Fault =>
  event
    ? unmodelled(
        'RequestEntityTooLargeException',
        `${bytes} byte payload is too large for the Event invocation type (limit ${MAX_EVENT_BYTES} bytes)`,
        { status: 413 },
      )
    : fault('RequestTooLargeException', `Request must be smaller than ${MAX_PAYLOAD_BYTES} bytes for the InvokeFunction operation`);

/** Base64 of JSON, as SDKs send it. */
function contextOf({ ClientContext }: Pick<InvocationRequest, 'ClientContext'>): string | undefined {
  if (ClientContext === undefined) return undefined;
  const text = Buffer.from(ClientContext, 'base64').toString();
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw fault('InvalidRequestContentException', 'Client context must be a valid Base64-encoded JSON object.', { Type: 'User' });
  }
}
