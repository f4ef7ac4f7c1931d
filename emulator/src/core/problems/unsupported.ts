// Calls of services and operations that are not emulated, until all state is replaced: each operation is told of once.

/** Names that are remembered. With more, the first are told again. */
const MAX_TOLD = 1000;
/** Operations that are counted; the first called are forgotten first. */
const MAX_CALLS = 500;
/** Callers that are remembered of an operation. */
const MAX_CALLERS = 20;

export interface UnsupportedOperation {
  /** `rekognition.DetectLabels` */
  readonly call: string;
  readonly reason: string;
  readonly calls: number;
  /** `by function price` */
  readonly callers: readonly string[];
  /** Time of the last call. */
  readonly lastMs: number;
}

interface Noted {
  readonly call: string;
  readonly reason: string;
  readonly callers: Set<string>;
  calls: number;
  lastMs: number;
}

export class Unsupported {
  readonly #told = new Set<string>();
  readonly #calls = new Map<string, Noted>();

  /** The last called last. */
  get list(): readonly UnsupportedOperation[] {
    return [...this.#calls.values()].map(({ callers, ...noted }) => ({ ...noted, callers: [...callers] }));
  }

  /** Counts a call. */
  note({ call, reason, by, atMs }: Pick<Noted, 'call' | 'reason'> & { readonly by: string; readonly atMs: number }): void {
    const noted = this.#calls.get(call) ?? { call, reason, callers: new Set(), calls: 0, lastMs: 0 };
    this.#calls.delete(call);
    if (this.#calls.size >= MAX_CALLS) this.#calls.delete(this.#calls.keys().next().value!);
    this.#calls.set(call, noted);
    noted.calls++;
    noted.lastMs = atMs;
    if (noted.callers.size < MAX_CALLERS) noted.callers.add(by);
  }

  /** True for the first that is refused for this reason. */
  isNew(name: string, reason: string): boolean {
    const key = `${name}: ${reason}`;
    if (this.#told.has(key)) return false;
    if (this.#told.size >= MAX_TOLD) this.#told.clear();
    this.#told.add(key);
    return true;
  }

  clear(): void {
    this.#told.clear();
    this.#calls.clear();
  }
}
