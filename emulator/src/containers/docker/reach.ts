// Finds the URL by which containers reach the emulator, which may differ from the URL that clients on this machine use.

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type Docker from 'dockerode';
import type { OwnConnections } from '#lib/own-connections';
import { BridgeForwarder } from './bridge-forwarder.ts';
import type { Engine } from './engine.ts';

export interface Reach {
  readonly url: string;
  /** Network of the container in which the emulator itself runs: functions join it by default. */
  readonly network?: string | undefined;
  /** The address of `host.docker.internal`, where it is known; otherwise the engine decides. */
  readonly hostAddress?: string | undefined;
  close(): void;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]']);
const isLoopback = (url: URL): boolean => LOOPBACK.has(url.hostname) || url.hostname.startsWith('127.');

/** `network`: the configured network of functions' containers. */
export async function findReach(
  engine: Engine,
  origin: string,
  network: string | undefined,
  advertised: string | undefined,
  ownConnections?: OwnConnections,
): Promise<Reach> {
  const plain = (url: string): Reach => ({ url, close: () => undefined });
  if (advertised) return plain(advertised);
  const url = new URL(origin);
  if (network === 'host' || !isLoopback(url)) return plain(trimmed(url));
  const own = await ownContainer(engine.docker);
  if (own) {
    url.hostname = own.address;
    return { ...plain(trimmed(url)), network: own.network };
  }
  const target = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname;
  url.hostname = 'host.docker.internal';
  const address = isLocal(engine) ? await bridgeAddress(engine.docker, network ?? 'bridge') : undefined;
  const forwarder = new BridgeForwarder(ownConnections);
  const way = address && (await forwarder.open(address, Number(url.port), target.startsWith('127.') ? target : '127.0.0.1'));
  return { url: trimmed(url), hostAddress: way === 'foreign' ? undefined : address, close: () => forwarder.close() };
}

/** Whether its bridges are on this machine: not where the engine runs in a virtual machine, which leads to our loopback by itself. */
const isLocal = ({ place }: Engine): boolean => process.platform === 'linux' && place.host.startsWith('unix:');

const trimmed = (url: URL): string => url.href.replace(/\/$/, '');

/** The container whose name is this machine's host name, when the emulator runs in one. */
async function ownContainer(docker: Docker): Promise<{ address: string; network: string } | undefined> {
  if (!existsSync('/.dockerenv') && !existsSync('/run/.containerenv')) return undefined;
  try {
    const { NetworkSettings } = await docker.getContainer(hostname()).inspect();
    const [found] = Object.entries(NetworkSettings.Networks);
    return found?.[1].IPAddress ? { network: found[0], address: found[1].IPAddress } : undefined;
  } catch {
    return undefined;
  }
}

interface Pool {
  readonly Gateway?: string;
  readonly Subnet?: string;
}

/** Where no gateway is configured, the engine takes the first address of the network. */
function gatewayOf({ Gateway, Subnet }: Pool): string | undefined {
  if (Gateway) return Gateway;
  const [, front, last] = /^(\d+\.\d+\.\d+\.)(\d+)\/\d+$/.exec(Subnet ?? '') ?? [];
  return front && `${front}${Number(last) + 1}`;
}

/** The machine's address on that network. */
async function bridgeAddress(docker: Docker, network: string): Promise<string | undefined> {
  try {
    const { IPAM } = (await docker.getNetwork(network).inspect()) as { IPAM?: { Config?: Pool[] } };
    return IPAM?.Config?.map(gatewayOf).find((address) => address !== undefined);
  } catch {
    return undefined;
  }
}
