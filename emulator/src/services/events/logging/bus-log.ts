// The log of an event bus: a record of each step in which an event is processed, as far as the bus's level goes. Deliveries of CloudWatch Logs take the
// records to their destinations. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-logs-schema.html
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { busArn } from '#services/events/arns';
import type { Bus } from '#services/events/state';

type Level = 'ERROR' | 'INFO' | 'TRACE';
const LEVELS: readonly Level[] = ['ERROR', 'INFO', 'TRACE'];

/** The levels from which on steps are logged, by the guide's description of levels; that of `EVENT_INGEST_SUCCESS` was seen in public in 2026. */
const STEPS = {
  EVENT_INGEST_FAILURE: 'ERROR',
  EVENT_INGEST_SUCCESS: 'INFO',
  EVENT_RECEIPT: 'INFO',
  RULE_MATCH_START: 'TRACE',
  RULE_MATCH: 'INFO',
  NO_STANDARD_RULES_MATCHED: 'INFO',
  INVOCATION_START: 'TRACE',
  INVOCATION_ATTEMPT_START: 'TRACE',
  INVOCATION_ATTEMPT_SUCCESS: 'TRACE',
  INVOCATION_ATTEMPT_THROTTLE: 'ERROR',
  INVOCATION_ATTEMPT_RETRYABLE_FAILURE: 'ERROR',
  INVOCATION_ATTEMPT_PERMANENT_FAILURE: 'ERROR',
  INVOCATION_SUCCESS: 'INFO',
  INVOCATION_FAILURE: 'ERROR',
  INVOCATION_DLQ: 'ERROR',
} as const satisfies Readonly<Record<string, Level>>;
export type Step = keyof typeof STEPS;

/** Limit: bytes of a record. Longer ones lose fields, which `dropped_fields` names. */
const MAX_RECORD_BYTES = 1_048_576;
/** The fields of details that are shown where the bus includes details, in the order in which they are dropped. */
const LONG_FIELDS = ['target_response_body', 'target_properties', 'target_input', 'event_detail'];
const DAY_MS = 86_400_000;
const RETRY = { maxRetries: 185, maxAgeMs: DAY_MS };

type Details = Readonly<Record<string, unknown>>;

/** The facts of a record besides its step and its details. */
export interface StepFacts {
  readonly eventId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly invocationId?: string | undefined;
  readonly error?: Details | undefined;
}

export class BusLog {
  readonly #bus: Frozen<Bus>;
  readonly #arn: string;
  readonly #ctx: Ctx;
  readonly #records: Record<Level, (readonly [number, Details])[]> = { ERROR: [], INFO: [], TRACE: [] };

  constructor(bus: Frozen<Bus>, ctx: Ctx) {
    this.#bus = bus;
    this.#arn = busArn(ctx, bus.name);
    this.#ctx = ctx;
  }

  get bus(): string {
    return this.#bus.name;
  }

  /** Whether a step is logged: others need no details. */
  takes(step: Step): boolean {
    return LEVELS.indexOf(STEPS[step]) <= LEVELS.indexOf(this.#bus.logConfig?.Level as Level);
  }

  add(step: Step, details: Details, { eventId, requestId, invocationId, error }: StepFacts): void {
    if (!this.takes(step)) return;
    const atMs = this.#ctx.now();
    const isFull = this.#bus.logConfig?.IncludeDetail === 'FULL';
    const shown = Object.entries(details).filter(([name, value]) => value !== undefined && (isFull || !LONG_FIELDS.includes(name)));
    const record = {
      resource_arn: this.#arn,
      message_timestamp_ms: atMs,
      event_bus_name: this.#bus.name,
      ...(requestId && { request_id: requestId }),
      ...(eventId !== undefined && { event_id: eventId }),
      ...(invocationId !== undefined && { invocation_id: invocationId }),
      message_type: step,
      log_level: STEPS[step],
      details: Object.fromEntries(shown),
      ...(error && { error }),
    };
    this.#records[STEPS[step]].push([atMs, cut(record)]);
  }

  /** The deliveries of what was added, by type of log. */
  requests(): DeliveryRequest[] {
    const { account, region } = this.#ctx;
    return LEVELS.flatMap((level) => {
      const records = this.#records[level];
      if (records.length === 0) return [];
      const to = {
        targetArn: formatArn({ service: 'logs', region, account, resource: `vended-logs:${level}_LOGS:${this.#arn}` }),
        as: { service: 'events.amazonaws.com', sourceArn: this.#arn },
        retry: RETRY,
        about: { service: 'events', resource: `event bus ${this.#bus.name}`, resourceArn: this.#arn },
      };
      return [{ to, payload: JSON.stringify(records) }];
    });
  }
}

function cut(record: Details & { readonly details: Details }): Details {
  let fits: Details & { readonly details: Details } = record;
  const dropped: string[] = [];
  for (const name of LONG_FIELDS) {
    if (Buffer.byteLength(JSON.stringify(fits)) <= MAX_RECORD_BYTES) break;
    if (!Object.hasOwn(fits.details, name)) continue;
    const { [name]: _, ...details } = fits.details;
    dropped.push(name);
    fits = { ...fits, details, dropped_fields: [...dropped] };
  }
  return fits;
}

/** Undefined where the bus logs nothing. `ctx` is that of the bus. */
export const busLogOf = (bus: Frozen<Bus> | undefined, ctx: Ctx): BusLog | undefined =>
  bus?.logConfig?.Level === undefined || bus.logConfig.Level === 'OFF' ? undefined : new BusLog(bus, ctx);
