// Deployments, compiled when they are first needed. They never change, so a deployment that was deleted is only forgotten.
import type { Owned } from '#core/owned';

const MAX_PROGRAMS = 200;

export class KeptPrograms<Program> implements Owned {
  readonly #programs = new Map<string, Program>();

  /** The program of a deployment; `compile` makes it, or says by undefined that there is none. The oldest one makes room for a new one. */
  of<Made extends Program | undefined>(api: string, deployment: string, compile: () => Made): Program | Made {
    const key = `${api}/${deployment}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const made = compile();
    if (made === undefined) return made;
    if (this.#programs.size >= MAX_PROGRAMS) this.#programs.delete(this.#programs.keys().next().value!);
    this.#programs.set(key, made as Program);
    return made;
  }

  async stop(): Promise<void> {
    this.#programs.clear();
  }
}
