// The last calls, deliveries and events with what became of them, in a ring of slots that are used again. No object is kept and nothing is
// written out for them before somebody asks: the garbage collector copies each object that outlives its request.
import type { Call } from '#core/call';
import { callerIn } from '#core/call-line';
import type { Callers } from '#core/callers';
import type { Principal } from '#core/principal';
import { type DeliveryOutcome, RUN_KINDS, type RunStep, type Trace, type TraceStep } from './trace.ts';

/** Ten thousand requests of three calls each. A power of two: a slot is the number of its step without the higher bits. */
const MAX_STEPS = 32_768;
/** Steps up to which the lists grow as they fill. Then they get all their slots at once: to grow further leaves large copies behind. */
const FEW_STEPS = 1024;
/** Characters of all names and messages together; the oldest leave first. */
const MAX_CHARACTERS = 8_000_000;
/** Longer texts are cut: a name or a message that a client chose may have a megabyte. */
const MAX_TEXT = 400;
/** Half a command would mislead: longer remedies are left out. */
const MAX_REMEDY = 8000;

const CALL = 0;
const FAILED_CALL = 1;
const EVENT = 2;
/** And further outcomes above it. */
const DELIVERY = 3;
const OUTCOMES: readonly DeliveryOutcome[] = ['delivered', 'retried', 'postponed', 'dead-lettered', 'lost'];
/** And two for each kind of run above it: the one behind it means that it failed. */
const RUN = DELIVERY + OUTCOMES.length;
/** Shorter beginnings of ids are no ids. The console prints eight characters. */
const MIN_ID = 6;

interface DeliveryFacts {
  readonly trace: string;
  readonly targetArn: string;
  readonly from: string | undefined;
  readonly atMs: number;
  readonly count?: number;
  readonly problem?: string | undefined;
  readonly remedy?: string | undefined;
  readonly nextMs?: number;
}

/** `RunStep` explains the members. `startedMs`: performance.now(). */
interface RunFacts
  extends Pick<RunStep, 'trace' | 'what' | 'resource' | 'name' | 'requestId' | 'depth' | 'failed' | 'text' | 'remedy' | 'atMs'> {
  readonly startedMs: number;
}

export class TraceLog {
  /** Numbers of the oldest step and of the next one. */
  #first = 0;
  #next = 0;
  #characters = 0;
  readonly #callers: Callers;
  readonly #kinds = new Uint8Array(MAX_STEPS);
  readonly #depths = new Uint16Array(MAX_STEPS);
  readonly #times = new Float64Array(MAX_STEPS);
  readonly #orders = new Float64Array(MAX_STEPS);
  /** How long a call took; when the next attempt at a delivery begins. */
  readonly #spans = new Float64Array(MAX_STEPS);
  readonly #traces: string[] = [];
  readonly #requests: string[] = [];
  /** Service of a call. */
  readonly #services: string[] = [];
  /** Operation of a call; sender of a delivery. */
  readonly #names: (string | undefined)[] = [];
  /** Resource of a call; target of a delivery; id of an event. */
  readonly #subjects: (string | undefined)[] = [];
  readonly #texts: (string | undefined)[] = [];
  readonly #remedies: (string | undefined)[] = [];
  readonly #principals: (Principal | undefined)[] = [];
  readonly #accounts: string[] = [];
  readonly #regions: string[] = [];
  /** Texts of the last call and the last delivery: the next one shares them where it has the same. */
  #principal: Principal | undefined;
  #resource: string | undefined;
  #region = '';
  #target = '';
  readonly #followers = new Set<(trace: string) => void>();

  constructor(callers: Callers) {
    this.#callers = callers;
  }

  /** A call has ended. `startedMs`: performance.now(); `text`: of a failure its code and message, else a remark; `remedy`: `Fault.options`. */
  noteCall(
    call: Call,
    resource: string | undefined,
    atMs: number,
    startedMs: number,
    failed: boolean,
    text: string | undefined,
    remedy?: string,
  ): void {
    if (this.#resource !== resource) this.#resource = resource && short(resource);
    const slot = this.#add(call.trace.id, failed ? FAILED_CALL : CALL, atMs, startedMs, this.#resource, text, remedy);
    this.#depths[slot] = call.trace.depth;
    this.#spans[slot] = performance.now() - startedMs;
    this.#requests[slot] = call.requestId;
    this.#services[slot] = call.service;
    this.#names[slot] = call.operation;
    if (!isSameKey(this.#principal, call.principal)) this.#principal = call.principal;
    if (this.#region !== call.region) this.#region = call.region;
    this.#principals[slot] = this.#principal;
    this.#accounts[slot] = call.account;
    this.#regions[slot] = this.#region;
  }

  /** An attempt at one delivery, or at some that went together, has ended. */
  noteDelivery({ trace, targetArn, from, atMs, count = 1, problem, remedy, nextMs = 0 }: DeliveryFacts, outcome: DeliveryOutcome): void {
    if (this.#target !== targetArn) this.#target = targetArn;
    const slot = this.#add(trace, DELIVERY + OUTCOMES.indexOf(outcome), atMs, performance.now(), this.#target, problem, remedy);
    this.#depths[slot] = count;
    this.#spans[slot] = nextMs;
    this.#names[slot] = from;
  }

  /** A run has ended. */
  noteRun({ trace, what, resource, name, requestId, depth, startedMs, atMs, failed, text, remedy }: RunFacts): void {
    if (this.#resource !== resource) this.#resource = short(resource);
    const kind = RUN + 2 * RUN_KINDS.indexOf(what) + (failed ? 1 : 0);
    const slot = this.#add(trace, kind, atMs, startedMs, this.#resource, text, remedy);
    this.#depths[slot] = depth;
    this.#spans[slot] = performance.now() - startedMs;
    this.#names[slot] = name && short(name);
    this.#requests[slot] = requestId ?? '';
  }

  /** A bus got an event. */
  noteEvent(trace: string, eventId: string, atMs: number): void {
    this.#add(trace, EVENT, atMs, performance.now(), eventId, undefined);
  }

  #add(
    trace: string,
    kind: number,
    atMs: number,
    order: number,
    subject: string | undefined,
    text: string | undefined,
    remedy?: string,
  ): number {
    if (this.#next - this.#first === MAX_STEPS) this.#dropOldest();
    const slot = this.#next++ & (MAX_STEPS - 1);
    if (slot === FEW_STEPS) this.#widen();
    this.#kinds[slot] = kind;
    this.#times[slot] = atMs;
    this.#orders[slot] = order;
    this.#traces[slot] = trace;
    this.#subjects[slot] = subject && short(subject);
    this.#texts[slot] = text && short(text);
    this.#remedies[slot] = remedy !== undefined && remedy.length <= MAX_REMEDY ? remedy : undefined;
    this.#characters += this.#sizeOf(slot);
    while (this.#characters > MAX_CHARACTERS) this.#dropOldest();
    if (this.#followers.size > 0) for (const see of this.#followers) see(trace);
    return slot;
  }

  #widen(): void {
    const ofAll = [this.#traces, this.#subjects, this.#texts, this.#remedies];
    const ofCalls = [this.#requests, this.#services, this.#names, this.#principals, this.#accounts, this.#regions];
    for (const list of [...ofAll, ...ofCalls]) list.length = MAX_STEPS;
  }

  #sizeOf(slot: number): number {
    const named = this.#traces[slot]!.length + (this.#subjects[slot]?.length ?? 0);
    return named + (this.#texts[slot]?.length ?? 0) + (this.#remedies[slot]?.length ?? 0);
  }

  #dropOldest(): void {
    const slot = this.#first++ & (MAX_STEPS - 1);
    this.#characters -= this.#sizeOf(slot);
    this.#names[slot] = this.#subjects[slot] = this.#texts[slot] = this.#remedies[slot] = this.#principals[slot] = undefined;
  }

  /**
   * The trace of a request: by its own id, that of a call or a run below it, or that of an event. The first characters of an id will do, as the
   * console prints them. Undefined if nothing of it is kept.
   */
  find(id: string): Trace | undefined {
    const isMeant = (known: string | undefined): boolean => known === id || (id.length >= MIN_ID && known?.startsWith(id) === true);
    let trace: string | undefined;
    for (let number = this.#next - 1; number >= this.#first && trace === undefined; number--) {
      const slot = number & (MAX_STEPS - 1);
      if (isMeant(this.#idOf(slot)) || isMeant(this.#traces[slot])) trace = this.#traces[slot];
    }
    return trace === undefined ? undefined : this.gather(new Set([trace]))[0];
  }

  /** The id of a call, a run or an event. */
  #idOf(slot: number): string | undefined {
    const kind = this.#kinds[slot]!;
    if (kind === EVENT) return this.#subjects[slot];
    return kind < EVENT || kind >= RUN ? this.#requests[slot] : undefined;
  }

  /** The last traces, the oldest first. `wanted` sees the steps of the newest ones first; a trace is taken for one of its steps. */
  recent(count: number, wanted?: (step: TraceStep) => boolean): Trace[] {
    return this.gather(new Set([...this.idsOf(wanted, count)].reverse()));
  }

  /** The ids of the traces with such a step, or of all, the newest first. */
  idsOf(wanted?: (step: TraceStep) => boolean, most = MAX_STEPS): Set<string> {
    const ids = new Set<string>();
    for (let number = this.#next - 1; number >= this.#first && ids.size < most; number--) {
      const slot = number & (MAX_STEPS - 1);
      if (!ids.has(this.#traces[slot]!) && (!wanted || wanted(this.#step(slot)))) ids.add(this.#traces[slot]!);
    }
    return ids;
  }

  /** The traces with these ids. */
  gather(ids: ReadonlySet<string>): Trace[] {
    const steps = new Map<string, TraceStep[]>([...ids].map((id) => [id, []]));
    for (let number = this.#first; number < this.#next; number++) {
      const slot = number & (MAX_STEPS - 1);
      steps.get(this.#traces[slot]!)?.push(this.#step(slot));
    }
    return [...steps].map(([id, ofTrace]) => ({ id, steps: ofTrace.sort((a, b) => a.order - b.order) }));
  }

  #step(slot: number): TraceStep {
    const kind = this.#kinds[slot]!;
    const step = { trace: this.#traces[slot]!, atMs: this.#times[slot]!, order: this.#orders[slot]! };
    const subject = this.#subjects[slot];
    const text = this.#texts[slot];
    if (kind === EVENT) return { kind: 'event', ...step, eventId: subject ?? '' };
    if (kind >= RUN) {
      return {
        kind: 'run',
        ...step,
        what: RUN_KINDS[(kind - RUN) >> 1]!,
        resource: subject ?? '',
        name: this.#names[slot],
        requestId: this.#requests[slot] || undefined,
        depth: this.#depths[slot]!,
        tookMs: this.#spans[slot]!,
        failed: (kind - RUN) % 2 === 1,
        text,
        remedy: this.#remedies[slot],
      };
    }
    if (kind >= DELIVERY) {
      const outcome = OUTCOMES[kind - DELIVERY]!;
      const nextMs = this.#spans[slot]! || undefined;
      return {
        kind: 'delivery',
        ...step,
        targetArn: subject ?? '',
        from: this.#names[slot],
        outcome,
        count: this.#depths[slot]!,
        problem: text,
        remedy: this.#remedies[slot],
        nextMs,
      };
    }
    const principal = this.#principals[slot];
    return {
      kind: 'call',
      ...step,
      requestId: this.#requests[slot]!,
      service: this.#services[slot]!,
      operation: this.#names[slot]!,
      resource: subject,
      caller: principal && (callerIn(principal, this.#callers).trim() || undefined),
      account: this.#accounts[slot]!,
      region: this.#regions[slot]!,
      depth: this.#depths[slot]!,
      tookMs: this.#spans[slot]!,
      failed: kind === FAILED_CALL,
      text,
      remedy: this.#remedies[slot],
    };
  }

  /** Calls `see` with the id of a trace at each of its steps, until the returned function is called. */
  follow(see: (trace: string) => void): () => void {
    this.#followers.add(see);
    return () => void this.#followers.delete(see);
  }

  clear(): void {
    while (this.#first < this.#next) this.#dropOldest();
  }
}

/** Whether both are the client with the same access key. */
const isSameKey = (a: Principal | undefined, b: Principal): boolean =>
  a?.kind === 'key' && b.kind === 'key' && a.accessKeyId === b.accessKeyId && a.account === b.account && a.role === b.role;

/** A short copy of a long text, which does not keep the long one in memory. */
const short = (text: string): string => (text.length <= MAX_TEXT ? text : `${Buffer.from(text.slice(0, MAX_TEXT)).toString()}…`);
