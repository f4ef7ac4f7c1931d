// Writes that go to disk together.
import type { Change } from './change.ts';
import { Need } from './need.ts';

export class Turn {
  readonly changes: Change[] = [];
  readonly landed: Promise<void>;
  #settle: { resolve(): void; reject(reason: unknown): void } | undefined;
  #need: Need | undefined;
  /** Changes whose need is counted. */
  #counted = 0;

  constructor() {
    this.landed = new Promise<void>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.landed.catch(() => undefined);
  }

  /** `need`: where it was counted already. */
  add(changes: readonly Change[], need: Need | undefined): void {
    if (need) {
      const before = this.need;
      this.#need = before ? before.plus(need) : need;
      this.#counted += changes.length;
    }
    for (const change of changes) this.changes.push(change);
  }

  resolve(): void {
    this.#settle?.resolve();
  }

  reject(reason: unknown): void {
    this.#settle?.reject(reason);
  }

  /** Counted when it is asked for: mostly there is room enough. Undefined without changes. */
  get need(): Need | undefined {
    if (this.#counted < this.changes.length) {
      const more = Need.of(this.changes.slice(this.#counted));
      this.#need = this.#need?.plus(more) ?? more;
      this.#counted = this.changes.length;
    }
    return this.#need;
  }
}
