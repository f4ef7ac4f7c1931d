// Looks at the memory of the environment while the function works: its peak is reported, and what takes more than it may is killed.

import { figureOf, type Memory } from './memory.ts';

const WATCH_EVERY_MS = 20;

export class MemoryWatch {
  readonly #memory: Memory;
  readonly #limitBytes: number;
  readonly #kill: () => void;
  readonly #killsBefore: number;
  #timer: NodeJS.Timeout | undefined;
  #peak = 0;
  #exceeded = false;

  constructor(memory: Memory, limitBytes: number, kill: () => void) {
    this.#memory = memory;
    this.#limitBytes = limitBytes;
    this.#kill = kill;
    this.#killsBefore = memory.kills();
  }

  get peak(): number {
    return this.#peak;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.look(), WATCH_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  look(): void {
    const used = this.#memory.used();
    this.#peak = Math.max(this.#peak, figureOf(used, this.#limitBytes));
    if (used.own <= this.#limitBytes) return;
    this.#exceeded = true;
    this.#kill();
  }

  /** Notes the peak at the end of an invocation. */
  note(): void {
    this.#peak = Math.max(this.#peak, this.#memory.peak());
  }

  /** Whether a process that ended by SIGKILL was killed for its memory. */
  get outOfMemory(): boolean {
    // The kernel's limit is above the function's: a process that grows fast may reach it between two looks.
    const isKernels = this.#memory.kills() > this.#killsBefore;
    if (isKernels) this.#peak = Math.max(this.#peak, this.#limitBytes);
    return this.#exceeded || isKernels;
  }
}
