// Runs that succeeded and runs that failed, as a context tells of them: in the trace, and failures on the console and in the ledger, too.
import type { Kernel } from '#core/kernel';
import type { FailedRun, Run } from '#core/traces/run';
import type { Message } from '#lib/message';

/** The context of the run. */
interface RunContext {
  readonly kernel: Pick<Kernel, 'traces' | 'problems' | 'log' | 'clock'>;
  readonly service: string;
  readonly trace: { readonly id: string; readonly depth: number };
}

/** The facts of a run that the trace keeps. */
function factsOf({ what, resource, name, requestId, startedMs = performance.now(), depth }: Run, { trace, kernel }: RunContext) {
  return { trace: trace.id, what, resource, name, requestId, startedMs, depth: depth ?? trace.depth, atMs: kernel.clock.now() };
}

export const noteRun = (run: Run, place: RunContext): void =>
  place.kernel.traces.noteRun({ ...factsOf(run, place), failed: false, text: run.text, remedy: undefined });

export function reportFailure<Data>(message: Message<Data>, data: Data, failure: FailedRun, place: RunContext): void {
  const { text, remedy, cause = text ?? message.text(data), lines, logGroup, sentBy } = failure;
  const { kernel, service } = place;
  const { name, ...facts } = factsOf(failure, place);
  kernel.log.in(service).write(message, ...([data] as never));
  kernel.traces.noteRun({ ...facts, name, failed: true, text: text ?? cause, remedy });
  kernel.problems.note({ ...facts, code: message.code, cause, lines, logGroup, sentBy, remedy });
}
