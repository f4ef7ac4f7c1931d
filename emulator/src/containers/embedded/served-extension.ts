// The Parameters and Secrets extension for processes of this machine: the emulator serves it at the extension's port, where a layer asks for it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { SERVED_MARK } from '#runtime-init/parameters-and-secrets/mark';
import { ParametersAndSecrets } from '#runtime-init/parameters-and-secrets/parameters-and-secrets';
import type { ServedPorts } from '#runtime-init/parameters-and-secrets/served-ports';
import type { GatewayAccess } from './gateway-access.ts';

export interface ServedExtension {
  readonly port: number;
  /** The first invocation begins. */
  open(): void;
  close(): void;
}

/** Undefined where no layer asks for it, or where another program has the port: the function's log says so then. */
export async function servedExtension(
  { layers, env, onLog }: EnvironmentSpec,
  gateway: GatewayAccess | undefined,
  ports: ServedPorts,
): Promise<ServedExtension | undefined> {
  if (!gateway || !layers.some(({ localDir }) => existsSync(join(localDir, SERVED_MARK)))) return undefined;
  const extension = new ParametersAndSecrets({ variables: env, endpoint: () => gateway.url() ?? '', onLog });
  const { port } = extension.settings;
  try {
    return { port, open: () => extension.open(), close: await ports.serve(extension) };
  } catch (error) {
    const text = `The Parameters and Secrets extension cannot be served at port ${port}: ${(error as Error).message}. PARAMETERS_SECRETS_EXTENSION_HTTP_PORT chooses another one.`;
    onLog({ source: 'platform', timeMs: Date.now(), level: 'WARN', text });
    return undefined;
  }
}
