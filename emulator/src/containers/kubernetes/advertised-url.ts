// The URL at which Pods reach the emulator: apart from where its gateway listens. Pure.

import { networkInterfaces } from 'node:os';
import { listenAddress } from '#config/listen-address';
import { withHost } from '#containers/endpoint';
import { EmulatorError } from '#lib/emulator-error';
import { NO_POD_REACHES_EMULATOR } from './messages.ts';

type Interfaces = NodeJS.Dict<readonly { readonly address: string; readonly family: string; readonly internal: boolean }[]>;

const LOOPBACK = /^(?:localhost|127\.|\[?::1)/;

/**
 * The URL that is set, else that of the address on which the gateway listens, else of this machine's own: in a Pod, that is the Pod's.
 * @throws EmulatorError NO_POD_REACHES_EMULATOR
 */
export function advertisedUrl(
  { origin, listens, advertised }: { origin: string; listens: string; advertised: string },
  interfaces: Interfaces = networkInterfaces(),
): string {
  if (advertised !== '') return checked(advertised);
  const { host } = listenAddress(listens);
  if (LOOPBACK.test(host))
    throw new EmulatorError(
      NO_POD_REACHES_EMULATOR,
      `No Pod reaches this emulator: its gateway listens on ${host} alone (GATEWAY_LISTEN=${listens}). Start it with GATEWAY_LISTEN=0.0.0.0:4566, and with KUBERNETES_ADVERTISED_URL where Pods reach this machine by another address than its own.`,
      { hint: NO_POD_REACHES_EMULATOR.remedy },
    );
  if (host !== '0.0.0.0' && host !== '::') return withHost(origin, host.includes(':') ? `[${host}]` : host);
  const own = Object.values(interfaces)
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (!own)
    throw new EmulatorError(
      NO_POD_REACHES_EMULATOR,
      'No Pod reaches this emulator: this machine has no address but loopback. KUBERNETES_ADVERTISED_URL names one.',
    );
  return withHost(origin, own.address);
}

function checked(advertised: string): string {
  const url = URL.canParse(advertised) ? new URL(advertised) : undefined;
  if (url?.protocol !== 'http:' || url.pathname !== '/')
    throw new EmulatorError(
      NO_POD_REACHES_EMULATOR,
      `KUBERNETES_ADVERTISED_URL=${advertised} is not understood: write it as http://host:port, without a path.`,
    );
  return url.href.replace(/\/$/, '');
}
