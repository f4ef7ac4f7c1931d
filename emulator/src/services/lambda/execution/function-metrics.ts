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

export function countThrottle(job: InvocationJob, ctx: Ctx): void {
  for (const meter of metersOf(job, ctx)) meter.add('Throttles');
}
