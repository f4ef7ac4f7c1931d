// The ends that an environment that dials in has on the side of its engine.

import type { Readable } from 'node:stream';
import type { Environment, EnvironmentSpec } from '#containers/container-runtime';
import type { CodeChange, InitialisedBody } from '#runtime-init/channel-wire';

export interface EnvironmentParts {
  readonly spec: EnvironmentSpec;
  readonly code: (sha256: string) => Readable | undefined;
  /** Ends the container, if it still exists. */
  readonly remove: (ending: boolean) => Promise<void>;
  readonly onStopped: (environment: Environment) => void;
  /** The kernel took no filter of system calls. */
  readonly onUnfiltered: () => void;
  /** Whether code and layers are mounted. */
  readonly isMounted: () => boolean;
  /** Where they are copied: what has changed in them since they were last sent. */
  readonly changes?: () => Promise<readonly CodeChange[]>;
  /** Asks the engine why an environment is silent that was connected; it is lost in any case. */
  readonly whyLost?: () => Promise<{ readonly why: string; readonly code?: number | undefined } | undefined>;
}

/** True if the init program reports that the init phase loaded the code; false where the environment is gone. */
export const hasLoaded = (body: Uint8Array | undefined): boolean =>
  body !== undefined && (JSON.parse(Buffer.from(body).toString()) as InitialisedBody).loaded;
