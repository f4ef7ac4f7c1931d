// The face of everything that can run functions: it makes environments, and an environment takes invocations. `embedded/` implements it.
// Shared code asks `can`, never what kind a runtime is. No address of an environment appears here: environments dial out to the emulator.

import type { Invocation, InvokeHandle, LogRecord } from '#init/invocation';

export type { Invocation, InvokeHandle, InvokeOutcome, InvokeReport, LogRecord } from '#init/invocation';

/** What a runtime must know to say whether it can run a function. */
export interface FunctionVersion {
  readonly packageType: 'Zip' | 'Image';
  /** `nodejs20.x`; absent for images. */
  readonly runtime?: string | undefined;
  readonly architecture: 'x86_64' | 'arm64';
  readonly imageUri?: string | undefined;
  /** The image that the name meant when the function was created or updated: it runs, wherever the name leads by now. */
  readonly imageId?: string | undefined;
}

/** An image as the engine knows it. */
export interface KnownImage {
  readonly id: string;
  /** `sha256:…`, of the registry where it came from one. */
  readonly digest: string;
}

/** `warning` stands on the function, in its log and in `doctor`; `reason` becomes the function's StateReason. */
export type Support =
  | { readonly ok: true; readonly warning?: string | undefined; readonly image?: KnownImage | undefined }
  | { readonly ok: false; readonly reason: string };

/** Code or a layer by its content: a runtime mounts the directory, uploads it, or lets the environment fetch it by its hash. */
export interface Content {
  /** Hexadecimal, of the archive. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Where it lies unpacked on this machine; the environment never writes there. */
  readonly localDir: string;
}

/** What a function says about its container image, over what the image itself says. */
export interface ImageOverrides {
  readonly entryPoint?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
}

/** How an environment reaches the emulator: the advertised URL, which need not be the address we listen on. Id and secret are two things. */
interface DialOut {
  readonly url: string;
  readonly runtimeId: string;
  readonly token: string;
  readonly ca?: string | undefined;
}

export interface EnvironmentSpec {
  /** Usable as a DNS label; names the account. */
  readonly id: string;
  readonly function: FunctionVersion;
  readonly functionName: string;
  /** `$LATEST` or a number. */
  readonly functionVersion: string;
  readonly accountId: string;
  readonly handler: string;
  /** Of a container image: empty, for it brings its own. */
  readonly code: Content;
  readonly image?: ImageOverrides | undefined;
  /** In the function's order: later ones win. */
  readonly layers: readonly Content[];
  /**
   * Final, and all there is (AWS_REGION, credentials, AWS_LAMBDA_*, AWS_ENDPOINT_URL, the customer's own …). Nothing is inherited. The
   * runtime adds only what depends on the place where the code lies: LAMBDA_TASK_ROOT, LAMBDA_RUNTIME_DIR, _HANDLER, AWS_LAMBDA_RUNTIME_API
   * and, where absent here, PATH, LD_LIBRARY_PATH, LANG, TZ, NODE_PATH, PYTHONPATH and TMPDIR.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Limits as intent: see `can.enforceMemory`. */
  readonly memoryMb: number;
  readonly tmpMb?: number | undefined;
  readonly cpuShare?: number | undefined;
  /** How platform lines (START, END, REPORT) are written. */
  readonly logFormat: 'Text' | 'JSON';
  /** Instance, environment, function: on everything that outlives a process, so that leftovers are found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Absent where the environment lives in the emulator's own process (`can.needsDialOut`). */
  readonly dialOut?: DialOut | undefined;
  /** Every log event, platform lines included, in order. */
  readonly onLog: (record: LogRecord) => void;
}

/** `parked`: ready to load the user's code; `idle`: initialised; `stopped`: for good, never to be handed out again. */
type EnvironmentState = 'starting' | 'parked' | 'idle' | 'busy' | 'stopping' | 'stopped';

export type ResetReason = 'timeout' | 'failure' | 'hot-reload';

export interface Environment {
  readonly id: string;
  readonly state: EnvironmentState;
  /** True until the first invocation has begun: `init` or `invoke` then loads the user's code. */
  readonly fresh: boolean;
  /** Loads the user's code ahead of the first invocation (provisioned concurrency). Rejects never: a failed init is retried in `invoke`. */
  init(): Promise<void>;
  /** One at a time: throws when busy or stopped. A failed invocation leaves the environment usable: its process is replaced in place, /tmp kept. */
  invoke(invocation: Invocation): InvokeHandle;
  /** Replaces the process and keeps the environment: id, /tmp. Waits for a running invocation when the reason is `hot-reload`. */
  reset(reason: ResetReason): Promise<void>;
  /** Ends it and leaves no process and no directory behind. An invocation under way gets the outcome `stopped`. */
  stop(): Promise<void>;
  /** Settles when the environment has ended for whatever reason. */
  readonly stopped: Promise<void>;
}

export interface ContainerRuntimeAbilities {
  /** Host directories are seen by environments as they change (hot reload without sending files). */
  readonly mountHostDirs: boolean;
  readonly pause: boolean;
  readonly enforceMemory: boolean;
  /** Why a process ended is known. */
  readonly reportExit: boolean;
  /** `spec.dialOut` must be given. */
  readonly needsDialOut: boolean;
  /** Container images run. */
  readonly images: boolean;
}

export interface CreateOptions {
  /** Aborted: the environment is no longer wanted; `createEnvironment` rejects and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
}

export interface ContainerRuntime {
  /** For logs and for `doctor`: never to decide by. */
  readonly name: string;
  readonly can: ContainerRuntimeAbilities;
  /** How many environments may be created at a time. */
  readonly maxParallelCreates: number;
  /** Whether it works at all on this machine; `detail` is the line for `doctor` (sandbox, interpreters). */
  probe(): Promise<{ readonly ok: true; readonly detail: string } | { readonly ok: false; readonly reason: string }>;
  supports(fn: FunctionVersion): Promise<Support>;
  /** Resolves when it is parked (it has dialled in; user code untouched). Rejects with an EmulatorError whose message is fit for StateReason. */
  createEnvironment(spec: EnvironmentSpec, options?: CreateOptions): Promise<Environment>;
  /** Stops every environment and whatever serves them. */
  dispose(): Promise<void>;
}
