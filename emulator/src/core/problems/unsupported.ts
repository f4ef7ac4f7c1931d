// Operations and services of which was told that they are not emulated: once each, until all state is replaced.

/** Names that are remembered. With more, the first are told again. */
const MAX_TOLD = 1000;

export class Unsupported {
  readonly #told = new Set<string>();

  /** True for the first call of the operation that is refused for this reason. */
  isNew(name: string, reason: string): boolean {
    const key = `${name}: ${reason}`;
    if (this.#told.has(key)) return false;
    if (this.#told.size >= MAX_TOLD) this.#told.clear();
    this.#told.add(key);
    return true;
  }

  clear(): void {
    this.#told.clear();
  }
}
