// Values that the caches of APIs keep, as JSON, all in one store of bounded size: the values that nobody has asked for longest go first.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

/** Characters of all values and keys together. */
const MAX_KEPT = 32 * 1024 * 1024;
const MAX_VALUE = 1024 * 1024;

interface Kept {
  readonly text: string;
  readonly untilMs: number;
  readonly size: number;
}

export class KeptValues implements Owned {
  /** In the order of their last uses. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  get(key: string, nowMs: number): string | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.delete(key);
    if (kept.untilMs <= nowMs) return undefined;
    this.#add(key, kept);
    return kept.text;
  }

  put(key: string, text: string, untilMs: number): void {
    if (text.length + key.length > MAX_VALUE) return;
    this.delete(key);
    this.#add(key, { text, untilMs, size: text.length + key.length });
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= MAX_KEPT) break;
      this.delete(oldest);
    }
  }

  /** Whether there was one. */
  delete(key: string): boolean {
    const kept = this.#kept.get(key);
    if (!kept) return false;
    this.#size -= kept.size;
    return this.#kept.delete(key);
  }

  #add(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#size += kept.size;
  }

  async stop(): Promise<void> {
    this.#kept.clear();
    this.#size = 0;
  }
}

export const keptValues = (ctx: Ctx): KeptValues => ctx.own('appsync.cache', () => new KeptValues());
