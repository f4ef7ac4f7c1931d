// Pollers of one kind of consumer, by resource: made when first asked for.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

export class Pollers<P> implements Owned {
  readonly #make: () => P;
  readonly #pollers = new Map<string, P>();

  constructor(make: () => P) {
    this.#make = make;
  }

  of(key: string): P {
    let poller = this.#pollers.get(key);
    if (!poller) this.#pollers.set(key, (poller = this.#make()));
    return poller;
  }

  forget(key: string): void {
    this.#pollers.delete(key);
  }

  stop(): Promise<void> {
    this.#pollers.clear();
    return Promise.resolve();
  }
}

export const pollerKey = (id: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string => `${account}/${region}/${id}`;
