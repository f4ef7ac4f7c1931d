// Counts concurrent invocations: per function with a reservation, for all other functions together, and per version with a maximum of
// environments. Refuses invocations over a limit.
import type { Fault } from '#core/fault';
import { fault } from '#model/lambda';
import { ACCOUNT_CONCURRENCY } from '#services/lambda/lookup/limits';

interface FunctionRef {
  readonly place: { readonly account: string; readonly region: string };
  readonly name: string;
}

interface Asking extends FunctionRef {
  readonly reserved: number | undefined;
  /** Sum of the reservations of all functions. */
  readonly reservedInAll: number;
  /** Provisioned concurrency of a function with a reservation: how much of it the version has, and all versions together. */
  readonly provisioned?: { readonly version: number; readonly ofVersion: number; readonly inAll: number } | undefined;
  /** A version with a limit of its own. */
  readonly scaled?: { readonly version: number; readonly most: number } | undefined;
}

interface Limit {
  readonly key: string;
  readonly most: number;
  readonly reason: string;
}

const throttled = (Reason: string): Fault => fault('TooManyRequestsException', 'Rate Exceeded.', { Type: 'User', Reason });

export class ConcurrencyCount {
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Map<string, () => void>>();

  /** Counts an invocation in. The returned function counts it out. @throws Fault TooManyRequestsException */
  enter(asking: Asking): () => void {
    const limits = this.#limitsOf(asking);
    for (const { key, most, reason } of limits) if ((this.#running.get(key) ?? 0) >= most) throw throttled(reason);
    const keys = [...limits.map(({ key }) => key), ...totalKeys(asking)];
    for (const key of keys) this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) this.#leave(key);
      this.#wakeOne(functionKey(asking));
    };
  }

  /** How many invocations of a function run, and of all functions of its account and region. */
  running(of: FunctionRef): { readonly ofFunction: number; readonly inAll: number } {
    const [ofFunction, inAll] = totalKeys(of).map((key) => this.#running.get(key) ?? 0);
    return { ofFunction: ofFunction!, inAll: inAll! };
  }

  /** An invocation takes what is provisioned for its version, and what is left to all versions once that is in use. */
  #limitsOf(asking: Asking): readonly Limit[] {
    const {
      place: { account, region },
      name,
      provisioned,
    } = asking;
    if (!provisioned?.ofVersion) return limitsOf(asking);
    const own: Limit = {
      key: `${account}/${region}/${name}/provisioned/${provisioned.version}`,
      most: provisioned.ofVersion,
      reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
    };
    return (this.#running.get(own.key) ?? 0) < own.most ? [own] : limitsOf(asking);
  }

  /** Calls back once, when an invocation of the function has ended: first who waited first. `id` names the caller for `forget`. */
  whenFree(of: FunctionRef, id: string, then: () => void): void {
    const key = functionKey(of);
    const waiting = this.#waiting.get(key) ?? new Map<string, () => void>();
    this.#waiting.set(key, waiting.set(id, then));
  }

  forget(of: FunctionRef, id: string): void {
    const key = functionKey(of);
    const waiting = this.#waiting.get(key);
    waiting?.delete(id);
    if (waiting?.size === 0) this.#waiting.delete(key);
  }

  #wakeOne(key: string): void {
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    for (const [id, then] of waiting) {
      waiting.delete(id);
      if (waiting.size === 0) this.#waiting.delete(key);
      then();
      return;
    }
  }

  #leave(key: string): void {
    const left = this.#running.get(key)! - 1;
    if (left === 0) this.#running.delete(key);
    else this.#running.set(key, left);
  }
}

const functionKey = ({ place: { account, region }, name }: FunctionRef): string => `${account}/${region}/${name}`;

/** The keys of counts without a limit. */
const totalKeys = (of: FunctionRef): readonly [string, string] => [
  `${functionKey(of)}/all`,
  `${of.place.account}/${of.place.region}/all functions`,
];

function limitsOf({ place: { account, region }, name, reserved, reservedInAll, provisioned, scaled }: Asking): readonly Limit[] {
  const place = `${account}/${region}/`;
  const limit: Limit =
    reserved === undefined
      ? { key: place, most: ACCOUNT_CONCURRENCY - reservedInAll, reason: 'ConcurrentInvocationLimitExceeded' }
      : { key: `${place}${name}`, most: reserved - (provisioned?.inAll ?? 0), reason: 'ReservedFunctionConcurrentInvocationLimitExceeded' };
  if (!scaled) return [limit];
  return [limit, { key: `${place}${name}/${scaled.version}`, most: scaled.most, reason: 'ConcurrentInvocationLimitExceeded' }];
}
