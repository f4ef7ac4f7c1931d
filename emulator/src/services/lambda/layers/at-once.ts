// Layers that are being brought: several functions of a stack may need one at the same time.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

export class AtOnce<T> implements Owned {
  readonly #underWay = new Map<string, Promise<T>>();

  /** Callers that ask for the same at the same time get one answer. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const begun = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, begun);
    return begun;
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#underWay.values());
  }
}

export const pullsOf = (ctx: Ctx): AtOnce<void> => ctx.own('lambda.layer-pulls', () => new AtOnce<void>());
