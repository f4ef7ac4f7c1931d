// The event that a log record of OpenTelemetry becomes: its JSON, with the resource and the scope that it came with. Pure.
import type { LogRecord, Resource, Scope } from '#lib/otlp/messages';
import { msOfNano, plainAttributes, plainValue } from '#lib/otlp/values';
import type { InputLogEvent } from '#model/logs';

export interface RecordPlace {
  readonly resource: Resource | undefined;
  readonly scope: Scope | undefined;
  readonly schemaUrl: string | undefined;
}

/** The JSON of what many records share. */
export function writePlace({ resource, scope, schemaUrl }: RecordPlace): string {
  const attributes = scope?.attributes?.length ? plainAttributes(scope.attributes) : undefined;
  const written = { name: scope?.name ?? '', version: scope?.version || undefined, schemaUrl: schemaUrl || undefined, attributes };
  return `"resource":${JSON.stringify({ attributes: plainAttributes(resource?.attributes) })},"scope":${JSON.stringify(written)}`;
}

/** A record without a time has the one at which it was observed, or else came. */
export function eventOfRecord(record: LogRecord, place: string, nowMs: number): InputLogEvent {
  const { timeUnixNano: time, observedTimeUnixNano: observed, severityNumber, severityText, body, attributes, flags = 0 } = record;
  const [timeNano, observedNano] = [nano(time), nano(observed)];
  const timestamp = [timeNano, observedNano].find((value) => value !== undefined);
  const rest = JSON.stringify({
    severityNumber,
    severityText: severityText ?? '',
    body: plainValue(body),
    attributes: plainAttributes(attributes),
    droppedAttributesCount: record.droppedAttributesCount || undefined,
    eventName: record.eventName || undefined,
    flags,
    traceId: record.traceId ?? '',
    spanId: record.spanId ?? '',
  });
  // Nanoseconds are whole numbers beyond what JSON.stringify can write
  const times = `"timeUnixNano":${timeNano ?? 0},"observedTimeUnixNano":${observedNano ?? 0}`;
  return {
    timestamp: timestamp === undefined ? nowMs : Math.floor(msOfNano(timestamp)),
    message: `{${place},${times},${rest.slice(1)}`,
  };
}

const nano = (text: string | undefined): string | undefined =>
  text === undefined || !/^\d+$/.test(text) || /^0+$/.test(text) ? undefined : BigInt(text).toString();
