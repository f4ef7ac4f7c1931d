// Readers of slots: turn the value of an input's member into the part of an ARN that it stands for. Slots name them: `{QueueUrl:queueUrl}`.
import { partitionOf } from '#lib/arn';
import { table } from '#lib/table';

/** The account and region of a call. */
export interface SlotScope {
  readonly account: string;
  readonly region: string;
}

/** Undefined where the value names nothing. A whole ARN replaces all that stands before the slot. */
type SlotReader = (value: unknown, scope: SlotScope) => string | undefined;

const textual =
  (read: (value: string, scope: SlotScope) => string | undefined): SlotReader =>
  (value, scope) =>
    typeof value === 'string' ? read(value, scope) : undefined;

const DEFAULT_BUS = 'default';
const afterLast = (text: string, separator: string): string => text.slice(text.lastIndexOf(separator) + 1);
const arnIn = (service: string, account: string, resource: string, { region }: SlotScope): string =>
  `arn:${partitionOf(region)}:${service}:${region}:${account}:${resource}`;

/** Limit: characters of a PartiQL statement that are searched for its table. */
const MAX_STATEMENT = 8192;
const TABLE_IN_STATEMENT =
  /^\s*(?:EXISTS\s*\(\s*)?(?:SELECT\b[\s\S]*?\bFROM|INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+"?([\w.:/-]+)"?(?:\."([\w.-]+)")?/i;

/** `12:function:name:1` and `name:1` hold an account and a qualifier, as whole ARNs do. */
function functionName(value: string, scope: SlotScope): string {
  if (value.startsWith('arn:')) return value;
  const [, account, name = value, qualifier] = /^(?:(\d{12}):)?(?:function:)?([^:]+)(?::(.+))?$/.exec(value) ?? [];
  const resource = qualifier === undefined ? name : `${name}:${qualifier}`;
  return account === undefined ? resource : arnIn('lambda', account, `function:${resource}`, scope);
}

function copySource(value: string): string {
  const path = value.replace(/^\//, '').replace(/\?versionId=.*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function taskHandle(value: string): string | undefined {
  try {
    return (JSON.parse(Buffer.from(value, 'base64').toString()) as { sourceArn?: string }).sourceArn;
  } catch {
    return undefined;
  }
}

/** Any id, so that a policy's `cluster/name/*` matches. */
const withAny = (value: string): string => (value.startsWith('arn:') ? value : `${value}/*`);

export const SLOT_READERS: Readonly<Record<string, SlotReader>> = table<SlotReader>({
  queueUrl: textual((url, scope) => {
    const [, account, name] = /(?:^|\/)(\d{12})\/([^/]+)\/?$/.exec(url) ?? [];
    return account === undefined ? afterLast(url, '/') : arnIn('sqs', account, name ?? '', scope);
  }),
  taskHandle: textual(taskHandle),
  function: textual(functionName),
  functionArn: textual((name, scope) => {
    const read = functionName(name, scope);
    return read.startsWith('arn:') ? read : arnIn('lambda', scope.account, `function:${read}`, scope);
  }),
  partiqlVerb: textual((statement) => {
    const [, verb = ''] = /^\s*(\w+)/.exec(statement) ?? [];
    return verb === '' || /^exists$/i.test(verb) ? 'Select' : verb.charAt(0).toUpperCase() + verb.slice(1).toLowerCase();
  }),
  partiqlTable: textual((statement) => {
    const [, name, index] = TABLE_IN_STATEMENT.exec(statement.slice(0, MAX_STATEMENT)) ?? [];
    return name !== undefined && index !== undefined ? `${name}/index/${index}` : name;
  }),
  bus: (name) => (typeof name === 'string' && name !== '' ? name : DEFAULT_BUS),
  otherBus: (name) => {
    const bus = typeof name === 'string' ? (name.startsWith('arn:') ? afterLast(name, '/') : name) : DEFAULT_BUS;
    return bus === DEFAULT_BUS || bus === '' ? '' : `${bus}/`;
  },
  beforeBar: textual((iterator) => iterator.split('|', 1)[0]),
  kinesisIterator: textual((iterator) => {
    const decoded = Buffer.from(iterator.replace(/^"?A{10}/, ''), 'base64').toString();
    return /^[0-9a-f]{16}\["\d{12}","([^"]+)"/.exec(decoded)?.[1];
  }),
  parameter: textual((name) => (name.startsWith('arn:') ? name : name.replace(/^\//, '').replace(/:[^:/]*$/, ''))),
  lower: textual((text) => text.toLowerCase()),
  logGroup: textual((name) => name.replace(/:\*$/, '')),
  stack: textual((name) => withAny(name)),
  stackSet: textual((name) => `${name.split(':', 1)[0]}:*`),
  stackOfChangeSet: textual((name) => (name.startsWith('arn:') ? '*/*' : undefined)),
  topicOfSubscription: textual((arn) => (arn.split(':').length > 6 ? arn.slice(0, arn.lastIndexOf(':')) : arn)),
  copySource: textual(copySource),
  versioned: textual((source) => (source.includes('?versionId=') ? source : undefined)),
  unversioned: textual((source) => (source.includes('?versionId=') ? undefined : source)),
  queryKeys: textual((query) => [...new URLSearchParams(query).keys()].join(',') || undefined),
  withoutScheme: textual((url) => url.replace(/^https?:\/\//, '').replace(/\/$/, '')),
  withAnyId: textual(withAny),
  withAnyConsumer: textual((arn) => `${arn}/consumer/*`),
  withoutVersion: textual((arn) => arn.replace(/:\d+$/, '')),
  afterSlash: textual((arn) => arn.slice(arn.indexOf('/') + 1)),
  keyName: textual((name) => name.replace(/:alias\//, ':key/alias/')),
  alias: textual((name) => (name.includes('alias/') ? name.slice(name.indexOf('alias/')) : undefined)),
  role: textual((name) => name),
  path: textual((text) => encodeURIComponent(text)),
});
