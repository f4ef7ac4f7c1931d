// Runs functions in containers of an engine: Docker, Podman, or a compatible one. Only this folder uses dockerode.

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type {
  ContainerRuntime,
  CreateOptions,
  Environment,
  EnvironmentSpec,
  FunctionVersion,
  Support,
} from '#containers/container-runtime';
import type { ControlChannel } from '#containers/control-channel';
import { seenFromInside, withHost } from '#containers/endpoint';
import { userMounts } from '#containers/linked-mounts';
import { mergedLayers } from '#containers/merged-layers';
import {
  CODE_COPIED,
  CONTAINER_NOT_REMOVED,
  CONTAINERS_SWEPT,
  ENGINE_NOT_AVAILABLE,
  ENVIRONMENT_START_FAILED,
  IMAGE_PROGRESS,
  INIT_PROGRESS,
  RUNTIME_NOT_AVAILABLE,
} from '#containers/messages';
import { isEmulated } from '#lib/emulated-names';
import { EmulatorError } from '#lib/emulator-error';
import type { MessageLog } from '#lib/message';
import { architectureConflict } from './binary-architecture.ts';
import { type StartedContainer, startContainer } from './container.ts';
import { archiveName, type ContainerParts, copies, createOptions, type Delivery } from './create-options.ts';
import { dialledIn } from './dialled-in.ts';
import { DockerEnvironment } from './docker-environment.ts';
import { type Engine, findEngine } from './engine.ts';
import { type DockerFlags, parseDockerFlags } from './flags.ts';
import { type FunctionImage, imageOf, known, ownCommand } from './function-image.ts';
import { type ImageMapping, imageMapping } from './image-names.ts';
import { Images } from './images.ts';
import { InitBinary } from './init-binary.ts';
import { InitVolumes } from './init-volume.ts';
import { LABELS, ownerOf, sweepContainers } from './leftovers.ts';
import { findReach, type Reach } from './reach.ts';
import { packTar } from './tar.ts';

export interface DockerOptions {
  readonly control: ControlChannel;
  /** The gateway's own URL. */
  readonly origin: () => string;
  /** The URL by which containers reach the emulator; by default it is found out. */
  readonly advertisedUrl?: string | undefined;
  /** HOSTNAME_FROM_FUNCTION: the host in that URL. */
  readonly advertisedHost?: string | undefined;
  /** Folder for merged layers. */
  readonly workDir: string;
  /** Id of the data directory: the same after a restart. */
  readonly instance?: string | undefined;
  /** FUNCTION_RUNTIME_IMAGE_MAPPING */
  readonly imageMapping?: string | undefined;
  /** FUNCTION_CONTAINER_NETWORK: one or several, separated by commas. */
  readonly network?: string | undefined;
  /** FUNCTION_CONTAINER_DNS */
  readonly dns?: string | undefined;
  /** Inside containers, the cloud's names lead to the emulator, except those that match `leave`; where absent, they do not. */
  readonly names?: { readonly leave: string } | undefined;
  /** FUNCTION_DOCKER_FLAGS */
  readonly flags?: string | undefined;
  /** FUNCTION_REMOVE_CONTAINERS */
  readonly removeContainers?: boolean | undefined;
  readonly ignoreArchitecture?: boolean | undefined;
  /** Freeze functions between invocations, as in the cloud; default: on. */
  readonly freezes?: boolean | undefined;
  /** EMULATOR_USER, EMULATOR_INIT_LOG_LEVEL and the path of another init: for the emulator's developers. */
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  readonly initPath?: string | undefined;
  /** How code gets into containers; by default `mount`, or `copy` where the engine does not see our files. */
  readonly delivery?: Delivery | undefined;
  readonly readyWithinMs?: number | undefined;
  /** Folders that no function may see, even inside folders that functions do see. */
  readonly hidden?: readonly string[] | undefined;
  readonly log: MessageLog;
}

/** An engine and the objects that belong to it. */
interface Connected {
  readonly engine: Engine;
  readonly images: Images;
  readonly reach: Reach;
  readonly initVolumes: InitVolumes;
}

const READY_WITHIN_MS = 20_000;
const MOUNT_LINE = '-v /var/run/docker.sock:/var/run/docker.sock';

export const noEngineSentence = (lookedAt: string): string =>
  `The container runtime is not available: no container engine answers (looked at ${lookedAt}). Where the emulator runs in a container, ` +
  `mount the engine's socket into it: ${MOUNT_LINE}. CONTAINER_RUNTIME=embedded runs functions without an engine.`;

const OWN_LOOPBACK =
  'It runs in a container, whose loopback debuggers do not reach. CONTAINER_RUNTIME=embedded runs it as a process of this machine; FUNCTION_DOCKER_FLAGS publishes a port of containers.';

/** Error messages of engines that do not see a directory of ours. */
const UNSEEN = /bind source path does not exist|mounts denied|no such file or directory|not shared from the host|statfs/i;

export class DockerRuntime implements ContainerRuntime {
  readonly name = 'docker';
  readonly enforcesMemory = true;
  readonly maxParallelCreates = 4;
  readonly #options: DockerOptions;
  readonly #flags: DockerFlags;
  readonly #mapping: ImageMapping;
  readonly #init: InitBinary;
  readonly #environments = new Set<Environment>();
  readonly #layersDir: string;
  #connecting: Promise<Connected> | undefined;
  #delivery: Delivery;

  /** @throws EmulatorError IMAGE_MAPPING_INVALID, DOCKER_FLAGS_INVALID */
  constructor(options: DockerOptions) {
    this.#options = options;
    this.#flags = parseDockerFlags(options.flags ?? '');
    this.#mapping = imageMapping(options.imageMapping ?? '');
    this.#init = new InitBinary({ path: options.initPath, progress: (progress) => options.log.write(INIT_PROGRESS, { progress }) });
    this.#layersDir = join(options.workDir, `docker-${process.pid}-${randomUUID().slice(0, 8)}`);
    this.#delivery = options.delivery ?? 'mount';
  }

  async probe(): Promise<{ ok: true; detail: string } | { ok: false; reason: string }> {
    try {
      const { engine } = await this.#connected();
      return { ok: true, detail: `${engine.title} at ${engine.place.host} (${engine.place.because})` };
    } catch (error) {
      return { ok: false, reason: (error as Error).message };
    }
  }

  /** Pulls the image: the function is Pending until it is available. */
  async supports(fn: FunctionVersion): Promise<Support> {
    try {
      const { info } = await this.#imageOf(fn, await this.#connected());
      const undebuggable = this.#network === 'host' ? undefined : OWN_LOOPBACK;
      return { ok: true, image: fn.packageType === 'Image' ? known(info) : undefined, undebuggable };
    } catch (error) {
      const noEngine = this.#lostEngine(error) || (error instanceof EmulatorError && error.code === 'ENGINE_NOT_AVAILABLE');
      const { message } = error as Error;
      return { ok: false, reason: error instanceof EmulatorError || !noEngine ? message : noEngineSentence(message), noEngine };
    }
  }

  async createEnvironment(spec: EnvironmentSpec, { signal }: CreateOptions = {}): Promise<Environment> {
    const conflict = await architectureConflict(spec);
    if (conflict) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, conflict);
    const support = await this.supports(spec.function);
    if (!support.ok) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, support.reason);
    const connected = await this.#connected();
    const parts = await this.#parts(spec, connected);
    signal?.throwIfAborted();
    let container: StartedContainer | undefined;
    const environment = new DockerEnvironment({
      spec,
      code: (name) => archiveOf(parts, name),
      remove: (ending) => this.#remove(container, spec.functionName, ending),
      onStopped: (stopped) => this.#environments.delete(stopped),
      isMounted: () => this.#delivery === 'mount',
    });
    environment.use(this.#options.control.open(parts.dialOut.runtimeId, parts.dialOut.token, environment.events));
    this.#environments.add(environment);
    const ready = environment.ready();
    ready.catch(() => undefined);
    try {
      container = await this.#start(connected, parts);
      const started = container;
      void started.ended.then((exit) => environment.ended('the container engine is gone', exit));
      await dialledIn({
        ready,
        container: started,
        url: parts.dialOut.url,
        limitMs: this.#options.readyWithinMs ?? READY_WITHIN_MS,
        signal,
      });
      return environment;
    } catch (cause) {
      await environment.stop();
      signal?.throwIfAborted();
      const why = this.#lostEngine(cause) ? noEngineSentence((cause as Error).message) : (cause as Error).message;
      const message = `The container of function ${spec.functionName} could not be started: ${why}`;
      throw new EmulatorError(ENVIRONMENT_START_FAILED, message, { cause });
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#environments].map((environment) => environment.stop()));
    const connected = await this.#connecting?.catch(() => undefined);
    connected?.reach.close();
    rmSync(this.#layersDir, { recursive: true, force: true, maxRetries: 3 });
  }

  /** True when the engine no longer answers: the next function looks for one again. */
  #lostEngine(error: unknown): boolean {
    const { code, cause } = error as NodeJS.ErrnoException;
    if (cause !== undefined) return this.#lostEngine(cause);
    if (!['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code ?? '')) return false;
    this.#connecting = undefined;
    return true;
  }

  /** A container that cannot be removed now removes itself when it ends, or is swept at the next start. */
  async #remove(container: StartedContainer | undefined, functionName: string, ending: boolean): Promise<void> {
    try {
      await container?.remove(ending);
    } catch (error) {
      this.#options.log.write(CONTAINER_NOT_REMOVED, { name: functionName, problem: (error as Error).message });
    }
  }

  #imageOf(fn: FunctionVersion, { images }: Connected): Promise<FunctionImage> {
    const { platform } = this.#flags;
    return imageOf(fn, { images, mapping: this.#mapping, platform, ignoreArchitecture: this.#options.ignoreArchitecture ?? false });
  }

  get #networks(): readonly string[] {
    return (this.#options.network ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  }

  get #network(): string | undefined {
    return this.#flags.host.NetworkMode ?? this.#networks[0];
  }

  /** Looks for an engine until one is found. */
  #connected(): Promise<Connected> {
    const connecting = this.#connecting ?? this.#connect();
    this.#connecting = connecting;
    connecting.catch(() => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    });
    return connecting;
  }

  async #connect(): Promise<Connected> {
    const found = await findEngine();
    if (!found.ok) throw new EmulatorError(ENGINE_NOT_AVAILABLE, noEngineSentence(found.reason));
    const { engine } = found;
    const { origin, advertisedUrl, advertisedHost, instance, log } = this.#options;
    // The user who keeps ended containers on purpose keeps those of earlier emulators, too.
    const swept = this.#options.removeContainers === false ? 0 : await sweepContainers(engine.docker, instance);
    if (swept > 0) log.write(CONTAINERS_SWEPT, { count: swept });
    // A name that leads here only inside the container cannot be used to connect.
    const advertised = advertisedUrl ?? (advertisedHost && !isEmulated(advertisedHost) ? withHost(origin(), advertisedHost) : undefined);
    const reach = await findReach(engine, origin(), this.#network, advertised);
    const images = new Images(engine.docker, (progress) => log.write(IMAGE_PROGRESS, { progress }));
    return { engine, reach, images, initVolumes: new InitVolumes(engine.docker) };
  }

  async #parts(spec: EnvironmentSpec, connected: Connected): Promise<ContainerParts> {
    const { reach } = connected;
    const [image, initPath] = await Promise.all([this.#imageOf(spec.function, connected), this.#init.for(spec.function.architecture)]);
    // A container must not change the machine's own network.
    const names = this.#network === 'host' ? undefined : this.#options.names;
    const mounted = await userMounts(spec, [homedir(), ...(this.#options.hidden ?? [])]);
    const nothing = join(this.#layersDir, 'nothing');
    if (spec.layers.length > 1 || mounted.emptied.length > 0) mkdirSync(nothing, { recursive: true });
    const { user, initLogLevel, dns, instance, removeContainers, ignoreArchitecture, origin, advertisedHost, freezes } = this.#options;
    return {
      ...{ image: image.name, initPath, dns, user, initLogLevel, freezes },
      spec: { ...spec, env: seenFromInside(spec.env, origin(), reach.url, advertisedHost || (names && '127.0.0.1')) },
      names,
      ...(spec.function.packageType === 'Image' ? ownCommand(image.info, spec.image) : {}),
      dialOut: { url: reach.url, runtimeId: spec.id, token: randomBytes(32).toString('base64url') },
      delivery: this.#delivery,
      optDir: await mergedLayers(this.#layersDir, spec.layers),
      mounted,
      nothing,
      flags: this.#flags,
      hostAddress: reach.hostAddress,
      networks: this.#networks.length > 0 ? this.#networks : reach.network ? [reach.network] : [],
      labels: {
        ...Object.fromEntries(Object.entries(spec.labels).map(([name, value]) => [`cloud-emulator.${name}`, value])),
        [LABELS.owner]: ownerOf(process.pid),
        [LABELS.environment]: spec.id,
        [LABELS.function]: spec.functionName,
        ...(instance === undefined ? {} : { [LABELS.instance]: instance }),
      },
      removed: removeContainers ?? true,
      ignoreArchitecture: ignoreArchitecture ?? false,
    };
  }

  async #start({ engine: { docker }, initVolumes }: Connected, parts: ContainerParts): Promise<StartedContainer> {
    const more = this.#networks.slice(1);
    const joinOthers = async (id: string) => {
      for (const name of more) await docker.getNetwork(name).connect({ Container: id });
    };
    const start = async (delivery: Delivery) => {
      const initVolume = delivery === 'copy' ? await initVolumes.holding(parts.initPath, parts.image) : undefined;
      const copied = delivery === 'copy' ? copies(parts) : [];
      return startContainer(docker, createOptions({ ...parts, delivery, initVolume }), async (container) => {
        if (copied.length > 0) await container.putArchive(packTar(...copied), { path: '/' });
        await joinOthers(container.id);
      });
    };
    try {
      return await start(this.#delivery);
    } catch (error) {
      if (this.#delivery === 'copy' || !UNSEEN.test((error as Error).message)) throw error;
      this.#options.log.write(CODE_COPIED);
      this.#delivery = 'copy';
      return start('copy');
    }
  }
}

/** Code or a layer, by its name on the control channel. */
function archiveOf({ spec, mounted }: ContainerParts, name: string) {
  const content = [spec.code, ...spec.layers].find(({ sha256 }) => archiveName(sha256) === name);
  return content && packTar({ from: content.localDir, to: '', leftOut: mounted?.emptied.map(({ from }) => from) });
}
