// Runs functions in Pods of a Kubernetes cluster, without privilege: an environment is a bare Pod whose init dials in to the emulator.

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { homedir, hostname } from 'node:os';
import type {
  ContainerRuntime,
  CreateOptions,
  Environment,
  EnvironmentSpec,
  FunctionVersion,
  Support,
} from '#containers/container-runtime';
import { architectureConflict } from '#containers/dialled-in/binary-architecture';
import { CodeCopy } from '#containers/dialled-in/code-copy';
import { dialledIn, itSaid } from '#containers/dialled-in/dialled-in';
import { DialledInEnvironment } from '#containers/dialled-in/dialled-in-environment';
import type { ImageMapping } from '#containers/dialled-in/image-names';
import { InitBinary } from '#containers/dialled-in/init-binary';
import { seenFromInside } from '#containers/endpoint';
import { ENVIRONMENT_START_FAILED, INIT_PROGRESS, RUNTIME_NOT_AVAILABLE } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';
import { globMatcher } from '#lib/glob';
import { lazy } from '#lib/lazy';
import { advertisedUrl } from './advertised-url.ts';
import { Cluster, type NamedPod } from './cluster.ts';
import { findCluster } from './cluster-access.ts';
import { type KubernetesOptions, podImages } from './kubernetes-options.ts';
import { POD_LOST, POD_NOT_REMOVED, PODS_NOT_WATCHED, PODS_SWEPT } from './messages.ts';
import { INIT_ARCHIVE, type PodParts, podFor, podName } from './pod-spec.ts';
import type { PodEnd, PodState } from './pod-state.ts';
import type { Json } from './pod-template.ts';
import { templateOf } from './template-of-options.ts';

/** How long an end that the channel has noticed waits for the reason of the cluster. */
const REASON_WITHIN_MS = 1500;
const OWN_LOOPBACK =
  'It runs in a Pod, whose loopback debuggers do not reach. CONTAINER_RUNTIME=embedded runs it as a process of this machine.';

interface Connected {
  readonly cluster: Cluster;
  readonly url: string;
  readonly ownPod: { readonly name: string; readonly uid: string } | undefined;
}

export class KubernetesRuntime implements ContainerRuntime {
  readonly name = 'kubernetes';
  readonly enforcesMemory = true;
  readonly maxParallelCreates = 10;
  readonly #options: KubernetesOptions;
  readonly #mapping: ImageMapping;
  readonly #template: Json;
  readonly #hasInit: (image: string) => boolean;
  readonly #init: InitBinary;
  readonly #environments = new Set<Environment>();
  readonly #connected = lazy(() => this.#connect());
  #opened: Cluster | undefined;

  /** @throws EmulatorError IMAGE_MAPPING_INVALID, POD_TEMPLATE_INVALID */
  constructor(options: KubernetesOptions) {
    const { imagesWithInit } = options.pods;
    this.#options = options;
    this.#mapping = podImages(options.imageMapping, options.pods);
    this.#template = templateOf(options.pods);
    const patterns = imagesWithInit
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map(globMatcher);
    this.#hasInit = (image) => patterns.some((matches) => matches(image));
    this.#init = new InitBinary({ path: options.initPath, progress: (progress) => options.log.write(INIT_PROGRESS, { progress }) });
  }

  async probe(): Promise<{ ok: true; detail: string } | { ok: false; reason: string }> {
    try {
      const { cluster, url } = await this.#connected();
      const { server, because } = cluster.client.access;
      return {
        ok: true,
        detail: `Pods in the namespace ${cluster.namespace} of ${server} (${because}), which reach the emulator at ${url}`,
      };
    } catch (error) {
      return { ok: false, reason: (error as Error).message };
    }
  }

  async supports(fn: FunctionVersion): Promise<Support> {
    try {
      this.#imageOf(fn);
      await this.#connected();
      return { ok: true, undebuggable: OWN_LOOPBACK };
    } catch (error) {
      return { ok: false, reason: (error as Error).message };
    }
  }

  async createEnvironment(spec: EnvironmentSpec, { signal }: CreateOptions = {}): Promise<Environment> {
    signal?.throwIfAborted();
    const conflict = await architectureConflict(spec);
    if (conflict) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, conflict);
    const image = this.#imageOf(spec.function);
    const connected = await this.#connected();
    // An image that contains it needs none from here.
    const initPath = this.#hasInit(image) ? undefined : await this.#init.for(spec.function.architecture);
    const copy = await CodeCopy.of(spec, [homedir(), ...(this.#options.hidden ?? [])]);
    const parts = this.#parts(spec, image, connected);
    signal?.throwIfAborted();
    const pod = connected.cluster.pod(podName(spec, parts.instance));
    let isMade = false;
    const environment: DialledInEnvironment = new DialledInEnvironment({
      spec,
      code: (name) => (name === INIT_ARCHIVE ? initPath && createReadStream(initPath) : copy.archive(name)) || undefined,
      remove: async () => (isMade ? this.#remove(pod) : undefined),
      onStopped: (stopped) => this.#environments.delete(stopped),
      onUnfiltered: () => undefined,
      isMounted: () => false,
      changes: () => copy.changes(),
      whyLost: () => this.#whyLost(spec, pod),
    });
    environment.use(this.#options.control.open(parts.dialOut.runtimeId, parts.dialOut.token, environment.events));
    this.#environments.add(environment);
    const ready = environment.ready();
    ready.catch(() => undefined);
    const { url } = parts.dialOut;
    let pending = '';
    let fail!: (why: string) => void;
    const failed = new Promise<string>((resolve) => {
      fail = resolve;
    });
    const changed = (state: PodState) => {
      pending = state.pending ?? '';
      if (environment.state !== 'starting') return this.#ended(environment, spec, pod, state);
      if (state.failed !== undefined) fail(state.failed);
      else if (state.ended) void this.#neverStarted(pod, state.ended).then(fail);
    };
    try {
      await connected.cluster.start(podFor(parts), changed, signal);
      isMade = true;
      const limitMs = this.#options.pods.readyWithinMs;
      await dialledIn({ ready, failed, known: async () => (pending ? ` ${pending}` : itSaid(await pod.tail())), url, limitMs, signal });
      return environment;
    } catch (cause) {
      await environment.stop();
      signal?.throwIfAborted();
      if (cause instanceof EmulatorError) throw cause;
      throw new EmulatorError(
        ENVIRONMENT_START_FAILED,
        `The Pod of function ${spec.functionName} could not be started: ${(cause as Error).message}`,
        { cause },
      );
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#environments].map((environment) => environment.stop()));
    await this.#opened?.close();
  }

  async #connect(): Promise<Connected> {
    const { pods, instance, log, machine, origin, listens } = this.#options;
    const url = advertisedUrl({ origin: origin(), listens, advertised: pods.advertisedUrl });
    const cluster = new Cluster(await findCluster(pods.context, machine), {
      namespace: pods.namespace,
      instance,
      onInterrupted: (error) => log.write(PODS_NOT_WATCHED, { problem: error.message }),
    });
    const count = await cluster.open();
    if (count > 0) log.write(PODS_SWEPT, { count });
    this.#opened = cluster;
    return { cluster, url, ownPod: await cluster.ownPod() };
  }

  #imageOf(fn: FunctionVersion): string {
    if (fn.packageType === 'Image') return fn.imageUri ?? '';
    const name = this.#mapping(fn.runtime ?? '');
    if (name === undefined)
      throw new EmulatorError(
        RUNTIME_NOT_AVAILABLE,
        `No image is known for the runtime '${fn.runtime ?? ''}': FUNCTION_RUNTIME_IMAGE_MAPPING may name one.`,
      );
    return name;
  }

  #parts(spec: EnvironmentSpec, image: string, { cluster, url, ownPod }: Connected): PodParts {
    const { pods, dns, freezes, user, initLogLevel, ignoreArchitecture, origin } = this.#options;
    return {
      ...{ image, ownPod, dns, freezes, user, initLogLevel, template: this.#template },
      spec: { ...spec, env: seenFromInside(spec.env, origin(), url, undefined) },
      ...(spec.function.packageType === 'Image' ? commandOf(spec) : {}),
      hasInit: this.#hasInit(image),
      initImage: pods.initImage,
      dialOut: { url, runtimeId: spec.id, token: randomBytes(32).toString('base64url') },
      namespace: cluster.namespace,
      instance: cluster.instance,
      owner: `${hostname()}/${process.pid}`,
      requestPercent: pods.requestPercent,
      ignoreArchitecture: ignoreArchitecture ?? false,
    };
  }

  async #neverStarted(pod: NamedPod, { why }: PodEnd): Promise<string> {
    return `it ended before it was ready: ${why}.${itSaid(await pod.tail())}`;
  }

  #ended(environment: DialledInEnvironment, spec: EnvironmentSpec, pod: NamedPod, { ended }: PodState): void {
    if (!ended || environment.state === 'stopping' || environment.state === 'stopped') return;
    this.#tellLost(spec, pod, ended.why);
    environment.ended(ended.why, ended.code === undefined ? undefined : { code: ended.code });
  }

  /** The channel has noticed an end first: the cluster may know why. */
  async #whyLost(spec: EnvironmentSpec, pod: NamedPod): Promise<PodEnd | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), REASON_WITHIN_MS);
    });
    const state = await Promise.race([pod.state().catch(() => undefined), late]);
    clearTimeout(timer);
    this.#tellLost(
      spec,
      pod,
      state?.ended?.why ?? 'it does not answer any more, and the cluster knows no reason: its node may be cut off.',
    );
    return state?.ended;
  }

  #tellLost({ functionName: name }: EnvironmentSpec, pod: NamedPod, why: string): void {
    this.#options.log.write(POD_LOST, { name, pod: pod.name, why });
  }

  async #remove(pod: NamedPod): Promise<void> {
    try {
      await pod.remove();
    } catch (error) {
      this.#options.log.write(POD_NOT_REMOVED, { pod: pod.name, problem: (error as Error).message });
    }
  }
}

/** The cluster does not tell the command of an image. @throws EmulatorError where the function does not have its own */
function commandOf({ image, functionName, function: { imageUri } }: EnvironmentSpec) {
  const command = [...(image?.entryPoint ?? []), ...(image?.command ?? [])];
  if (!image?.entryPoint?.length)
    throw new EmulatorError(
      RUNTIME_NOT_AVAILABLE,
      `The entry point of the image ${imageUri} of function ${functionName} is not known: set ImageConfig.EntryPoint and ImageConfig.Command.`,
    );
  return { imageCommand: command, imageDirectory: image.workingDirectory };
}
