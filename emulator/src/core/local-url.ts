// URLs of the cloud's own domain that an open route answers here, and the local address that stands for each.
import { isEmulated } from '#lib/emulated-names';
import type { Registry } from './registry.ts';

const URL_FORM = /^(http|ws)s?:\/\/([A-Za-z0-9.-]+)(:\d+)?([/?#].*)?$/s;
const ESTABLISHED_DOMAIN = 'localhost.localstack.cloud';

/**
 * `https://ID.execute-api.eu-west-1.amazonaws.com/dev/` → `http://ID.execute-api.localhost:4566/dev/`: a name below `localhost`, or below the
 * established emulator's domain where the client came by it, with the port and the encryption of the origin. Other text comes back as it is.
 */
export function localUrl(text: string, origin: string, registry: Pick<Registry, 'cloudUrlHost'>): string {
  const [, scheme, host, , rest = ''] = URL_FORM.exec(text) ?? [];
  const name = host?.toLowerCase();
  const front = name !== undefined && isEmulated(name) && !name.endsWith(ESTABLISHED_DOMAIN) ? registry.cloudUrlHost(name) : undefined;
  return front === undefined ? text : `${localOrigin(scheme === 'ws' ? 'ws' : 'http', front, origin)}${rest}`;
}

/** `front`: the host name up to its domain, with a dot at its end. */
export function localOrigin(scheme: 'http' | 'ws', front: string, origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  const domain = hostname.endsWith(ESTABLISHED_DOMAIN) ? ESTABLISHED_DOMAIN : 'localhost';
  return `${scheme}${protocol === 'https:' ? 's' : ''}://${front}${domain}${port && `:${port}`}`;
}
