// The interface to the process that init drives. Other code starts and kills it: the embedded spawner, or init itself inside a container.

/** Exactly one of `code`, `signal` and `error` (it never started) is set. */
export interface ExitInfo {
  readonly code?: number | undefined;
  /** `SIGKILL` */
  readonly signal?: string | undefined;
  readonly error?: string | undefined;
  /** It was killed for its memory. */
  readonly outOfMemory?: boolean | undefined;
}

export interface ProcessOutput {
  stdout(bytes: Uint8Array): void;
  stderr(bytes: Uint8Array): void;
  /** Framed log records, from file descriptor 3. */
  telemetry(bytes: Uint8Array): void;
}

export interface ManagedProcess {
  /** Settles after all output of the process has been passed to `ProcessOutput`. */
  readonly exited: Promise<ExitInfo>;
  /** Sends SIGKILL to it and to all its descendants. */
  kill(): void;
  /** Sends SIGTERM: it may end by itself. */
  terminate(): void;
  /** Watches its memory until the next `flush`. */
  watch(): void;
  /** Stops it and all its descendants until `thaw`; where absent, it keeps running. */
  freeze?(): void;
  thaw?(): void;
  /** Bytes of memory that it takes, its share of what it shares with other processes (PSS); 0 where nobody can tell. */
  weigh?(): Promise<number>;
  /** Resolves when all output so far has been passed on; returns the peak memory so far (0: unknown). */
  flush(): Promise<{ readonly peakBytes: number }>;
}

/** Starts the function's process. `address` is `host:port` of its Runtime API. */
export type Launch = (address: string, output: ProcessOutput) => ManagedProcess;

/** The other programs of an environment: those in /opt/extensions. */
export interface ExtensionHost {
  /** Names of the files, in order; read again at each init phase. */
  list(): readonly string[];
  launch(name: string, address: string, output: ProcessOutput): ManagedProcess;
  /** The init phase is over: an invocation begins. */
  onInvoke?(): void;
}

/** Whether it ends within that time. */
export async function endsWithin(process: ManagedProcess, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), graceMs);
  });
  const ended = await Promise.race([process.exited.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

/** For a command that could not even be tried. */
export const neverStarted = (error: string): ManagedProcess => ({
  exited: Promise.resolve({ error }),
  kill: () => undefined,
  terminate: () => undefined,
  watch: () => undefined,
  flush: () => Promise.resolve({ peakBytes: 0 }),
});
