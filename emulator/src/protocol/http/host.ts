// Parses host names into endpoint, region and bucket: real names, names below `localhost`, and the wildcard domain of this machine.

export interface HostFacts {
  /** The name of an endpoint: `sqs`, `monitoring`, `streams.dynamodb`. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly bucket?: string;
}

/** The names of all known endpoints. */
export interface HostNames {
  readonly endpoints: ReadonlySet<string>;
  /** Endpoints whose host name a bucket may precede. */
  readonly virtual: ReadonlySet<string>;
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** Domains that endpoints belong to. */
const DOMAINS = /\.(?:amazonaws\.com(?:\.cn)?|localhost\.localstack\.cloud|localhost)$/;
/** Prefixes that SDKs add for some operations: `sync-states.us-east-1`. */
const OPERATION_PREFIX = /^(?:sync|stream|data)-/;
/** An address or `localhost`, which most clients are given. */
const NO_NAME = /^(?:[\d.]+|\[[\da-f:]+\]|localhost)(?::\d+)?$/i;
const NOTHING: HostFacts = {};

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** `bkt.name.eu-west-1`; old names differ: `name-eu-west-1`, `name-website`. The labels before that are the bucket. */
function virtualHost(labels: readonly string[], { virtual }: HostNames): HostFacts | undefined {
  const at = labels.findLastIndex((label) => virtual.has(label.split('-')[0]!));
  if (at < 0) return undefined;
  const [endpoint = '', ...rest] = labels[at]!.split('-');
  const region = [rest.join('-'), ...labels.slice(at + 1)].find((label) => REGION.test(label));
  const bucket = labels.slice(0, at).join('.');
  return { endpoint, ...(region ? { region } : {}), ...(bucket ? { bucket } : {}) };
}

export function hostFacts(host: string | undefined, names: HostNames): HostFacts {
  if (host === undefined || NO_NAME.test(host)) return NOTHING;
  const name = withoutPort(host);
  const domain = DOMAINS.exec(name);
  if (!domain) return NOTHING;
  const labels = name.slice(0, domain.index).split('.');
  const virtual = virtualHost(labels, names);
  if (virtual) return virtual;
  const region = labels.find((label) => REGION.test(label));
  const parts = labels.filter((label) => label !== region);
  const candidates = [parts.slice(-2).join('.'), parts.at(-1) ?? ''].map((text) => text.replace(OPERATION_PREFIX, ''));
  const endpoint = candidates.find((text) => names.endpoints.has(text));
  return { ...(endpoint ? { endpoint } : {}), ...(region ? { region } : {}) };
}

/** Turns virtual-host addressing into path addressing, which the models describe. */
export const withBucket = (path: string, bucket: string | undefined): string => (bucket === undefined ? path : `/${bucket}${path}`);
