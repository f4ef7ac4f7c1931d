// The gateway's URL in the form that a function can use. Pure.

import type { EnvironmentSpec } from './container-runtime.ts';

/** The same URL with another host name. */
export function withHost(origin: string, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.href.replace(/\/$/, '');
}

/** Replaces the gateway's own URL by the URL that the function can use: with that host, or with the host by which it was reached. */
export const seenFromInside = (
  env: EnvironmentSpec['env'],
  origin: string,
  reached: string,
  host: string | undefined,
): EnvironmentSpec['env'] =>
  env['AWS_ENDPOINT_URL'] === origin ? { ...env, AWS_ENDPOINT_URL: host ? withHost(reached, host) : reached } : env;
