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
import { architectureConflict } from '#containers/dialled-in/binary-architecture';
import { dialledIn, itSaid } from '#containers/dialled-in/dialled-in';
import { DialledInEnvironment } from '#containers/dialled-in/dialled-in-environment';
import { type ImageMapping, imageMapping } from '#containers/dialled-in/image-names';
import { InitBinary } from '#containers/dialled-in/init-binary';
import { archiveName } from '#containers/dialled-in/init-settings';
import { packTar } from '#containers/dialled-in/tar';
import { seenFromInside } from '#containers/endpoint';
import { userMounts } from '#containers/linked-mounts';
import { mergedLayers } from '#containers/merged-layers';
import {
  CODE_COPIED,
  CONTAINER_NOT_FILTERED,
  CONTAINER_NOT_REMOVED,
  ENVIRONMENT_START_FAILED,
  INIT_PROGRESS,
  RUNTIME_NOT_AVAILABLE,
} from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';
import { type StartedContainer, startContainer } from './container.ts';
import { type ContainerParts, copies, createOptions, type Delivery } from './create-options.ts';
import type { DockerOptions } from './docker-options.ts';
import { type Connected, EngineConnection, noEngineSentence } from './engine-connection.ts';
import { type DockerFlags, parseDockerFlags } from './flags.ts';
import { type FunctionImage, imageOf, known, ownCommand } from './function-image.ts';
import { LABELS, ownerOf } from './leftovers.ts';
import { hasFixedContent } from './prebuilt-images.ts';

const READY_WITHIN_MS = 20_000;
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
  readonly #networks: readonly string[];
  readonly #network: string | undefined;
  readonly #engine: EngineConnection;
  readonly #environments = new Set<Environment>();
  readonly #layersDir: string;
  #delivery: Delivery;
  #toldUnfiltered = false;

  /** @throws EmulatorError IMAGE_MAPPING_INVALID, DOCKER_FLAGS_INVALID */
  constructor(options: DockerOptions) {
    this.#options = options;
    this.#flags = parseDockerFlags(options.flags ?? '');
    this.#mapping = imageMapping(options.imageMapping ?? '');
    this.#init = new InitBinary({ path: options.initPath, progress: (progress) => options.log.write(INIT_PROGRESS, { progress }) });
    this.#networks = namesIn(options.network ?? '');
    this.#network = this.#flags.host.NetworkMode ?? this.#networks[0];
    this.#engine = new EngineConnection(options, this.#network);
    this.#layersDir = join(options.workDir, `docker-${process.pid}-${randomUUID().slice(0, 8)}`);
    this.#delivery = options.delivery ?? 'mount';
  }

  async probe(): Promise<{ ok: true; detail: string } | { ok: false; reason: string }> {
    try {
      const { engine } = await this.#engine.connected();
      return { ok: true, detail: `${engine.title} at ${engine.place.host} (${engine.place.because})` };
    } catch (error) {
      return { ok: false, reason: (error as Error).message };
    }
  }

  /** Pulls the image: the function is Pending until it is available. */
  async supports(fn: FunctionVersion): Promise<Support> {
    try {
      const { info } = await this.#imageOf(fn, await this.#engine.connected());
      const undebuggable = this.#network === 'host' ? undefined : OWN_LOOPBACK;
      return { ok: true, image: fn.packageType === 'Image' ? known(info) : undefined, undebuggable };
    } catch (error) {
      const noEngine = this.#engine.isLost(error) || (error instanceof EmulatorError && error.code === 'ENGINE_NOT_AVAILABLE');
      const { message } = error as Error;
      return { ok: false, reason: error instanceof EmulatorError || !noEngine ? message : noEngineSentence(message), noEngine };
    }
  }

  async createEnvironment(spec: EnvironmentSpec, { signal }: CreateOptions = {}): Promise<Environment> {
    const conflict = await architectureConflict(spec);
    if (conflict) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, conflict);
    const support = await this.supports(spec.function);
    if (!support.ok) throw new EmulatorError(RUNTIME_NOT_AVAILABLE, support.reason);
    const connected = await this.#engine.connected();
    const parts = await this.#parts(spec, connected);
    signal?.throwIfAborted();
    let container: StartedContainer | undefined;
    const environment = new DialledInEnvironment({
      spec,
      code: (name) => archiveOf(parts, name),
      remove: (ending) => this.#remove(container, spec.functionName, ending),
      onStopped: (stopped) => this.#environments.delete(stopped),
      onUnfiltered: () => this.#tellUnfiltered(),
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
        failed: started.ended.then((exit) =>
          exit ? `it ended with status ${exit.code} before it was ready.${itSaid(started.tail())}` : 'the container engine is gone.',
        ),
        known: () => itSaid(started.tail()),
        url: parts.dialOut.url,
        limitMs: this.#options.readyWithinMs ?? READY_WITHIN_MS,
        signal,
      });
      return environment;
    } catch (cause) {
      await environment.stop();
      signal?.throwIfAborted();
      const why = this.#engine.isLost(cause) ? noEngineSentence((cause as Error).message) : (cause as Error).message;
      const message = `The container of function ${spec.functionName} could not be started: ${why}`;
      throw new EmulatorError(ENVIRONMENT_START_FAILED, message, { cause });
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#environments].map((environment) => environment.stop()));
    await this.#engine.close();
    rmSync(this.#layersDir, { recursive: true, force: true, maxRetries: 3 });
  }

  /** A container that cannot be removed now removes itself when it ends, or is swept at the next start. */
  async #remove(container: StartedContainer | undefined, functionName: string, ending: boolean): Promise<void> {
    try {
      await container?.remove(ending);
    } catch (error) {
      this.#options.log.write(CONTAINER_NOT_REMOVED, { name: functionName, problem: (error as Error).message });
    }
  }

  #tellUnfiltered(): void {
    if (!this.#toldUnfiltered) this.#options.log.write(CONTAINER_NOT_FILTERED);
    this.#toldUnfiltered = true;
  }

  #imageOf(fn: FunctionVersion, { images }: Connected): Promise<FunctionImage> {
    const { platform } = this.#flags;
    return imageOf(fn, { images, mapping: this.#mapping, platform, ignoreArchitecture: this.#options.ignoreArchitecture ?? false });
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

  async #start({ engine: { docker }, initVolumes, prebuiltImages }: Connected, parts: ContainerParts): Promise<StartedContainer> {
    const more = this.#networks.slice(1);
    const joinOthers = async (id: string) => {
      for (const name of more) await docker.getNetwork(name).connect({ Container: id });
    };
    const start = async (delivery: ContainerParts['delivery'], image = parts.image) => {
      const initVolume = delivery === 'copy' ? await initVolumes.holding(parts.initPath, parts.image) : undefined;
      const copied = delivery === 'copy' ? copies(parts) : [];
      return startContainer(docker, createOptions({ ...parts, image, delivery, initVolume }), async (container) => {
        if (copied.length > 0) await container.putArchive(packTar(...copied), { path: '/' });
        await joinOthers(container.id);
      });
    };
    if (this.#options.prebuildsImages && hasFixedContent(parts.spec)) return start('image', await prebuiltImages.holding(parts));
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

/** The names in a list with commas. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** Code or a layer, by its name on the control channel. */
function archiveOf({ spec, mounted }: ContainerParts, name: string) {
  const content = [spec.code, ...spec.layers].find(({ sha256 }) => archiveName(sha256) === name);
  return content && packTar({ from: content.localDir, to: '', leftOut: mounted?.emptied.map(({ from }) => from) });
}
