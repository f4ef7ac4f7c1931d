// Jobs that a request begins and that run on after its answer: exports, imports, replays, moves. How each ends is a run in the trace of that request.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { JOB_FAILED } from '#core/messages';

export interface Job {
  /** ARN of the table, the archive, the queue, … that it works on. */
  readonly resource: string;
  /** The work in a few words: `export of table orders to bucket exports`. */
  readonly name: string;
  /** When it began: performance.now(). By default now. */
  readonly startedMs?: number | undefined;
  /** ARN of the queue, the bucket, … that it fills. */
  readonly target?: string | undefined;
}

/** Notes that the job has ended; a failed job is in the ledger of problems, too. */
export function noteJob(
  { target, ...job }: Job,
  failure: Pick<Fault, 'code' | 'message' | 'options'> | string | undefined,
  ctx: Ctx,
): void {
  const run = { what: 'job', ...job } as const;
  if (failure === undefined) {
    ctx.noteRun(run);
    return;
  }
  const [reason, remedy] = typeof failure === 'string' ? [failure] : [`${failure.code}: ${failure.message}`, failure.options.remedy];
  ctx.report(JOB_FAILED, { job: job.name, reason }, { ...run, target, remedy });
}
