// Invoke and InvokeAsync: synchronous with the answer, asynchronous without one, or without running anything (DryRun).
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { fault, type InvocationRequest, type InvocationResponse, operation } from '#model/lambda';
import { refuseDurable } from '#services/lambda/durable/begin-durable';
import { acceptEvent } from '#services/lambda/events/accept';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { versionName } from '#services/lambda/lookup/function-name';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { MAX_EVENT_BYTES, MAX_PAYLOAD_BYTES } from '#services/lambda/lookup/limits';
import { checkTenant } from '#services/lambda/lookup/tenant';
import { findCallable } from './find-callable.ts';
import { checkPayload } from './payload.ts';
import { traceHeader } from './trace-header.ts';

export const Invoke = operation('Invoke', (input, caller) => {
  const { ctx, named } = findCallable(input, caller);
  const found = invocable(named, ctx);
  const payload = checked(input.Payload, input.InvocationType === 'Event');
  if (input.InvocationType === 'DryRun') return { StatusCode: 204 };
  const facts = factsOf(found, input, ctx);
  refuseDurable(found, { ...input, payload, traceId: facts.traceId }, ctx);
  if (input.InvocationType === 'Event') return acceptEvent({ ...found, ...facts, payload }, ctx).then(() => ({ StatusCode: 202 }));
  return invokeNow(found, { ...facts, payload, tail: input.LogType === 'Tail' }, ctx, caller);
});

type Facts = Pick<InvocationJob, 'requestId' | 'traceId' | 'tenantId' | 'clientContext' | 'payload' | 'tail'>;

/** Client context and tenant of an invocation. @throws Fault if they do not fit the function */
export function factsOf({ settings }: Invocable, input: Pick<InvocationRequest, 'ClientContext' | 'TenantId'>, ctx: Ctx) {
  checkTenant(settings, input.TenantId);
  const { TenantId: tenantId } = input;
  return { requestId: ctx.requestId, traceId: traceHeader(settings.tracingMode, ctx), clientContext: contextOf(input), tenantId };
}

/** `ctx` is that of the function, `caller` that of the call. */
async function invokeNow(found: Invocable, facts: Facts, ctx: Ctx, caller: Ctx): Promise<InvocationResponse> {
  const { outcome, tail } = await runInvocation({ ...found, ...facts }, ctx);
  if (outcome.kind !== 'response') {
    const { errorType } = outcome;
    caller.logOutcome({ tone: 'failure', text: () => `the function failed (${errorType})` });
  }
  return {
    StatusCode: 200,
    ExecutedVersion: versionName(found.version),
    Payload: outcome.body,
    ...(outcome.kind !== 'response' && { FunctionError: 'Unhandled' }),
    ...(tail !== undefined && { LogResult: tail }),
  };
}

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
  refuseDurable(found, { payload, traceId: facts.traceId }, ctx);
  await acceptEvent({ ...found, ...facts, payload }, ctx);
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
