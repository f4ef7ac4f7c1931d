// The differences between the SDK's wire and ours that are meant, each with its reason. Everything else must be equal.
import type { ProtocolId } from '#protocol/ir';

type Direction = 'in' | 'out';

interface Exception {
  readonly service: string;
  readonly protocol?: ProtocolId;
  readonly operations?: readonly string[];
  readonly direction: Direction;
  /** Members that are not compared. */
  readonly members: readonly string[];
  /** The members are not even sent. */
  readonly unset?: true;
  readonly reason: string;
}

const DEFAULT_TYPE = 'a payload without a content type gets a default one on the wire, which is then read as this member';

const EXCEPTIONS: readonly Exception[] = [
  {
    service: 'events',
    operations: ['PutEvents'],
    direction: 'in',
    members: ['EndpointId'],
    unset: true,
    reason: 'a global endpoint makes the client ask for a signature library that is not installed',
  },
  {
    service: 'sqs',
    protocol: 'awsQuery',
    operations: ['ReceiveMessage'],
    direction: 'in',
    members: ['AttributeNames', 'MessageSystemAttributeNames'],
    reason: 'this client writes both under the name AttributeName; real ones write MessageSystemAttributeName',
  },
  {
    service: 'lambda',
    operations: ['InvokeWithResponseStream'],
    direction: 'out',
    members: ['ResponseStreamContentType'],
    reason: DEFAULT_TYPE,
  },
  { service: 'apigateway', direction: 'out', operations: ['GetExport', 'GetSdk'], members: ['contentType'], reason: DEFAULT_TYPE },
  {
    service: 'apigateway',
    operations: ['GetExport'],
    direction: 'in',
    members: ['accepts'],
    reason: 'the client always sends an Accept header, which is this member',
  },
  { service: 's3', direction: 'out', members: ['ContentType'], reason: DEFAULT_TYPE },
  {
    service: 's3',
    direction: 'in',
    members: ['SSECustomerKey', 'SSECustomerKeyMD5', 'CopySourceSSECustomerKey', 'CopySourceSSECustomerKeyMD5'],
    unset: true,
    reason: 'the client encodes the key and adds its digest itself',
  },
  {
    service: 's3',
    direction: 'in',
    members: ['ChecksumAlgorithm', 'ChecksumMode'],
    unset: true,
    reason: 'the client refuses algorithms that it lacks, chooses one where none is asked for, and compares checksums that are random here',
  },
  { service: 's3', direction: 'in', members: ['ContentLength', 'ContentType'], reason: 'the client fills them in from the body' },
  {
    service: 's3',
    direction: 'out',
    operations: ['GetObject', 'HeadObject', 'RestoreObject'],
    members: ['StatusCode'],
    reason: "a patch lets handlers choose the status; the client's model does not know the member",
  },
  {
    service: 's3',
    direction: 'out',
    operations: ['ListObjectsV2', 'HeadBucket'],
    members: ['BucketRegion', 'ContentType'],
    reason: "patches add headers that other clients read; the client's model does not know the members",
  },
  { service: 's3', direction: 'out', members: ['ExpiresString'], reason: 'the client makes this member up from Expires' },
];

const applies = (one: Exception, service: string, protocol: ProtocolId, operation: string, direction: Direction): boolean =>
  one.service === service &&
  one.direction === direction &&
  (one.protocol ?? protocol) === protocol &&
  (one.operations?.includes(operation) ?? true);

/** Names of members left out of the comparison. */
export const ignoredMembers = (service: string, protocol: ProtocolId, operation: string, direction: Direction): Set<string> =>
  new Set(EXCEPTIONS.filter((one) => applies(one, service, protocol, operation, direction)).flatMap(({ members }) => members));

/** Names of members that must not be given to the client. */
export const unsetMembers = (service: string, protocol: ProtocolId, operation: string): Set<string> =>
  new Set(EXCEPTIONS.filter((one) => one.unset && applies(one, service, protocol, operation, 'in')).flatMap(({ members }) => members));
