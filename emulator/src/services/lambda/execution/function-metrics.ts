// Counts invocations of functions (namespace AWS/Lambda): for the function, the invoked version or alias, and all functions together.
import type { Ctx } from '#core/ctx';
import type { Meter } from '#core/metrics/meter';
import type { InvocationJob } from './invocation-job.ts';

const NAMESPACE = 'AWS/Lambda';

/** An alias or a version, as the ARN of the invocation names it. */
const qualifierOf = (invokedArn: string): string | undefined => invokedArn.split(':')[7];

function metersOf({ fn, invokedArn, version }: InvocationJob, { metrics }: Ctx): Meter[] {
  const { name } = fn;
  const qualifier = qualifierOf(invokedArn);
  const resource = qualifier === undefined ? name : `${name}:${qualifier}`;
  const meters = [
    metrics.meter(NAMESPACE, 'FunctionName', name),
    metrics.meter(NAMESPACE, 'FunctionName', name, 'Resource', resource),
    metrics.meter(NAMESPACE),
  ];
  if (qualifier !== undefined && !/^(?:\d+|\$LATEST)$/.test(qualifier))
    meters.push(
      metrics.meter(NAMESPACE, 'ExecutedVersion', version === 0 ? '$LATEST' : String(version), 'FunctionName', name, 'Resource', resource),
    );
  return meters;
}

export function countInvocation(job: InvocationJob, failed: boolean, ctx: Ctx): void {
  for (const meter of metersOf(job, ctx)) {
    meter.add('Invocations');
    meter.add('Errors', failed ? 1 : 0);
    meter.add('Throttles', 0);
  }
}

export function countDuration(job: InvocationJob, durationMs: number, ctx: Ctx): void {
  for (const meter of metersOf(job, ctx)) meter.add('Duration', durationMs, 'Milliseconds');
}

/** Invocations of the function that run at once, this one included, and of all functions. */
export function countConcurrency({ fn: { name } }: InvocationJob, ofFunction: number, inAll: number, { metrics }: Ctx): void {
  metrics.meter(NAMESPACE, 'FunctionName', name).add('ConcurrentExecutions', ofFunction);
  metrics.meter(NAMESPACE).add('ConcurrentExecutions', inAll);
}

/** Events that were accepted, and events that ended without a success; the age of an event that is tried, and of the last record of a batch, in milliseconds. */
type EventMetric = 'AsyncEventsReceived' | 'AsyncEventsDropped' | 'AsyncEventAge' | 'IteratorAge';

export function countEvent(name: string, metric: EventMetric, value: number, { metrics }: Pick<Ctx, 'metrics'>): void {
  const unit = metric.endsWith('Age') ? 'Milliseconds' : 'Count';
  metrics.meter(NAMESPACE, 'FunctionName', name).add(metric, value, unit);
  metrics.meter(NAMESPACE).add(metric, value, unit);
}

export function countThrottle(job: InvocationJob, ctx: Ctx): void {
  for (const meter of metersOf(job, ctx)) meter.add('Throttles');
}
