// An invocation as part of an X-Ray trace: the header that its function gets, and the segments that are sent once it has ended.
import type { InvokeOutcome, InvokeReport } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { isSampled, parentIn, rootIn, withParent } from '#core/traces/trace-header';
import { functionArn } from '#services/lambda/lookup/function-name';
import { functionSegments } from './function-segments.ts';

const SUBSEGMENTS = 3;

/** As an `InvocationJob` has them. */
interface Invoked {
  readonly fn: { readonly name: string };
  readonly settings: { readonly role: string; readonly logging: { readonly group: string } };
  readonly requestId: string;
}

export class TracedInvocation {
  /** For the function: its own segment is the parent of all that it calls. */
  readonly header: string;
  readonly #given: string;
  readonly #ids: readonly string[];
  readonly #cameMs: number;
  readonly #cameAt = performance.now();
  #begunMs: number;

  constructor(header: string, ctx: Ctx) {
    this.#given = header;
    const digits = ctx.random(isSampled(header) ? 16 * (2 + SUBSEGMENTS) : 32);
    this.#ids = digits.match(/.{16}/g)!;
    this.header = withParent(header, this.#ids[1]!);
    this.#cameMs = this.#begunMs = ctx.now();
  }

  #now(): number {
    return this.#cameMs + performance.now() - this.#cameAt;
  }

  /** An environment takes it. */
  begin(): void {
    this.#begunMs = this.#now();
  }

  /** Sends the segments, where the trace is sampled and the function's role may send them. */
  async end(job: Invoked, outcome: InvokeOutcome, report: InvokeReport, ctx: Ctx): Promise<void> {
    const traceId = rootIn(this.#given);
    if (traceId === undefined || !isSampled(this.#given) || outcome.kind === 'stopped') return;
    const documents = functionSegments({
      functionName: job.fn.name,
      functionArn: functionArn(ctx, job.fn.name),
      account: ctx.account,
      logGroup: job.settings.logging.group,
      requestId: job.requestId,
      traceId,
      parent: parentIn(this.#given),
      ids: this.#ids,
      cameMs: this.#cameMs,
      begunMs: this.#begunMs,
      doneMs: this.#now(),
      outcome,
      report,
    });
    const TraceSegmentDocuments = documents.map((document) => JSON.stringify(document));
    try {
      await ctx.call('xray', 'PutTraceSegments', { TraceSegmentDocuments }, { withRole: job.settings.role, isPlumbing: true });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      ctx.log.debug(() => `The segments of ${job.fn.name} were not kept: ${error.message}`);
    }
  }
}
