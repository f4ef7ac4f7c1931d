// The settings of the Parameters and Secrets extension, in the function's variables. A value that is none of those allowed counts as absent.
// https://docs.aws.amazon.com/systems-manager/latest/userguide/ps-integration-lambda-extensions.html (2026-08)

const LEVELS = ['debug', 'info', 'warn', 'error', 'none'] as const;
export type ExtensionLogLevel = (typeof LEVELS)[number];

export interface ServiceSettings {
  readonly ttlMs: number;
  /** 0: none. */
  readonly timeoutMs: number;
}

export interface ExtensionSettings {
  readonly port: number;
  /** Objects that are kept; 0: none. */
  readonly cacheSize: number;
  /** Requests under way to one service. */
  readonly maxConnections: number;
  readonly logLevel: ExtensionLogLevel;
  readonly secretsmanager: ServiceSettings;
  readonly ssm: ServiceSettings;
}

const USUAL_PORT = 2773;
const MAX_PORT = 65_535;
const USUAL_CONNECTIONS = 3;
/** Limit: objects in the cache of the Parameters and Secrets extension. */
const MAX_CACHED = 1000;
/** Limit: seconds that an object stays in that cache. */
const MAX_TTL_S = 300;

type Variables = Readonly<Record<string, string | undefined>>;

export function readExtensionSettings(variables: Variables): ExtensionSettings {
  const whole = (name: string, usual: number, least: number, most = Number.MAX_SAFE_INTEGER): number => {
    const value = Number(variables[name] || Number.NaN);
    return Number.isInteger(value) && value >= least && value <= most ? value : usual;
  };
  const service = (prefix: string): ServiceSettings => ({
    ttlMs: whole(`${prefix}_TTL`, MAX_TTL_S, 0, MAX_TTL_S) * 1000,
    timeoutMs: whole(`${prefix}_TIMEOUT_MILLIS`, 0, 0),
  });
  const isCached = variables['PARAMETERS_SECRETS_EXTENSION_CACHE_ENABLED']?.toUpperCase() !== 'FALSE';
  const level = variables['PARAMETERS_SECRETS_EXTENSION_LOG_LEVEL']?.toLowerCase();
  return {
    port: whole('PARAMETERS_SECRETS_EXTENSION_HTTP_PORT', USUAL_PORT, 1, MAX_PORT),
    cacheSize: isCached ? whole('PARAMETERS_SECRETS_EXTENSION_CACHE_SIZE', MAX_CACHED, 0, MAX_CACHED) : 0,
    maxConnections: whole('PARAMETERS_SECRETS_EXTENSION_MAX_CONNECTIONS', USUAL_CONNECTIONS, 1),
    logLevel: LEVELS.find((each) => each === level) ?? 'info',
    secretsmanager: service('SECRETS_MANAGER'),
    ssm: service('SSM_PARAMETER_STORE'),
  };
}
