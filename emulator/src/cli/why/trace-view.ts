// The steps of a trace as lines: calls, runs, deliveries and events in the order in which they began. A deployment that did not fail is one line.
import pc from 'picocolors';
import type { CallStep, DeliveryStep, RunStep, TraceStep } from '#core/traces/trace';
import type { ExplainedEvent, ExplainedTrace } from './answers.ts';
import { msOf, nameOf, timeOf } from './names.ts';

/** Steps of a long trace that are shown: the first ones, what failed, and the last ones. */
const MAX_FIRST = 20;
const MAX_FAILED = 20;
const MAX_LAST = 10;

export function linesOfTrace({ steps, events }: ExplainedTrace): string[] {
  const lines: string[] = [];
  let depth = 0;
  let left = 0;
  for (const [step, isShown] of chosen(withoutDeployed(steps))) {
    if (!isShown) {
      left++;
      continue;
    }
    if (left > 0) lines.push(pc.dim(`… ${left} more`));
    left = 0;
    if (step.kind === 'call' || step.kind === 'run') ({ depth } = step);
    const indent = '  '.repeat(step.kind === 'call' || step.kind === 'run' ? depth : depth + 1);
    for (const line of linesOfStep(step, events)) lines.push(`${timeOf(step.atMs)} ${indent}${line}`);
  }
  if (left > 0) lines.push(pc.dim(`… ${left} more`));
  return lines;
}

/** The steps of a deployment are its own affair while it succeeds. */
function withoutDeployed(steps: readonly TraceStep[]): readonly TraceStep[] {
  const deployments = steps.filter((step): step is RunStep => step.kind === 'run' && step.what === 'deployment');
  if (deployments.length === 0 || deployments.some(({ failed }) => failed)) return steps;
  const isWithin = (step: TraceStep): boolean =>
    deployments.some(
      ({ order, tookMs, depth }) =>
        order <= step.order && step.order <= order + tookMs && (step.kind === 'delivery' || step.kind === 'event' || step.depth > depth),
    );
  return steps.filter((step) => !isWithin(step) || (step.kind === 'run' && step.failed));
}

function chosen(steps: readonly TraceStep[]): readonly (readonly [step: TraceStep, isShown: boolean])[] {
  if (steps.length <= MAX_FIRST + MAX_FAILED + MAX_LAST) return steps.map((step) => [step, true]);
  const failed = new Set(steps.filter(isFailure).slice(0, MAX_FAILED));
  return steps.map((step, at) => [step, at < MAX_FIRST || failed.has(step) || at >= steps.length - MAX_LAST]);
}

const isFailure = (step: TraceStep): boolean =>
  step.kind === 'delivery' ? step.outcome === 'lost' || step.outcome === 'dead-lettered' : step.kind !== 'event' && step.failed;

function linesOfStep(step: TraceStep, events: readonly ExplainedEvent[]): string[] {
  if (step.kind === 'event') return linesOfEvent(step.eventId, events);
  const line = step.kind === 'delivery' ? deliveryLine(step) : step.kind === 'call' ? callLine(step) : runLine(step);
  return step.remedy === undefined ? [line] : [line, pc.yellow(step.remedy)];
}

function callLine({ service, operation, resource, caller, text, failed, tookMs }: CallStep): string {
  const outcome = failed ? pc.red(text ?? 'failed') : text === undefined ? pc.green('ok') : pc.yellow(text);
  const about = `${resource === undefined ? '' : ` ${nameOf(resource)}`}${caller === undefined ? '' : pc.dim(` ${caller}`)}`;
  return `${service}.${operation}${about} ${outcome} ${msOf(tookMs)}`;
}

function runLine({ what, resource, name, text, failed, tookMs }: RunStep): string {
  const outcome = failed ? pc.red(text ?? 'failed') : text === undefined ? pc.green('ok') : text;
  // The text of a job that failed begins with its name.
  const named = name === undefined || text?.startsWith(name) ? '' : ` ${name}`;
  return `${what === 'problem' ? '' : `${what} `}${nameOf(resource)}${named} ${outcome} ${msOf(tookMs)}`;
}

function deliveryLine({ targetArn, from, outcome, count, problem, nextMs }: DeliveryStep): string {
  const colour = outcome === 'delivered' ? pc.green : outcome === 'lost' || outcome === 'dead-lettered' ? pc.red : pc.yellow;
  const what = `${count > 1 ? `${count} × ` : ''}${from === undefined ? '' : `${nameOf(from)} `}→ ${targetArn}`;
  const next = nextMs === undefined ? '' : pc.dim(`, again at ${new Date(nextMs).toISOString().slice(11, 23)}`);
  return `${what} ${colour(outcome)}${problem === undefined ? '' : `: ${problem}`}${next}`;
}

/** Rules that did not take an event are as designed, mostly: they are told where no rule took it. */
function linesOfEvent(id: string, events: readonly ExplainedEvent[]): string[] {
  const lines: string[] = [];
  for (const { bus, tried, matched, missed = [] } of events.find((event) => event.id === id)?.publications ?? []) {
    const reasons = matched.length > 0 ? [] : missed.map(({ rule, reason }) => `${rule}: ${reason}`);
    const [nearest, ...others] = reasons;
    const why = nearest === undefined ? '' : `; ${nearest}`;
    lines.push(`event ${id} on ${nameOf(bus)}: ${matched.length} of ${tried} rule${tried === 1 ? '' : 's'} took it${why}`);
    for (const { rule, targets } of matched) lines.push(`  ${pc.green('✓')} ${rule} → ${targets.join(', ') || pc.yellow('no target')}`);
    for (const reason of others) lines.push(pc.dim(`  · ${reason}`));
  }
  return lines.length > 0 ? lines : [`event ${id}`];
}
