// Settings of the Web Adapter, by environment variables of the function.
// https://github.com/awslabs/aws-lambda-web-adapter (docs/guide/src/configuration, 1.0 of March 2026)

type Variables = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 8080;
/** Answers of a server that is up: it may refuse the path. */
const HEALTHY = '100-499';

export interface AdapterSettings {
  /** The port at which the program is said to listen. */
  readonly port: number;
  readonly readiness: {
    /** Undefined for the port itself. */
    readonly port: number | undefined;
    readonly path: string;
    readonly protocol: 'http' | 'tcp';
    readonly healthy: ReadonlySet<number>;
  };
  /** The init phase ends although the program is not ready yet; the first invocation waits for it. */
  readonly isAsyncInit: boolean;
  readonly basePath: string | undefined;
  /** Receives events that are no HTTP requests. */
  readonly passThroughPath: string;
  readonly compresses: boolean;
  readonly streams: boolean;
  /** The header that takes the place of `authorization`. */
  readonly authorizationSource: string | undefined;
  /** Statuses that make the invocation fail. */
  readonly errorStatuses: ReadonlySet<number>;
}

export function adapterSettings(variables: Variables): AdapterSettings {
  /** The second name is the older one. */
  const read = (name: string, older?: string): string | undefined =>
    variables[`AWS_LWA_${name}`] || (older === undefined ? undefined : variables[older]) || undefined;
  const streams = read('INVOKE_MODE')?.toLowerCase() === 'response_stream';
  const readinessPort = read('READINESS_CHECK_PORT', 'READINESS_CHECK_PORT');
  return {
    port: portOf(read('PORT', 'PORT')) ?? DEFAULT_PORT,
    readiness: {
      port: portOf(readinessPort),
      path: read('READINESS_CHECK_PATH', 'READINESS_CHECK_PATH') ?? '/',
      protocol: read('READINESS_CHECK_PROTOCOL', 'READINESS_CHECK_PROTOCOL')?.toLowerCase() === 'tcp' ? 'tcp' : 'http',
      healthy: statusesIn(read('READINESS_CHECK_HEALTHY_STATUS') ?? HEALTHY),
    },
    isAsyncInit: read('ASYNC_INIT', 'ASYNC_INIT') === 'true',
    basePath: read('REMOVE_BASE_PATH', 'REMOVE_BASE_PATH'),
    passThroughPath: read('PASS_THROUGH_PATH') ?? '/events',
    compresses: read('ENABLE_COMPRESSION') === 'true' && !streams,
    streams,
    authorizationSource: read('AUTHORIZATION_SOURCE')?.toLowerCase(),
    errorStatuses: statusesIn(read('ERROR_STATUS_CODES') ?? ''),
  };
}

function portOf(text: string | undefined): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** `500,502-504`; what is neither a number nor a range is left out. */
function statusesIn(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, from, to = from] = /^\s*(\d{3})\s*(?:-\s*(\d{3})\s*)?$/.exec(part) ?? [];
    for (let status = Number(from); status <= Number(to); status++) found.add(status);
  }
  return found;
}
