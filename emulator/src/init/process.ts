// How init sees the process it drives: somebody else starts and kills it (the embedded spawner, or init itself inside a container).

/** Exactly one of `code`, `signal` and `error` (it never started) is set. */
export interface ExitInfo {
  readonly code?: number | undefined;
  /** `SIGKILL` */
  readonly signal?: string | undefined;
  readonly error?: string | undefined;
}

export interface ProcessOutput {
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  /** Framed log records, from file descriptor 3. */
  telemetry(bytes: Uint8Array): void;
}

export interface ManagedProcess {
  /** Settles after everything the process wrote has been handed to `ProcessOutput`. */
  readonly exited: Promise<ExitInfo>;
  /** SIGKILL to it and to all it started. */
  kill(): void;
  /** SIGTERM: it may end by itself. */
  terminate(): void;
  /** Keeps an eye on its memory until the next `flush`. */
  watch(): void;
  /** Stands still with all it started, until `thaw`; absent: it goes on. */
  freeze?(): void;
  thaw?(): void;
  /** Resolves when all it had written by now has been handed on; tells its peak memory so far (0: unknown). */
  flush(): Promise<{ readonly peakBytes: number }>;
}

/** Starts the function's process. `address` is `host:port` of its Runtime API. */
export type Launch = (address: string, output: ProcessOutput) => ManagedProcess;

/** What else runs in an environment: the programs in /opt/extensions. */
export interface ExtensionHost {
  /** Names of the files, in order; looked up at each init phase. */
  list(): readonly string[];
  launch(name: string, address: string, output: ProcessOutput): ManagedProcess;
}

/** True when it has ended within that time. */
export async function endsWithin(process: ManagedProcess, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), graceMs);
  });
  const ended = await Promise.race([process.exited.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

/** A command that could not even be tried. */
export const neverStarted = (error: string): ManagedProcess => ({
  exited: Promise.resolve({ error }),
  kill: () => undefined,
  terminate: () => undefined,
  watch: () => undefined,
  flush: () => Promise.resolve({ peakBytes: 0 }),
});
