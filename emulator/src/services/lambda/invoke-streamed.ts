// InvokeWithResponseStream: the answer as a stream of events, each piece as soon as the function has written it.
import type { InvokeOutcome } from '#containers/container-runtime';
import { type InvokeWithResponseStreamResponseEvent, operation } from '#model/lambda';
import type { InvocationResult } from './execution/run-invocation.ts';
import { type StreamedInvocation, streamInvocation } from './execution/stream-invocation.ts';
import { named } from './find.ts';
import { versionName } from './function-name.ts';
import { invocable } from './invocable.ts';
import { checked, contextOf, refuse } from './invoke.ts';
import { traceHeader } from './trace-header.ts';

export const InvokeWithResponseStream = operation('InvokeWithResponseStream', async (input, ctx) => {
  refuse(input);
  const found = invocable(ctx, named(ctx, input));
  const payload = checked(input.Payload, false);
  if (input.InvocationType === 'DryRun') return { StatusCode: 204, ExecutedVersion: versionName(found.version) };
  const facts = { requestId: ctx.requestId, traceId: traceHeader(ctx, found.settings.tracingMode), clientContext: contextOf(input) };
  const streamed = await streamInvocation(ctx, { ...found, ...facts, payload, tail: input.LogType === 'Tail' });
  return { StatusCode: 200, ExecutedVersion: versionName(found.version), EventStream: events(streamed) };
});

async function* events({ stream, result }: StreamedInvocation): AsyncGenerator<InvokeWithResponseStreamResponseEvent> {
  if (stream) for await (const Payload of stream.chunks) yield { PayloadChunk: { Payload } };
  const ended = await result;
  const { outcome } = ended;
  if (outcome.kind === 'response' && outcome.body.length > 0) yield { PayloadChunk: { Payload: outcome.body } };
  yield { InvokeComplete: { ...errorOf(outcome), ...logOf(ended) } };
}

const errorOf = (outcome: InvokeOutcome) =>
  outcome.kind === 'response' ? {} : { ErrorCode: outcome.errorType, ErrorDetails: Buffer.from(outcome.body).toString() };

const logOf = ({ tail }: InvocationResult) => (tail === undefined ? {} : { LogResult: tail });
