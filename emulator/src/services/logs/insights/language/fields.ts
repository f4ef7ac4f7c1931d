// The fields of log events: generated ones, those of lines about invocations, and those of JSON messages.
import type { Expression } from './expression.ts';
import { pointerTo } from './pointer.ts';
import { REPORT_FIELDS } from './report-fields.ts';
import type { QueryEvent, Row } from './row.ts';
import { Moment } from './values.ts';

const GENERATED: ReadonlyMap<string, (event: QueryEvent) => unknown> = new Map<string, (event: QueryEvent) => unknown>([
  ['@timestamp', (event: QueryEvent) => new Moment(event.timestampMs)],
  ['@message', (event: QueryEvent) => event.message],
  ['@logStream', (event: QueryEvent) => event.stream],
  ['@log', (event: QueryEvent) => event.log],
  ['@ingestionTime', (event: QueryEvent) => new Moment(event.ingestedMs)],
  ['@ptr', pointerTo],
]);

export function eventField(name: string): Expression {
  const generated = GENERATED.get(name);
  if (generated) return { field: name, evaluate: ({ event }) => event && generated(event) };
  if (REPORT_FIELDS.has(name)) return { field: name, evaluate: (row) => row.report?.[name] };
  // A field of the message that begins with `@` has another `@` before it.
  return { field: name, isJson: true, evaluate: jsonField(name.startsWith('@@') ? name.slice(1) : name) };
}

function jsonField(name: string): (row: Row) => unknown {
  const path = name.split('.');
  if (path.length === 1) return ({ json }) => (json && Object.hasOwn(json, name) ? (json[name] ?? undefined) : undefined);
  return ({ json }) => {
    if (json && Object.hasOwn(json, name)) return json[name] ?? undefined;
    let value: unknown = json;
    for (const part of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[part];
    }
    return value ?? undefined;
  };
}
