// The metrics of a batch of log events: embedded ones, those of metric filters, and the counts of the group itself.
import type { Ctx } from '#core/ctx';
import type { MetricDatum } from '#core/metrics/metric-datum';
import type { ProtectedEvent } from '#services/logs/protection/protect-events';
import { embeddedMetrics } from './embedded-metrics.ts';
import { EMBEDDED_METRICS_REFUSED } from './messages.ts';
import { metricValues } from './metric-values.ts';

const MAX_SHOWN = 200;

/** Counts the events and their bytes, and answers the data that belong into their write. */
export function eventMetrics(group: string, events: readonly ProtectedEvent[], bytes: number, ctx: Ctx): readonly MetricDatum[] {
  const meter = ctx.metrics.meter('AWS/Logs', 'LogGroupName', group);
  const data: MetricDatum[] = [];
  for (const { message } of events) {
    const found = embeddedMetrics(message);
    if (!found) continue;
    data.push(...found.data.filter(({ atMs }) => isInTime(atMs, ctx.now())));
    if (!found.fault) continue;
    meter.add(found.fault.metric);
    ctx.log.write(EMBEDDED_METRICS_REFUSED, { group, reason: found.fault.reason, line: message.slice(0, MAX_SHOWN) });
  }
  meter.add('IncomingLogEvents', events.length);
  meter.add('IncomingBytes', bytes, 'Bytes');
  data.push(...metricValues(group, events, ctx));
  return data;
}

const DAY_MS = 86_400_000;

/** As for values that clients report: two weeks back, two hours ahead. */
const isInTime = (atMs: number, nowMs: number): boolean => atMs >= nowMs - 14 * DAY_MS && atMs <= nowMs + DAY_MS / 12;
