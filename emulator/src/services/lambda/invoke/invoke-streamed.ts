// InvokeWithResponseStream: answers with a stream of events, one for each piece as soon as the function has written it.
import type { InvokeOutcome } from '#containers/container-runtime';
import { type InvokeWithResponseStreamResponseEvent, operation } from '#model/lambda';
import type { InvocationResult } from '#services/lambda/execution/invocation-job';
import { type StreamedInvocation, streamInvocation } from '#services/lambda/execution/stream-invocation';
import { notEmulated } from '#services/lambda/faults';
import { versionName } from '#services/lambda/lookup/function-name';
import { invocable } from '#services/lambda/lookup/invocable';
import { findCallable } from './find-callable.ts';
import { checked, factsOf } from './invoke.ts';

export const InvokeWithResponseStream = operation('InvokeWithResponseStream', async (input, caller) => {
  const { ctx, named } = findCallable(input, caller);
  const found = invocable(named, ctx);
  const payload = checked(input.Payload, false);
  if (input.InvocationType === 'DryRun') return { StatusCode: 204, ExecutedVersion: versionName(found.version) };
  const facts = factsOf(found, input, ctx);
  if (found.settings.durable)
    throw notEmulated('A streamed answer of a durable function', 'its executions answer as a whole. Invoke answers with it.');
  const streamed = await streamInvocation({ ...found, ...facts, payload, tail: input.LogType === 'Tail' }, ctx);
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
