// What the management endpoints are handed: the parts of an emulator that the gateway does not know itself.
import type { Setting } from '#config/options';
import type { History } from '#core/log';
import type { MovableClock } from '#core/time/clock';
import type { Authority } from './authority.ts';

export interface ManagementParts {
  readonly history: History;
  /** Where absent, this emulator is not stopped over HTTP. */
  readonly onStopRequest?: (() => void) | undefined;
  readonly settings: readonly Setting[];
  /** What was chosen at the start, and why. */
  readonly choices: readonly string[];
  readonly warnings: readonly string[];
  /** Stages and scripts, as they are now. */
  readonly init: () => {
    readonly completed: Readonly<Record<string, boolean>>;
    readonly scripts: readonly { readonly stage: string }[];
    readonly notes: readonly string[];
  };
  readonly state: {
    reset(): Promise<void>;
    save(name: string): Promise<string>;
    load(name: string): Promise<string>;
  };
  readonly clock: MovableClock;
  /** Made when first asked for. */
  readonly authority: () => Promise<Authority>;
  /** Resolves when all is idle. */
  readonly settle: () => Promise<void>;
}
