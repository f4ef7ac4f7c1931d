// What a host name says: an endpoint, a region, a bucket. Real names, names below `localhost`, and the wildcard domain that resolves to this machine.

export interface HostFacts {
  /** The name by which a service is called: `sqs`, `monitoring`, `streams.dynamodb`. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly bucket?: string;
}

/** The names of endpoints that are known. */
export interface HostNames {
  readonly endpoints: ReadonlySet<string>;
  /** Those before whose name a bucket may stand. */
  readonly virtual: ReadonlySet<string>;
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** Domains below which endpoints stand. */
const DOMAINS = /\.(?:amazonaws\.com(?:\.cn)?|localhost\.localstack\.cloud|localhost)$/;
/** What SDKs put in front of a name for some operations: `sync-states.us-east-1`. */
const OPERATION_PREFIX = /^(?:sync|stream|data)-/;
/** An address, which is what most clients are given. */
const NO_NAME = /^(?:[\d.]+|\[[\da-f:]+\]|localhost)(?::\d+)?$/i;
const NOTHING: HostFacts = {};

const withoutPort = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/** `bkt.name.eu-west-1`; old names carry more: `name-eu-west-1`, `name-website`. What stands before is the bucket. */
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

/** Virtual-host addressing → path addressing, which is what the models speak of. */
export const withBucket = (path: string, bucket: string | undefined): string => (bucket === undefined ? path : `/${bucket}${path}`);
