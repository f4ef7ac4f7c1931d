// The values that clients store at the health endpoint, in the form of the established emulator.

/** Values by name; `features:initScripts` is the name `initScripts` in the group `features`. */
export class HealthNotes {
  readonly #notes = new Map<string, unknown>();

  put(path: string, value: unknown): void {
    const [first = '', second] = path.split(':');
    const before = this.#notes.get(first);
    const group = typeof before === 'object' && !Array.isArray(before) ? before : {};
    this.#notes.set(first, second === undefined ? value : { ...group, [second]: value });
  }

  all(): Record<string, unknown> {
    return Object.fromEntries(this.#notes);
  }
}
