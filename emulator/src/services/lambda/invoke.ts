// Invocations: at once with the answer, later without one, or not at all (DryRun).
import type { Ctx } from '#core/call';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import { fault, type InvocationRequest, type InvocationResponse, operation } from '#model/lambda';
import { acceptEvent } from './events/accept.ts';
import { runInvocation } from './execution/run-invocation.ts';
import { notEmulated } from './faults.ts';
import { versionName } from './function-name.ts';
import { type Invocable, invocable } from './invocable.ts';
import { MOST_EVENT_BYTES, MOST_PAYLOAD_BYTES } from './limits.ts';
import { checkPayload } from './payload.ts';
import { reach } from './reach.ts';
import { traceHeader } from './trace-header.ts';

export const Invoke = operation('Invoke', (input, caller) => {
  refuse(input);
  const { ctx, named } = reach(caller, input);
  const found = invocable(ctx, named);
  const payload = checked(input.Payload, input.InvocationType === 'Event');
  if (input.InvocationType === 'DryRun') return { StatusCode: 204 };
  const facts = { requestId: ctx.requestId, traceId: traceHeader(ctx, found.settings.tracingMode), clientContext: contextOf(input) };
  if (input.InvocationType === 'Event') return acceptEvent(ctx, { ...found, ...facts, payload }).then(() => ({ StatusCode: 202 }));
  return invokeNow(ctx, found, { ...facts, payload, tail: input.LogType === 'Tail' });
});

type Facts = Pick<Parameters<typeof runInvocation>[1], 'requestId' | 'traceId' | 'clientContext' | 'payload' | 'tail'>;

async function invokeNow(ctx: Ctx, found: Invocable, facts: Facts): Promise<InvocationResponse> {
  const { outcome, tail } = await runInvocation(ctx, { ...found, ...facts });
  return {
    StatusCode: 200,
    ExecutedVersion: versionName(found.version),
    Payload: outcome.body,
    ...(outcome.kind !== 'response' && { FunctionError: 'Unhandled' }),
    ...(tail !== undefined && { LogResult: tail }),
  };
}

/** The older operation: always asynchronous, its body read as a stream. */
export const InvokeAsync = operation('InvokeAsync', async (input, caller) => {
  const { ctx, named } = reach(caller, input);
  const found = invocable(ctx, named);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of input.InvokeArgs) {
    bytes += piece.length;
    if (bytes > MOST_PAYLOAD_BYTES) throw tooLarge(bytes, true);
    pieces.push(piece);
  }
  const payload = checked(Buffer.concat(pieces), true);
  await acceptEvent(ctx, { ...found, payload, requestId: ctx.requestId, traceId: traceHeader(ctx, found.settings.tracingMode) });
  return { Status: 202 };
});

export function refuse({ DurableExecutionName, TenantId }: Pick<InvocationRequest, 'DurableExecutionName' | 'TenantId'>): void {
  if (DurableExecutionName !== undefined) throw notEmulated('DurableExecutionName', 'durable executions are not emulated.');
  if (TenantId !== undefined) throw notEmulated('TenantId', 'tenant isolation is not emulated.');
}

export function checked(payload: Uint8Array | undefined, event: boolean): Uint8Array {
  const bytes = payload?.length ?? 0;
  if (bytes > (event ? MOST_EVENT_BYTES : MOST_PAYLOAD_BYTES)) throw tooLarge(bytes, event);
  return checkPayload(payload);
}

const tooLarge = (bytes: number, event: boolean): Fault =>
  event
    ? unmodelled(
        'RequestEntityTooLargeException',
        `${bytes} byte payload is too large for the Event invocation type (limit ${MOST_EVENT_BYTES} bytes)`,
        { status: 413 },
      )
    : fault('RequestTooLargeException', `Request must be smaller than ${MOST_PAYLOAD_BYTES} bytes for the InvokeFunction operation`);

/** Base64 of JSON, as SDKs send it. */
export function contextOf({ ClientContext }: Pick<InvocationRequest, 'ClientContext'>): string | undefined {
  if (ClientContext === undefined) return undefined;
  const text = Buffer.from(ClientContext, 'base64').toString();
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw fault('InvalidRequestContentException', 'Client context must be a valid Base64-encoded JSON object.', { Type: 'User' });
  }
}
