// Makes the cloud's host names lead to the emulator inside the container: a name server on loopback answers them, and ports 80, 443 and the
// gateway's own port are forwarded to it. All of this is opened while this program is root, before the function's processes start.

import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { openNameServer } from '#dns/name-server';
import { FUNCTION_NAMES } from '#lib/emulated-names';
import type { Log } from './log.ts';

const RESOLVERS = '/etc/resolv.conf';
const LOOPBACK = '127.0.0.1';
const NAME_SERVER = /^\s*nameserver\s+(\S+).*$/gm;

export interface InsideNames {
  /** The emulator, as this container reaches it. */
  readonly endpoint: string;
  /** Patterns of names that stay the cloud's, separated by commas. */
  readonly leave: string;
  readonly log: Log;
}

/** Logs at `warn` what cannot be opened and continues: the function still has AWS_ENDPOINT_URL. */
export async function openNames({ endpoint, leave, log }: InsideNames): Promise<void> {
  const { hostname, port } = new URL(endpoint);
  const gateway = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
  const ports = new Set([80, 443, gateway.port]);
  await Promise.all([...[...ports].map((each) => forward(each, gateway, log)), answerNames(leave, log)]);
}

/** Forwards bytes: the gateway itself speaks TLS with the function. */
function forward(port: number, gateway: { host: string; port: number }, log: Log): Promise<void> {
  const server = createServer((inside) => {
    const outside = connect(gateway);
    inside.pipe(outside).pipe(inside);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
  });
  return new Promise((resolve) => {
    server.once('error', (error) => {
      log('warn', `port ${port} does not lead to the emulator: ${error.message}`);
      resolve();
    });
    server.listen(port, LOOPBACK, () => resolve());
  });
}

async function answerNames(leave: string, log: Log): Promise<void> {
  try {
    const before = readFileSync(RESOLVERS, 'utf8');
    const [upstream = ''] = [...before.matchAll(NAME_SERVER)].map(([, address]) => address ?? '');
    const names = new RegExp(FUNCTION_NAMES);
    const served = await openNameServer({
      ...{ listen: LOOPBACK, upstream: upstream.includes(':') ? `[${upstream}]` : upstream, leave, gatewayHost: LOOPBACK },
      isOurs: (name) => names.test(name),
      log: { write: ({ text }, ...[data]) => log('warn', text(data as never)), debug: (text) => log('trace', text()) },
    });
    if (served) writeFileSync(RESOLVERS, `nameserver ${LOOPBACK}\n${before.replaceAll(NAME_SERVER, '').trim()}\n`);
  } catch (error) {
    log('warn', `names are resolved as before: ${(error as Error).message}`);
  }
}
