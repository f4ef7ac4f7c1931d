// Ends the process and the extensions of an environment, one tear-down at a time.

import type { ShutdownReason } from './extensions/extension.ts';
import type { Extensions } from './extensions/extensions.ts';
import type { ProcessSlot } from './process/process-slot.ts';
import type { PlatformLog } from './telemetry/platform-log.ts';

interface TearDownParts {
  readonly slot: ProcessSlot;
  readonly extensions: Extensions;
  readonly log: PlatformLog;
}

export class TearDown {
  readonly #parts: TearDownParts;
  #over: Promise<void> = Promise.resolve();

  constructor(parts: TearDownParts) {
    this.#parts = parts;
  }

  /** The end of the previous processes: nothing is started before it resolves. */
  get over(): Promise<void> {
    return this.#over;
  }

  /** Ends the process and the extensions, each within its time. */
  run(reason: ShutdownReason): Promise<void> {
    const { slot, extensions, log } = this.#parts;
    this.#over = this.#over.then(async () => {
      const { runtimeMs, allMs } = extensions.grace;
      const deadlineMs = Date.now() + allMs;
      await slot.kill(runtimeMs);
      if (allMs === 0) return;
      await log.telemetry.flush();
      await extensions.shutdown(reason, deadlineMs);
    });
    return this.#over;
  }
}
