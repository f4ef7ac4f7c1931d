// Finds a container engine: the places where its socket may be, and which of them answers.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';

/** A place to try, and the reason for trying it. */
export interface EngineAddress {
  readonly host: string;
  readonly because: string;
}

export interface Engine {
  readonly docker: Docker;
  readonly place: EngineAddress;
  /** `Docker 27.1 linux/amd64` */
  readonly title: string;
  /** `amd64` */
  readonly architecture: string;
}

interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly uid: number | undefined;
  readonly read: (path: string) => string | undefined;
}

export const thisMachine = (): Machine => ({
  environment: process.env,
  home: homedir(),
  platform: process.platform,
  uid: process.getuid?.(),
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
});

/** A place that the user names is the only one; otherwise the places where engines put their sockets. */
export function enginePlaces(machine: Machine): readonly EngineAddress[] {
  const { environment, platform } = machine;
  const named = environment['DOCKER_HOST'];
  if (named) return [{ host: named, because: 'DOCKER_HOST' }];
  const context = contextHost(machine);
  if (context) return [context];
  if (platform === 'win32')
    return ['docker_engine', 'podman-machine-default'].map((name) => ({ host: `npipe:////./pipe/${name}`, because: 'its usual pipe' }));
  return usualSockets(machine).map((path) => ({ host: `unix://${path}`, because: 'its usual socket' }));
}

function usualSockets({ environment, home, uid }: Machine): string[] {
  const runtimeDir = environment['XDG_RUNTIME_DIR'] ?? (uid === undefined ? undefined : `/run/user/${uid}`);
  const inRuntimeDir = runtimeDir === undefined ? [] : [join(runtimeDir, 'docker.sock'), join(runtimeDir, 'podman/podman.sock')];
  const inHome = ['.docker/run/docker.sock', '.docker/desktop/docker.sock', '.orbstack/run/docker.sock', '.rd/docker.sock'];
  const colima = ['.colima/default/docker.sock', '.colima/docker.sock', '.lima/docker/sock/docker.sock'];
  return ['/var/run/docker.sock', ...inRuntimeDir, ...[...inHome, ...colima].map((path) => join(home, path)), '/run/podman/podman.sock'];
}

/** `docker context use`: config.json has the chosen name, and a folder named by the name's hash has the address. */
function contextHost({ environment, home, read }: Machine): EngineAddress | undefined {
  const folder = environment['DOCKER_CONFIG'] || join(home, '.docker');
  const name = environment['DOCKER_CONTEXT'] || (parse(read(join(folder, 'config.json')))?.['currentContext'] as string | undefined);
  if (!name || name === 'default') return undefined;
  const hash = createHash('sha256').update(name).digest('hex');
  const meta = parse(read(join(folder, 'contexts', 'meta', hash, 'meta.json')));
  const host = (meta?.['Endpoints'] as { docker?: { Host?: string } } | undefined)?.docker?.Host;
  return host ? { host, because: `the docker context ${name}` } : undefined;
}

function parse(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

type EngineSearch = { readonly ok: true; readonly engine: Engine } | { readonly ok: false; readonly reason: string };

const ANSWER_WITHIN_MS = 3000;

/** The first place that answers, or the list of places that were tried. */
export async function findEngine(machine: Machine = thisMachine()): Promise<EngineSearch> {
  const places = enginePlaces(machine);
  const failures: string[] = [];
  for (const place of places) {
    try {
      return { ok: true, engine: await connect(place, machine) };
    } catch (error) {
      failures.push(`${place.host} (${(error as Error).message.split('\n', 1)[0]})`);
    }
  }
  return { ok: false, reason: failures.join(', ') };
}

async function connect(place: EngineAddress, machine: Machine): Promise<Engine> {
  const options = connectOptions(place.host, machine);
  if (place.host.startsWith('unix:') && !existsSync(options.socketPath ?? '')) throw new Error('not there');
  // Loading it takes a quarter of a second, so it is loaded only where there is a place to try.
  const { default: DockerClient } = await import('dockerode');
  const docker = new DockerClient(options);
  const info = await within(ANSWER_WITHIN_MS, docker.version());
  const podman = JSON.stringify(info).includes('Podman');
  return { docker, place, architecture: info.Arch, title: `${podman ? 'Podman' : 'Docker'} ${info.Version} ${info.Os}/${info.Arch}` };
}

/** @throws Error for an unknown form of address, or a socket that does not exist */
export function connectOptions(host: string, { environment, read }: Machine): Docker.DockerOptions {
  const [, scheme, rest = ''] = /^([a-z]+):\/\/(.*)$/.exec(host) ?? [];
  if (scheme === 'unix' || scheme === 'npipe') return { socketPath: rest };
  if (scheme === 'ssh')
    throw new Error(
      `an engine behind SSH is reached by its forwarded socket: ssh -nNT -L /tmp/docker.sock:/var/run/docker.sock ${rest}, and DOCKER_HOST=unix:///tmp/docker.sock`,
    );
  if (scheme !== 'tcp' && scheme !== 'http' && scheme !== 'https')
    throw new Error('only unix, npipe, tcp, http and https addresses are understood');
  const url = new URL(`http://${rest}`);
  const secure = scheme === 'https' || (environment['DOCKER_TLS_VERIFY'] ?? '') !== '';
  const base = {
    host: url.hostname,
    port: Number(url.port || (secure ? 2376 : 2375)),
    protocol: secure ? ('https' as const) : ('http' as const),
  };
  const folder = environment['DOCKER_CERT_PATH'];
  if (!secure || !folder) return base;
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) => read(join(folder, name)));
  return { ...base, ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
