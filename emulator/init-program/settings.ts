// Settings that the emulator passes to init in the container's environment variables; the function does not see them.

import type { FunctionSettings } from '#runtime-init/channel-wire';

export interface Settings {
  /** The emulator's URL for this container. */
  readonly endpoint: string;
  readonly runtimeId: string;
  readonly token: string;
  readonly user: string;
  readonly logLevel: string;
  readonly fn: FunctionSettings;
  /** Environment variables of the function's processes. */
  readonly env: Readonly<Record<string, string>>;
}

/** Variables that engines set besides, and every Kubernetes cluster. */
const ownNames =
  /^(EMULATOR_|(?:HOSTNAME|HOME|KUBERNETES_(?:SERVICE_(?:HOST|PORT(?:_HTTPS)?)|PORT(?:_443_TCP(?:_(?:PROTO|PORT|ADDR))?)?))$)/;

/** @throws Error that names the missing variable */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const required = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set: /var/rapid/init is started by the emulator, not by hand.`);
    return value;
  };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value !== undefined && !ownNames.test(name)) env[name] = value;
  return {
    endpoint: required('EMULATOR_RUNTIME_ENDPOINT'),
    runtimeId: required('EMULATOR_RUNTIME_ID'),
    token: required('EMULATOR_RUNTIME_TOKEN'),
    user: environment['EMULATOR_USER'] || 'sbx_user1051',
    logLevel: environment['EMULATOR_INIT_LOG_LEVEL'] || 'warn',
    fn: JSON.parse(required('EMULATOR_FUNCTION')) as FunctionSettings,
    env,
  };
}
