// Parses GATEWAY_LISTEN, for the gateway that opens the address and for the commands that look for the emulator there.
import { EmulatorError } from '#lib/emulator-error';
import { ADDRESS_INVALID } from './messages.ts';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export const MAX_PORT = 65_535;
const USUAL: ListenAddress = { host: '127.0.0.1', port: 4566 };

/**
 * `127.0.0.1:4566`, `:4566`, `4566`, `[::1]:4566`, `0.0.0.0`.
 * @throws EmulatorError ADDRESS_INVALID
 */
export function listenAddress(text: string): ListenAddress {
  const match = /^(?:\[([^\]]+)\]|([^:]*))?(?::(\d{1,5}))?$/.exec(/^\d{1,5}$/.test(text) ? `:${text}` : text);
  const port = Number(match?.[3] ?? USUAL.port);
  if (!match || port > MAX_PORT)
    throw new EmulatorError(ADDRESS_INVALID, `GATEWAY_LISTEN=${text} is not an address.`, { hint: 'Write it as 127.0.0.1:4566.' });
  return { host: match[1] ?? (match[2] || USUAL.host), port };
}

/** The URL that reaches the address from this machine. */
export function listenUrl({ host, port }: ListenAddress): string {
  if (host === '0.0.0.0' || host === '::') return `http://${USUAL.host}:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
