// Facts about the emulator for our own bootstraps, in environment variables that they remove before the function's code is loaded.

import { delimiter } from 'node:path';
import type { OwnConnections } from '#lib/own-connections';

export interface GatewayAccess {
  /** `http://127.0.0.1:4566`; valid once the gateway listens. */
  readonly url: () => string;
  /** The host names that lead to the gateway, as a regular expression. */
  readonly names: string;
  /** Exceptions among those names: regular expressions, separated by commas. */
  readonly leave: string;
  /** HOSTNAME_FROM_FUNCTION: the emulator's name for functions; it leads to the gateway at the gateway's own port and at 443. */
  readonly host?: string | undefined;
  /** Told of the connections of functions that reach the gateway alone. */
  readonly ownConnections?: OwnConnections | undefined;
}

/** Read, under these names, by assets/node/names.cjs and assets/python/bootstrap.py; the packages by packages.cjs beside it and by assets/python/bootstrap.py. */
export function privateVariables(gateway: GatewayAccess | undefined, machinePackages: readonly string[]): Record<string, string> {
  return { ...gatewayVariables(gateway), _EMULATOR_PACKAGES: machinePackages.join(delimiter) };
}

function gatewayVariables(gateway: GatewayAccess | undefined): Record<string, string> {
  const url = gateway?.url();
  if (!gateway || !url) return {};
  const { hostname, port } = new URL(url);
  return {
    _EMULATOR_GATEWAY: [hostname.replace(/^\[|\]$/g, ''), port || '80', ...(gateway.host ? [gateway.host.toLowerCase()] : [])].join(' '),
    _EMULATOR_NAMES: gateway.names,
    _EMULATOR_LEAVE: gateway.leave,
  };
}
