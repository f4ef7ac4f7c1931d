// The interface of everything that runs functions: a runtime makes environments, an environment takes invocations. `embedded/`, `docker/`
// and `kubernetes/` implement it. No address of an environment appears here, because environments dial out: they open the connection to the emulator.

import type { MessageLog } from '#lib/message';
import type { Invocation, InvokeHandle, LogRecord } from '#runtime-init/invocation';

export type { DebuggerState } from '#runtime-init/debugging';
export type { Invocation, InvokeHandle, InvokeOutcome, InvokeReport, LogRecord } from '#runtime-init/invocation';

/** The facts by which a runtime decides whether it can run a function. */
export interface FunctionVersion {
  readonly packageType: 'Zip' | 'Image';
  /** `nodejs20.x`; undefined for images. */
  readonly runtime?: string | undefined;
  readonly architecture: 'x86_64' | 'arm64';
  readonly imageUri?: string | undefined;
  /** Id of the image at the last create or update of the function: this image runs, even if its name means another one by now. */
  readonly imageId?: string | undefined;
}

/** An image as the engine knows it. */
export interface KnownImage {
  readonly id: string;
  /** `sha256:…`; the registry's digest where the image came from one. */
  readonly digest: string;
}

/** `warning` appears on the function and in `doctor`; `difference`, a short line, once on the console for each function; `reason` becomes the function's StateReason. */
export type Support =
  | {
      readonly ok: true;
      readonly warning?: string | undefined;
      readonly difference?: string | undefined;
      readonly image?: KnownImage | undefined;
      /** Why a debugger of this machine does not reach ports that its processes open on loopback; undefined where it does. A sentence. */
      readonly undebuggable?: string | undefined;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Set where the reason is that no container engine answers. */
      readonly noEngine?: boolean | undefined;
    };

/** The log of a container runtime. */
export interface RuntimeLog extends MessageLog {
  debug(text: () => string): void;
}

/** Code or a layer, identified by its hash: a runtime mounts the directory, uploads it, or lets the environment download it. */
export interface Content {
  /** Identifies the content: hash of the archive, or of the path where the folder may change. Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Folder on this machine with the code; environments never write to it. */
  readonly localDir: string;
  /** Set for a folder of the user's, whose links may lead out of it: whether what they lead to may be shown. `target`: free of links. */
  readonly mayLinkTo?: ((target: string) => boolean) | undefined;
  /** Told of links of such a folder that lead to a path inside which belongs to the environment itself (`/tmp`). */
  readonly onCoveredLink?: ((covered: { readonly link: string; readonly path: string }) => void) | undefined;
}

/** Settings of a function that override those of its container image. */
export interface ImageOverrides {
  readonly entryPoint?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
}

export interface EnvironmentSpec {
  /** Usable as a DNS label; contains the account. */
  readonly id: string;
  readonly function: FunctionVersion;
  readonly functionName: string;
  /** `$LATEST` or a number. */
  readonly functionVersion: string;
  readonly accountId: string;
  readonly handler: string;
  /** Empty for a container image, which contains its own code. */
  readonly code: Content;
  readonly image?: ImageOverrides | undefined;
  /** In the function's order: later layers override earlier ones. */
  readonly layers: readonly Content[];
  /**
   * The complete variables (AWS_REGION, credentials, AWS_LAMBDA_*, AWS_ENDPOINT_URL, the customer's own …). Nothing is inherited. The
   * runtime adds only variables that depend on where the code is: LAMBDA_TASK_ROOT, LAMBDA_RUNTIME_DIR, _HANDLER, AWS_LAMBDA_RUNTIME_API
   * and, where absent here, PATH, LD_LIBRARY_PATH, LANG, TZ, NODE_PATH, PYTHONPATH and TMPDIR.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The configured limit; `enforcesMemory` of the runtime says whether it is enforced. */
  readonly memoryMb: number;
  readonly tmpMb?: number | undefined;
  /** Format of the platform's lines (START, END, REPORT). */
  readonly logFormat: 'Text' | 'JSON';
  /** Instance, environment and function: put on everything that may outlive a process, so that leftovers can be found. */
  readonly labels: Readonly<Record<string, string>>;
  /** Receives every log event, platform lines included, in order. */
  readonly onLog: (record: LogRecord) => void;
}

/** `parked`: ready to load the user's code; `idle`: initialised; `stopped`: ended for good, must not be handed out again. */
type EnvironmentState = 'starting' | 'parked' | 'idle' | 'busy' | 'stopping' | 'stopped';

export interface Environment {
  readonly id: string;
  readonly state: EnvironmentState;
  /** True until the first invocation has begun, and again after `reset`: until then, `init` or `invoke` loads the user's code. */
  readonly fresh: boolean;
  /** Loads the user's code ahead of the first invocation (provisioned concurrency). Never rejects: a load that failed leaves the environment `parked`, and `invoke` retries it. */
  init(): Promise<void>;
  /** One at a time: throws when busy or stopped. A failed invocation leaves the environment usable: its process is replaced, /tmp stays. */
  invoke(invocation: Invocation): InvokeHandle;
  /** Whether it sees changes in the folders of its code and layers. False where these were copied into it once and for all. */
  readonly sharesFolders: boolean;
  /** Whether these changes come with `reset` only, because the folders are copied. Undefined where they are mounted. */
  readonly copiesFolders?: boolean | undefined;
  /** Replaces the process after the running invocation, and keeps the environment: its id, its /tmp. It is fresh again: the next invocation loads the code. */
  reset(): Promise<void>;
  /** Starts the process ahead that takes the place of the present one at the next `reset`, and resolves when it waits. Where absent, none can be started ahead. */
  parkNext?(): Promise<void>;
  /** Ends that process. */
  dropNext?(): Promise<void>;
  /** Bytes of memory (its share of what is shared, PSS) of its process that was started ahead and waits to load the user's code. */
  parkedBytes?(): Promise<number>;
  /** Ends the environment; no process and no directory is left behind. A running invocation gets the outcome `stopped`. */
  stop(): Promise<void>;
  /** Settles when the environment has ended, for any reason. */
  readonly stopped: Promise<void>;
}

export interface CreateOptions {
  /** When aborted, the environment is no longer needed: `createEnvironment` rejects and leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
}

export interface ContainerRuntime {
  /** For logs and `doctor` only: code must not decide by it. */
  readonly name: string;
  /** Whether an environment that exceeds `memoryMb` is ended. */
  readonly enforcesMemory: boolean;
  /** How many environments may be created at the same time. */
  readonly maxParallelCreates: number;
  /** Whether it works on this machine; `detail` is the line for `doctor` (sandbox, interpreters). */
  probe(): Promise<{ readonly ok: true; readonly detail: string } | { readonly ok: false; readonly reason: string }>;
  supports(fn: FunctionVersion): Promise<Support>;
  /** Resolves when it is parked (connected; user code not loaded). Rejects with an EmulatorError whose message suits StateReason. */
  createEnvironment(spec: EnvironmentSpec, options?: CreateOptions): Promise<Environment>;
  /** Stops every environment and everything that serves them. */
  dispose(): Promise<void>;
}
