// Parameters and secrets that were read a moment ago: each for its own time, the least recently used one goes first.

interface CachedObject {
  readonly text: string;
  readonly untilMs: number;
}

export class ObjectCache {
  readonly #size: number;
  readonly #objects = new Map<string, CachedObject>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string, nowMs: number): string | undefined {
    const found = this.#objects.get(key);
    this.#objects.delete(key);
    if (!found || found.untilMs <= nowMs) return undefined;
    this.#objects.set(key, found);
    return found.text;
  }

  put(key: string, text: string, nowMs: number, ttlMs: number): void {
    if (this.#size === 0 || ttlMs === 0) return;
    this.#objects.delete(key);
    this.#objects.set(key, { text, untilMs: nowMs + ttlMs });
    const [oldest] = this.#objects.keys();
    if (this.#objects.size > this.#size && oldest !== undefined) this.#objects.delete(oldest);
  }
}
