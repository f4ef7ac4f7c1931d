// The environment variables that every process of a function gets, apart from the variables that depend on the folder of its code. Pure.
import type { Frozen } from '#core/records';
import type { Settings } from '#services/lambda/state';
import type { Credentials } from './credentials.ts';
import type { Initialization } from './fleet.ts';

export interface VariablesOf {
  readonly functionName: string;
  readonly version: string;
  readonly region: string;
  readonly settings: Frozen<Settings>;
  readonly stream: string;
  readonly credentials: Credentials;
  readonly initialization: Initialization;
  /** Host and port of the X-Ray daemon. */
  readonly daemon: string;
  /** Address of the emulator, which the clients of SDKs use. */
  readonly endpoint: string | undefined;
}

/** The function's own variables override the variables that it may change, but not the reserved ones. */
export function environmentVariables(of: VariablesOf): Record<string, string> {
  const { settings, credentials } = of;
  const { logging } = settings;
  const [daemonHost = '', daemonPort = ''] = of.daemon.split(':');
  return {
    ...(of.endpoint !== undefined && { AWS_ENDPOINT_URL: of.endpoint }),
    TZ: ':UTC',
    AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
    AWS_XRAY_DAEMON_ADDRESS: of.daemon,
    ...settings.variables,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
    AWS_REGION: of.region,
    AWS_DEFAULT_REGION: of.region,
    AWS_LAMBDA_FUNCTION_NAME: of.functionName,
    AWS_LAMBDA_FUNCTION_VERSION: of.version,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: logging.group,
    AWS_LAMBDA_LOG_STREAM_NAME: of.stream,
    AWS_LAMBDA_INITIALIZATION_TYPE: of.initialization,
    _AWS_XRAY_DAEMON_ADDRESS: daemonHost,
    _AWS_XRAY_DAEMON_PORT: daemonPort,
    ...(settings.runtime === undefined || settings.runtime.startsWith('provided')
      ? {}
      : { AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime}` }),
    ...(logging.format === 'JSON' && { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: logging.applicationLevel ?? 'INFO' }),
  };
}
