// A row on its way through a query: first a log event, whose fields are discovered when they are asked for; after `stats` a group.
import { isObject } from '#lib/json-object';
import { reportFields } from './report-fields.ts';

export interface QueryEvent {
  readonly timestampMs: number;
  readonly message: string;
  /** The message as it was sent, where parts of `message` are masked. */
  readonly raw?: string | undefined;
  /** JSON: what a transformer made of the message. */
  readonly transformed?: string | undefined;
  readonly stream: string;
  /** `account:group` */
  readonly log: string;
  readonly ingestedMs: number;
  /** Together with the time it names the event: `@ptr`. */
  readonly groupId: string;
  readonly number: number;
}

export class Row {
  /** Undefined for groups. */
  readonly event: QueryEvent | undefined;
  /** Values of aliases, groups and parsed fields. */
  readonly slots: unknown[];
  #json: Readonly<Record<string, unknown>> | null | undefined;
  #report: Readonly<Record<string, unknown>> | null | undefined;

  constructor(event: QueryEvent | undefined, slots: unknown[]) {
    this.event = event;
    this.slots = slots;
  }

  /** The JSON object in the message: the whole, or after a prefix. Null without one. */
  get json(): Readonly<Record<string, unknown>> | null {
    if (this.#json === undefined) this.#json = this.event ? jsonIn(this.event.transformed ?? this.event.message) : null;
    return this.#json;
  }

  /** The fields of a line about an invocation. Null for other lines. */
  get report(): Readonly<Record<string, unknown>> | null {
    if (this.#report === undefined) this.#report = (this.event && reportFields(this.event.message)) ?? null;
    return this.#report;
  }

  /** The same event without masks. */
  get unmasked(): Row {
    return this.event?.raw === undefined ? this : new Row({ ...this.event, message: this.event.raw, raw: undefined }, this.slots);
  }

  /** The same event with one value more. */
  with(slot: number, value: unknown): Row {
    const slots = this.slots.slice();
    slots[slot] = value;
    return new Row(this.event, slots);
  }
}

function jsonIn(message: string): Readonly<Record<string, unknown>> | null {
  const open = message.indexOf('{');
  if (open < 0) return null;
  return objectIn(open === 0 ? message : message.slice(open)) ?? objectIn(message.slice(open, message.lastIndexOf('}') + 1)) ?? null;
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
