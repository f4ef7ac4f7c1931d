// Reads what a rule sends to a log group: a whole event, or `{"timestamp": …, "message": …}` of an input transformer. Pure.
// https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_events_targets.LogGroupTargetInput.html
import { partsOf, wholeValue } from '#lib/json-slice';
import { isJson } from '#lib/json-structure';
import type { InputLogEvent } from '#model/logs';

const EVENT_MEMBERS = ['id', 'detail-type', 'source', 'account', 'time', 'region', 'detail'];

/** Undefined for any other payload. Messages that are no strings stay as they are written. */
export function readLogInput(payload: string): InputLogEvent | undefined {
  if (!isJson(payload)) return undefined;
  const members = new Map([...partsOf(payload, wholeValue(payload))].map(({ key, start, end }) => [key, payload.slice(start, end)]));
  if (EVENT_MEMBERS.every((name) => members.has(name))) return eventAt(members.get('time')!, payload.trim());
  const [time, message] = [members.get('timestamp'), members.get('message')];
  if (time === undefined || message === undefined || members.size !== 2) return undefined;
  return eventAt(time, message.startsWith('"') ? (JSON.parse(message) as string) : message);
}

/** `time`: JSON of milliseconds since 1970, or of a text that holds them or a time in ISO 8601. */
function eventAt(time: string, message: string): InputLogEvent | undefined {
  const value: unknown = JSON.parse(time);
  const timestamp =
    typeof value === 'number' ? value : typeof value === 'string' ? (/^\d+$/.test(value) ? Number(value) : Date.parse(value)) : Number.NaN;
  return Number.isFinite(timestamp) && timestamp >= 0 && message !== '' ? { timestamp, message } : undefined;
}
