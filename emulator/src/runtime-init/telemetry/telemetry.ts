// Telemetry of one environment: buffers events per subscriber and delivers them inside the environment.

import { type ConnectTo, openDestination, type Sender } from './telemetry-delivery.ts';
import { eventText, type TelemetryEvent } from './telemetry-events.ts';
import type { Subscription } from './telemetry-subscription.ts';

/** Events before a subscription are kept until the init phase ends, at most this many. */
const MAX_EARLY_EVENTS = 10_000;
/** Limit: buffers of events that a subscriber of the Telemetry API may leave unread. It loses events beyond. */
const MAX_BUFFERS = 10;

export class Telemetry {
  readonly #subscribers = new Map<string, Subscriber>();
  #early: TelemetryEvent[] = [];
  #open = false;
  #held = false;
  readonly #connect: ConnectTo | undefined;

  constructor(connect?: ConnectTo) {
    this.#connect = connect;
  }

  /** A new init phase begins: earlier subscribers are gone. */
  reset(): void {
    for (const subscriber of this.#subscribers.values()) subscriber.close();
    this.#subscribers.clear();
    this.#early = [];
    this.#open = true;
  }

  get open(): boolean {
    return this.#open;
  }

  close(): void {
    this.#open = false;
    this.#early = [];
  }

  /** A second subscription of an extension to the same API replaces the first. */
  subscribe(name: string, subscription: Subscription): void {
    const key = `${subscription.api} ${name}`;
    this.#subscribers.get(key)?.close();
    const subscriber = new Subscriber(subscription, () => this.#held, this.#connect);
    this.#subscribers.set(key, subscriber);
    for (const event of this.#early) subscriber.add(event);
  }

  emit(event: TelemetryEvent): void {
    if (this.#open && this.#early.length < MAX_EARLY_EVENTS) this.#early.push(event);
    for (const subscriber of this.#subscribers.values()) subscriber.add(event);
  }

  /** Subscribers are frozen: their events wait. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    for (const subscriber of this.#subscribers.values()) subscriber.resume();
  }

  /** Resolves when no delivery is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#subscribers.values()].map((subscriber) => subscriber.settled()));
  }

  /** Resolves when everything so far has been delivered or given up. */
  async flush(): Promise<void> {
    await Promise.all([...this.#subscribers.values()].map((subscriber) => subscriber.flush()));
  }
}

class Subscriber {
  readonly #subscription: Subscription;
  readonly #sender: Sender;
  #texts: string[] = [];
  #bytes = 0;
  #dropped = { records: 0, bytes: 0 };
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  readonly #held: () => boolean;
  /** The buffer fell due while the subscriber was frozen. */
  #due = false;

  constructor(subscription: Subscription, held: () => boolean, connect: ConnectTo | undefined) {
    this.#subscription = subscription;
    this.#held = held;
    this.#sender = openDestination(subscription.destination, connect);
  }

  add(event: TelemetryEvent): void {
    const text = eventText(event, this.#subscription);
    if (text === undefined) return;
    const { maxBytes, maxItems, timeoutMs } = this.#subscription;
    const bytes = Buffer.byteLength(text);
    if (this.#bytes + bytes > MAX_BUFFERS * maxBytes) {
      this.#drop(1, bytes);
      return;
    }
    this.#texts.push(text);
    this.#bytes += bytes;
    if (this.#bytes >= maxBytes || this.#texts.length >= maxItems) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), timeoutMs).unref();
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#due = this.#held();
    if (this.#due) return;
    // One delivery at a time, in order; events that arrive meanwhile go with the next one.
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending;
  }

  resume(): void {
    if (this.#due) void this.flush();
  }

  async settled(): Promise<void> {
    await this.#sending;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#sender.close();
  }

  async #sendAll(): Promise<void> {
    while (this.#texts.length > 0) {
      const texts = this.#texts.splice(0, this.#subscription.maxItems);
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      this.#bytes -= bytes;
      if (await this.#sender.send(texts)) this.#tellDropped();
      else this.#drop(texts.length, bytes);
    }
  }

  #drop(records: number, bytes: number): void {
    this.#dropped.records += records;
    this.#dropped.bytes += bytes;
  }

  #tellDropped(): void {
    const { records, bytes } = this.#dropped;
    if (records === 0) return;
    this.#dropped = { records: 0, bytes: 0 };
    const reason = 'Consumer seems to have fallen behind as it has not acknowledged receipt of logs.';
    this.add({ timeMs: Date.now(), type: 'platform.logsDropped', record: { reason, droppedRecords: records, droppedBytes: bytes } });
  }
}
