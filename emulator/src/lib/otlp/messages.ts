// Messages of the OpenTelemetry protocol that are read here: https://opentelemetry.io/docs/specs/otlp/, release 1 of its definitions.
import { type Fields, field, list } from './field-types.ts';

export interface AnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly AnyValue[] };
  readonly kvlistValue?: { readonly values?: readonly KeyValue[] };
  readonly bytesValue?: string;
}
export interface KeyValue {
  readonly key?: string;
  readonly value?: AnyValue;
}
export interface Resource {
  readonly attributes?: readonly KeyValue[];
}
export interface Scope {
  readonly name?: string;
  readonly version?: string;
  readonly attributes?: readonly KeyValue[];
}

export interface SpanEvent {
  readonly timeUnixNano?: string;
  readonly name?: string;
  readonly attributes?: readonly KeyValue[];
}
export interface SpanLink {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly attributes?: readonly KeyValue[];
}
export interface Span {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly parentSpanId?: string;
  readonly name?: string;
  /** 1: internal, 2: server, 3: client, 4: producer, 5: consumer. */
  readonly kind?: number;
  readonly startTimeUnixNano?: string;
  readonly endTimeUnixNano?: string;
  readonly attributes?: readonly KeyValue[];
  readonly events?: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
  /** `code`: 1 for success, 2 for failure. */
  readonly status?: { readonly message?: string; readonly code?: number };
}
export interface TraceRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: Resource;
    readonly scopeSpans?: readonly { readonly scope?: Scope; readonly spans?: readonly Span[] }[];
  }[];
}

export interface LogRecord {
  readonly timeUnixNano?: string;
  readonly observedTimeUnixNano?: string;
  readonly severityNumber?: number;
  readonly severityText?: string;
  readonly body?: AnyValue;
  readonly attributes?: readonly KeyValue[];
  readonly droppedAttributesCount?: number;
  readonly flags?: number;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly eventName?: string;
}
export interface LogsRequest {
  readonly resourceLogs?: readonly {
    readonly resource?: Resource;
    readonly schemaUrl?: string;
    readonly scopeLogs?: readonly { readonly scope?: Scope; readonly schemaUrl?: string; readonly logRecords?: readonly LogRecord[] }[];
  }[];
}

const ANY_VALUE: Fields = {
  1: field('stringValue', 'string'),
  2: field('boolValue', 'bool'),
  3: field('intValue', 'int64'),
  4: field('doubleValue', 'double'),
  5: field('arrayValue', () => ({ 1: list('values', () => ANY_VALUE) })),
  6: field('kvlistValue', () => ({ 1: list('values', () => KEY_VALUE) })),
  7: field('bytesValue', 'base64'),
};
const KEY_VALUE: Fields = { 1: field('key', 'string'), 2: field('value', () => ANY_VALUE) };
const RESOURCE: Fields = { 1: list('attributes', () => KEY_VALUE) };
const SCOPE: Fields = { 1: field('name', 'string'), 2: field('version', 'string'), 3: list('attributes', () => KEY_VALUE) };

const SPAN_EVENT: Fields = { 1: field('timeUnixNano', 'fixed64'), 2: field('name', 'string'), 3: list('attributes', () => KEY_VALUE) };
const SPAN_LINK: Fields = { 1: field('traceId', 'hex'), 2: field('spanId', 'hex'), 4: list('attributes', () => KEY_VALUE) };
const STATUS: Fields = { 2: field('message', 'string'), 3: field('code', 'int32') };
const SPAN: Fields = {
  1: field('traceId', 'hex'),
  2: field('spanId', 'hex'),
  4: field('parentSpanId', 'hex'),
  5: field('name', 'string'),
  6: field('kind', 'int32'),
  7: field('startTimeUnixNano', 'fixed64'),
  8: field('endTimeUnixNano', 'fixed64'),
  9: list('attributes', () => KEY_VALUE),
  11: list('events', () => SPAN_EVENT),
  13: list('links', () => SPAN_LINK),
  15: field('status', () => STATUS),
};
const SCOPE_SPANS: Fields = { 1: field('scope', () => SCOPE), 2: list('spans', () => SPAN) };
const RESOURCE_SPANS: Fields = { 1: field('resource', () => RESOURCE), 2: list('scopeSpans', () => SCOPE_SPANS) };
export const TRACE_REQUEST: Fields = { 1: list('resourceSpans', () => RESOURCE_SPANS) };

const LOG_RECORD: Fields = {
  1: field('timeUnixNano', 'fixed64'),
  2: field('severityNumber', 'int32'),
  3: field('severityText', 'string'),
  5: field('body', () => ANY_VALUE),
  6: list('attributes', () => KEY_VALUE),
  7: field('droppedAttributesCount', 'uint32'),
  8: field('flags', 'fixed32'),
  9: field('traceId', 'hex'),
  10: field('spanId', 'hex'),
  11: field('observedTimeUnixNano', 'fixed64'),
  12: field('eventName', 'string'),
};
const SCOPE_LOGS: Fields = { 1: field('scope', () => SCOPE), 2: list('logRecords', () => LOG_RECORD), 3: field('schemaUrl', 'string') };
const RESOURCE_LOGS: Fields = {
  1: field('resource', () => RESOURCE),
  2: list('scopeLogs', () => SCOPE_LOGS),
  3: field('schemaUrl', 'string'),
};
export const LOGS_REQUEST: Fields = { 1: list('resourceLogs', () => RESOURCE_LOGS) };
