// Parses an extension's subscription to the Telemetry API or the older Logs API. Pure.
import { isObject } from '#lib/json-object';

export type TelemetryCategory = 'platform' | 'function' | 'extension';

type Destination = { readonly protocol: 'HTTP'; readonly url: string } | { readonly protocol: 'TCP'; readonly port: number };

export interface Subscription {
  readonly api: 'telemetry' | 'logs';
  readonly schemaVersion: string;
  readonly categories: ReadonlySet<TelemetryCategory>;
  readonly destination: Destination;
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

const CATEGORIES: readonly string[] = ['platform', 'function', 'extension'];
const VERSIONS: Readonly<Record<Subscription['api'], readonly string[]>> = {
  telemetry: ['2022-07-01', '2022-12-13', '2025-01-29'],
  logs: ['2020-08-15', '2021-03-18'],
};
const BOUNDS = { maxItems: [1000, 10_000, 10_000], maxBytes: [262_144, 1_048_576, 262_144], timeoutMs: [25, 30_000, 1000] } as const;
/** In the cloud, the Runtime API's own port. */
const RESERVED_PORT = 9001;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined => (isObject(value) ? value : undefined);

/** The subscription, or a sentence that says what is wrong with the request. */
export function parseSubscription(api: Subscription['api'], body: Uint8Array): Subscription | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(body).toString());
  } catch (error) {
    return `Invalid JSON: ${(error as Error).message}`;
  }
  const request = objectOf(parsed);
  if (!request) return 'The request must be an object';
  const wrong: string[] = [];
  const destination = destinationOf(request['destination'], wrong);
  const { types } = request;
  if (!Array.isArray(types) || types.length === 0) wrong.push('types should not be empty');
  else if (types.some((type) => !CATEGORIES.includes(type as string))) wrong.push(`types should be among ${CATEGORIES.join(', ')}`);
  const schemaVersion = request['schemaVersion'] ?? VERSIONS[api][0];
  if (!VERSIONS[api].includes(schemaVersion as string)) wrong.push(`schemaVersion should be one of ${VERSIONS[api].join(', ')}`);
  const buffering = bufferingOf(request['buffering'], wrong);
  if (wrong.length > 0 || !destination) return wrong.join('; ');
  return { api, schemaVersion: schemaVersion as string, categories: new Set(types as TelemetryCategory[]), destination, ...buffering };
}

function bufferingOf(value: unknown, wrong: string[]): Pick<Subscription, 'maxItems' | 'maxBytes' | 'timeoutMs'> {
  const given = objectOf(value ?? {});
  if (!given) wrong.push('buffering should be an object');
  const pick = (name: keyof typeof BOUNDS) => {
    const [least, most, usual] = BOUNDS[name];
    const asked = given?.[name] ?? usual;
    if (typeof asked === 'number' && Number.isInteger(asked) && asked >= least && asked <= most) return asked;
    wrong.push(`buffering.${name} should be between ${least} and ${most}`);
    return usual;
  };
  return { maxItems: pick('maxItems'), maxBytes: pick('maxBytes'), timeoutMs: pick('timeoutMs') };
}

/** Deliveries stay inside the environment: the URI must contain a fixed name, which means this machine. */
function destinationOf(value: unknown, wrong: string[]): Destination | undefined {
  const given = objectOf(value);
  if (!given) {
    wrong.push('destination is not provided');
    return undefined;
  }
  const { protocol, URI, port } = given;
  if (protocol === 'TCP') {
    if (Number.isInteger(port) && isFree(port as number)) return { protocol, port: port as number };
    wrong.push('destination.port should be a port other than 9001');
    return undefined;
  }
  if (protocol !== 'HTTP') {
    wrong.push('destination.protocol should be HTTP or TCP');
    return undefined;
  }
  return httpDestination(URI, wrong);
}

const isFree = (port: number): boolean => port > 0 && port < 65_536 && port !== RESERVED_PORT;

function httpDestination(uri: unknown, wrong: string[]): Destination | undefined {
  const url = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol !== 'http:' || !['sandbox', 'sandbox.localdomain'].includes(url.hostname))
    wrong.push('URI host should be sandbox.localdomain');
  else if (url.port === '') wrong.push('URI port is not provided');
  else if (!isFree(Number(url.port))) wrong.push('URI port 9001 is reserved');
  else return { protocol: 'HTTP', url: `http://127.0.0.1:${url.port}${url.pathname}${url.search}` };
  return undefined;
}
