// The steps of a trace as spans of OpenTelemetry, in the JSON of its protocol. Pure.
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
import { createHash } from 'node:crypto';
import { isFailure, type Trace, type TraceStep } from '#core/traces/trace';

export interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client, 4: producer. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly object[];
  readonly status: { readonly code: number; readonly message?: string };
}

const [INTERNAL, SERVER, CLIENT, PRODUCER] = [1, 2, 3, 4];
const [SUCCESS, FAILURE] = [1, 2];

/** The spans of the steps from that position on: steps keep their ids, so those of later calls fit to earlier ones. */
export function spansOfTrace({ id, steps }: Trace, from = 0): JsonSpan[] {
  const traceId = traceIdOf(id);
  /** Ids of the last steps of each depth. */
  const open: string[] = [];
  const spans = steps.map((step): JsonSpan => {
    const spanId = hashed(`${id} ${step.order} ${step.kind} ${nameOf(step)}`).slice(0, 16);
    const depth = depthOf(step) ?? open.length;
    const parentSpanId = depth === 0 ? undefined : open.slice(0, depth).at(-1);
    if (depthOf(step) !== undefined) open.splice(depth, open.length, spanId);
    const tookMs = 'tookMs' in step ? step.tookMs : 0;
    const problem = textOf(step);
    return {
      ...{ traceId, spanId, ...(parentSpanId !== undefined && { parentSpanId }) },
      ...{ name: nameOf(step), kind: kindOf(step) },
      ...{ startTimeUnixNano: nanos(step.atMs - tookMs), endTimeUnixNano: nanos(step.atMs) },
      attributes: Object.entries(attributesOf(step)).flatMap(([key, value]) =>
        value === undefined ? [] : [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }],
      ),
      status: isFailure(step) ? { code: FAILURE, ...(problem !== undefined && { message: problem }) } : { code: SUCCESS },
    };
  });
  return spans.slice(from);
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Ids of requests are UUIDs, or what a client named its trace. */
function traceIdOf(id: string): string {
  const digits = id.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : hashed(id).slice(0, 32);
}

const nanos = (ms: number): string => `${Math.round(Math.max(ms, 0) * 1000)}000`;

const depthOf = (step: TraceStep): number | undefined => ('depth' in step ? step.depth : undefined);

function nameOf(step: TraceStep): string {
  switch (step.kind) {
    case 'call':
      return `${step.service}.${step.operation}`;
    case 'run':
      return step.name ?? `${step.what} ${step.resource}`;
    case 'delivery':
      return `deliver to ${step.targetArn}`;
    case 'event':
      return 'event';
  }
}

function kindOf(step: TraceStep): number {
  if (step.kind === 'delivery') return PRODUCER;
  if (step.kind === 'call') return step.depth === 0 ? SERVER : CLIENT;
  return step.kind === 'run' && step.what === 'request' ? SERVER : INTERNAL;
}

function textOf(step: TraceStep): string | undefined {
  if (step.kind === 'delivery') return step.problem;
  return step.kind === 'event' ? undefined : step.text;
}

function attributesOf(step: TraceStep): Readonly<Record<string, string | number | undefined>> {
  switch (step.kind) {
    case 'call':
      return {
        ...{ 'rpc.system': 'aws-api', 'rpc.service': step.service, 'rpc.method': step.operation, 'aws.request_id': step.requestId },
        ...{ 'cloud.account.id': step.account, 'cloud.region': step.region, 'emulator.resource': step.resource },
        'emulator.caller': step.caller,
      };
    case 'run':
      return {
        'emulator.resource': step.resource,
        'emulator.run': step.what,
        'aws.request_id': step.requestId,
        'emulator.remedy': step.remedy,
      };
    case 'delivery':
      return {
        ...{ 'emulator.target': step.targetArn, 'emulator.sender': step.from, 'emulator.outcome': step.outcome },
        ...{ 'messaging.batch.message_count': step.count, 'emulator.remedy': step.remedy },
      };
    case 'event':
      return { 'emulator.event': step.eventId };
  }
}
