// Records of the event bus service. Inputs that clients get back unchanged are stored in the shapes of the model.
import type { Trace } from '#core/call';
import { type BlobRef, collection } from '#core/records';
import type {
  ApiDestination,
  CreateArchiveRequest,
  CreateConnectionAuthRequestParameters,
  DeadLetterConfig,
  LogConfig,
  ReplayDestination,
  ReplicationConfig,
  RoutingConfig,
  Tag,
  Target,
} from '#model/events';

export type Tags = readonly Tag[];

export interface Bus {
  readonly name: string;
  readonly description?: string | undefined;
  readonly kmsKeyIdentifier?: string | undefined;
  readonly deadLetterConfig?: DeadLetterConfig | undefined;
  readonly logConfig?: LogConfig | undefined;
  /** The text that the client gave. */
  readonly policy?: string | undefined;
  readonly tags: Tags;
  /** Undefined for the default bus until its first change: nobody created it. */
  readonly createdMs?: number | undefined;
  readonly modifiedMs?: number | undefined;
}

export type RuleState = 'ENABLED' | 'DISABLED' | 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';

export interface Rule {
  readonly bus: string;
  readonly name: string;
  readonly pattern?: string | undefined;
  readonly schedule?: string | undefined;
  /** The start from which a rate counts. */
  readonly scheduledMs: number;
  readonly state: RuleState;
  readonly description?: string | undefined;
  readonly roleArn?: string | undefined;
  /** The service that made and manages this rule. */
  readonly managedBy?: string | undefined;
  readonly createdBy: string;
  readonly tags: Tags;
}

export type EventSourceState = 'PENDING' | 'ACTIVE' | 'DELETED';

/** A partner event source, in the account that it is shared with. */
export interface EventSource {
  readonly name: string;
  /** The account of the partner. */
  readonly partner: string;
  readonly state: EventSourceState;
  readonly createdMs: number;
  /** When a pending source is removed. */
  readonly expiresMs?: number | undefined;
}
export const eventSources = collection<[name: string], EventSource>('events.event-sources');

/** The same source in the partner's account. */
export interface PartnerSource {
  readonly name: string;
  /** The account that it is shared with. */
  readonly account: string;
}
export const partnerSources = collection<[name: string, account: string], PartnerSource>('events.partner-sources');

export interface Endpoint {
  readonly name: string;
  readonly description?: string | undefined;
  readonly routing: RoutingConfig;
  readonly replication: ReplicationConfig;
  /** In the order that the client gave. */
  readonly busArns: readonly string[];
  readonly roleArn?: string | undefined;
  /** Names the endpoint in PutEvents. */
  readonly endpointId: string;
  readonly createdMs: number;
  readonly modifiedMs: number;
}
export const endpoints = collection<[name: string], Endpoint>('events.endpoints');
/** Where the endpoint with an id is: clients of every region send to it. */
export const endpointIds = collection<[endpointId: string], { readonly region: string; readonly name: string }>('events.endpoint-ids', {
  global: true,
});

/** The default bus has a record only after something about it was changed. */
export const buses = collection<[name: string], Bus>('events.buses');
export const rules = collection<[bus: string, name: string], Rule>('events.rules');
export const targets = collection<[bus: string, rule: string, id: string], Target>('events.targets');
/** The rules of a bus that name a target, and the ids they give it. */
export const rulesByTarget = collection<
  [bus: string, arn: string, rule: string],
  { readonly rule: string; readonly ids: readonly string[] }
>('events.rules-by-target');
/** A new random id with each change of a bus's rules or targets. Data in memory about them is valid while the id is the same. */
export const ruleVersions = collection<[bus: string], { readonly id: string }>('events.rule-versions');

export interface Archive extends CreateArchiveRequest {
  /** Tells the archive's events from those of an earlier archive of the same name. */
  readonly id: string;
  readonly createdMs: number;
}
export const archives = collection<[name: string], Archive>('events.archives', {
  version: 2,
  // The first version kept no events and made no rule: UpdateArchive makes it.
  upgrade: (old: Omit<Archive, 'id'>) => ({ ...old, id: old.ArchiveName }),
});

export interface ArchivedEvent {
  readonly id: string;
  /** The event as JSON; a blob above 64 KB. */
  readonly text: string | BlobRef;
  readonly sizeBytes: number;
}
/** The events of an archive, by the time in the event and a number that grows with each event of the archive. */
export const archivedEvents = collection<[archiveId: string, eventMs: number, number: number], ArchivedEvent>('events.archived-events', {
  bulk: true,
});
/** The same events by the time at which they arrived, from which their retention counts. */
export const archiveArrivals = collection<[archiveId: string, arrivedMs: number, number: number], { readonly eventMs: number }>(
  'events.archive-arrivals',
  { bulk: true },
);

export interface ArchiveTally {
  readonly lastNumber: number;
  readonly events: number;
  readonly sizeBytes: number;
}
export const NO_ARCHIVE_TALLY: ArchiveTally = { lastNumber: 0, events: 0, sizeBytes: 0 };
export const archiveTallies = collection<[archiveId: string], ArchiveTally>('events.archive-tallies');

export type ReplayState = 'STARTING' | 'RUNNING' | 'CANCELLING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

export interface Replay {
  readonly name: string;
  readonly description?: string | undefined;
  readonly archiveArn: string;
  readonly archive: string;
  readonly archiveId: string;
  readonly destination: ReplayDestination;
  /** The range of times in the events. */
  readonly startMs: number;
  readonly endMs: number;
  readonly state: ReplayState;
  readonly stateReason?: string | undefined;
  readonly startedMs: number;
  readonly endedMs?: number | undefined;
  /** Trace of the request that began it. */
  readonly trace?: Trace | undefined;
  /** The last event that was sent. */
  readonly position?: { readonly eventMs: number; readonly number: number } | undefined;
  readonly lastReplayedMs?: number | undefined;
}
export const replays = collection<[name: string], Replay>('events.replays');

export type ConnectionState = 'CREATING' | 'UPDATING' | 'AUTHORIZING' | 'AUTHORIZED' | 'DEAUTHORIZED';
export type AuthorizationType = 'API_KEY' | 'BASIC' | 'OAUTH_CLIENT_CREDENTIALS';

export interface Connection {
  readonly name: string;
  readonly arn: string;
  readonly description?: string | undefined;
  readonly type: AuthorizationType;
  /** Includes the secret values, which no answer shows. Undefined after the connection was deauthorized. */
  readonly parameters?: CreateConnectionAuthRequestParameters | undefined;
  readonly kmsKeyIdentifier?: string | undefined;
  /** Undefined if there is no secrets service. */
  readonly secretArn?: string | undefined;
  readonly state: ConnectionState;
  /** Why the connection is not authorized. */
  readonly stateReason?: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
  readonly authorizedMs?: number | undefined;
  /** Trace of the request that made or changed it. */
  readonly trace?: Trace | undefined;
}
export const connections = collection<[name: string], Connection>('events.connections');

export interface Destination extends Omit<ApiDestination, 'CreationTime' | 'LastModifiedTime' | 'ApiDestinationState'> {
  readonly Name: string;
  readonly Description?: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
}
export const apiDestinations = collection<[name: string], Destination>('events.api-destinations');
