// Faults that somebody asked for: calls that fail, or wait before they run, to try what an application does then.
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from '#core/call';
import { isNamed } from '#core/call-resource';
import { Fault } from '#core/fault';

/** The effect of a fault on the calls that it matches. */
export interface FaultEffect {
  /** Code of the error that is answered: `ThrottlingException`. Without one the call runs, after the delay. */
  readonly error?: string | undefined;
  readonly message?: string | undefined;
  /** HTTP status of the error, by default 400; with 500 and more the service is to blame. */
  readonly status?: number | undefined;
  /** Milliseconds of the machine's time before the call runs or fails. */
  readonly delayMs?: number | undefined;
}

/** Which calls a fault meets, and what it does to them. */
export interface FaultRequest extends FaultEffect {
  /** `sqs`; `*` for all services. */
  readonly service: string;
  /** `SendMessage`; all operations where absent. */
  readonly operation?: string | undefined;
  /** Name, ARN or URL of the resource that the call names; all where absent. */
  readonly resource?: string | undefined;
  /** Share of the calls that it meets, above 0 and up to 1; by default 1. */
  readonly rate?: number | undefined;
  /** How many calls it meets before it ends; by default any number. */
  readonly times?: number | undefined;
}

export interface FaultRule extends FaultRequest {
  readonly id: string;
  /** Calls that it has met. */
  readonly met: number;
}

type Rule = { -readonly [K in keyof FaultRule]: FaultRule[K] };

/** The error of a call that a fault met. */
export class InjectedFault extends Fault {
  readonly rule: string;
  constructor(rule: FaultRule, { error, message, status = 400 }: FaultEffect & { readonly error: string }) {
    const blame = status >= 500 ? 'server' : 'client';
    super(error, message ?? `This call was made to fail by the fault ${rule.id} of the emulator.`, { status, blame });
    this.rule = rule.id;
  }
}

export class FaultRules {
  #rules: Rule[] = [];
  #added = 0;
  readonly #random: () => number;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  get list(): readonly FaultRule[] {
    return this.#rules;
  }
  /** Whether any call can be met. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  add(request: FaultRequest): FaultRule {
    const rule = { ...request, id: `fault-${++this.#added}`, met: 0 };
    this.#rules.push(rule);
    return rule;
  }

  /** False if no fault has this id. */
  remove(id: string): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    return this.#rules.length < before;
  }

  clear(): void {
    this.#rules = [];
  }

  /**
   * Lets the faults meet a call, in the order in which they were added; the first with an error ends it.
   * @throws InjectedFault
   */
  async meet(call: Call, resource: string | undefined): Promise<void> {
    for (const rule of [...this.#rules]) {
      if (!fits(rule, call, resource) || this.#random() >= (rule.rate ?? 1)) continue;
      rule.met++;
      if (rule.times !== undefined && rule.met >= rule.times) this.remove(rule.id);
      if (rule.delayMs !== undefined) await wait(rule.delayMs, undefined, { signal: call.caller.signal }).catch(() => undefined);
      if (rule.error !== undefined) throw new InjectedFault(rule, { ...rule, error: rule.error });
    }
  }
}

function fits({ service, operation, resource }: FaultRequest, call: Call, named: string | undefined): boolean {
  if (service !== '*' && service !== call.service) return false;
  if (operation !== undefined && operation !== call.operation) return false;
  return resource === undefined || (named !== undefined && isNamed(named, resource));
}
