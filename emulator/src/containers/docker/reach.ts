// By which URL containers reach the emulator, which need not be the one that clients of this machine use.

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type Docker from 'dockerode';
import { BridgeDoor } from './bridge-door.ts';
import type { Engine } from './engine.ts';

export interface Reach {
  readonly url: string;
  /** Of the container that the emulator itself runs in: functions join it unless told otherwise. */
  readonly network?: string | undefined;
  close(): void;
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]']);
const isLoopback = (url: URL): boolean => loopback.has(url.hostname) || url.hostname.startsWith('127.');

/** `network` is the one that functions' containers are asked to be in. */
export async function findReach(
  engine: Engine,
  origin: string,
  network: string | undefined,
  advertised: string | undefined,
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
  const door = new BridgeDoor();
  if (process.platform === 'linux' && engine.place.host.startsWith('unix:')) {
    const address = await bridgeAddress(engine.docker);
    if (address) await door.open(address, Number(url.port), target.startsWith('127.') ? target : '127.0.0.1');
  }
  url.hostname = 'host.docker.internal';
  return { url: trimmed(url), close: () => door.close() };
}

const trimmed = (url: URL): string => url.href.replace(/\/$/, '');

/** The container whose name is this machine's, when we are in one. */
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

async function bridgeAddress(docker: Docker): Promise<string | undefined> {
  try {
    const { IPAM } = (await docker.getNetwork('bridge').inspect()) as { IPAM?: { Config?: { Gateway?: string }[] } };
    return IPAM?.Config?.[0]?.Gateway;
  } catch {
    return undefined;
  }
}
