// Networks in which environments reach only the gateway (FUNCTION_NETWORK=gateway): a network namespace with a loopback interface, where
// a relay (assets/relay.mjs) passes connections on to socket files of the emulator, in a folder that functions do not see.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join as joinPath } from 'node:path';
import { NETWORK_NOT_AVAILABLE } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';
import { FUNCTION_ADDRESS } from '#lib/function-address';
import { temporaryFolder } from '#lib/temporary-folder';
import type { ManagedProcess } from '#runtime-init/process/process';
import { assetPath } from './assets.ts';
import type { GatewayAccess } from './gateway-access.ts';
import type { Sandbox } from './sandbox.ts';
import type { Spawner } from './spawner.ts';
import { systemCommand } from './system-command.ts';

/** The network of one environment. */
export interface EnvironmentNetwork {
  /** Tells the spawner how to start processes in it. */
  readonly entry: { readonly name: string; readonly nsenter: string };
  readonly runtimeApi: {
    /** The socket file on which the Runtime API listens. */
    readonly socket: string;
    /** Its address inside; unique to this environment, so that its processes can be recognised by it. */
    readonly address: string;
  };
  /** Connects to a port inside: the connection is there although nothing may listen at the port, and breaks then. */
  connect(port: number): Socket;
  /** Whether something listens at a port inside. */
  accepts(port: number): Promise<boolean>;
  close(): Promise<void>;
}

/** The port in the cloud. */
const RUNTIME_API_PORT = 9001;
const READY_WITHIN_MS = 10_000;
const USUAL_PORTS = [80, 443];

const unavailable = (reason: string) =>
  new EmulatorError(NETWORK_NOT_AVAILABLE, `FUNCTION_NETWORK=gateway does not work here: ${reason}.`, {
    hint: 'It takes Linux, a sandbox (FUNCTION_SANDBOX), and the programs unshare, nsenter and ip.',
  });

function join(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other).pipe(one);
}

/** The relay reads first whether the connection only asks if something listens, and the port. */
function connectInward(inbound: string, port: number, onlyAsks: boolean): Socket {
  const head = Buffer.of(Number(onlyAsks), 0, 0);
  head.writeUInt16BE(port, 1);
  const socket = connect(inbound);
  socket.write(head);
  return socket;
}

const isAnswered = (socket: Socket): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  }).finally(() => socket.destroy());

export class GatewayNetworks {
  readonly #spawner: Spawner;
  readonly #gateway: GatewayAccess | undefined;
  #folder: string | undefined;
  #server: Promise<Server> | undefined;
  readonly #outwards = new Map<number, Server>();
  #last = 0;

  constructor(spawner: Spawner, gateway: GatewayAccess | undefined) {
    this.#spawner = spawner;
    this.#gateway = gateway;
  }

  /** `served`: ports of this machine that the environment may reach. @throws EmulatorError NETWORK_NOT_AVAILABLE */
  async open({ contains }: Sandbox, served: readonly number[] = []): Promise<EnvironmentNetwork> {
    if (!contains) throw unavailable('functions have no sandbox');
    const gatewayUrl = this.#gateway?.url();
    if (!this.#gateway || !gatewayUrl) throw unavailable('there is no gateway');
    const [unshare, nsenter, ip] = ['unshare', 'nsenter', 'ip'].map((name) => {
      const path = systemCommand(name);
      if (path === undefined) throw unavailable(`there is no program ${name}`);
      return path;
    });
    // Below /tmp, of which every function has its own: no process in a sandbox finds it.
    this.#folder ??= temporaryFolder('net');
    const folder = this.#folder;
    const gateway = joinPath(folder, 'gateway');
    this.#server ??= this.#listen(gateway);
    await this.#server;
    const name = `network-${++this.#last}`;
    const [api, inbound] = [joinPath(folder, `${name}-api`), joinPath(folder, `${name}-in`)];
    const address = `127.${[...randomBytes(3)].map((byte) => (byte % 254) + 1).join('.')}`;
    const port = Number(new URL(gatewayUrl).port || '80');
    const { names, leave, host = '' } = this.#gateway;
    const further = await Promise.all(served.map((each) => this.#outward(each, folder)));
    const ports = [[RUNTIME_API_PORT, api], ...[...new Set([port, ...USUAL_PORTS])].map((each) => [each, gateway]), ...further];
    const settings = JSON.stringify({ ports, inbound, names, leave, host: host.toLowerCase() });
    const words = [
      unshare!,
      '-n',
      '/bin/sh',
      '-c',
      '"$0" link set lo up && exec "$@"',
      ip!,
      process.execPath,
      assetPath('relay.mjs'),
      settings,
    ];
    const relay = await this.#ready(name, words);
    return {
      entry: { name, nsenter: nsenter! },
      runtimeApi: { socket: api, address: `${address}:${RUNTIME_API_PORT}` },
      connect: (to) => connectInward(inbound, to, false),
      accepts: (to) => isAnswered(connectInward(inbound, to, true)),
      close: async () => {
        relay.kill();
        await relay.exited;
        for (const file of [api, inbound]) rmSync(file, { force: true });
      },
    };
  }

  async close(): Promise<void> {
    for (const server of [await this.#server, ...this.#outwards.values()]) server?.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ready(name: string, command: readonly string[]): Promise<ManagedProcess> {
    let output = '';
    let errors = '';
    let ready!: () => void;
    const whenReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const request = { command, env: {}, cwd: '/', mark: `EMULATOR_NETWORK=${name}`, contained: true, opensNetwork: name };
    const relay = this.#spawner.run(request, {
      stdout: (bytes) => {
        output += Buffer.from(bytes).toString();
        if (output.includes('ready')) ready();
      },
      stderr: (bytes) => {
        errors += Buffer.from(bytes).toString();
      },
      telemetry: () => undefined,
    });
    const timer = setTimeout(() => relay.kill(), READY_WITHIN_MS);
    const ended = relay.exited.then(({ error }) => {
      throw unavailable((error ?? errors.trim().split('\n')[0]) || 'no network namespace was to be had');
    });
    await Promise.race([whenReady, ended]).finally(() => clearTimeout(timer));
    ended.catch(() => undefined);
    return relay;
  }

  /** A port of this machine, and the socket file that leads to it. */
  async #outward(port: number, folder: string): Promise<readonly [number, string]> {
    const path = joinPath(folder, `port-${port}`);
    if (this.#outwards.has(port)) return [port, path];
    const server = createServer({ allowHalfOpen: true }, (socket) =>
      join(socket, connect({ host: '127.0.0.1', port, allowHalfOpen: true })),
    );
    this.#outwards.set(port, server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    return [port, path];
  }

  /** The gateway recognises these connections as coming from functions: by their source address, and where it listens on IPv6 by their ends. */
  async #listen(path: string): Promise<Server> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      const { hostname, port } = new URL(this.#gateway?.url() ?? '');
      const host = hostname.replace(/^\[|\]$/g, '');
      const from = host.includes(':') ? {} : { localAddress: FUNCTION_ADDRESS };
      const inside = connect({ host, port: Number(port || '80'), allowHalfOpen: true, ...from });
      this.#gateway?.ownConnections?.note(inside, () => 'function');
      join(socket, inside);
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    return server;
  }
}
