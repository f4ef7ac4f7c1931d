// Telemetry events, and their form for a subscriber, which depends on its API and schema version. Pure.

import { table } from '#lib/table';
import type { Subscription, TelemetryCategory } from './telemetry-subscription.ts';

export interface TelemetryEvent {
  readonly timeMs: number;
  /** `function`, `extension`, `platform.start` … */
  readonly type: string;
  readonly record: unknown;
}

export const categoryOf = ({ type }: TelemetryEvent): TelemetryCategory =>
  type === 'function' || type === 'extension' ? type : 'platform';

/** The only platform events of the Logs API; `runtimeDone` came with its second version. */
const LOGS_EVENTS: Readonly<Record<string, string>> = table({
  'platform.start': 'platform.start',
  'platform.end': 'platform.end',
  'platform.report': 'platform.report',
  'platform.extension': 'platform.extension',
  'platform.fault': 'platform.fault',
  'platform.logsDropped': 'platform.logsDropped',
  'platform.telemetrySubscription': 'platform.logsSubscription',
});
const TELEMETRY_LACKS = new Set(['platform.end', 'platform.fault']);

/** The event as JSON, or undefined where the subscriber does not receive it. */
export function eventText(event: TelemetryEvent, subscription: Subscription): string | undefined {
  if (!subscription.categories.has(categoryOf(event))) return undefined;
  const type = nameFor(event.type, subscription);
  if (type === undefined) return undefined;
  return JSON.stringify({ time: new Date(event.timeMs).toISOString(), type, record: recordFor(event, subscription) });
}

function nameFor(type: string, { api, schemaVersion }: Subscription): string | undefined {
  if (!type.startsWith('platform.')) return type;
  if (api === 'telemetry') return TELEMETRY_LACKS.has(type) ? undefined : type;
  if (type === 'platform.runtimeDone') return schemaVersion === '2021-03-18' ? type : undefined;
  return LOGS_EVENTS[type];
}

/** Since its second version, the Telemetry API passes structured log lines on as objects. */
function recordFor({ type, record }: TelemetryEvent, { api, schemaVersion }: Subscription): unknown {
  const structured = api === 'telemetry' && schemaVersion !== '2022-07-01';
  if (type !== 'function' || !structured || typeof record !== 'string' || !record.startsWith('{')) return record;
  try {
    return JSON.parse(record) as unknown;
  } catch {
    return record;
  }
}
