// An invocation whose answer is passed on while the function is still writing it.
import type { Ctx } from '#core/ctx';
import type { InvocationJob, InvocationResult } from './invocation-job.ts';
import { runInvocation } from './run-invocation.ts';

export interface StreamedInvocation {
  /** Set once the function has begun to stream. Without it `result` contains the whole answer. */
  readonly stream?: { readonly contentType: string; readonly chunks: AsyncIterable<Uint8Array> };
  readonly result: Promise<InvocationResult>;
}

/** Resolves with the first piece, or at the end if there is none. @throws Fault if the invocation cannot begin */
export async function streamInvocation(job: InvocationJob, ctx: Ctx): Promise<StreamedInvocation> {
  const waiting: Uint8Array[] = [];
  let contentType: string | undefined;
  let ended = false;
  let stir: () => void = () => undefined;
  const onChunk = (chunk: Uint8Array, type: string): void => {
    contentType ??= type;
    waiting.push(chunk);
    stir();
  };
  const result = runInvocation({ ...job, onChunk }, ctx).finally(() => {
    ended = true;
    stir();
  });
  result.catch(() => undefined);
  const more = async (): Promise<void> => {
    if (waiting.length === 0 && !ended) await new Promise<void>((resolve) => (stir = resolve));
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) yield chunk;
      if (ended) return;
      await more();
    }
  }
  await more();
  if (contentType === undefined) return { result: Promise.resolve(await result) };
  return { stream: { contentType, chunks: chunks() }, result };
}
