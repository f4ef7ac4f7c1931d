// The gateway's URL as a function is told it. Pure.

import type { EnvironmentSpec } from './container-runtime.ts';

/** The same port under another name. */
export function withHost(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.href.replace(/\/$/, '');
}

/** What names the gateway as this machine sees it names it as the function does: at that host, else as it is reached. */
export const seenFromInside = (
  env: EnvironmentSpec['env'],
  origin: string,
  reached: string,
  host: string | undefined,
): EnvironmentSpec['env'] =>
  env['AWS_ENDPOINT_URL'] === origin ? { ...env, AWS_ENDPOINT_URL: host ? withHost(reached, host) : reached } : env;
