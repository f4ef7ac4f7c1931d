// Runs, events and lost deliveries as a context tells of them: in the trace, and failures in the ledger, too.
import { shortName } from '#core/call-resource';
import type { EventRules, NotedEvent, Refusal, TakingRule } from '#core/delivery/logged-event';
import type { Kernel } from '#core/kernel';
import type { FailedRun, Run } from '#core/traces/run';
import type { Message } from '#lib/message';

/** The context of the run. */
interface RunContext {
  readonly kernel: Pick<Kernel, 'traces' | 'problems' | 'events' | 'log' | 'clock'>;
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
  const { text, remedy, cause = withoutRemedy(text ?? message.text(data), remedy), lines, logGroup, sentBy, target, attempts } = failure;
  const { kernel } = place;
  const { service = place.service } = failure;
  const { name, ...facts } = factsOf(failure, place);
  kernel.log.in(service).write(message, ...([data] as never));
  kernel.traces.noteRun({ ...facts, name, failed: true, text: text ?? cause, remedy });
  kernel.problems.note({ ...facts, code: message.code, cause, lines, logGroup, sentBy, target, attempts, remedy });
}

/** The console's line has both; where the remedy stands beside the cause, once is enough. */
const withoutRemedy = (text: string, remedy: string | undefined): string =>
  remedy !== undefined && text.endsWith(remedy) ? text.slice(0, -remedy.length).trimEnd() : text;

interface LostDelivery {
  readonly targetArn: string;
  readonly from: string;
  readonly problem: string;
  readonly code: string;
}

export function noteLost({ targetArn, from, problem, code }: LostDelivery, { kernel, trace: { id: trace, depth } }: RunContext): void {
  const atMs = kernel.clock.now();
  kernel.traces.noteDelivery({ trace, targetArn, from, atMs, problem }, 'lost');
  const cause = `${shortName(from)} → ${shortName(targetArn)}: ${problem}`;
  const facts = { trace, depth, atMs, startedMs: performance.now(), resource: from, target: targetArn };
  kernel.problems.note({ ...facts, what: 'delivery', code, cause });
}

/** A bus got an event, and these rules took it. */
export function noteEvent(event: NotedEvent, rules: EventRules, matched: readonly TakingRule[], { kernel, trace }: RunContext): void {
  kernel.traces.noteEvent(trace.id, event.id, event.receivedMs);
  kernel.events.publish(event, rules, matched);
}

/** An event of this id is not sent to one of its targets. */
export function noteRefusal(id: string, refusal: Refusal, code: string, place: RunContext): void {
  const { targetArn, rule, problem } = refusal;
  noteLost({ targetArn, from: rule, problem, code }, place);
  place.kernel.events.refuse(id, refusal, place.kernel.clock.now());
}
