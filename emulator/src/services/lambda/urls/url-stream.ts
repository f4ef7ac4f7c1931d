// Streams answers of function URLs, piece by piece. A prelude in front of them may give status and headers.
import type { Ctx } from '#core/ctx';
import type { InvocationJob, InvocationResult } from '#services/lambda/execution/invocation-job';
import { streamInvocation } from '#services/lambda/execution/stream-invocation';
import { URL_BROKEN_OFF } from '#services/lambda/messages';
import { failedInvocation, misframed, preludeOf } from './url-answer.ts';
import type { UrlAnswer } from './url-outcome.ts';

const FRAMED = 'application/vnd.awslambda.http-integration-response';
/** Separates the prelude from the body. */
const SEPARATOR = Buffer.alloc(8);
/** Limit: bytes before the separator of a streamed answer of a function URL. */
const MAX_PRELUDE_BYTES = 64 * 1024;

export const isFramed = (contentType: string): boolean => contentType.startsWith(FRAMED);

export async function streamedAnswer(job: InvocationJob, ctx: Ctx): Promise<UrlAnswer> {
  const { stream, result } = await streamInvocation(job, ctx);
  const { name } = job.fn;
  const toItsEnd = (chunks: AsyncIterable<Uint8Array>) => wholeOf(chunks, result, job, ctx);
  if (!stream) {
    const { outcome } = await result;
    if (outcome.kind !== 'response') return failedInvocation(name, outcome.errorType);
    return isFramed(outcome.contentType)
      ? wholeFramed(outcome.body, name)
      : { status: 200, headers: { 'content-type': outcome.contentType }, body: outcome.body };
  }
  if (!isFramed(stream.contentType)) return { status: 200, headers: { 'content-type': stream.contentType }, body: toItsEnd(stream.chunks) };
  const chunks = stream.chunks[Symbol.asyncIterator]();
  let begun: Buffer = Buffer.alloc(0);
  while (begun.indexOf(SEPARATOR) < 0 && begun.length < MAX_PRELUDE_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    begun = Buffer.concat([begun, value]);
  }
  const { prelude, rest } = split(begun);
  if (!prelude) return misframed(name);
  return { ...prelude, body: toItsEnd(remaining(rest, chunks)) };
}

async function* remaining(first: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** If an answer fails in the middle, the connection breaks off, so that the client cannot take it for complete. */
async function* wholeOf(
  chunks: AsyncIterable<Uint8Array>,
  result: Promise<InvocationResult>,
  { fn: { name }, invokedArn, requestId }: InvocationJob,
  ctx: Ctx,
): AsyncGenerator<Uint8Array> {
  yield* chunks;
  const { outcome } = await result;
  if (outcome.kind === 'response') return;
  ctx.report(URL_BROKEN_OFF, { name }, { what: 'problem', resource: invokedArn, requestId });
  throw new Error(`The function failed while it streamed: ${outcome.errorType}`);
}

/** The answer, if a streamed one was collected. */
export function wholeFramed(body: Uint8Array, name: string): UrlAnswer {
  const { prelude, rest } = split(Buffer.from(body));
  return prelude ? { ...prelude, body: rest } : misframed(name);
}

function split(bytes: Buffer): { prelude: ReturnType<typeof preludeOf>; rest: Uint8Array } {
  const end = bytes.indexOf(SEPARATOR);
  if (end < 0) return { prelude: undefined, rest: bytes };
  return { prelude: preludeOf(bytes.subarray(0, end).toString()), rest: bytes.subarray(end + SEPARATOR.length) };
}
