// What a host name says: a service, a region, a bucket. Real names, `s3.localhost` and its like, and the wildcard domain that resolves to this machine.

export interface HostFacts {
  /** First label of the endpoint: `sqs`, `monitoring`, `s3`. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly bucket?: string;
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** Domains below which endpoints stand. */
const DOMAINS = /\.(?:amazonaws\.com(?:\.cn)?|localhost\.localstack\.cloud|localhost)$/;
/** Endpoints that have a label in front of their name: `api.ecr.us-east-1`, `streams.dynamodb.us-east-1`, `sync-states.us-east-1`. */
const PREFIXES = /^(?:api|streams|stream-|sync-|data-|dualstack)$/;

/** An address, which is what most clients are given. */
const NO_NAME = /^(?:[\d.]+|\[[\da-f:]+\]|localhost)(?::\d+)?$/i;
const NOTHING: HostFacts = {};

function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** `s3`, `s3-eu-west-1` and `s3-website` all mean the object store. */
function objectStore(labels: readonly string[]): HostFacts | undefined {
  const at = labels.findLastIndex((label) => /^s3(?:-[a-z0-9-]+)?$/.test(label));
  if (at < 0) return undefined;
  const old = /^s3-([a-z]{2}-[a-z-]+-\d)$/.exec(labels[at]!)?.[1];
  const region = old ?? labels.slice(at + 1).find((label) => REGION.test(label));
  const bucket = labels.slice(0, at).join('.');
  return { endpoint: 's3', ...(region ? { region } : {}), ...(bucket ? { bucket } : {}) };
}

export function hostFacts(host: string | undefined): HostFacts {
  if (host === undefined || NO_NAME.test(host)) return NOTHING;
  const name = withoutPort(host);
  const domain = DOMAINS.exec(name);
  if (!domain) return {};
  const labels = name.slice(0, domain.index).split('.');
  const objects = objectStore(labels);
  if (objects) return objects;
  const region = labels.find((label) => REGION.test(label));
  const names = labels.filter((label) => label !== region && !PREFIXES.test(label));
  // Queues once had their region in front: `us-west-2.queue.amazonaws.com`.
  const endpoint =
    labels.includes('streams') && labels.includes('dynamodb') ? 'dynamodbstreams' : names.at(-1) === 'queue' ? 'sqs' : names.at(-1);
  return { ...(endpoint ? { endpoint: endpoint.replace(/^(?:sync|stream)-/, '') } : {}), ...(region ? { region } : {}) };
}

/** Virtual-host addressing → path addressing, which is what the models speak of. */
export const withBucket = (path: string, bucket: string | undefined): string => (bucket === undefined ? path : `/${bucket}${path}`);
